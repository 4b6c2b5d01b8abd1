import type { DecidedBy, LinkDecisions, Rule, Split, Visit } from "../model.ts";
import { bucketOf, largestVariant, type Variant, variantAt } from "./split.ts";
import { wholeSplit } from "../../../contract/fields/splitShares.ts";

export function hasStarted({ startsAt }: LinkDecisions, now: number): boolean {
  return startsAt === null || startsAt <= now;
}

/** Whether a limit (none: there is none) leaves clicks to a link that has had so many. */
export function hasClicksLeft(most: number | null | undefined, clicks: number): boolean {
  return clicks < (most ?? Infinity);
}

/** Whether it has had all the clicks that it may have. */
export function isUsedUp(decisions: LinkDecisions | null, { detail }: Visit): boolean {
  return detail !== undefined && !hasClicksLeft(decisions?.maxClicks, detail.clicks);
}

/** Whether everybody gets one target of a split: its winner, else the link's own. */
export function hasEnded({ endsAt }: Split, now: number): boolean {
  return endsAt !== null && endsAt <= now;
}

/** The first rule whose conditions all hold. */
export function matchingRule(decisions: LinkDecisions | null, { detail }: Visit): Rule | null {
  if (decisions === null || detail === undefined) return null;
  const { facts } = detail;
  return (
    decisions.rules.find(({ conditions }) =>
      conditions.every((condition) => condition.holds(facts) === true),
    ) ?? null
  );
}

interface Drawn {
  readonly url: string;
  readonly by?: DecidedBy;
}

/** The variant of the link's split for a visitor; null: there is none, or it has ended without a winner. */
export function drawnVariant(
  decisions: LinkDecisions | null,
  { now, isPreview, detail }: Visit,
): Drawn | null {
  const split = decisions?.split ?? null;
  if (split === null || detail === undefined) return null;
  const { seed, variants, winner } = split;
  if (hasEnded(split, now)) return winner === null ? null : { url: winner.url };
  const drawnAs = (variant: Variant | undefined, isUnsticky = false): Drawn | null =>
    variant === undefined
      ? null
      : { url: variant.url, by: { variant: variant.id, ...(isUnsticky && { isUnsticky }) } };
  if (detail.isBot || isPreview) return drawnAs(largestVariant(variants));
  if (detail.splitKey !== null) {
    return drawnAs(variantAt(variants, bucketOf(seed, detail.splitKey)));
  }
  return drawnAs(variantAt(variants, Math.floor(detail.roll * wholeSplit)), true);
}
