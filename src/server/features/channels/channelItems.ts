import { channelItemTypes } from "../../../contract/resources/channels.ts";
import type { BioPageRecord, LinkRecord, QrCodeRecord } from "../../store/records.ts";
import type { Change, Store } from "../../store/store.ts";
import { wordsOfBioPage } from "../bio/service.ts";
import type { WordsOfLink } from "../links/linkSearch.ts";
import { matchingPage, type PageOf } from "../../common/paging.ts";
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

  function itemsOf(channel: number, types: readonly ChannelItemType[]): ChannelItem[] {
    return types
      .flatMap((type) => [...idsOf(type, channel)].flatMap((id) => find(type, id) ?? []))
      .toSorted(newestFirst);
  }

  return {
    get(type, id) {
      const item = find(type, id);
      if (item === undefined) throw new NotFound(`${itemNames[type]} does not exist.`);
      return item;
    },
    async page(channel, { page, limit, q, type }) {
      const types: readonly ChannelItemType[] = type === undefined ? channelItemTypes : [type];
      const finds = createSearch(q);
      const items = itemsOf(channel, types);
      const matches = (item: ChannelItem) => finds === undefined || finds(wordsOf(item));
      const known = finds === undefined ? items.length : null;
      return matchingPage(items, matches, { page, limit }, known);
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

function newestFirst(one: ChannelItem, other: ChannelItem): number {
  const [date, otherDate] = [one.record.createdAt, other.record.createdAt];
  if (date !== otherDate) return date < otherDate ? 1 : -1;
  return other.record.id - one.record.id;
}
