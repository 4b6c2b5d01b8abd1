import type { DecidedBy, LinkDecisions, Rule, Visit } from "../model.ts";
import { bucketOf, largestVariant, type Variant, variantAt } from "./split.ts";
import { wholeSplit } from "../../../contract/fields/splitShares.ts";

export function hasStarted({ startsAt }: LinkDecisions, now: number): boolean {
  return startsAt === null || startsAt <= now;
}

/** Whether it has had all the clicks that it may have. */
export function isUsedUp(decisions: LinkDecisions | null, { detail }: Visit): boolean {
  const most = decisions?.maxClicks ?? null;
  return most !== null && detail !== undefined && detail.clicks >= most;
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
  const { seed, variants, endsAt, winner } = split;
  if (endsAt !== null && endsAt <= now) return winner === null ? null : { url: winner.url };
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
