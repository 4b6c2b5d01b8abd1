import type { z } from "zod";
import type { QueryOf } from "../../../contract/operation.ts";
import type { tagOperations } from "../../../contract/resources/tags.ts";
import type { LinkRecord } from "../../store/records.ts";
import type { Change, OpenSet } from "../../store/store.ts";
import { markColors } from "../../../contract/fields/markColors.ts";
import { foldTag, type IndexedTag } from "./linkTags.ts";
import { createChosenColors, tagColors } from "./tagColors.ts";
import { clicksTogether } from "../clicks/sumClicks.ts";
import type { PageOf } from "../../common/paging.ts";
import { firstOf } from "../../common/recordsByKey.ts";
import { createTaskQueue } from "../../../util/taskQueue.ts";
import { NotFound } from "../../common/problems.ts";
import { refuseSurplus } from "../../common/mostOf.ts";
import { withoutEmpty } from "../../common/resources.ts";
import { currentOrigin } from "../../common/origin.ts";
import type { App } from "../../common/context.ts";

export type CountedTag = IndexedTag & {
  readonly color: string;
  /** Of its links. */
  readonly clicks: number;
};

export type TagList = QueryOf<typeof tagOperations.listTags>;

export interface TagService {
  /** In the order of the alphabet where nothing else is asked for. */
  page(request: TagList): Promise<PageOf<CountedTag>>;
  /** Its name on all links that have it, joined with the tag that has the name already; its color. */
  update(tag: string, change: TagUpdate): Promise<TagChange>;
  /** Takes it off all links. */
  remove(tag: string): Promise<TagChange>;
}

export interface TagChange {
  /** How many links had it. */
  readonly links: number;
  /** Its change set; null: nothing had to change. */
  readonly change: number | null;
}

type TagUpdate = z.output<typeof tagOperations.updateTag.body>;

type Next = (tags: readonly string[]) => string[];

/** Links in one line of the journal. */
const slice = 200;

export function createTags({
  store,
  linkTags: tags,
  statistics,
  clock,
}: Pick<App, "store" | "linkTags" | "statistics" | "clock">): TagService {
  const views = store.table("views");
  /** They stay until a link's tags or a view changes. */
  let colored: { readonly version: number; readonly colors: ReturnType<typeof tagColors> } | null =
    null;
  const chosenColors = createChosenColors(views);
  views.watch(() => {
    colored = null;
  });

  function colorsNow(): ReturnType<typeof tagColors> {
    if (colored?.version !== tags.version) {
      colored = { version: tags.version, colors: tagColors(tags.all(), chosenColors) };
    }
    return colored.colors;
  }

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

  /** Writes the tags of these links anew, and what else changes with them, all in one change set. */
  async function write(
    links: readonly number[],
    next: Next,
    others: readonly Change[] = [],
  ): Promise<TagChange> {
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
      if (others.length > 0) {
        set ??= await store.beginSet(origin);
        await store.commit([...others], { set });
      }
    } finally {
      await set?.end();
    }
    return { links: links.length, change: set?.id ?? null };
  }

  /** One after the other: a tag has one record of its color. */
  const painting = createTaskQueue();

  function rename(tag: string, name: string): Promise<TagChange> {
    const links = ids(tag);
    const former = foldTag(tag);
    const folded = foldTag(name);
    const present = folded === former ? name : (tags.find(name)?.tag ?? name);
    const chosen = firstOf(chosenColors, former);
    // A color that was chosen goes along, unless the tag becomes one that has its own.
    const isKept = chosen !== undefined && firstOf(chosenColors, folded) === undefined;
    return write(
      links,
      (own) => [
        ...new Map(
          own
            .map((one) => (foldTag(one) === former ? present : one))
            .map((one) => [foldTag(one), one]),
        ).values(),
      ],
      isKept ? [{ put: "views", record: { ...chosen, name: present } }] : [],
    );
  }

  function paint(tag: string, color: string): Promise<TagChange> {
    const links = ids(tag);
    const chosen = firstOf(chosenColors, foldTag(tag));
    if (chosen === undefined) refuseSurplus(store, "views", "color");
    const record = {
      id: chosen?.id ?? store.nextId("views"),
      kind: "tags" as const,
      name: tags.find(tag)?.tag ?? tag,
      query: { color },
      createdAt: chosen?.createdAt ?? new Date(clock()).toISOString(),
    };
    return write(links, (own) => [...own], [{ put: "views", record }]);
  }

  return {
    async page({ order = "tag", direction, ...request }) {
      const isByName = order === "tag";
      const sums = order === "clicks" ? await clicksTogether(tags.all(), statistics) : undefined;
      const keys = {
        tag: undefined,
        date: ({ id }: IndexedTag) => id,
        links: ({ links }: IndexedTag) => links.size,
        clicks: ({ id }: IndexedTag) => sums?.get(id) ?? 0,
      };
      const page = await tags.page(request, {
        keyOf: keys[order],
        direction: direction ?? (isByName ? "asc" : "desc"),
      });
      const clicks = sums ?? (await clicksTogether(page.items, statistics));
      const colors = await colorsNow();
      return {
        ...page,
        items: page.items.map((tag) => ({
          ...tag,
          color: colors.get(tag.folded) ?? markColors.rose,
          clicks: clicks.get(tag.id) ?? 0,
        })),
      };
    },
    async update(tag, { name, color }) {
      const painted = color === undefined ? undefined : await painting.run(() => paint(tag, color));
      return name === undefined ? (painted ?? rename(tag, tag)) : rename(tag, name);
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
