import type { BioPageRecord, ChannelRecord, LinkRecord, QrCodeRecord } from "../store/records.ts";
import type { Change, Store } from "../store/store.ts";
import { wordsOfBioPage } from "./bioPages.ts";
import { wordsOfLink } from "./linkSearch.ts";
import { offsetOf, type PageOf } from "./paging.ts";
import { Conflict, NotFound } from "./problems.ts";
import { wordsOfQrCode } from "./qrCodes.ts";
import {
  changed,
  createResources,
  type ListRequest,
  type Resources,
  withoutEmpty,
} from "./resources.ts";
import { createSearch } from "./search.ts";

export type Channel = ChannelRecord;

/** What a channel can hold, with the type that the contract's paths give it. */
export type ChannelItem =
  | { readonly type: "links"; readonly record: LinkRecord }
  | { readonly type: "bio"; readonly record: BioPageRecord }
  | { readonly type: "qr"; readonly record: QrCodeRecord };

interface Sent {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly color?: string | undefined;
  readonly starred?: boolean | undefined;
}

export interface ChannelService extends Resources<Channel> {
  add(fields: Sent & { readonly name: string }): Promise<Channel>;
  update(id: number, fields: Sent, clear: readonly "description"[]): Promise<void>;
  /** Its items stay, without it. */
  remove(id: number): Promise<void>;
  /** An item may be in any number of channels. Twice is as good as once. */
  assign(channel: number, type: ChannelItem["type"], item: number): Promise<void>;
  unassign(channel: number, type: ChannelItem["type"], item: number): Promise<void>;
  /** Newest first, over all three types. */
  items(channel: number, request: ListRequest): Promise<PageOf<ChannelItem>>;
}

const nameTaken = "You already have a channel with this name.";

/** Told apart by most kinds of sight, and readable under white text. */
const palette = ["#B4472E", "#2F6690", "#3A7D44", "#8A5A00", "#6B4E9B", "#00717A", "#A23B72"];

function wordsOf(item: ChannelItem): readonly (string | undefined)[] {
  switch (item.type) {
    case "links":
      return wordsOfLink(item.record);
    case "bio":
      return wordsOfBioPage(item.record);
    case "qr":
      return wordsOfQrCode(item.record);
  }
}

export function createChannels(options: { store: Store; clock: () => number }): ChannelService {
  const { store, clock } = options;
  const channels = createResources(store, "channels", "Channel", ({ name, description }) => [
    name,
    description,
  ]);

  function checkName(name: string | undefined, self?: number): void {
    for (const channel of store.table("channels").values()) {
      if (channel.name === name && channel.id !== self) throw new Conflict(nameTaken);
    }
  }

  function itemOf(type: ChannelItem["type"], id: number): ChannelItem {
    switch (type) {
      case "links": {
        const record = store.links.get(id);
        if (record === undefined) throw new NotFound("Link does not exist.");
        return { type, record };
      }
      case "bio": {
        const record = store.bioPages.get(id);
        if (record === undefined) throw new NotFound("Bio page does not exist.");
        return { type, record };
      }
      case "qr": {
        const record = store.qrCodes.get(id);
        if (record === undefined) throw new NotFound("QR Code does not exist.");
        return { type, record };
      }
    }
  }

  /** The item as a member of these channels, and of no others. */
  function memberOf(item: ChannelItem, members: readonly number[]): Change {
    const put = { channels: [...members] };
    switch (item.type) {
      case "links":
        return { put: "links", record: withoutEmpty<LinkRecord>({ ...item.record, ...put }) };
      case "bio":
        return { put: "bioPages", record: withoutEmpty<BioPageRecord>({ ...item.record, ...put }) };
      case "qr":
        return { put: "qrCodes", record: withoutEmpty<QrCodeRecord>({ ...item.record, ...put }) };
    }
  }

  function itemsOf(channel: number): ChannelItem[] {
    return [
      ...[...store.links.using("channels", channel)].map((id) => itemOf("links", id)),
      ...[...store.bioPages.using("channels", channel)].map((id) => itemOf("bio", id)),
      ...[...store.qrCodes.using("channels", channel)].map((id) => itemOf("qr", id)),
    ].toSorted(newestFirst);
  }

  return {
    ...channels,
    async add({ starred, color, ...fields }) {
      checkName(fields.name);
      const id = store.nextId("channels");
      const record = withoutEmpty<Channel>({
        id,
        ...fields,
        color: color ?? palette[id % palette.length] ?? "#2F6690",
        isStarred: starred === true ? true : undefined,
        createdAt: new Date(clock()).toISOString(),
      });
      await store.commit([{ put: "channels", record }]);
      return record;
    },
    async update(id, { starred, ...fields }, clear) {
      const before = channels.get(id);
      checkName(fields.name, id);
      const record = withoutEmpty<Channel>({
        ...changed(before, fields, clear),
        isStarred: (starred ?? before.isStarred === true) ? true : undefined,
      });
      await store.commit([{ put: "channels", record }]);
    },
    async remove(id) {
      channels.get(id);
      await store.commit([{ remove: "channels", id }]);
    },
    async assign(channel, type, id) {
      channels.get(channel);
      const item = itemOf(type, id);
      const members = item.record.channels ?? [];
      if (members.includes(channel)) return;
      await store.commit([memberOf(item, [...members, channel])]);
    },
    async unassign(channel, type, id) {
      channels.get(channel);
      const item = itemOf(type, id);
      const members = item.record.channels ?? [];
      if (!members.includes(channel)) return;
      await store.commit([
        memberOf(
          item,
          members.filter((member) => member !== channel),
        ),
      ]);
    },
    async items(channel, { page, limit, search }) {
      channels.get(channel);
      const finds = createSearch(search);
      const all = itemsOf(channel);
      const found = finds === undefined ? all : all.filter((item) => finds(...wordsOf(item)));
      const offset = offsetOf({ page, limit });
      return { items: found.slice(offset, offset + limit), total: found.length, page, limit };
    },
  };
}

function newestFirst(a: ChannelItem, b: ChannelItem): number {
  const [dateA, dateB] = [a.record.createdAt, b.record.createdAt];
  if (dateA !== dateB) return dateA < dateB ? 1 : -1;
  return b.record.id - a.record.id;
}
