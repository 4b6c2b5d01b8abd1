import { type AliasRow, type MirroredLink, mostRowBytes } from "../../wire/rows.ts";
import { webAddress } from "../../../server/resolve/webAddress.ts";
import type { BioPageRecord, LinkRecord } from "../../../server/store/records.ts";
import type { HandedLimits } from "../handedLimits.ts";
import type { Store } from "../../../server/store/store.ts";

/** A row as it is pushed; null: it is longer than the edge takes. */
export function rowText(row: object): string | null {
  const text = JSON.stringify(row);
  // A character takes three bytes at most.
  if (text.length * 3 <= mostRowBytes) return text;
  return Buffer.byteLength(text) <= mostRowBytes ? text : null;
}

/** How a link's row tells its limit; see `HandedLimits`. */
export type LimitOf = HandedLimits["limitOf"];

/** Where no limit was handed over. */
export const keptLimits: LimitOf = ({ maxClicks }) =>
  maxClicks === undefined ? undefined : "home";

/** All that visitors reach under one alias, in any spelling; null: nothing. */
export function aliasRow(
  { links, bioPages }: Pick<Store, "links" | "bioPages">,
  folded: string,
  domain: number | undefined,
  limitOf: LimitOf = keptLimits,
): string | null {
  const there = { links: links.alike(folded, domain), pages: bioPages.alike(folded, domain) };
  if (!there.links.some(leadsSomewhere) && there.pages.length === 0) return null;
  const shown = there.links.map((link) => mirroredLink(link, limitOf));
  const hasLimits = shown.some((link) => "limit" in link && link.limit !== undefined);
  const row: AliasRow = {
    v: hasLimits ? 3 : there.links.some(hasDecisions) ? 2 : 1,
    links: shown,
    bioPages: there.pages.length === 0 ? undefined : there.pages.map(mirroredPage),
  };
  return rowText(row);
}

/** The document may have been edited by hand. Nothing is prepared here: most links are visited at the edge. */
function leadsSomewhere({ url }: LinkRecord): boolean {
  return webAddress(url) !== null;
}

/**
 * What answers visits, and nothing else of it: no name, note, tag, channel or campaign. Where a link
 * with a password leads stays at home.
 */
function mirroredLink(link: LinkRecord, limitOf: LimitOf): MirroredLink {
  const { id, alias, domain, metaTitle, framing, status } = link;
  // One that leads nowhere keeps others, which are spelled less like it, from being found.
  if (!leadsSomewhere(link)) return { id, alias, domain, url: "" };
  const { expiresAt, startsAt, showsStart, beforeUrl, afterUrl } = link;
  const dates = { expiresAt, startsAt, showsStart, beforeUrl, afterUrl };
  const limit = limitOf(link);
  if (link.password !== undefined || limit === "home") {
    const isLimitedOnly = link.password === undefined;
    const parameters =
      beforeUrl === undefined && afterUrl === undefined ? undefined : link.parameters;
    return {
      id,
      alias,
      domain,
      ...dates,
      parameters,
      metaTitle,
      status,
      isLocked: true,
      ...(isLimitedOnly && { isLimitedOnly, fetchedTitle: link.fetchedTitle }),
    };
  }
  return {
    id,
    alias,
    domain,
    url: link.url,
    type: link.type,
    countries: link.countries,
    devices: link.devices,
    languages: link.languages,
    metaTitle,
    metaDescription: link.metaDescription,
    metaImage: link.metaImage,
    fetchedTitle: link.fetchedTitle,
    framing: framing && { allowed: framing.allowed },
    pixels: link.pixels,
    limit,
    deepLink: link.deepLink,
    parameters: link.parameters,
    status,
    rules: link.rules,
    ...dates,
    split: link.split && mirroredSplit(link.split),
  };
}

/** The draw of a visitor needs no time. */
function mirroredSplit({ startedAt: _startedAt, ...split }: NonNullable<LinkRecord["split"]>) {
  return split;
}

/** Passwords are checked at home, and clicks of some limited links are counted there: never one too many. */
export function isHomeOnly(link: LinkRecord, limitOf: LimitOf): boolean {
  return link.password !== undefined || limitOf(link) === "home";
}

/** What a Worker of the first format would pass over. */
function hasDecisions({ rules, startsAt, afterUrl, split }: LinkRecord): boolean {
  return [rules, startsAt, afterUrl, split].some((one) => one !== undefined);
}

function mirroredPage(page: BioPageRecord) {
  const { createdAt: _createdAt, channels: _channels, ...shown } = page;
  return shown;
}

/** Why a link answers at home alone; null: it doesn't. */
export function reasonAtHome(
  link: LinkRecord,
  { belongsThere, limitOf }: Pick<HandedLimits, "belongsThere" | "limitOf">,
): "password" | "limit" | "tooLarge" | null {
  if (link.password !== undefined) return "password";
  if (link.maxClicks !== undefined && !belongsThere(link)) return "limit";
  const { countries = [], devices = [], languages = [], parameters = [] } = link;
  // Nothing but lists is that long, and few links have any; rules and a split have a bound of their own.
  const isShort = countries.length + devices.length + languages.length + parameters.length === 0;
  if (isShort) return null;
  return Buffer.byteLength(JSON.stringify(mirroredLink(link, limitOf))) > mostRowBytes
    ? "tooLarge"
    : null;
}
