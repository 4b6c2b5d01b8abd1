import { type Detail, emptyDetail } from "./linkCounters.ts";
import type { Names } from "./names.ts";

/** Of one link, what came with one set. */
interface ImportedDetail {
  clicks: number;
  readonly detail: Detail;
}

/** Of one link, what came with all sets: it may be thousands, and each line and look asks. */
interface LinkSums {
  readonly bySet: Map<number, ImportedDetail>;
  clicks: number;
  /** Of the last click; milliseconds since 1970, null: none yet. */
  lastAt: number | null;
}

/** What imported clicks add up to, by link and by the change set they came with. */
export function createImportedSums(names: Names) {
  const links = new Map<number, LinkSums>();
  const linksOf = new Map<number, Set<number>>();
  let size = 0;

  function put(set: number, link: number, added: ImportedDetail): ImportedDetail {
    const sums = links.get(link) ?? { bySet: new Map(), clicks: 0, lastAt: null };
    links.set(link, sums);
    if (!sums.bySet.has(set)) size += 1;
    sums.bySet.set(set, added);
    linksOf.set(set, (linksOf.get(set) ?? new Set()).add(link));
    return added;
  }

  return {
    get isEmpty() {
      return links.size === 0;
    },
    /** Links, once for each set that they have clicks of. */
    get size() {
      return size;
    },
    has: (set: number, link: number): boolean => links.get(link)?.bySet.has(set) === true,
    put,
    /** What a link's clicks of a set are added to, and counted with {@link count} as well. */
    at: (set: number, link: number): ImportedDetail =>
      links.get(link)?.bySet.get(set) ?? put(set, link, { clicks: 0, detail: emptyDetail(names) }),
    count(link: number, clicks: number, lastAt: number | null): void {
      const sums = links.get(link);
      if (sums === undefined) return;
      sums.clicks += clicks;
      sums.lastAt = laterOf(sums.lastAt, lastAt);
    },
    detailsOf: (link: number): readonly Detail[] =>
      [...(links.get(link)?.bySet.values() ?? [])].map(({ detail }) => detail),
    clicksOf: (link: number): number => links.get(link)?.clicks ?? 0,
    lastAtOf: (link: number): number | null => links.get(link)?.lastAt ?? null,
    *of(set: number): IterableIterator<readonly [link: number, ImportedDetail]> {
      for (const link of linksOf.get(set) ?? []) {
        const found = links.get(link)?.bySet.get(set);
        if (found !== undefined) yield [link, found];
      }
    },
    remove(set: number, link: number): void {
      const sums = links.get(link);
      const removed = sums?.bySet.get(set);
      linksOf.get(set)?.delete(link);
      if (sums === undefined || removed === undefined) return;
      removed.detail.tallies.clear();
      size -= 1;
      sums.bySet.delete(set);
      sums.clicks -= removed.clicks;
      if (sums.bySet.size === 0) links.delete(link);
      else if (removed.detail.lastAt === sums.lastAt) {
        sums.lastAt = [...sums.bySet.values()].reduce<number | null>(
          (last, { detail }) => laterOf(last, detail.lastAt),
          null,
        );
      }
    },
    forget(link: number): void {
      for (const [set, { detail }] of links.get(link)?.bySet ?? []) {
        detail.tallies.clear();
        size -= 1;
        linksOf.get(set)?.delete(link);
      }
      links.delete(link);
    },
  };
}

/** Of two moments; null: there is none. */
export function laterOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
