import type { BioPageRecord, LinkRecord, QrCodeRecord } from "../../store/records.ts";
import type { Change, Store } from "../../store/store.ts";
import { wordsOfBioPage } from "../bio/service.ts";
import type { WordsOfLink } from "../links/linkSearch.ts";
import { filteredPage, offsetOf, type PageOf } from "../../common/paging.ts";
import { NotFound } from "../../common/problems.ts";
import { wordsOfQrCode } from "../qr/service.ts";
import { type ListRequest, withoutEmpty } from "../../common/resources.ts";
import { createSearch } from "../../common/search.ts";

/** What a channel can hold, with the type that the contract's paths give it. */
export type ChannelItem =
  | { readonly type: "links"; readonly record: LinkRecord }
  | { readonly type: "bio"; readonly record: BioPageRecord }
  | { readonly type: "qr"; readonly record: QrCodeRecord };

export type ChannelItemType = ChannelItem["type"];

export interface ChannelItems {
  /** Refuses an id that names none. */
  get(type: ChannelItemType, id: number): ChannelItem;
  /** Newest first, over all three types. */
  page(
    channel: number,
    request: ListRequest & { readonly type?: ChannelItemType | undefined },
  ): Promise<PageOf<ChannelItem>>;
}

const itemTypes = ["links", "bio", "qr"] as const satisfies readonly ChannelItemType[];

/** As sentences begin. */
const itemNames = { links: "Link", bio: "Bio page", qr: "QR Code" } as const;

export function createChannelItems(
  store: Pick<Store, "links" | "bioPages" | "qrCodes">,
  wordsOfLink: WordsOfLink,
): ChannelItems {
  function wordsOf({ type, record }: ChannelItem): readonly (string | undefined)[] {
    switch (type) {
      case "links":
        return wordsOfLink(record);
      case "bio":
        return wordsOfBioPage(record);
      case "qr":
        return wordsOfQrCode(record);
    }
  }

  function find(type: ChannelItemType, id: number): ChannelItem | undefined {
    switch (type) {
      case "links": {
        const record = store.links.get(id);
        return record && { type, record };
      }
      case "bio": {
        const record = store.bioPages.get(id);
        return record && { type, record };
      }
      case "qr": {
        const record = store.qrCodes.get(id);
        return record && { type, record };
      }
    }
  }

  function idsOf(type: ChannelItemType, channel: number): ReadonlySet<number> {
    switch (type) {
      case "links":
        return store.links.using("channels", channel);
      case "bio":
        return store.bioPages.using("channels", channel);
      case "qr":
        return store.qrCodes.using("channels", channel);
    }
  }

  /** The items of one type, newest first; a record is looked up when its turn has come. */
  function queueOf(type: ChannelItemType, channel: number) {
    // Sorted as numbers at once: a channel may hold everything.
    const oldestFirst = Float64Array.from(idsOf(type, channel)).toSorted();
    let left = oldestFirst.length;
    function next(): ChannelItem | undefined {
      while (left > 0) {
        left -= 1;
        const item = find(type, oldestFirst[left] ?? 0);
        if (item !== undefined) return item;
      }
      return undefined;
    }
    return { next, head: next() };
  }

  /** Hands out the items that a channel has at this moment, newest first, a piece at a time. */
  function reader(
    channel: number,
    types: readonly ChannelItemType[],
  ): (count: number) => ChannelItem[] {
    const queues = types.map((type) => queueOf(type, channel));
    function next(): ChannelItem | undefined {
      const [first, ...others] = queues;
      if (first === undefined) return undefined;
      const newest = others.reduce((a, b) => (newestFirst(a.head, b.head) <= 0 ? a : b), first);
      const item = newest.head;
      newest.head = newest.next();
      return item;
    }
    return (count) => {
      const items: ChannelItem[] = [];
      while (items.length < count) {
        const item = next();
        if (item === undefined) break;
        items.push(item);
      }
      return items;
    };
  }

  return {
    get(type, id) {
      const item = find(type, id);
      if (item === undefined) throw new NotFound(`${itemNames[type]} does not exist.`);
      return item;
    },
    async page(channel, { page, limit, search, type }) {
      const types: readonly ChannelItemType[] = type === undefined ? itemTypes : [type];
      const finds = createSearch(search);
      if (finds === undefined) {
        const offset = offsetOf({ page, limit });
        const total = types.reduce<number>((sum, one) => sum + idsOf(one, channel).size, 0);
        const items = offset < total ? reader(channel, types)(offset + limit).slice(offset) : [];
        return { items, total, page, limit };
      }
      const read = reader(channel, types);
      // Two items of different types may have one id: their places tell them apart.
      let place = 0;
      const found = await filteredPage(
        (_offset, count) => read(count).map((item) => ({ id: (place += 1), item })),
        ({ item }) => finds(wordsOf(item)),
        { page, limit },
      );
      return { ...found, items: found.items.map(({ item }) => item) };
    },
  };
}

/** The change that makes the item a member of these channels, and of no others. */
export function membership({ type, record }: ChannelItem, members: readonly number[]): Change {
  const channels = [...members];
  switch (type) {
    case "links":
      return { put: "links", record: withoutEmpty<LinkRecord>({ ...record, channels }) };
    case "bio":
      return { put: "bioPages", record: withoutEmpty<BioPageRecord>({ ...record, channels }) };
    case "qr":
      return { put: "qrCodes", record: withoutEmpty<QrCodeRecord>({ ...record, channels }) };
  }
}

/** What isn't there comes last. */
function newestFirst(a: ChannelItem | undefined, b: ChannelItem | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const [dateA, dateB] = [a.record.createdAt, b.record.createdAt];
  if (dateA !== dateB) return dateA < dateB ? 1 : -1;
  return b.record.id - a.record.id;
}
