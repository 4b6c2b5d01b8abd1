import type { ChannelRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import {
  type ChannelItem,
  type ChannelItemType,
  createChannelItems,
  membership,
} from "./channelItems.ts";
import type { WordsOfLink } from "./linkSearch.ts";
import type { PageOf } from "./paging.ts";
import { Conflict } from "./problems.ts";
import {
  changed,
  type Check,
  createResources,
  type ListRequest,
  type Resources,
  withoutEmpty,
} from "./resources.ts";

export type Channel = ChannelRecord;

interface Sent {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly color?: string | undefined;
  readonly starred?: boolean | undefined;
}

export interface ChannelService extends Resources<Channel> {
  add(fields: Sent & { readonly name: string }): Promise<Channel>;
  update(
    id: number,
    fields: Sent,
    clear: readonly "description"[],
    check: Check<Channel>,
  ): Promise<void>;
  /** Its items stay, without it. */
  remove(id: number): Promise<void>;
  /** An item may be in any number of channels. Twice is as good as once. */
  assign(channel: number, type: ChannelItemType, item: number): Promise<void>;
  unassign(channel: number, type: ChannelItemType, item: number): Promise<void>;
  /** Newest first, over all three types. */
  items(channel: number, request: ListRequest): Promise<PageOf<ChannelItem>>;
}

const nameTaken = "You already have a channel with this name.";

/** Told apart by most kinds of sight, and readable under white text. */
const palette = ["#B4472E", "#2F6690", "#3A7D44", "#8A5A00", "#6B4E9B", "#00717A", "#A23B72"];

/** The colour of a channel whose owner chose none. */
export function channelColor(id: number): string {
  return palette[id % palette.length] ?? "#2F6690";
}

export function createChannels(options: {
  store: Store;
  wordsOfLink: WordsOfLink;
  clock: () => number;
}): ChannelService {
  const { store, wordsOfLink, clock } = options;
  const items = createChannelItems(store, wordsOfLink);
  const channels = createResources(store, "channels", "Channel", ({ name, description }) => [
    name,
    description,
  ]);

  function checkName(name: string | undefined, self?: number): void {
    for (const channel of store.table("channels").values()) {
      if (channel.name === name && channel.id !== self) {
        throw new Conflict("taken", nameTaken, { name: { code: "taken", says: "is taken" } });
      }
    }
  }

  return {
    ...channels,
    async add({ starred, color, ...fields }) {
      checkName(fields.name);
      const id = store.nextId("channels");
      const record = withoutEmpty<Channel>({
        id,
        ...fields,
        color: color ?? channelColor(id),
        isStarred: starred === true ? true : undefined,
        createdAt: new Date(clock()).toISOString(),
      });
      await store.commit([{ put: "channels", record }]);
      return record;
    },
    async update(id, { starred, ...fields }, clear, check) {
      const before = channels.get(id);
      check(before);
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
