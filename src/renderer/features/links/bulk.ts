import { completeAddress } from "../../../contract/fields/completeAddress.ts";
import { replacedParts } from "../../../contract/changes/bulk.ts";
import type { BulkRequest, BulkSelect } from "../../ui/list/bulk/useBulkRun.ts";
import type { Chosen } from "../../ui/list/table/selection.ts";
import { selectOf } from "./linkSearch.ts";

export const bulkActions = [
  "tag",
  "channel",
  "campaign",
  "expiry",
  "schedule",
  "replace",
  "archive",
  "unarchive",
  "delete",
] as const;
export type BulkActionName = (typeof bulkActions)[number];

/** Labels are ticked beside the rows; all else asks in a dialog. */
export type DialogAction = Exclude<BulkActionName, "tag" | "channel">;

export type ReplacedPart = (typeof replacedParts)[number];

/** What its user gave for an action. */
export interface BulkValues {
  readonly campaign: number | null;
  readonly noCampaign: boolean;
  /** A timestamp of the contract, "" for none, or what was typed where that is no moment. */
  readonly expiry: string;
  readonly noExpiry: boolean;
  /** As `expiry`; what is blank stays as it is. */
  readonly starts: string;
  readonly maxclicks: string;
  readonly afterurl: string;
  readonly noSchedule: boolean;
  readonly part: ReplacedPart;
  readonly from: string;
  readonly to: string;
}

export const noValues: BulkValues = {
  campaign: null,
  noCampaign: false,
  expiry: "",
  noExpiry: false,
  starts: "",
  maxclicks: "",
  afterurl: "",
  noSchedule: false,
  part: "host",
  from: "",
  to: "",
};

/** What is asked of the service; null while it isn't said yet. */
export function changeOf(action: DialogAction, values: BulkValues): BulkRequest | null {
  switch (action) {
    case "campaign":
      if (values.noCampaign) return { change: { clear: ["campaign"] } };
      return values.campaign === null ? null : { change: { campaign: values.campaign } };
    case "expiry":
      if (values.noExpiry) return { change: { clear: ["expiry"] } };
      return isMoment(values.expiry) ? { change: { expiry: values.expiry } } : null;
    case "schedule":
      return scheduleOf(values);
    case "replace": {
      const { part, from, to } = values;
      // Without a new text the present one is removed; an address can't be without a host.
      if (from === "" || (part === "host" && to === "")) return null;
      return { replace: { part, from, ...(to === "" ? {} : { to }) } };
    }
    case "archive":
      return { change: { archived: true } };
    case "unarchive":
      return { change: { archived: false } };
    case "delete":
      return { delete: true };
  }
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text);
}

function scheduleOf({ starts, maxclicks, afterurl, noSchedule }: BulkValues): BulkRequest | null {
  if (noSchedule) return { change: { clear: ["starts", "maxclicks", "afterurl"] } };
  const isRead = (starts === "" || isMoment(starts)) && /^(?:[1-9]\d*)?$/.test(maxclicks);
  if (!isRead || starts + maxclicks + afterurl.trim() === "") return null;
  return {
    change: {
      ...(starts !== "" && { starts }),
      ...(maxclicks !== "" && { maxclicks: Number(maxclicks) }),
      ...(afterurl.trim() !== "" && { afterurl: completeAddress(afterurl) }),
    },
  };
}

/** "Everything" is said in so many words: a filter of nothing selects nothing more. */
export function bulkSelectOf(chosen: Chosen): BulkSelect {
  if ("ids" in chosen) return { ids: chosen.ids.map(Number) };
  const filter = selectOf(chosen.search);
  return Object.keys(filter).length === 0 ? { all: true } : { filter };
}
