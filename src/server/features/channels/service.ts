import type { QueryOf } from "../../../contract/operation.ts";
import type { channelOperations } from "../../../contract/resources/channels.ts";
import {
  channelFields,
  type GivenOf,
  searchedWords,
  updatedBy,
} from "../../../contract/fields/recordTables.ts";
import type { ChannelRecord } from "../../store/records.ts";
import {
  type ChannelItem,
  type ChannelItemType,
  createChannelItems,
  membership,
} from "./channelItems.ts";
import { type CountedGroup, createLinkGroups } from "../links/linkGroups.ts";
import { refuseSurplus } from "../../common/mostOf.ts";
import type { PageOf } from "../../common/paging.ts";
import {
  type Check,
  createResources,
  type ListRequest,
  type Resources,
} from "../../common/resources.ts";
import type { App, Core } from "../../common/context.ts";

export type Channel = ChannelRecord;

type Given = GivenOf<typeof channelFields>;

/** A channel with how much is in it. */
export interface CountedChannel {
  readonly record: Channel;
  readonly counts: Readonly<Record<ChannelItemType, number>>;
  /** Of its links. */
  readonly clicks: number;
}

export type ChannelList = QueryOf<typeof channelOperations.listChannels>;

export interface ChannelService extends Pick<Resources<Channel>, "get" | "has"> {
  /** Newest first where nothing else is asked for. */
  page(request: ChannelList): Promise<PageOf<CountedChannel>>;
  counted(id: number): Promise<CountedChannel>;
  add(fields: Given & { readonly name: string }): Promise<Channel>;
  update(id: number, fields: Given, clear: readonly string[], check: Check<Channel>): Promise<void>;
  /** Its items stay, without it. */
  remove(id: number): Promise<void>;
  /** An item may be in any number of channels. Twice is as good as once. */
  assign(channel: number, type: ChannelItemType, item: number): Promise<void>;
  unassign(channel: number, type: ChannelItemType, item: number): Promise<void>;
  /** Newest first, over all three types. */
  items(
    channel: number,
    request: ListRequest & { readonly type?: ChannelItemType | undefined },
  ): Promise<PageOf<ChannelItem>>;
}

/** Told apart by most kinds of sight, and readable under white text. */
const palette = ["#B4472E", "#2F6690", "#3A7D44", "#8A5A00", "#6B4E9B", "#00717A", "#A23B72"];

/** The colour of a channel whose owner chose none. */
export function channelColor(id: number): string {
  return palette[id % palette.length] ?? "#2F6690";
}

export function createChannels(app: Core & Pick<App, "wordsOfLink">): ChannelService {
  const { store, wordsOfLink, statistics, clock } = app;
  const items = createChannelItems(store, wordsOfLink);
  const searched = searchedWords(channelFields);
  const channels = createResources(store, "channels", "Channel", searched);
  const groups = createLinkGroups({
    table: store.table("channels"),
    searched,
    linksOf: ({ id }) => store.links.using("channels", id),
    statistics,
    nameTaken: "You already have a channel with this name.",
  });
  const withCounts = ({ record, links, clicks }: CountedGroup<Channel>): CountedChannel => ({
    record,
    counts: {
      links,
      bio: store.bioPages.using("channels", record.id).size,
      qr: store.qrCodes.using("channels", record.id).size,
    },
    clicks,
  });

  return {
    get: channels.get,
    has: channels.has,
    async page({ starred, ...request }) {
      const page = await groups.page(
        request,
        starred === undefined ? undefined : ({ isStarred = false }) => isStarred === starred,
      );
      return { ...page, items: page.items.map(withCounts) };
    },
    async counted(id) {
      return withCounts(await groups.counted(channels.get(id)));
    },
    async add(fields) {
      refuseSurplus(store, "channels");
      groups.checkName(fields.name);
      const id = store.nextId("channels");
      const color = fields.color ?? channelColor(id);
      const record: Channel = {
        ...updatedBy(channelFields, { id, name: fields.name, color }, fields),
        createdAt: new Date(clock()).toISOString(),
      };
      await store.commit([{ put: "channels", record }]);
      return record;
    },
    async update(id, fields, clear, check) {
      const before = channels.get(id);
      check(before);
      groups.checkName(fields.name, id);
      const record = updatedBy(channelFields, before, fields, clear);
      await store.commit([{ put: "channels", record }]);
    },
    async remove(id) {
      channels.get(id);
      await store.commit([{ remove: "channels", id }]);
    },
    async assign(channel, type, id) {
      channels.get(channel);
      const item = items.get(type, id);
      const members = item.record.channels ?? [];
      if (members.includes(channel)) return;
      await store.commit([membership(item, [...members, channel])]);
    },
    async unassign(channel, type, id) {
      channels.get(channel);
      const item = items.get(type, id);
      const members = item.record.channels ?? [];
      if (!members.includes(channel)) return;
      const others = members.filter((member) => member !== channel);
      await store.commit([membership(item, others)]);
    },
    async items(channel, request) {
      channels.get(channel);
      return items.page(channel, request);
    },
  };
}
