import type { TFunction } from "i18next";
import type { z } from "zod";
import { completeAddress } from "../../../contract/fields/completeAddress.ts";
import {
  logoSizes,
  qrData,
  qrOperations,
  type QrType,
} from "../../../contract/resources/qrCodes.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { hexOf } from "../../ui/inputs/colours.ts";
import { type Body, type RecordModel, sending } from "../../ui/edit/recordModel.ts";
import type { ResponseOf } from "../../../contract/operation.ts";

export type QrDetails = ResponseOf<typeof qrOperations.getQrCode>["details"];

/** Inputs of text, empty to begin with. `raw` is a network or a card that was sent as it stands in the code. */
const textNames = [
  "text",
  "link",
  "phone",
  "email",
  "subject",
  "body",
  "number",
  "message",
  "ssid",
  "pass",
  "fname",
  "lname",
  "org",
  "title",
  "cardPhone",
  "cardEmail",
  "site",
  "address",
  "note",
  "raw",
  "domain",
  "logo",
  "caption",
  "name",
] as const;
type Texts = Readonly<Record<(typeof textNames)[number], string>>;

/** What the studio's inputs hold, those of every type side by side: a change of the type loses nothing. */
export type QrValues = Texts & OwnValues;

interface OwnValues {
  readonly type: QrType;
  readonly encryption: Encryption;
  readonly hidden: boolean;
  readonly dynamic: boolean;
  readonly foreground: string;
  readonly background: string;
  readonly logosize: number;
  /** "": automatic. */
  readonly correction: QrDetails["correction"];
  readonly pattern: QrDetails["pattern"];
  readonly eyes: QrDetails["eyes"];
  readonly frame: QrDetails["frame"];
  readonly channel: readonly number[];
  /** As it was read; null: a new one. */
  readonly existing: QrDetails | null;
}

export const encryptions = ["WPA", "WEP", "none"] as const;
type Encryption = (typeof encryptions)[number];

export const ink = "#000000";
export const paper = "#FFFFFF";

const empty: QrValues = {
  // Object.fromEntries forgets which keys they are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ...(Object.fromEntries(textNames.map((name) => [name, ""])) as Texts),
  type: "link",
  encryption: "WPA",
  hidden: false,
  dynamic: false,
  foreground: ink,
  background: paper,
  logosize: logoSizes.usual,
  correction: "",
  pattern: "square",
  eyes: "square",
  frame: "",
  channel: [],
  existing: null,
};

/** An object's own texts; everything else is as if it weren't there. */
function textsIn(data: unknown): (name: string) => string {
  return (name) => {
    const value: unknown =
      typeof data === "object" && data !== null ? Reflect.get(data, name) : undefined;
    return typeof value === "string" ? value : "";
  };
}

function contentOf({ type, data }: Pick<QrDetails, "type" | "data">): Partial<QrValues> {
  const of = textsIn(data);
  const text = typeof data === "string" ? data : "";
  switch (type) {
    case "text":
      return { text };
    case "link":
      return { link: text };
    case "phone":
      return { phone: text };
    case "email":
      return { email: text || of("email"), subject: of("subject"), body: of("body") };
    case "sms":
      return { number: text || of("phone"), message: of("message") };
    case "wifi":
      return {
        raw: text,
        ssid: of("ssid"),
        pass: of("pass"),
        encryption: encryptionIn(of("encryption"), of("pass")),
        hidden: typeof data === "object" && data !== null && Reflect.get(data, "hidden") === true,
      };
    case "vcard":
      return {
        raw: text,
        fname: of("fname"),
        lname: of("lname"),
        org: of("org"),
        title: of("title"),
        cardPhone: of("phone"),
        cardEmail: of("email"),
        site: of("site"),
        address: of("address"),
        note: of("note"),
      };
  }
}

function encryptionIn(security: string, pass: string): Encryption {
  if (/wep/i.test(security)) return "WEP";
  return /^(none|nopass|open)$/i.test(security.trim()) || (security === "" && pass === "")
    ? "none"
    : "WPA";
}

/** Only what was filled in: nothing is an empty text. */
function filled(fields: Readonly<Record<string, string | boolean>>): Body {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== "" && value !== false),
  );
}

/** What the code says, as the contract has it; undefined: nothing yet. */
export function dataOf(values: QrValues): string | Body | undefined {
  switch (values.type) {
    case "text":
      return values.text || undefined;
    case "link":
      return completeAddress(values.link) || undefined;
    case "phone":
      return values.phone.trim() || undefined;
    case "email": {
      const { subject, body } = values;
      const email = values.email.trim();
      if (email === "") return undefined;
      return subject === "" && body === "" ? email : filled({ email, subject, body });
    }
    case "sms": {
      const phone = values.number.trim();
      if (phone === "") return undefined;
      return values.message === "" ? phone : filled({ phone, message: values.message });
    }
    case "wifi": {
      const { raw, ssid, pass, encryption, hidden } = values;
      if (raw !== "") return raw;
      if (ssid === "") return undefined;
      return filled({ ssid, pass: encryption === "none" ? "" : pass, encryption, hidden });
    }
    case "vcard": {
      if (values.raw !== "") return values.raw;
      const { fname, lname, org, title, site, address, note } = values;
      const card = filled({
        fname,
        lname,
        org,
        title,
        phone: values.cardPhone,
        email: values.cardEmail,
        site,
        address,
        note,
      });
      return Object.keys(card).length === 0 ? undefined : card;
    }
  }
}

/** Fields of the look; what is as it is without being said is empty. */
function lookOf(values: QrValues) {
  const [foreground, background] = [hexOf(values.foreground), hexOf(values.background)];
  return {
    foreground: foreground === ink ? "" : (foreground ?? values.foreground),
    background: background === paper ? "" : (background ?? values.background),
    logo: values.logo.trim(),
    logosize:
      values.logo.trim() === "" || values.logosize === logoSizes.usual ? "" : values.logosize,
    correction: values.correction,
    pattern: values.pattern === "square" ? "" : values.pattern,
    eyes: values.eyes === "square" ? "" : values.eyes,
    frame: values.frame,
  };
}

/** What a preview is asked for; null: there is nothing to be drawn yet. */
export function draftOf(values: QrValues): DraftBody | null {
  const data = dataOf(values);
  if (data === undefined) return null;
  const { existing, type, dynamic, domain } = values;
  const look = Object.fromEntries(Object.entries(lookOf(values)).filter(([, one]) => one !== ""));
  const body = {
    type,
    data,
    ...look,
    ...(existing === null
      ? { ...(dynamic && { dynamic }), ...(domain !== "" && { domain }) }
      : { id: existing.id }),
  };
  const checked = qrOperations.previewQrCode.body.safeParse(body);
  // What isn't right yet is said at its field.
  return checked.success && Object.keys(wrongContent(values)).length === 0 ? body : null;
}
type DraftBody = z.input<typeof qrOperations.previewQrCode.body>;

/** Whether what is printed is an address of the service, which only works where that is reached. */
export function leadsThroughUs({ type, dynamic }: Pick<QrValues, "type" | "dynamic">): boolean {
  return type === "link" || dynamic;
}

function firstOf(values: QrValues): string {
  const texts = [
    values.name,
    values.text,
    values.link,
    values.phone,
    values.email,
    values.number,
    values.ssid,
    values.fname,
    values.org,
  ];
  return texts.map((text) => text.trim()).find((text) => text !== "") ?? "";
}

export const qrModel: RecordModel<QrValues, QrDetails> = {
  kind: "qr",
  empty,
  valuesOf: (details) => ({
    ...empty,
    ...contentOf(details),
    type: details.type,
    dynamic: details.dynamic,
    domain: details.domain,
    foreground: hexOf(details.foreground) ?? ink,
    background: hexOf(details.background) ?? paper,
    logo: details.logo,
    logosize: details.logosize,
    correction: details.correction,
    pattern: details.pattern,
    eyes: details.eyes,
    frame: details.frame,
    caption: details.caption,
    name: details.named ? details.name : "",
    channel: details.channel,
    existing: details,
  }),
  sentOf: (values) => ({
    type: values.existing === null && dataOf(values) !== undefined ? values.type : undefined,
    data: dataOf(values) ?? "",
    ...lookOf(values),
    caption: values.caption.trim(),
    name: values.name.trim(),
    channel: values.channel,
    dynamic:
      values.existing === null && values.type !== "link" && values.dynamic ? true : undefined,
    domain: values.existing === null ? values.domain : undefined,
  }),
  shownOf: ({ existing }) => {
    if (existing === null) return {};
    const { data, foreground, background, logo, logosize, correction } = existing;
    const { pattern, eyes, frame, caption, name, channel } = existing;
    const look = { foreground, background, logo, logosize, correction, pattern, eyes, frame };
    return { data, ...look, caption, name, channel };
  },
  clearable: [
    "background",
    "foreground",
    "logo",
    "logosize",
    "correction",
    "pattern",
    "eyes",
    "frame",
    "caption",
    "name",
    "channel",
  ],
  always: ["data"],
  nameOf: (values, details) => firstOf(values) || (details?.name ?? ""),
  read: async (id, signal) => (await api.call("getQrCode", { params: { id } }, signal)).details,
  add: sending("addQrCode", {}),
  update: (id) => sending("updateQrCode", { id }),
  refresh: refreshQrCodes,
  check: contentFaults,
};

export async function refreshQrCodes(): Promise<void> {
  await queryClient.refresh(["qr"], ["qrOfLink"], ["qrPreview"]);
}

/** A number as phones take it: digits of any script, with what people write between them. */
function isPhone(typed: string): boolean {
  const digits = typed
    .normalize("NFKC")
    .replaceAll(/[\s().,;:/\-–—_'\p{Cf}]|ext\.?|x(?=\s*\d+$)|^(tel|sms|smsto):/giu, "");
  return /^\+?[\p{Nd}*#]*\p{Nd}[\p{Nd}*#]*$/u.test(digits);
}

/** Bytes of a network's name (IEEE 802.11). */
const longestSsid = 32;

type Wrong = "needed" | "url" | "phone" | "email" | "ssid" | "pass" | "card";
type WrongFields = { readonly [Name in keyof QrValues]?: Wrong };

/** What is wrong with what the code is to say, by the form's fields. */
function wrongContent(values: QrValues): WrongFields {
  const { type, raw } = values;
  const isEmpty = dataOf(values) === undefined;
  switch (type) {
    case "text":
      return isEmpty ? { text: "needed" } : {};
    case "link": {
      if (isEmpty) return { link: "needed" };
      return qrData.link.safeParse(completeAddress(values.link)).success ? {} : { link: "url" };
    }
    case "phone":
      if (isEmpty) return { phone: "needed" };
      return isPhone(values.phone) ? {} : { phone: "phone" };
    case "sms":
      if (isEmpty) return { number: "needed" };
      return isPhone(values.number) ? {} : { number: "phone" };
    case "email":
      if (isEmpty) return { email: "needed" };
      return qrData.email.safeParse(values.email.trim()).success ? {} : { email: "email" };
    case "wifi": {
      if (raw !== "") return {};
      const isLong = new TextEncoder().encode(values.ssid).length > longestSsid;
      return {
        ...(isEmpty && { ssid: "needed" }),
        ...(isLong && { ssid: "ssid" }),
        ...(values.encryption !== "none" && values.pass === "" && { pass: "pass" }),
      };
    }
    case "vcard": {
      const { fname, lname, org, cardPhone, cardEmail, site } = values;
      const isSomebody = [fname, lname, org, cardPhone, cardEmail, site].some((one) => one !== "");
      return isSomebody || raw !== "" ? {} : { fname: "card" };
    }
  }
}

function contentFaults(
  values: QrValues,
  _before: QrValues | null,
  t: TFunction,
): Partial<Record<keyof QrValues, string>> {
  return Object.fromEntries(
    Object.entries(wrongContent(values)).map(([name, wrong]) => [name, faultText(wrong, t)]),
  );
}

function faultText(wrong: Wrong, t: TFunction): string {
  switch (wrong) {
    case "needed":
      return t("faults.missing");
    case "url":
      return t("faults.url");
    case "phone":
    case "email":
    case "ssid":
    case "pass":
    case "card":
      return t(`qr.faults.${wrong}`);
  }
}
