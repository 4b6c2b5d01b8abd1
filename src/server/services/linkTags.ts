import type { LinkRecord } from "../store/records.ts";
import type { LinkTable } from "../store/store.ts";
import { foldAlias } from "../store/tables/foldAlias.ts";

/** A tag as it was written first, with the links that have it. */
export interface KnownTag {
  readonly tag: string;
  readonly links: ReadonlySet<number>;
}

/** Tags that differ only as aliases may differ (foldAlias.ts) are one. */
export interface LinkTags {
  /** Each once, in the spelling in which it stands in the store already, else as it is here. */
  spelled(tags: readonly string[]): string[];
  find(tag: string): KnownTag | undefined;
  /** Every tag that some link has, in no order. */
  all(): readonly KnownTag[];
  /** Ids of the links that have a tag. */
  having(tag: string): ReadonlySet<number>;
}

const nobody: ReadonlySet<number> = new Set();

/** Two tags are the same where this is. */
export function foldTag(tag: string): string {
  return foldAlias(tag);
}

/** What tags there are is what links have: nothing else is kept of them. */
export function createLinkTags(links: Pick<LinkTable, "values" | "watch">): LinkTags {
  const byFolded = new Map<string, { tag: string; readonly links: Set<number> }>();

  function follow({ id, tags = [] }: LinkRecord): void {
    for (const tag of tags) {
      const folded = foldTag(tag);
      const known = byFolded.get(folded);
      if (known === undefined) byFolded.set(folded, { tag, links: new Set([id]) });
      else known.links.add(id);
    }
  }

  function unfollow({ id, tags = [] }: LinkRecord): void {
    for (const tag of tags) {
      const folded = foldTag(tag);
      const known = byFolded.get(folded);
      known?.links.delete(id);
      if (known?.links.size === 0) byFolded.delete(folded);
    }
  }

  for (const link of links.values()) follow(link);
  links.watch((former, next) => {
    if (former?.tags === next?.tags) return;
    if (former !== undefined) unfollow(former);
    if (next !== undefined) follow(next);
  });

  const find = (tag: string) => byFolded.get(foldTag(tag));

  return {
    find,
    spelled(tags) {
      const once = new Map(tags.toReversed().map((tag) => [foldTag(tag), tag]));
      return [...new Set(tags.map(foldTag))].map(
        (folded) => byFolded.get(folded)?.tag ?? once.get(folded) ?? folded,
      );
    },
    all: () => [...byFolded.values()],
    having: (tag) => find(tag)?.links ?? nobody,
  };
}
