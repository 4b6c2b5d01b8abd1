import { isDeepStrictEqual } from "node:util";
import { withoutEmpty } from "../../common/resources.ts";
import type { Timestamps } from "../../common/timestamps.ts";
import type { LinkRecord, PixelRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import { ofSameTest } from "../links/decisionFields.ts";
import { type Excess, excessOf } from "../links/linkSize.ts";
import type { ImportedNames } from "./importedNames.ts";
import type { ImportTexts } from "./importTexts.ts";
import type { ImportedLink } from "./read/rows.ts";

/** What a row's `rest` says, in the record's terms; pixels are named, not numbered. */
export interface RestOfLink {
  readonly details: Partial<LinkRecord>;
  readonly pixels: readonly Pick<PixelRecord, "type" | "name" | "tag">[];
  /** Values that can't be read, or name what isn't here, by their fields: the link comes without. */
  readonly unread: readonly { readonly field: string; readonly value: unknown }[];
}

/** Fields that stay as they were, as the link would be too large or start after its end. */
export type Left = readonly Excess[];

/** What visitors of a row's link meet, beside pixels. */
function visibleDetails(
  link: ImportedLink,
  details: RestOfLink["details"],
  timestamps: Timestamps,
): Partial<LinkRecord> & { readonly url: string } {
  const expiresAt = expiryOf(link, timestamps);
  return {
    ...details,
    url: link.url ?? "",
    ...(expiresAt !== undefined && { expiresAt }),
    ...(link.archived === true && { isArchived: true as const }),
  };
}

/** What a row names, as its record holds it. */
export type Named = Readonly<
  Record<"pixels" | "channels", readonly number[]> & {
    readonly tags: readonly string[];
    readonly campaign: number | undefined;
  }
>;

/** All that a row says of its link, but for its address. */
export function linkDetails(
  link: ImportedLink,
  details: RestOfLink["details"],
  { tags, pixels, channels, campaign }: Named,
  { texts, timestamps }: { readonly texts: ImportTexts; readonly timestamps: Timestamps },
): Partial<LinkRecord> {
  const { createdAt, clicks = 0 } = link;
  return {
    ...visibleDetails(link, details, timestamps),
    name: texts.name(link.name),
    description: texts.description(link.description),
    campaign,
    source: link.source,
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(pixels.length > 0 && { pixels: [...pixels] }),
    ...(channels.length > 0 && { channels: [...channels] }),
    ...(createdAt !== undefined && { createdAt: new Date(createdAt).toISOString() }),
    ...(clicks > 0 && { earlierClicks: clicks }),
  };
}

/** A link that a row overwrites, and what of it stays as it was. */
export function overwriting(
  details: Partial<LinkRecord>,
  before: LinkRecord,
): { readonly record: LinkRecord; readonly left: Left } {
  const movesOn = details.url !== before.url;
  const { split } = details;
  const merged: LinkRecord = {
    ...before,
    ...Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)),
    ...(split !== undefined && { split: ofSameTest(split, before.split) }),
    ...(movesOn ? { fetchedTitle: undefined, framing: undefined } : {}),
  };
  const left = [...excessOf(merged, before), ...reversedDates(merged, before)];
  const former: Readonly<Record<string, unknown>> = before;
  const whole: LinkRecord = {
    ...merged,
    ...Object.fromEntries(left.map(({ key }) => [key, former[key]])),
  };
  // Visitors are shown the row's own start date, never the date that the link already had.
  const isOwnStart = whole.startsAt === details.startsAt;
  const showsStart = isOwnStart || whole.showsStart !== true ? whole.showsStart : before.showsStart;
  return { record: withoutEmpty<LinkRecord>({ ...whole, showsStart }), left };
}

/** Whether a campaign is there that visitors can open. */
export function isPublic(store: Pick<Store, "campaigns">, campaign: number | undefined): boolean {
  return campaign !== undefined && store.campaigns.get(campaign)?.isPublic === true;
}

/** Whether a row's link has public statistics, and a link that it would overwrite hasn't. */
export function publishesStatistics(
  { details }: RestOfLink,
  before: Pick<LinkRecord, "status"> | undefined,
): boolean {
  return details.status === "public" && before?.status !== "public";
}

/**
 * Whether visitors of a link would meet something else if the row overwrote it. Public statistics
 * come only when the import is told to, and are named apart.
 */
export function changesVisits(
  link: ImportedLink,
  { details }: RestOfLink,
  before: LinkRecord,
  parts: {
    readonly store: Pick<Store, "campaigns">;
    readonly names: Pick<ImportedNames, "find">;
    readonly texts: ImportTexts;
    readonly timestamps: Timestamps;
  },
): boolean {
  const { store, names, texts, timestamps } = parts;
  const name = texts.name(link.campaign);
  const campaign = name === undefined ? undefined : names.find("campaigns", name);
  const isMoved = name !== undefined && (campaign === undefined || campaign !== before.campaign);
  const { expiresAt, split, status, ...others } = visibleDetails(link, details, timestamps);
  const wanted = {
    ...others,
    split: split && ofSameTest(split, before.split),
    status: status === "public" ? undefined : status,
  };
  const former: Readonly<Record<string, unknown>> = before;
  // Files have whole seconds.
  const seconds = (instant = "") => Math.floor(Date.parse(instant) / 1000);
  return (
    (isMoved && (isPublic(store, campaign) || isPublic(store, before.campaign))) ||
    (expiresAt !== undefined && seconds(expiresAt) !== seconds(before.expiresAt)) ||
    Object.entries(wanted).some(
      ([key, value]) => value !== undefined && !isDeepStrictEqual(value, former[key]),
    )
  );
}

/** The dates that stay as they were, as a link can't start after it expires. */
function reversedDates(after: LinkRecord, before: LinkRecord): Left {
  const { startsAt, expiresAt } = after;
  if (startsAt === undefined || expiresAt === undefined || startsAt < expiresAt) return [];
  const dates = [
    { key: "startsAt", field: "starts", detail: "must be before expiry" },
    { key: "expiresAt", field: "expiry", detail: "must be after starts" },
  ] as const;
  return dates
    .filter(({ key }) => after[key] !== before[key])
    .map(({ key, field, detail }) => ({ key, field, fault: { code: "invalid", detail } }));
}

/** As an instant; a day alone means its end on the account's clocks. */
export function expiryOf(
  { expiresAt, expiresOnDay }: Pick<ImportedLink, "expiresAt" | "expiresOnDay">,
  timestamps: Timestamps,
): string | undefined {
  if (expiresAt === undefined) return undefined;
  const instant = new Date(expiresAt).toISOString();
  return expiresOnDay === true ? timestamps.parse(`${instant.slice(0, 10)} 23:59:59`) : instant;
}
