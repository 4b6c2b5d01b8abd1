import type { TFunction } from "i18next";
import { completeAddress } from "../../../../contract/fields/completeAddress.ts";
import { sentTimestamp } from "../../../../contract/fields/fields.ts";
import {
  type FormLinkField,
  formLinkFields,
  linkFields,
} from "../../../../contract/fields/linkFields.ts";
import { type LinkDetails } from "../../../../contract/resources/links.ts";
import { api } from "../../../app/client/api.ts";
import { type RecordModel, sending } from "../../../ui/edit/recordModel.ts";
import { linkMade } from "../linkSteps.tsx";
import { refreshLinks } from "../../../app/client/queries.ts";
import { addressInSentence } from "../../../ui/address/readableAddress.ts";
import { isMoment } from "../../../i18n/typedMoment.ts";
import { copyText } from "../../../ui/address/clipboard.tsx";
import type { Parameter } from "./parameters.ts";
import { ruleFaults, ruleValues, type RuleValue, sentRules } from "./ruleModel.ts";
import { noSplit, sentSplit, splitFaults, type SplitValue, splitValue } from "./splitModel.ts";

/** What the form's inputs hold, mostly under the contract's names. An empty text means "not given". */
export type LinkValues = Readonly<Record<FormLinkField, string>> & OwnValues;

interface OwnValues {
  readonly url: string;
  /** The base of its short address; "" for the one that links get by themselves. */
  readonly domain: string;
  readonly custom: string;
  readonly tags: readonly string[];
  readonly channels: readonly number[];
  readonly campaign: number | null;
  readonly password: string;
  /** Whether the link has one already, which nobody can read. */
  readonly hasPassword: boolean;
  readonly removePassword: boolean;
  /** A timestamp of the contract, or what was typed where that is no moment. */
  readonly expiry: string;
  readonly type: string;
  readonly geotarget: readonly CountryRule[];
  readonly devicetarget: readonly DeviceRule[];
  readonly languagetarget: readonly LanguageRule[];
  readonly deeplink: AppLinks;
  readonly parameters: readonly Parameter[];
  readonly pixels: readonly number[];
  readonly isPublic: boolean;
  /** Whether the link has a preview of its own; without one, the target's is shared. */
  readonly hasPreview: boolean;
  readonly isArchived: boolean;
  readonly rules: readonly RuleValue[];
  /** Like `expiry`. */
  readonly starts: string;
  readonly startspublic: boolean;
  readonly beforeurl: string;
  /** A whole number, as it is typed. */
  readonly maxclicks: string;
  readonly afterurl: string;
  readonly split: SplitValue;
}

export interface CountryRule {
  /** Its English name as answers have it, or its two letters. */
  readonly location: string;
  readonly link: string;
}

export interface DeviceRule {
  readonly device: string;
  readonly link: string;
}

export interface LanguageRule {
  readonly language: string;
  readonly link: string;
}

export interface AppLinks {
  readonly apple: string;
  readonly google: string;
  /** At once, without a button. */
  readonly auto: boolean;
}

/** Texts of the form by where they stand in it. */
export const previewTexts = formLinkFields.filter((name) => linkFields[name].form.at === "preview");

function textsOf(valueOf: (name: FormLinkField) => string): Record<FormLinkField, string> {
  // Object.fromEntries forgets which keys they are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(formLinkFields.map((name) => [name, valueOf(name)])) as Record<
    FormLinkField,
    string
  >;
}

/** Fields of the form that stand for one of the contract's. */
const places: Readonly<Record<string, keyof LinkValues | undefined>> = {
  archived: "isArchived",
  channel: "channels",
  status: "isPublic",
};

const noAppLinks: AppLinks = { apple: "", google: "", auto: false };

export const linkModel: RecordModel<
  LinkValues,
  LinkDetails,
  { readonly id: number; readonly shorturl: string }
> = {
  kind: "links",
  empty: {
    url: "",
    domain: "",
    custom: "",
    ...textsOf(() => ""),
    tags: [],
    channels: [],
    campaign: null,
    password: "",
    hasPassword: false,
    removePassword: false,
    expiry: "",
    type: "direct",
    geotarget: [],
    devicetarget: [],
    languagetarget: [],
    deeplink: noAppLinks,
    parameters: [],
    pixels: [],
    isPublic: false,
    hasPreview: false,
    isArchived: false,
    rules: [],
    starts: "",
    startspublic: false,
    beforeurl: "",
    maxclicks: "",
    afterurl: "",
    split: noSplit,
  },
  valuesOf: (link) => ({
    url: link.longurl,
    domain: link.domain,
    custom: link.alias,
    ...textsOf((name) => link[name]),
    tags: link.tags,
    channels: link.channel,
    campaign: link.campaign,
    password: "",
    hasPassword: link.password,
    removePassword: false,
    expiry: link.expiry ?? "",
    type: link.type,
    geotarget: link.geotarget,
    devicetarget: link.devicetarget,
    languagetarget: link.languagetarget,
    deeplink: {
      apple: link.deeplink?.apple ?? "",
      google: link.deeplink?.google ?? "",
      auto: link.deeplink?.auto ?? false,
    },
    parameters: link.parameters,
    pixels: link.pixels,
    isPublic: link.status === "public",
    hasPreview: previewTexts.some((name) => link[name] !== ""),
    isArchived: link.archived,
    rules: ruleValues(link.rules),
    starts: link.starts ?? "",
    startspublic: link.startspublic ?? false,
    beforeurl: link.beforeurl ?? "",
    maxclicks: String(link.maxclicks ?? ""),
    afterurl: link.afterurl ?? "",
    split: splitValue(link.split),
  }),
  sentOf: (values) => ({
    url: completeAddress(values.url),
    domain: values.domain || undefined,
    custom: values.custom.trim() || undefined,
    ...textsOf((name) => {
      const { at, as } = linkFields[name].form;
      if (at === "preview" && !values.hasPreview) return "";
      return as === "address" ? completeAddress(values[name]) : values[name];
    }),
    tags: values.tags,
    channels: values.channels,
    campaign: values.campaign ?? "",
    password: values.password || (values.removePassword ? null : undefined),
    expiry: values.expiry,
    type: values.type,
    geotarget: values.geotarget.map(completeRule),
    devicetarget: values.devicetarget.map(completeRule),
    languagetarget: values.languagetarget.map(completeRule),
    deeplink: sentAppLinks(values.deeplink),
    parameters: values.parameters.filter(({ name }) => name.trim() !== ""),
    pixels: values.pixels,
    status: values.isPublic ? "public" : "private",
    archived: values.isArchived,
    rules: sentRules(values.rules),
    starts: values.starts,
    startspublic: values.startspublic || undefined,
    beforeurl: completeAddress(values.beforeurl),
    // The contract's own schema says what is wrong with what is no number.
    maxclicks: /^\d+$/.test(values.maxclicks) ? Number(values.maxclicks) : values.maxclicks,
    afterurl: completeAddress(values.afterurl),
    split: sentSplit(values.split),
  }),
  // The password itself is never answered.
  shownOf: ({ hasPassword }) => ({ password: hasPassword }),
  clearable: [
    "password",
    "expiry",
    "tags",
    "campaign",
    "geotarget",
    "devicetarget",
    "languagetarget",
    "deeplink",
    "parameters",
    "pixels",
    "rules",
    "starts",
    "startspublic",
    "beforeurl",
    "maxclicks",
    "afterurl",
    "split",
    ...formLinkFields,
  ],
  always: ["url"],
  nameOf: ({ custom }, link) => {
    if (link === null) return custom;
    const base = link.shorturl.slice(0, link.shorturl.lastIndexOf("/"));
    return addressInSentence(custom.trim() === "" ? link.shorturl : `${base}/${custom.trim()}`);
  },
  read: async (id, signal) => (await api.call("getLink", { params: { id } }, signal)).details,
  add: sending("addLink", {}),
  update: (id) => sending("updateLink", { id }),
  refresh: refreshLinks,
  fieldOf: (field) => places[field],
  check: (values, before, t) => ({
    ...(values.url.trim() === "" ? { url: t("faults.needed") } : {}),
    ...(isMomentWrong(values.expiry) ? { expiry: t("faults.expiry") } : {}),
    ...(values.custom !== before?.custom && !isAlias(values.custom)
      ? { custom: t("faults.aliasLetters") }
      : {}),
    ...(values.type === "overlay-" ? { type: t("faults.missing") } : {}),
    ...unnamedRules(values, t),
    ...scheduleFaults(values, t),
    ...ruleFaults(values.rules, t),
    ...splitFaults(values.split, t),
  }),
  secrets: ["password", "hasPassword", "removePassword"],
  announceCreated: async (link) => linkMade(link, await copyText(link.shorturl)),
};

function completeRule<Rule extends { readonly link: string }>(rule: Rule): Rule {
  return { ...rule, link: completeAddress(rule.link) };
}

function sentAppLinks({ apple, google, auto }: AppLinks): object | "" {
  if (apple.trim() === "" && google.trim() === "") return "";
  return {
    ...(apple.trim() === "" ? {} : { apple: completeAddress(apple) }),
    ...(google.trim() === "" ? {} : { google: completeAddress(google) }),
    auto,
  };
}

/** Rules that don't say yet for whom they are. */
function unnamedRules(values: LinkValues, t: TFunction): Readonly<Record<string, string>> {
  const empty = [
    ...values.geotarget.map(({ location }, at) => [`geotarget[${at}].location`, location]),
    ...values.devicetarget.map(({ device }, at) => [`devicetarget[${at}].device`, device]),
    ...values.languagetarget.map(({ language }, at) => [
      `languagetarget[${at}].language`,
      language,
    ]),
  ];
  return Object.fromEntries(
    empty.flatMap(([place, sent]) => (sent === "" ? [[place, t("faults.missing")]] : [])),
  );
}

function scheduleFaults(
  { starts, expiry, maxclicks, split }: LinkValues,
  t: TFunction,
): Readonly<Record<string, string>> {
  const isLate = isMoment(starts) && isMoment(expiry) && starts >= expiry;
  return {
    ...(isMomentWrong(starts) ? { starts: t("faults.expiry") } : {}),
    ...(isLate ? { starts: t("schedule.startsFault") } : {}),
    ...(isMomentWrong(split.ends) ? { "split.ends": t("faults.expiry") } : {}),
    ...(maxclicks === "" || /^0*[1-9]\d{0,8}$|^10{9}$/.test(maxclicks)
      ? {}
      : { maxclicks: t("schedule.maxClicksFault") }),
  };
}

/** What was typed and is no moment stays as it was typed. */
function isMomentWrong(expiry: string): boolean {
  return expiry !== "" && !sentTimestamp.safeParse(expiry).success;
}

/** docs/api.md, "Aliases": 3 to 100 letters and digits of any script, `-` and `_`. */
export function isAlias(typed: string): boolean {
  const alias = typed.trim().normalize("NFC");
  return alias === "" || /^[\p{L}\p{M}\p{N}_-]{3,100}$/u.test(alias);
}
