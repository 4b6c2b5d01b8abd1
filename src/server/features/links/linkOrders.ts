import type { LinkRecord } from "../../store/records.ts";
import type { LinkTable } from "../../store/store.ts";
import type { Statistics } from "../clicks/statistics.ts";
import { createKeyedOrder } from "../../common/keyedOrder.ts";
import { foldAlias } from "../../store/tables/foldAlias.ts";

export type LinkOrder = "date" | "click" | "alias" | "url" | "expiry" | "lastclick";
export type Direction = "asc" | "desc";

export interface LinkOrders {
  /**
   * All links in an order of this moment. What is sorted by has to be there first where it is
   * asked for after a while; that is done in slices.
   */
  walk(order: LinkOrder, direction: Direction): Promise<Iterable<LinkRecord>>;
  /** A page of all links, without visiting what comes before it. */
  page(
    order: LinkOrder,
    direction: Direction,
    place: { readonly offset: number; readonly limit: number },
  ): Promise<LinkRecord[]>;
  /** A few links in an order. */
  sort(links: readonly LinkRecord[], order: LinkOrder, direction: Direction): LinkRecord[];
}

/** As it reads in a list: without the scheme. */
function urlKey({ url }: LinkRecord): string {
  const [scheme = ""] = /^https?:\/\//i.exec(url) ?? [];
  return url.slice(scheme.length).toLowerCase();
}

function dateKey({ createdAt }: LinkRecord): number {
  return Date.parse(createdAt);
}

function expiryKey({ expiresAt }: LinkRecord): number | undefined {
  return expiresAt === undefined ? undefined : Date.parse(expiresAt);
}

/**
 * Without a date of expiry or a click a link comes last either way. Those that are alike are in the
 * order of their ids, turned with the direction.
 */
export function createLinkOrders(options: {
  links: LinkTable;
  statistics: Pick<Statistics, "mostClicked" | "clicksOf" | "lastClickOf" | "watchLastClicks">;
  /** Milliseconds since 1970. */
  clock: () => number;
}): LinkOrders {
  const { links, statistics, clock } = options;
  const byKey = (key: (link: LinkRecord) => string | number | undefined) =>
    createKeyedOrder<LinkRecord>({ table: links, keyOf: key, clock });

  const aliases = byKey(({ alias }) => foldAlias(alias));
  const urls = byKey(urlKey);
  const expiries = byKey(expiryKey);
  const lastClicks = byKey(({ id }) => statistics.lastClickOf(id) ?? undefined);
  const dates = byKey(dateKey);
  const keyed = {
    date: dates,
    alias: aliases,
    url: urls,
    expiry: expiries,
    lastclick: lastClicks,
  } as const;
  /** Whether ids follow the dates, as they do until links with older dates are brought along; null: not looked. */
  let followsDates: boolean | null = null;

  function idsFollowDates(): boolean {
    if (followsDates !== null) return followsDates;
    let latest = "";
    for (const { createdAt } of links.values()) {
      if (createdAt < latest) return (followsDates = false);
      latest = createdAt;
    }
    return (followsDates = true);
  }

  function isLatest(link: LinkRecord): boolean {
    const [last, before] = links.newest(0, 2);
    return last === link && (before === undefined || before.createdAt <= link.createdAt);
  }

  /** The orders that need no sorting. */
  function isAtHand(order: LinkOrder): order is "date" | "click" {
    return order === "click" || (order === "date" && idsFollowDates());
  }

  links.watch((former, next) => {
    const id = next?.id ?? former?.id ?? 0;
    const isThere = former !== undefined && next !== undefined;
    if (!isThere || former.alias !== next.alias) aliases.note(id);
    if (!isThere || former.url !== next.url) urls.note(id);
    if (!isThere || former.expiresAt !== next.expiresAt) expiries.note(id);
    if (!isThere || former.createdAt !== next.createdAt) {
      dates.note(id);
      const stillFollows = followsDates === true && (next === undefined || isLatest(next));
      followsDates = stillFollows ? true : null;
    }
    if (!isThere) lastClicks.note(id);
  });
  statistics.watchLastClicks((id) => lastClicks.note(id));

  /** A stretch of the links by date or clicks, from what comes first in their own order: the greatest. */
  function stretch(order: "date" | "click", offset: number, limit: number): LinkRecord[] {
    return order === "date"
      ? links.newest(offset, limit)
      : statistics.mostClicked(offset, limit).flatMap((id) => links.get(id) ?? []);
  }

  function read(order: "date" | "click", direction: Direction, offset: number, limit: number) {
    if (direction === "desc") return stretch(order, offset, limit);
    const end = links.size - offset;
    const first = Math.max(0, end - limit);
    return stretch(order, first, Math.max(0, end - first)).toReversed();
  }

  /** All of this moment; only those that are looked at are fetched. */
  function all(order: "date" | "click", direction: Direction): Iterable<LinkRecord> {
    if (order === "date") {
      const newestFirst = links.newest(0, links.size);
      return direction === "desc" ? newestFirst : newestFirst.toReversed();
    }
    const mostFirst = statistics.mostClicked(0, links.size);
    return present(links, direction === "desc" ? mostFirst : mostFirst.toReversed());
  }

  /** For a few links. */
  function keyOf(order: LinkOrder, link: LinkRecord): string | number | undefined {
    switch (order) {
      case "date":
        return dateKey(link);
      case "click":
        return statistics.clicksOf(link.id);
      case "alias":
        return foldAlias(link.alias);
      case "url":
        return urlKey(link);
      case "expiry":
        return expiryKey(link);
      case "lastclick":
        return statistics.lastClickOf(link.id) ?? undefined;
    }
  }

  return {
    async walk(order, direction) {
      if (isAtHand(order)) return all(order, direction);
      const snapshot = await keyed[order].now(direction);
      return present(links, snapshot.ids());
    },
    async page(order, direction, { offset, limit }) {
      if (isAtHand(order)) return read(order, direction, offset, limit);
      const snapshot = await keyed[order].now(direction);
      return [...present(links, snapshot.page(offset, limit))];
    },
    sort(some, order, direction) {
      const entries = some.map((link) => ({ link, key: keyOf(order, link) }));
      const turn = direction === "asc" ? 1 : -1;
      entries.sort((one, other) => {
        if (one.key === undefined || other.key === undefined) {
          const places = Number(one.key === undefined) - Number(other.key === undefined);
          return places || turn * (one.link.id - other.link.id);
        }
        if (one.key === other.key) return turn * (one.link.id - other.link.id);
        return one.key < other.key ? -turn : turn;
      });
      return entries.map(({ link }) => link);
    },
  };
}

/** Those that are still there: an order is of a moment. */
function* present(links: Pick<LinkTable, "get">, ids: Iterable<number>): Generator<LinkRecord> {
  for (const id of ids) {
    const link = links.get(id);
    if (link !== undefined) yield link;
  }
}
