import { replacedParts } from "../../../contract/changes/bulk.ts";
import type { BulkRequest, BulkSelect } from "../../ui/list/bulk/useBulkRun.ts";
import type { Chosen } from "../../ui/list/table/selection.ts";
import { selectOf } from "./linkSearch.ts";

export const bulkActions = [
  "tag",
  "channel",
  "campaign",
  "expiry",
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
  readonly part: ReplacedPart;
  readonly from: string;
  readonly to: string;
}

export const noValues: BulkValues = {
  campaign: null,
  noCampaign: false,
  expiry: "",
  noExpiry: false,
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
      return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(values.expiry)
        ? { change: { expiry: values.expiry } }
        : null;
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

/** "Everything" is said in so many words: a filter of nothing selects nothing more. */
export function bulkSelectOf(chosen: Chosen): BulkSelect {
  if ("ids" in chosen) return { ids: chosen.ids.map(Number) };
  const filter = selectOf(chosen.search);
  return Object.keys(filter).length === 0 ? { all: true } : { filter };
}
