import { prepareLink } from "../../../server/resolve/prepareLink.ts";
import { openTime, rotate } from "../../../server/resolve/rotate.ts";
import { foldAlias, isSpelledAs } from "../../../server/store/tables/foldAlias.ts";
import type { Lookups, VisitedLink } from "../../../server/visit/visitModel.ts";
import {
  type AliasRow,
  type CampaignRow,
  firstMade,
  keys,
  type MirroredLimit,
  type MirroredLink,
  type QrRow,
  readRow,
} from "../../wire/rows.ts";
import type { RowCache } from "./rowCache.ts";

type ListedLink = CampaignRow["links"][number];
type MirroredCode = QrRow["codes"][number];
type Mirrored = Pick<Lookups<VisitedLink, MirroredCode>, "preparedLinks" | "places" | "qrCodes">;

/** Links without a row that a draw passes over: their rows may be on their way. */
const mostPassed = 5;

/** The limit of a link that is counted here, and the row that says so. */
export interface LimitHere extends MirroredLimit {
  readonly key: string;
  /** Of the link. */
  readonly id: number;
}

/** Clicks that a limited link has had in all. */
export function clicksUnder({ id, from, generation }: LimitHere, rowCache: RowCache): number {
  return from + rowCache.given(id, generation);
}

/** What a visit looks up, out of the rows at hand: each as home's own indexes find it. */
export function createLookups(
  rowCache: RowCache,
  isHomeReachable: boolean,
  limits: Map<number, LimitHere>,
): Mirrored {
  const aliasRow = (alias: string, domain: number | undefined) => {
    const folded = foldAlias(alias);
    const key = keys.alias(domain, folded);
    const row = rowCache.row(key, readRow.alias);
    // Hardly any visit gets here: what home has has no row of this kind.
    return rowCache.data(key) === null ? madeRow(keys.made(domain, folded)) : row;
  };
  const madeRow = (key: string) => {
    const row = rowCache.row(key, readRow.alias);
    const id = firstMade + rowCache.hash(key);
    return row && { ...row, links: row.links.map((link) => ({ ...link, id })) };
  };
  const campaignRow = (id: number) => rowCache.row(keys.campaign(id), readRow.campaign);
  const listedLink = ({ id, alias, domain }: ListedLink) => {
    const link = aliasRow(alias, domain)?.links.find((one) => one.id === id);
    return link && visited(link);
  };
  const visited = (link: MirroredLink) => {
    if ("limit" in link && link.limit !== undefined) {
      const { id, alias, domain, limit } = link;
      limits.set(id, { ...limit, id, key: keys.alias(domain, foldAlias(alias)) });
    }
    return visitedLink(link);
  };

  const isUsedUp = (link: VisitedLink | undefined) => {
    const limit = limits.get(link?.id ?? 0);
    return limit !== undefined && clicksUnder(limit, rowCache) >= limit.most;
  };

  /** While home sleeps, of those that can be answered here, if there are any. */
  function drawn(live: readonly ListedLink[], roll: number): VisitedLink | undefined {
    const open = isHomeReachable ? [] : live.filter(({ isLocked }) => isLocked !== true);
    const from = (open.length === 0 ? live : open).toSorted((one, other) => one.id - other.id);
    const place = rotate(from.length, roll) ?? 0;
    for (const listed of [...from.slice(place), ...from.slice(0, place)].slice(0, mostPassed)) {
      const link = listedLink(listed);
      const isAsked =
        rowCache.data(keys.alias(listed.domain, foldAlias(listed.alias))) === undefined;
      if (isUsedUp(link)) continue;
      if (link !== undefined || isAsked) return link;
    }
    return undefined;
  }

  return {
    preparedLinks: {
      find(alias, domain) {
        const row = aliasRow(alias, domain);
        const link = named(row?.links ?? [], alias, nameOfAlias);
        return row === null || link === undefined || isOfPage(row, alias, link)
          ? undefined
          : visited(link);
      },
    },
    places: {
      bioPage: (alias, domain) =>
        named(aliasRow(alias, domain)?.bioPages ?? [], alias, nameOfAlias),
      campaign: (id) => campaignRow(id) ?? undefined,
      campaignOfSlug(slug) {
        const alike = rowCache.row(keys.slug(foldAlias(slug)), readRow.slug)?.campaigns ?? [];
        const found = named(alike, slug, (campaign) => campaign.slug);
        return found === undefined ? undefined : (campaignRow(found.id) ?? undefined);
      },
      liveLinks(campaign, now) {
        const live = (campaignRow(campaign)?.links ?? []).filter((link) => {
          const { from, until } = openTime(link);
          return from <= now && now < until;
        });
        return {
          size: live.length,
          draw: (roll) => drawn(live, roll),
          inOrder: (offset, limit) =>
            live.slice(offset, offset + limit).flatMap((link) => listedLink(link) ?? []),
        };
      },
      splashPage: (id) => rowCache.row(keys.splashPage(id), readRow.splashPage) ?? undefined,
      overlay: (id) => rowCache.row(keys.overlay(id), readRow.overlay) ?? undefined,
      pixels: (ids) => ids.flatMap((id) => rowCache.row(keys.pixel(id), readRow.pixel) ?? []),
    },
    qrCodes: {
      find(code) {
        const alike = rowCache.row(keys.qr(foldAlias(code)), readRow.qr)?.codes ?? [];
        return alike.find((one) => one.code === code) ?? alike[0];
      },
    },
  };
}

const nameOfAlias = ({ alias }: { readonly alias: string }) => alias;

/** The one that is spelled so, else the oldest. */
function named<Item>(
  alike: readonly Item[],
  name: string,
  nameOf: (item: Item) => string,
): Item | undefined {
  return alike.find((item) => isSpelledAs(nameOf(item), name)) ?? alike[0];
}

/** What is spelled as a bio page's alias, and only like the link's, is the page's address. */
function isOfPage({ bioPages = [] }: AliasRow, alias: string, link: MirroredLink): boolean {
  return !isSpelledAs(link.alias, alias) && bioPages.some((page) => isSpelledAs(page.alias, alias));
}

/** Undefined: it leads nowhere. */
function visitedLink(mirrored: MirroredLink): VisitedLink | undefined {
  const { id } = mirrored;
  if (!("isLocked" in mirrored)) {
    const link = prepareLink({ ...mirrored, maxClicks: mirrored.limit?.most });
    return link === null ? undefined : { id, link, record: mirrored };
  }
  // Home alone knows where a locked one leads, and asks for its password.
  const lock = mirrored.isLimitedOnly === true ? {} : { password: "" };
  const link = prepareLink({ ...mirrored, url: "https://locked.invalid/", ...lock });
  return link === null ? undefined : { id, link, record: { ...mirrored, url: "" }, isAtHome: true };
}
