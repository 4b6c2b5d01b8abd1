import type { LinkRecord } from "../../store/records.ts";
import { createPauses, fewItems } from "../../common/paging.ts";
import { type BothWays, sortedBothWays, sortInRuns } from "../../common/sortedBy.ts";
import { foldAlias } from "../../store/tables/foldAlias.ts";
import { oncePerRecord } from "../../../util/oncePerRecord.ts";
import { createTaskQueue } from "../../../util/taskQueue.ts";
import type { App } from "../../common/context.ts";

/** How links can be sorted by themselves. */
export type LinkOrder = "date" | "click" | "alias" | "url" | "expiry" | "lastclick";
export type Direction = "asc" | "desc";

/** Sorted with pauses; changes in between come with the next answer. */
export interface LinkOrders {
  /** All links in an order. */
  all(order: LinkOrder, direction: Direction): Promise<readonly LinkRecord[]>;
  /** A few links in an order. */
  sort(
    links: readonly LinkRecord[],
    order: LinkOrder,
    direction: Direction,
  ): Promise<readonly LinkRecord[]>;
}

/** Characters of URLs that are compared at once: most URLs differ in the first of them. */
const urlPieceLength = 256;

interface Entry {
  readonly link: LinkRecord;
  /** Without its scheme. */
  readonly url: string;
  /** That is compared, in lower case. */
  piece: string;
}

interface Sorting {
  readonly order: LinkOrder;
  /** Changes before that are in it. */
  isBegun: boolean;
  readonly sorted: Promise<BothWays<LinkRecord>>;
}

/** As it reads in a list. */
function withoutScheme(url: string): string {
  const [scheme = ""] = /^https?:\/\//i.exec(url) ?? [];
  return url.slice(scheme.length);
}

/**
 * By their URLs, piece by piece: only those that agree in one are sorted by the next, so that long
 * equal beginnings are gone through once for each link.
 */
async function sortedByUrl(links: Iterable<LinkRecord>): Promise<BothWays<LinkRecord>> {
  const pause = createPauses();
  const entries: Entry[] = [];
  for (const [at, link] of Array.from(links).entries()) {
    if (at % fewItems === 0) await pause();
    entries.push({ link, url: withoutScheme(link.url), piece: "" });
  }
  const asc: LinkRecord[] = [];

  async function haveIn(some: readonly Entry[], place: number, piece: string): Promise<boolean> {
    for (const [at, { url }] of some.entries()) {
      if (at % fewItems === 0) await pause();
      if (!url.startsWith(piece, place)) return false;
    }
    return true;
  }

  /** After all pieces that they have in common. */
  async function placeOfDifference(start: number, some: readonly Entry[]): Promise<number> {
    const { url = "" } = some[0] ?? {};
    let place = start;
    while (place + urlPieceLength <= url.length) {
      if (!(await haveIn(some, place, url.slice(place, place + urlPieceLength)))) break;
      place += urlPieceLength;
    }
    return place;
  }

  async function sortFrom(start: number, some: readonly Entry[]): Promise<void> {
    const end = start + urlPieceLength;
    for (const [at, entry] of some.entries()) {
      if (at % fewItems === 0) await pause();
      entry.piece = entry.url.slice(start, end).toLowerCase();
    }
    const sorted = await sortInRuns(
      some,
      (one, other) => {
        if (one.piece === other.piece) return one.link.id - other.link.id;
        return one.piece < other.piece ? -1 : 1;
      },
      pause,
    );
    for (let first = 0, next = 0; first < sorted.length; first = next) {
      const piece = sorted[first]?.piece;
      while (sorted[next]?.piece === piece && next < sorted.length) next += 1;
      const alike = sorted.slice(first, next);
      const goesOn = alike.length > 1 && alike.some(({ url }) => url.length > end);
      if (goesOn) await sortFrom(await placeOfDifference(end, alike), alike);
      else for (const { link } of alike) asc.push(link);
      await pause();
    }
  }

  await sortFrom(await placeOfDifference(0, entries), entries);
  return { asc, desc: asc.toReversed() };
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
    alias: oncePerRecord(({ alias }) => foldAlias(alias)),
    expiry: ({ expiresAt }) => (expiresAt === undefined ? undefined : Date.parse(expiresAt)),
    lastclick: ({ id }) => statistics.lastClickOf(id) ?? undefined,
  };
  const sort = (some: Iterable<LinkRecord>, order: LinkOrder) =>
    order === "url" ? sortedByUrl(some) : sortedBothWays(some, keys[order]);

  /** One after the other: many at once would each take the room for all links. */
  const sorting = createTaskQueue();
  /** The order that was asked for last, for its next pages; null: something in it has changed. */
  let latest: Sorting | null = null;
  function begin(order: LinkOrder): Sorting {
    const begun: Sorting = {
      order,
      isBegun: false,
      sorted: sorting.run(() => {
        begun.isBegun = true;
        return sort(links.values(), order);
      }),
    };
    return begun;
  }
  links.watch(() => {
    if (latest?.isBegun === true) latest = null;
  });
  statistics.watchLastClicks(() => {
    const isByClicks = latest?.order === "click" || latest?.order === "lastclick";
    if (isByClicks && latest?.isBegun === true) latest = null;
  });

  return {
    async all(order, direction) {
      if (latest?.order !== order) latest = begin(order);
      return (await latest.sorted)[direction];
    },
    sort: async (some, order, direction) => (await sort(some, order))[direction],
  };
}
