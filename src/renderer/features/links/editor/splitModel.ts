import type { TFunction } from "i18next";
import { completeAddress } from "../../../../contract/fields/completeAddress.ts";
import { variantIds, wholeSplit } from "../../../../contract/fields/splitShares.ts";
import type { LinkDetails } from "../../../../contract/resources/links.ts";

/** A split as the form holds it; without variants there is none. */
export interface SplitValue {
  readonly variants: readonly VariantValue[];
  readonly ends: string;
  /** Id of a variant; empty: none. */
  readonly winner: string;
  /** When its visitors were drawn; undefined: it's new, or nobody knows. */
  readonly started?: string;
  /** They are drawn again. */
  readonly restart?: true | undefined;
}

export interface VariantValue {
  readonly id: string;
  readonly url: string;
  /** Percent, as it is typed. */
  readonly weight: string;
}

export const noSplit: SplitValue = { variants: [], ends: "", winner: "" };

export function splitValue(split: LinkDetails["split"]): SplitValue {
  if (split === undefined) return noSplit;
  return {
    variants: split.variants.map(({ weight, ...one }) => ({ ...one, weight: percentOf(weight) })),
    ends: split.ends ?? "",
    winner: split.winner ?? "",
    ...(split.started !== null && { started: split.started }),
  };
}

/** As answers show it too: what is empty there is absent here. */
export function sentSplit(split: SplitValue): object | "" {
  const { variants, ends, winner, started, restart } = split;
  if (variants.length === 0) return "";
  return {
    variants: variants.map(({ id, url, weight }) => ({
      id,
      url: completeAddress(url),
      weight: weightOf(weight) ?? weight,
    })),
    ...(ends !== "" && { ends }),
    ...(winner !== "" && { winner }),
    ...(started !== undefined && { started }),
    ...(restart && { restart }),
  };
}

export function percentOf(weight: number): string {
  return String(weight / 100);
}

/** In hundredths of a percent; null where it is no percentage. */
export function weightOf(percent: string): number | null {
  const typed = percent.trim().replace(/[,٫]/, ".");
  return /^\d{1,3}(?:\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : null;
}

/** What all weights come to, in hundredths of a percent. */
export function weightSum(variants: readonly VariantValue[]): number {
  return variants.reduce((sum, { weight }) => sum + (weightOf(weight) ?? 0), 0);
}

export function sharedEvenly(variants: readonly VariantValue[]): VariantValue[] {
  const each = Math.floor(wholeSplit / variants.length);
  const rest = wholeSplit - each * variants.length;
  return variants.map((one, place) => ({
    ...one,
    weight: percentOf(each + (place < rest ? 1 : 0)),
  }));
}

/** A variant's id keeps its statistics: a new one takes an id that none had, while there are any. */
export function withVariant(
  variants: readonly VariantValue[],
  former: readonly VariantValue[],
  url = "",
): VariantValue[] {
  const isIn = (list: readonly VariantValue[], id: string) => list.some((one) => one.id === id);
  const id =
    variantIds.find((one) => !isIn(variants, one) && !isIn(former, one)) ??
    variantIds.find((one) => !isIn(variants, one));
  return id === undefined ? [...variants] : [...variants, { id, url, weight: "0" }];
}

/** A test of two halves, the first of which is the link's own destination. */
export function abTest(url: string): SplitValue {
  const variants = withVariant(withVariant([], [], url), []);
  return { ...noSplit, variants: sharedEvenly(variants) };
}

/** The share of visitors, in hundredths of a percent, who get another destination than before. */
export function movedShare(
  before: readonly VariantValue[],
  after: readonly VariantValue[],
): number {
  const places = [before, after].map((variants) => {
    let end = 0;
    return variants.map(({ url, weight }) => ({ url, end: (end += weightOf(weight) ?? 0) }));
  });
  const urlAt = (side: number, bucket: number) =>
    places[side]?.find(({ end }) => bucket < end)?.url ?? null;
  const cuts = [0, ...places.flat().map(({ end }) => Math.min(end, wholeSplit)), wholeSplit];
  const sorted = [...new Set(cuts)].toSorted((one, other) => one - other);
  return sorted.reduce((moved, cut, place) => {
    const width = (sorted[place + 1] ?? cut) - cut;
    return urlAt(0, cut) === urlAt(1, cut) ? moved : moved + width;
  }, 0);
}

/** Sentences about what can't be kept, by where it stands in the form. */
export function splitFaults(
  { variants }: SplitValue,
  t: TFunction,
): Readonly<Record<string, string>> {
  if (variants.length === 0) return {};
  const faults = variants.flatMap(({ url, weight }, place) => [
    ...(url.trim() === "" ? [[`split.variants[${place}].url`, t("faults.missing")] as const] : []),
    ...(weightOf(weight) === null
      ? [[`split.variants[${place}].weight`, t("split.weightFault")] as const]
      : []),
  ]);
  const isWhole = weightSum(variants) === wholeSplit;
  return Object.fromEntries([
    ...faults,
    ...(isWhole ? [] : [["split.variants", t("split.sumFault")] as const]),
  ]);
}
