import type { z } from "zod";
import type { channel } from "../../../contract/resources/channels.ts";
import { channelFields } from "../../../contract/fields/recordTables.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { sending } from "../../ui/edit/recordModel.ts";
import { type FormValues, tableModel } from "../../ui/edit/tableModel.ts";

export type Channel = z.output<typeof channel>;

export type ChannelValues = FormValues<typeof channelFields>;

export async function readChannel(id: number, signal?: AbortSignal): Promise<Channel> {
  return (await api.call("getChannel", { params: { id } }, signal)).details;
}

export async function refreshChannels(): Promise<void> {
  await queryClient.refresh(["channels"], ["picked", "channels"]);
}

export const channelModel = tableModel<typeof channelFields, Channel>(channelFields, {
  kind: "channels",
  read: readChannel,
  add: sending("addChannel", {}),
  update: (id) => sending("updateChannel", { id }),
  refresh: refreshChannels,
  check: ({ name }, _before, t) => (name.trim() === "" ? { name: t("faults.missing") } : {}),
});
