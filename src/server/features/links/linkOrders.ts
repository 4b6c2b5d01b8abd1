import type { LinkRecord } from "../../store/records.ts";
import { sortedBy } from "../../common/sortedBy.ts";
import { foldAlias } from "../../store/tables/foldAlias.ts";
import type { App } from "../../common/context.ts";

/** How links can be sorted by themselves. */
export type LinkOrder = "date" | "click" | "alias" | "url" | "expiry" | "lastclick";
export type Direction = "asc" | "desc";

export interface LinkOrders {
  /** All links in an order. */
  all(order: LinkOrder, direction: Direction): readonly LinkRecord[];
  /** A few links in an order. */
  sort(links: readonly LinkRecord[], order: LinkOrder, direction: Direction): LinkRecord[];
}

/** Characters of URLs that are compared at once: most URLs differ in the first of them. */
const urlPieceLength = 256;

/** As it reads in a list. */
function withoutScheme(url: string): string {
  const [scheme = ""] = /^https?:\/\//i.exec(url) ?? [];
  return url.slice(scheme.length);
}

/**
 * By their URLs, piece by piece: only those that agree in one are sorted by the next, so that long
 * equal beginnings are gone through once for each link.
 */
function sortedByUrl(links: Iterable<LinkRecord>, direction: Direction): LinkRecord[] {
  const turn = direction === "asc" ? 1 : -1;
  const entries = Array.from(links, (link) => ({ link, url: withoutScheme(link.url), piece: "" }));
  type Entry = (typeof entries)[number];

  /** After all pieces that they have in common. */
  function placeOfDifference(start: number, some: readonly Entry[]): number {
    const { url = "" } = some[0] ?? {};
    let place = start;
    while (place + urlPieceLength <= url.length) {
      const piece = url.slice(place, place + urlPieceLength);
      if (!some.every((entry) => entry.url.startsWith(piece, place))) break;
      place += urlPieceLength;
    }
    return place;
  }

  function sortFrom(start: number, some: Entry[]): LinkRecord[] {
    const end = start + urlPieceLength;
    for (const entry of some) entry.piece = entry.url.slice(start, end).toLowerCase();
    some.sort((one, other) => {
      if (one.piece === other.piece) return turn * (one.link.id - other.link.id);
      return one.piece < other.piece ? -turn : turn;
    });
    const sorted: LinkRecord[] = [];
    for (let first = 0, next = 0; first < some.length; first = next) {
      const piece = some[first]?.piece;
      while (some[next]?.piece === piece && next < some.length) next += 1;
      const alike = some.slice(first, next);
      const goesOn = alike.length > 1 && alike.some(({ url }) => url.length > end);
      for (const link of goesOn
        ? sortFrom(placeOfDifference(end, alike), alike)
        : alike.map((entry) => entry.link)) {
        sorted.push(link);
      }
    }
    return sorted;
  }

  return sortFrom(placeOfDifference(0, entries), entries);
}

/** Links without an expiry date or a click come last in both directions. */
export function createLinkOrders(app: Pick<App, "store" | "statistics">): LinkOrders {
  const { statistics } = app;
  const { links } = app.store;
  const keys: Readonly<
    Record<Exclude<LinkOrder, "url">, (link: LinkRecord) => string | number | undefined>
  > = {
    date: ({ createdAt }) => Date.parse(createdAt),
    click: ({ id }) => statistics.clicksOf(id),
    alias: ({ alias }) => foldAlias(alias),
    expiry: ({ expiresAt }) => (expiresAt === undefined ? undefined : Date.parse(expiresAt)),
    lastclick: ({ id }) => statistics.lastClickOf(id) ?? undefined,
  };
  const sort = (some: Iterable<LinkRecord>, order: LinkOrder, direction: Direction) =>
    order === "url" ? sortedByUrl(some, direction) : sortedBy(some, keys[order], direction);

  /** The order that was asked for last, for its next pages; null: something in it has changed. */
  let latest: {
    readonly order: LinkOrder;
    readonly direction: Direction;
    readonly sorted: readonly LinkRecord[];
  } | null = null;
  links.watch(() => {
    latest = null;
  });
  statistics.watchLastClicks(() => {
    if (latest?.order === "click" || latest?.order === "lastclick") latest = null;
  });

  return {
    all(order, direction) {
      if (latest?.order !== order || latest.direction !== direction) {
        latest = { order, direction, sorted: sort(links.values(), order, direction) };
      }
      return latest.sorted;
    },
    sort,
  };
}
