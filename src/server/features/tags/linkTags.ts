import type { LinkRecord } from "../../store/records.ts";
import type { LinkTable } from "../../store/store.ts";
import { foldAlias } from "../../store/tables/foldAlias.ts";
import {
  createPauses,
  matchingPage,
  offsetOf,
  type PageOf,
  type Pause,
} from "../../common/paging.ts";
import type { ListRequest } from "../../common/resources.ts";
import { createSearch } from "../../common/search.ts";
import { sortedBy } from "../../common/sortedBy.ts";

/** A tag as it was written first, with the links that have it. */
export interface IndexedTag {
  /** Its own as long as some link has it. */
  readonly id: number;
  readonly tag: string;
  readonly folded: string;
  readonly links: ReadonlySet<number>;
}

/** Tags of a store: lists of them are sorted and colored as a whole. Restores and undos may bring back more. */
export const mostTags = 50_000;
export const manyTags = `must be tags that exist: there are at most ${mostTags} tags`;

/** Tags that differ only as aliases may differ (foldAlias.ts) are one. */
export interface LinkTags {
  /** Each once, in the spelling in which it stands in the store already, else as it is here. */
  spelled(tags: readonly string[]): string[];
  find(tag: string): IndexedTag | undefined;
  readonly size: number;
  /** Another one after each change of a link's tags. */
  readonly version: number;
  /** Whether a link can have these: there are only so many new ones. */
  takes(tags: readonly string[]): boolean;
  /** Every tag that some link has. */
  all(): Iterable<IndexedTag>;
  /** Of those, a page; without a key in the order of the alphabet. */
  page(request: ListRequest, sorted: TagSorting): Promise<PageOf<IndexedTag>>;
  /** Ids of the links that have a tag. */
  having(tag: string): ReadonlySet<number>;
  /** Ids of the links that have any of some tags. Rejects with the signal's reason once it's aborted. */
  havingAny(
    tags: readonly string[],
    gone: AbortSignal,
    pause?: Pause,
  ): Promise<ReadonlySet<number>>;
}

export interface TagSorting {
  readonly keyOf: ((tag: IndexedTag) => number) | undefined;
  readonly direction: "asc" | "desc";
}

const nobody: ReadonlySet<number> = new Set();
/** Ids between two looks at the clock. */
const idsOfLook = 1000;

/** Two tags are the same where this is. */
export function foldTag(tag: string): string {
  return foldAlias(tag);
}

interface Entry {
  readonly id: number;
  readonly folded: string;
  readonly links: Set<number>;
  /** How many links write it so; first the one that came first. */
  readonly spellings: Map<string, number>;
}

/** What tags there are is what links have: nothing else is kept of them. */
export function createLinkTags(links: Pick<LinkTable, "values" | "watch">): LinkTags {
  const byFolded = new Map<string, Entry>();
  /** In the order in which they came, by a number that is theirs as long as they are there. */
  const byId = new Map<number, Entry>();
  let made = 0;
  let version = 0;

  function entryOf(folded: string): Entry {
    const known = byFolded.get(folded);
    if (known !== undefined) return known;
    made += 1;
    const entry: Entry = { id: made, folded, links: new Set(), spellings: new Map() };
    byFolded.set(folded, entry);
    byId.set(entry.id, entry);
    return entry;
  }

  function follow({ id, tags = [] }: LinkRecord): void {
    for (const tag of tags) {
      const { links: having, spellings } = entryOf(foldTag(tag));
      having.add(id);
      spellings.set(tag, (spellings.get(tag) ?? 0) + 1);
    }
  }

  function unfollow({ id, tags = [] }: LinkRecord): void {
    for (const tag of tags) {
      const entry = byFolded.get(foldTag(tag));
      if (entry === undefined) continue;
      entry.links.delete(id);
      const left = (entry.spellings.get(tag) ?? 0) - 1;
      if (left > 0) entry.spellings.set(tag, left);
      else entry.spellings.delete(tag);
      if (entry.links.size > 0) continue;
      byFolded.delete(entry.folded);
      byId.delete(entry.id);
    }
  }

  for (const link of links.values()) follow(link);
  links.watch((former, next) => {
    if (former?.tags === next?.tags) return;
    version += 1;
    if (former !== undefined) unfollow(former);
    if (next !== undefined) follow(next);
  });

  const known = ({ id, folded, spellings, links: having }: Entry): IndexedTag => ({
    id,
    tag: spellings.keys().next().value ?? folded,
    folded,
    links: having,
  });

  function find(tag: string): IndexedTag | undefined {
    const entry = byFolded.get(foldTag(tag));
    return entry && known(entry);
  }

  const having = (tag: string) => byFolded.get(foldTag(tag))?.links ?? nobody;

  return {
    find,
    spelled(tags) {
      const once = new Map(tags.toReversed().map((tag) => [foldTag(tag), tag]));
      return [...new Set(tags.map(foldTag))].map(
        (folded) => find(folded)?.tag ?? once.get(folded) ?? folded,
      );
    },
    get size() {
      return byId.size;
    },
    get version() {
      return version;
    },
    takes(tags) {
      const added = new Set(tags.map(foldTag).filter((folded) => !byFolded.has(folded))).size;
      return added === 0 || byId.size + added <= mostTags;
    },
    all: () => [...byId.values()].map(known),
    async page({ page, limit, q }, { keyOf, direction }) {
      const sorted = await sortedBy(
        byId.values(),
        (entry) => (keyOf === undefined ? entry.folded : keyOf(known(entry))),
        direction,
      );
      const finds = createSearch(q);
      if (finds === undefined) {
        const first = offsetOf({ page, limit });
        const items = sorted.slice(first, first + limit).map(known);
        return { items, total: sorted.length, page, limit };
      }
      const matches = ({ spellings }: Entry) => finds([...spellings.keys()]);
      const found = await matchingPage(sorted, matches, { page, limit }, null);
      return { ...found, items: found.items.map(known) };
    },
    having,
    async havingAny(tags, gone, pause = createPauses()) {
      const some = new Set<number>();
      let looked = 0;
      for (const tag of tags) {
        for (const id of having(tag)) {
          some.add(id);
          looked += 1;
          if (looked % idsOfLook !== 0) continue;
          await pause();
          gone.throwIfAborted();
        }
      }
      return some;
    },
  };
}
