import { wholeSplit } from "../../../contract/fields/splitShares.ts";
import { exactUpTo, standardError } from "../clicks/uniqueVisitors.ts";
import type { VariantSums } from "./lineSums.ts";

/** How a split turned out. Shares are hundredths of a percent, of its visitors. */
export interface SplitShares {
  readonly variants: readonly VariantShare[];
  /** Whether it can be what was asked for; null: too few visitors to tell. */
  readonly isAsAsked: boolean | null;
  /** Clicks whose visitors may get another variant next time: see `VariantSums`. */
  readonly byChance: number;
}

interface VariantShare extends Omit<VariantSums, "byChance"> {
  readonly url: string;
  readonly weight: number;
  readonly share: number;
  /** Between these lie 95% of fair splits among as many visitors. */
  readonly low: number;
  readonly high: number;
}

interface AskedVariant {
  readonly id: string;
  readonly url: string;
  readonly weight: number;
}

/** Visitors below which nothing is said. */
const fewestVisitors = 100;
/** Standard deviations that 95% lie within. */
const within95 = 1.959_964;
/** Of χ², at p = 0.001, by degrees of freedom from 1. */
const criticalValues = [
  10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322, 26.124, 27.877,
] as const;

export function splitShares(
  asked: readonly AskedVariant[],
  counted: readonly VariantSums[],
): SplitShares {
  const found = new Map(counted.map((one) => [one.id, one]));
  const none = { clicks: 0, byChance: 0, visitors: 0 };
  const sums = asked.map(({ id }) => found.get(id) ?? { id, ...none });
  const byChance = sums.reduce((sum, one) => sum + one.byChance, 0);
  const visitors = sums.reduce((sum, one) => sum + one.visitors, 0);
  const variants = asked.map(({ url, weight }, place): VariantShare => {
    const { byChance: _, ...sum } = sums[place] ?? { id: "", ...none };
    const part = weight / wholeSplit;
    const spread = Math.sqrt(variance(part, visitors, sum.visitors)) * within95;
    const shareOf = (count: number) =>
      visitors === 0 ? 0 : Math.round((count / visitors) * wholeSplit);
    const bounded = (share: number) => Math.min(wholeSplit, Math.max(0, share));
    return {
      ...sum,
      url,
      weight,
      share: shareOf(sum.visitors),
      low: visitors === 0 ? 0 : bounded(weight - shareOf(spread)),
      high: visitors === 0 ? wholeSplit : bounded(weight + shareOf(spread)),
    };
  });
  const isAsAsked = visitors < fewestVisitors ? null : isLikely(variants, visitors);
  return { variants, isAsAsked, byChance };
}

/** Of the visitors of a variant, with what their own count may be wrong by. */
function variance(part: number, visitors: number, counted: number): number {
  return visitors * part * (1 - part) + countVariance(counted);
}

/** Many visitors are estimated, not counted. */
function countVariance(counted: number): number {
  return counted > exactUpTo ? (standardError * counted) ** 2 : 0;
}

/** χ² of the visitors; false where a fair split comes out so once in a thousand times. */
function isLikely(variants: readonly VariantShare[], visitors: number): boolean {
  const drawn = variants.filter(({ weight }) => weight > 0);
  if (variants.some((one) => one.weight === 0 && one.visitors > 0)) return false;
  const critical = criticalValues[drawn.length - 2];
  // One variant has them all.
  if (critical === undefined) return true;
  const sum = drawn.reduce((before, { weight, visitors: counted }) => {
    const expected = (weight / wholeSplit) * visitors;
    return before + (counted - expected) ** 2 / (expected + countVariance(counted));
  }, 0);
  return sum <= critical;
}
