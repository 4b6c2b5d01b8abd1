import type { z } from "zod";
import { type channel } from "../../../contract/channels.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { type RecordModel, sending } from "../../ui/edit/recordModel.ts";

export type Channel = z.output<typeof channel>;

export interface ChannelValues {
  readonly name: string;
  readonly description: string;
  /** As typed; "": the service chooses one. */
  readonly color: string;
  readonly isStarred: boolean;
}

export async function readChannel(id: number, signal?: AbortSignal): Promise<Channel> {
  return (await api.call("getChannel", { params: { id } }, signal)).details;
}

export async function refreshChannels(): Promise<void> {
  await queryClient.refresh(["channels"], ["picked", "channels"]);
}

export const channelModel: RecordModel<ChannelValues, Channel> = {
  kind: "channels",
  empty: { name: "", description: "", color: "", isStarred: false },
  valuesOf: ({ name, description, color, starred }) => ({
    name,
    description,
    color,
    isStarred: starred,
  }),
  sentOf: ({ name, description, color, isStarred }) => ({
    name,
    description,
    color: color.trim() || undefined,
    starred: isStarred,
  }),
  clearable: ["description"],
  nameOf: ({ name }) => name.trim(),
  read: readChannel,
  add: sending("addChannel", {}),
  update: (id) => sending("updateChannel", { id }),
  refresh: refreshChannels,
  fieldOf: (field) => (field === "starred" ? "isStarred" : undefined),
  check: ({ name }, _before, t) => (name.trim() === "" ? { name: t("faults.missing") } : {}),
};
