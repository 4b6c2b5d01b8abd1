import type { channelOperations } from "../../../contract/resources/channels.ts";
import { answersOf, channelFields } from "../../../contract/fields/recordTables.ts";
import { listEnvelope } from "../../../contract/envelope.ts";
import type { ChannelItem } from "./channelItems.ts";
import type { Channel, CountedChannel } from "./service.ts";
import { checkExpected } from "../../api/expectedFields.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

export function createChannelHandlers(app: App): HandlersOf<typeof channelOperations> {
  const { channels, timestamps, addresses } = app;

  const present = (channel: Channel) => ({ id: channel.id, ...answersOf(channelFields, channel) });

  const presentCounted = ({ record, counts, clicks }: CountedChannel) => ({
    ...present(record),
    links: counts.links,
    bios: counts.bio,
    qrs: counts.qr,
    clicks,
    date: timestamps.render(record.createdAt),
  });

  /** Title, picture and address of an item, by its type. */
  function shown(item: ChannelItem) {
    switch (item.type) {
      case "links": {
        const { alias, name, metaTitle, fetchedTitle, metaImage, url } = item.record;
        return {
          title: name ?? metaTitle ?? fetchedTitle ?? alias,
          preview: metaImage ?? addresses.short(item.record),
          link: url,
        };
      }
      case "bio": {
        const { name, avatar } = item.record;
        const link = addresses.short(item.record);
        return { title: name, preview: avatar?.startsWith("http") === true ? avatar : link, link };
      }
      case "qr": {
        const picture = addresses.qrPicture(item.record);
        return { title: addresses.qrName(item.record), preview: picture, link: picture };
      }
    }
  }

  return {
    async listChannels({ query }) {
      return listEnvelope("channels", await channels.page(query), presentCounted);
    },
    async getChannel({ params }) {
      return { error: 0, details: presentCounted(await channels.counted(params.id)) };
    },
    async listChannelItems({ params, query }) {
      const page = await channels.items(params.id, query);
      return listEnvelope("items", page, (item) => ({
        type: item.type,
        id: item.record.id,
        ...shown(item),
        date: timestamps.render(item.record.createdAt).slice(0, 10),
      }));
    },
    async addChannel({ body }) {
      return { error: 0, ...present(await channels.add(body)) };
    },
    async assignChannelItem({ params: { channelid, type, itemid } }) {
      await channels.assign(channelid, type, itemid);
      return { error: 0, message: "Item successfully added to the channel." };
    },
    async unassignChannelItem({ params: { channelid, type, itemid } }) {
      await channels.unassign(channelid, type, itemid);
      return { error: 0, message: "Item successfully removed from the channel." };
    },
    async updateChannel({ params, body: { clear, expect, ...fields } }) {
      await channels.update(params.id, fields, clear ?? [], (channel) => {
        checkExpected(expect, present(channel));
      });
      return { error: 0, message: "Channel has been updated successfully." };
    },
    async deleteChannel({ params }) {
      await channels.remove(params.id);
      return { error: 0, message: "Channel has been deleted successfully." };
    },
  };
}
