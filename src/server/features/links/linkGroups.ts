import type { Table } from "../../store/store.ts";
import { type ClicksOf, clicksTogether } from "../clicks/sumClicks.ts";
import type { PageOf } from "../../common/paging.ts";
import { Conflict } from "../../common/problems.ts";
import { arrangedPage, type ListRequest, nameKey, type Searched } from "../../common/resources.ts";

export type LinkGroupList = ListRequest & {
  readonly order?: "date" | "name" | "links" | "clicks" | undefined;
  readonly direction?: "asc" | "desc" | undefined;
};

/** A campaign or a channel with how much is in it. */
export interface CountedGroup<Item> {
  readonly record: Item;
  readonly links: number;
  /** Of its links. */
  readonly clicks: number;
}

interface LinkGroups<Item> {
  /** Newest first where nothing else is asked for. */
  page(
    request: LinkGroupList,
    matches: ((item: Item) => boolean) | undefined,
  ): Promise<PageOf<CountedGroup<Item>>>;
  counted(item: Item): Promise<CountedGroup<Item>>;
  /** Refuses a name that another one has. */
  checkName(name: string | undefined, self?: number): void;
}

/** What campaigns and channels have in common: names of their own, and links whose clicks are summed. */
export function createLinkGroups<Item extends { readonly id: number; readonly name: string }>({
  table,
  searched,
  linksOf,
  statistics,
  nameTaken,
}: {
  readonly table: Pick<Table<Item>, "size" | "get" | "newest" | "values">;
  readonly searched: Searched<Item>;
  readonly linksOf: (item: Item) => ReadonlySet<number>;
  readonly statistics: ClicksOf;
  /** As a sentence. */
  readonly nameTaken: string;
}): LinkGroups<Item> {
  const clicksOf = (some: Iterable<Item>) =>
    clicksTogether(
      [...some].map((item) => ({ id: item.id, links: linksOf(item) })),
      statistics,
    );

  const countedBy = (record: Item, clicks: ReadonlyMap<number, number>): CountedGroup<Item> => ({
    record,
    links: linksOf(record).size,
    clicks: clicks.get(record.id) ?? 0,
  });

  async function keyOf(
    order: Exclude<LinkGroupList["order"], undefined>,
  ): Promise<(item: Item) => string | number> {
    switch (order) {
      case "date":
        return ({ id }) => id;
      case "name":
        return nameKey;
      case "links":
        return (item) => linksOf(item).size;
      case "clicks": {
        const sums = await clicksOf(table.values());
        return ({ id }) => sums.get(id) ?? 0;
      }
    }
  }

  return {
    async page({ order, direction, ...request }, matches) {
      const isSorted = order !== undefined || direction !== undefined;
      const by = order ?? "date";
      const page = await arrangedPage(table, searched, request, {
        matches,
        sorted: isSorted
          ? { keyOf: await keyOf(by), direction: direction ?? (by === "name" ? "asc" : "desc") }
          : undefined,
      });
      const clicks = await clicksOf(page.items);
      return { ...page, items: page.items.map((item) => countedBy(item, clicks)) };
    },
    async counted(item) {
      return countedBy(item, await clicksOf([item]));
    },
    checkName(name, self) {
      for (const item of table.values()) {
        if (item.name === name && item.id !== self) {
          throw new Conflict("taken", nameTaken, { name: { code: "taken", detail: "is taken" } });
        }
      }
    },
  };
}
