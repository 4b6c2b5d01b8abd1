import type { TFunction } from "i18next";
import { completeAddress } from "../../../contract/fields/completeAddress.ts";
import { replacedParts } from "../../../contract/changes/bulk.ts";
import type { BulkRequest } from "../../ui/list/bulk/useBulkRun.ts";
import { type Faults, faultsIn } from "../../ui/edit/recordFaults.ts";
import { linkModel } from "./editor/linkModel.ts";
import { blankRule, type RuleValue, sentRules } from "./editor/ruleModel.ts";

export const bulkActions = [
  "tag",
  "channel",
  "campaign",
  "expiry",
  "schedule",
  "rules",
  "replace",
  "archive",
  "unarchive",
  "delete",
] as const;
export type BulkActionName = (typeof bulkActions)[number];

/** Labels are ticked beside the rows; all else asks in a dialog. */
export type DialogAction = Exclude<BulkActionName, "tag" | "channel">;

export type ReplacedPart = (typeof replacedParts)[number];

export const ruleParts = ["add", "replace", "remove"] as const;
export type RulePart = (typeof ruleParts)[number];

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
  readonly rulePart: RulePart;
  /** Added, or in the place of the one with its name. */
  readonly rule: RuleValue;
  /** Of rules to remove. */
  readonly ruleNames: readonly string[];
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
  rulePart: "add",
  rule: { id: 0, ...blankRule() },
  ruleNames: [],
  part: "host",
  from: "",
  to: "",
};

/** What is asked of the service; null while it isn't said yet. */
export function changeOf(
  action: DialogAction,
  values: BulkValues,
  t: TFunction,
): BulkRequest | null {
  switch (action) {
    case "campaign":
      if (values.noCampaign) return { change: { clear: ["campaign"] } };
      return values.campaign === null ? null : { change: { campaign: values.campaign } };
    case "expiry":
      if (values.noExpiry) return { change: { clear: ["expiry"] } };
      return isMoment(values.expiry) ? { change: { expiry: values.expiry } } : null;
    case "schedule":
      return scheduleOf(values);
    case "rules":
      return ruleChangeOf(values, t);
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

/** What is wrong with the rule, by its place in a list of one: a name is needed to replace another. */
export function bulkRuleFaults({ rule, rulePart }: BulkValues, t: TFunction): Faults {
  const all = faultsIn(linkModel, { ...linkModel.empty, rules: [rule] }, null, t);
  const ofRules = [...all].filter(([place]) => place.startsWith("rules"));
  const isNameless = rulePart === "replace" && rule.name.trim() === "";
  return new Map([
    ...ofRules,
    ...(isNameless ? [["rules[0].name", t("faults.missing")] as const] : []),
  ]);
}

function ruleChangeOf(values: BulkValues, t: TFunction): BulkRequest | null {
  const { rulePart, rule, ruleNames } = values;
  if (rulePart === "remove")
    return ruleNames.length === 0 ? null : { remove: { rules: [...ruleNames] } };
  if (bulkRuleFaults(values, t).size > 0) return null;
  const rules = sentRules([rule]);
  return rulePart === "add" ? { add: { rules } } : { replacerules: rules };
}
