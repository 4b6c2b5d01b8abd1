import type { QueryOf } from "../../../contract/operation.ts";
import type { tagOperations } from "../../../contract/resources/tags.ts";
import type { LinkRecord } from "../../store/records.ts";
import type { OpenSet } from "../../store/store.ts";
import { foldTag, type IndexedTag } from "./linkTags.ts";
import { clicksTogether } from "../clicks/sumClicks.ts";
import type { PageOf } from "../../common/paging.ts";
import { NotFound } from "../../common/problems.ts";
import { withoutEmpty } from "../../common/resources.ts";
import { currentOrigin } from "../../common/origin.ts";
import type { App } from "../../common/context.ts";

export type CountedTag = IndexedTag & {
  /** Of its links. */
  readonly clicks: number;
};

export type TagList = QueryOf<typeof tagOperations.listTags>;

export interface TagService {
  /** In the order of the alphabet where nothing else is asked for. */
  page(request: TagList): Promise<PageOf<CountedTag>>;
  /** On all links that have it. Where there is one of that name, they are joined. */
  rename(tag: string, name: string): Promise<TagChange>;
  /** Takes it off all links. */
  remove(tag: string): Promise<TagChange>;
}

export interface TagChange {
  /** How many links had it. */
  readonly links: number;
  /** Its change set; null: nothing had to change. */
  readonly change: number | null;
}

type Next = (tags: readonly string[]) => string[];

/** Links in one line of the journal. */
const slice = 200;

export function createTags({
  store,
  linkTags: tags,
  statistics,
}: Pick<App, "store" | "linkTags" | "statistics">): TagService {
  function ids(tag: string): readonly number[] {
    const { links } = tags.find(tag) ?? { links: [] };
    const all = [...links];
    if (all.length === 0) throw new NotFound("Tag does not exist.");
    return all;
  }

  function changesOf(links: readonly number[], next: Next): LinkRecord[] {
    return links.flatMap((id) => {
      const link = store.links.get(id);
      if (link === undefined) return [];
      const record = withoutEmpty<LinkRecord>({ ...link, tags: next(link.tags ?? []) });
      return isSame(link.tags, record.tags) ? [] : [record];
    });
  }

  /** Writes the tags of these links anew, all in one change set however many they are. */
  async function write(links: readonly number[], next: Next): Promise<TagChange> {
    const origin = currentOrigin();
    if (origin === undefined) throw new Error("A tag is changed by somebody.");
    let set: OpenSet | undefined;
    try {
      for (let first = 0; first < links.length; first += slice) {
        const part = links.slice(first, first + slice);
        if (changesOf(part, next).length === 0) continue;
        set ??= await store.beginSet(origin);
        // Read again: somebody may have changed one while the set began.
        const changes = changesOf(part, next).map((record) => ({ put: "links" as const, record }));
        if (changes.length > 0) await store.commit(changes, { set });
      }
    } finally {
      await set?.end();
    }
    return { links: links.length, change: set?.id ?? null };
  }

  return {
    async page({ order = "tag", direction, ...request }) {
      const isByName = order === "tag";
      const sums = order === "clicks" ? await clicksTogether(tags.all(), statistics) : undefined;
      const page = await tags.page(request, {
        keyOf: isByName
          ? undefined
          : (tag) => (sums === undefined ? tag.links.size : (sums.get(tag.id) ?? 0)),
        direction: direction ?? (isByName ? "asc" : "desc"),
      });
      const clicks = await clicksTogether(page.items, statistics);
      return {
        ...page,
        items: page.items.map((tag) => ({ ...tag, clicks: clicks.get(tag.id) ?? 0 })),
      };
    },
    rename(tag, name) {
      const links = ids(tag);
      const former = foldTag(tag);
      const isRespelled = foldTag(name) === former;
      const present = isRespelled ? name : (tags.find(name)?.tag ?? name);
      return write(links, (own) => [
        ...new Map(
          own
            .map((one) => (foldTag(one) === former ? present : one))
            .map((one) => [foldTag(one), one]),
        ).values(),
      ]);
    },
    remove(tag) {
      const links = ids(tag);
      const folded = foldTag(tag);
      return write(links, (own) => own.filter((one) => foldTag(one) !== folded));
    },
  };
}

function isSame(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.length === other.length && one.every((tag, place) => tag === other[place]);
}
