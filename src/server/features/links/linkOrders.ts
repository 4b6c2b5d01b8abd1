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

/** Characters of a URL that are copied to sort by: most URLs differ in them. */
const urlKeyLength = 256;
/** Characters that are compared at once of URLs that don't. */
const urlPieceLength = 2048;

/** As it reads in a list. */
function withoutScheme(url: string): string {
  const [scheme = ""] = /^https?:\/\//i.exec(url) ?? [];
  return url.slice(scheme.length);
}

/** Of URLs with the same key. */
function compareUrls({ url }: LinkRecord, { url: other }: LinkRecord): number {
  if (url === other) return 0;
  const [one, two] = [withoutScheme(url), withoutScheme(other)];
  for (let start = urlKeyLength; start < one.length || start < two.length;) {
    const end = start + urlPieceLength;
    const [first, second] = [one.slice(start, end), two.slice(start, end)];
    start = end;
    if (first === second) continue;
    const [lower, otherLower] = [first.toLowerCase(), second.toLowerCase()];
    if (lower !== otherLower) return lower < otherLower ? -1 : 1;
  }
  return 0;
}

/** Links without an expiry date or a click come last in both directions. */
export function createLinkOrders(app: Pick<App, "store" | "statistics">): LinkOrders {
  const { statistics } = app;
  const { links } = app.store;
  const keys: Readonly<Record<LinkOrder, (link: LinkRecord) => string | number | undefined>> = {
    date: ({ createdAt }) => Date.parse(createdAt),
    click: ({ id }) => statistics.clicksOf(id),
    alias: ({ alias }) => foldAlias(alias),
    url: ({ url }) => withoutScheme(url).slice(0, urlKeyLength).toLowerCase(),
    expiry: ({ expiresAt }) => (expiresAt === undefined ? undefined : Date.parse(expiresAt)),
    lastclick: ({ id }) => statistics.lastClickOf(id) ?? undefined,
  };
  const sort = (some: Iterable<LinkRecord>, order: LinkOrder, direction: Direction) =>
    sortedBy(some, keys[order], direction, order === "url" ? compareUrls : undefined);

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
