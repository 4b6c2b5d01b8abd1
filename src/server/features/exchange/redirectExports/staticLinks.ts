import { hasClicksLeft, hasEnded } from "../../../resolve/rules/decide.ts";
import type { LinkRecord } from "../../../store/records.ts";
import { isSpelledAs } from "../../../store/tables/foldAlias.ts";
import type { LinkTable, Store } from "../../../store/store.ts";
import { destination } from "../../../resolve/parameters.ts";
import { prepareLink } from "../../../resolve/prepareLink.ts";
import { isLive } from "../../../resolve/rotate.ts";

/** What one alias of a host leads to, where nothing but an address can be told. */
export interface StaticLink {
  /** What stands before the alias in its path: `q/` where it is the code of a printed picture. */
  readonly folder: "" | "q/";
  readonly alias: string;
  /** Ready for `Location`; null: nowhere, and no alike alias answers in its place. */
  readonly to: string | null;
  /** Whether it answers in any spelling; else in its own alone, as another has the rest. */
  readonly isAlike: boolean;
  /** Aliases that differ from this one in their spelling only, and answer for themselves. */
  readonly twins: readonly string[];
}

/** Why a link is left out of what other services and servers lead on by. */
export type Closed = "password" | "expired" | "nowhere" | "alias";

export const plainAlias = /^[\p{L}\p{Nd}_-][\p{L}\p{M}\p{Nd}_-]*$/u;

/** What decides whether a link still leads somewhere. */
export interface Present {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly clicksOf: (link: number) => number;
  /** The format says itself when a link ends. */
  readonly keepsEnded: boolean;
}

/** Where a link leads every visitor, or why it may not be told. A hand may have written any alias. */
export function leadOf(
  record: LinkRecord,
  { now, clicksOf, keepsEnded }: Present,
):
  | {
      readonly to: string;
      /** Whether it leads to the link's own address: no split has another winner. */
      readonly isOwn: boolean;
      readonly closed?: undefined;
    }
  | { readonly closed: Closed } {
  // Not as visits have them, who keep each: most of these are never visited.
  const link = prepareLink(record);
  if (link === null) return { closed: "nowhere" };
  if (!plainAlias.test(record.alias)) return { closed: "alias" };
  if (link.isProtected) return { closed: "password" };
  const { maxClicks = null, split = null } = link.decisions ?? {};
  const isOpen = hasClicksLeft(maxClicks, clicksOf(record.id)) && isLive(link, now);
  if (!keepsEnded && !isOpen) return { closed: "expired" };
  const winner = split !== null && hasEnded(split, now) ? split.winner : null;
  const to = winner === null ? link.url : destination(winner.url, link.parameters);
  return { to, isOwn: winner === null };
}

/** What shares its name with others, all of which are known. */
interface Named {
  readonly alias: string;
  readonly to: string | null;
}

/** Each under its own spelling, the first under any; one whose name no address can have is left out. */
export function* alikeLinks(
  folder: StaticLink["folder"],
  alike: readonly Named[],
): Generator<StaticLink> {
  for (const [place, { alias, to }] of alike.entries()) {
    if (!plainAlias.test(alias)) continue;
    const others = alike.filter((other) => !isSpelledAs(other.alias, alias));
    const twins = others.map((other) => other.alias);
    yield { folder, alias, to, isAlike: place === 0, twins };
  }
}

/** The links of one host, each alias once, those that are alike side by side. */
export function* staticLinks(
  records: readonly LinkRecord[],
  {
    links,
    bioPages,
    isChosen,
    present,
  }: {
    readonly links: Pick<LinkTable, "alike">;
    readonly bioPages: Pick<Store["bioPages"], "size" | "alike">;
    readonly isChosen: (record: LinkRecord) => boolean;
    readonly present: Present;
  },
): Generator<StaticLink> {
  const written = new Set<LinkRecord>();
  const leadTo = (record: LinkRecord) => {
    const lead = isChosen(record) ? leadOf(record, present) : null;
    return lead?.closed === undefined ? (lead?.to ?? null) : null;
  };
  /** Pages that have a spelling of the alias for themselves: no link answers there. */
  const pagesLike = ({ alias, domain }: LinkRecord, alike: readonly LinkRecord[]): Named[] =>
    bioPages.size === 0
      ? []
      : bioPages
          .alike(alias, domain)
          .filter((page) => alike.every((link) => !isSpelledAs(link.alias, page.alias)))
          .map((page) => ({ alias: page.alias, to: null }));
  for (const record of records) {
    if (written.has(record) || !plainAlias.test(record.alias)) continue;
    const alike = links.alike(record.alias, record.domain);
    const pages = pagesLike(record, alike);
    if (alike.length + pages.length < 2) {
      const to = leadTo(record);
      if (to !== null) yield { folder: "", alias: record.alias, to, isAlike: true, twins: [] };
      continue;
    }
    for (const one of alike) written.add(one);
    const named = alike.map((one) => ({ alias: one.alias, to: leadTo(one) }));
    yield* alikeLinks("", [...named, ...pages]);
  }
}
