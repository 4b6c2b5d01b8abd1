import type { z } from "zod";
import type { bulkOperations } from "../../contract/bulk.ts";
import type { ChangePreview } from "../../contract/changes.ts";
import type { Job } from "../../contract/jobs.ts";
import { api } from "../api.ts";
import { keepJob, shortWait } from "../jobs/jobs.ts";
import type { Chosen } from "./selection.ts";

export const bulkActions = [
  "tag",
  "channel",
  "campaign",
  "expiry",
  "archive",
  "unarchive",
  "delete",
] as const;
export type BulkAction = (typeof bulkActions)[number];

/** What its user gave for an action. */
export interface BulkValues {
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  readonly channel: number | null;
  readonly leaveChannel: number | null;
  readonly campaign: number | null;
  readonly noCampaign: boolean;
  /** A timestamp of the contract, "" for none, or what was typed where that is no moment. */
  readonly expiry: string;
  readonly noExpiry: boolean;
}

export const noValues: BulkValues = {
  addTags: [],
  removeTags: [],
  channel: null,
  leaveChannel: null,
  campaign: null,
  noCampaign: false,
  expiry: "",
  noExpiry: false,
};

type Body = z.input<typeof bulkOperations.bulkChange.body>;
type Change = Pick<Body, "change" | "delete" | "add" | "remove">;

/** What is asked of the service; null while it isn't said yet. */
export function changeOf(action: BulkAction, values: BulkValues): Change | null {
  switch (action) {
    case "tag": {
      const { addTags, removeTags } = values;
      if (addTags.length + removeTags.length === 0) return null;
      return {
        ...(addTags.length === 0 ? {} : { add: { tags: [...addTags] } }),
        ...(removeTags.length === 0 ? {} : { remove: { tags: [...removeTags] } }),
      };
    }
    case "channel": {
      const { channel, leaveChannel } = values;
      if (channel === null && leaveChannel === null) return null;
      return {
        ...(channel === null ? {} : { add: { channels: [channel] } }),
        ...(leaveChannel === null ? {} : { remove: { channels: [leaveChannel] } }),
      };
    }
    case "campaign":
      if (values.noCampaign) return { change: { clear: ["campaign"] } };
      return values.campaign === null ? null : { change: { campaign: values.campaign } };
    case "expiry":
      if (values.noExpiry) return { change: { clear: ["expiry"] } };
      return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(values.expiry)
        ? { change: { expiry: values.expiry } }
        : null;
    case "archive":
      return { change: { archived: true } };
    case "unarchive":
      return { change: { archived: false } };
    case "delete":
      return { delete: true };
  }
}

export async function previewBulk(chosen: Chosen, change: Change): Promise<ChangePreview> {
  const answer = await api.call("bulkChange", {
    body: { kind: "links", select: selectOf(chosen), ...change, preview: true },
  });
  if (!("preview" in answer)) throw new Error("A preview was asked for.");
  return answer.preview;
}

export async function runBulk(chosen: Chosen, change: Change, token: string): Promise<Job> {
  const answer = await api.call("bulkChange", {
    body: { kind: "links", select: selectOf(chosen), ...change, token, wait: shortWait },
  });
  if (!("job" in answer)) throw new Error("A run was asked for.");
  keepJob(answer.job);
  return answer.job;
}

/** "Everything" is said in so many words: a filter of nothing selects nothing more. */
function selectOf(chosen: Chosen): Body["select"] {
  if ("ids" in chosen) return { ids: [...chosen.ids] };
  return Object.keys(chosen.filter).length === 0 ? { all: true } : { filter: chosen.filter };
}
