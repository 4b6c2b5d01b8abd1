import type { DecidedBy, LinkDecisions, Rule, Split, Visit, VisitDetail } from "../model.ts";
import { bucketOf, largestVariant, variantAt } from "./split.ts";
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

/** How a visitor comes to a variant: all get the same one, or it's drawn from what tells visitors apart. */
export type DrawnBy = "winner" | "ended" | "machine" | "visitor" | "chance";

/** What a split asks of a visit; `bucket` is null where all get the same. */
export function drawOf(
  split: Split,
  { now, isPreview }: Pick<Visit, "now" | "isPreview">,
  { isBot, splitKey, roll }: VisitDetail,
): { readonly by: DrawnBy; readonly bucket: number | null } {
  if (hasEnded(split, now)) return { by: split.winner === null ? "ended" : "winner", bucket: null };
  if (isBot || isPreview) return { by: "machine", bucket: null };
  if (splitKey !== null) return { by: "visitor", bucket: bucketOf(split.seed, splitKey) };
  return { by: "chance", bucket: Math.floor(roll * wholeSplit) };
}

/** The variant of the link's split for a visitor; null: there is none, or it has ended without a winner. */
export function drawnVariant(decisions: LinkDecisions | null, visit: Visit): Drawn | null {
  const split = decisions?.split ?? null;
  if (split === null || visit.detail === undefined) return null;
  const { variants, winner } = split;
  const { by, bucket } = drawOf(split, visit, visit.detail);
  if (by === "ended" || by === "winner") return winner === null ? null : { url: winner.url };
  const variant = bucket === null ? largestVariant(variants) : variantAt(variants, bucket);
  if (variant === undefined) return null;
  return {
    url: variant.url,
    by: { variant: variant.id, ...(by === "chance" && { drawn: by }) },
  };
}
