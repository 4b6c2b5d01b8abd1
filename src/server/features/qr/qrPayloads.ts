import { counted } from "../../../contract/counted.ts";
import type { QrCorrection } from "./qrDrawing.ts";
import { normalized } from "../../../contract/fields/normalized.ts";

/** What a QR code says, by type: docs/api.md, "Content of a QR code". */
export type QrContent =
  | { readonly type: "text"; readonly data: string }
  | { readonly type: "link"; readonly data: string }
  | { readonly type: "phone"; readonly data: string }
  | { readonly type: "email"; readonly data: string | QrEmail }
  | { readonly type: "sms"; readonly data: string | QrMessage }
  | { readonly type: "wifi"; readonly data: string | QrNetwork }
  | { readonly type: "vcard"; readonly data: string | QrCard };

export interface QrEmail {
  readonly email: string;
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
}

export interface QrMessage {
  readonly phone: string;
  readonly message?: string | undefined;
}

export interface QrNetwork {
  readonly ssid: string;
  readonly pass?: string | undefined;
  /** WPA (any), WEP or none, in the words that people use. */
  readonly encryption?: string | undefined;
  readonly hidden?: boolean | undefined;
}

export interface QrCard {
  readonly fname?: string | undefined;
  readonly lname?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly site?: string | undefined;
  readonly org?: string | undefined;
  readonly title?: string | undefined;
  readonly address?: string | undefined;
  readonly note?: string | undefined;
}

/** What a code says, with its type; the store keeps only what was checked against it. */
export function contentOf({ type, data }: StoredQrContent): QrContent {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { type, data } as QrContent;
}

interface StoredQrContent {
  readonly type: QrContent["type"];
  readonly data: string | Readonly<Record<string, string | boolean>>;
}

/** What a scan reads; or what is wrong, as the rest of a sentence that begins with the field's name. */
export type QrPayload =
  | { readonly payload: string; readonly fault?: undefined }
  | { readonly fault: string; readonly payload?: undefined };

/** Bytes of the largest code (version 40, ISO/IEC 18004), by error correction. */
const mostBytes = { L: 2_953, M: 2_331, Q: 1_663, H: 1_273 } as const;

const utf8 = new TextEncoder();

function bytesOf(text: string): number {
  return utf8.encode(text).length;
}

/** SSIDs are counted in bytes (IEEE 802.11). */
const longestSsid = 32;

/** Encodes the content by its type's standard. A string is taken as it is for wifi and vcard. */
export function qrPayload(content: QrContent): QrPayload {
  switch (content.type) {
    case "text":
      return { payload: content.data };
    case "link":
      return { payload: content.data.trim() };
    case "phone":
      return phonePayload(content.data);
    case "email":
      return { payload: mailAddress(content.data) };
    case "sms":
      return messagePayload(content.data);
    case "wifi":
      return typeof content.data === "string"
        ? { payload: content.data }
        : networkPayload(content.data);
    case "vcard":
      return typeof content.data === "string"
        ? { payload: content.data }
        : cardPayload(content.data);
  }
}

/** Why a payload fits no code, as the rest of a sentence; undefined: it fits. */
export function sizeFault(
  payload: string,
  hasLogo: boolean,
  correction?: QrCorrection,
): string | undefined {
  const most = mostBytes[correction ?? (hasLogo ? "H" : "L")];
  const excess = bytesOf(payload) - most;
  if (excess <= 0) return undefined;
  const kind =
    correction === undefined
      ? hasLogo
        ? " with a logo"
        : ""
      : ` with error correction ${correction}`;
  return `is ${counted(excess, "byte")} too long for a QR code${kind} (at most ${counted(most, "byte")})`;
}

/** Persian, Arabic and full-width digits as the digits that phones dial. */
function dialable(text: string): string {
  return normalized(text, "NFKC").replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) =>
    String(digit.charCodeAt(0) & 0xf),
  );
}

/**
 * A number without the separators that people write, its extension apart (RFC 3966, 3 and 5.1.4);
 * undefined: letters or too few digits, so that dialling it would reach someone else.
 */
function phoneNumber(text: string): { number: string; extension: string } | undefined {
  const written = dialable(text)
    .trim()
    .replace(/^(tel|sms|smsto):/i, "");
  const [, main = "", extension = ""] =
    /^(.*?)(?:[\s,]*(?:;ext=|ext\.?|x)\s*(\d+))?$/is.exec(written) ?? [];
  // Marks of writing direction come along when a number is copied.
  const number = main.replaceAll(/[\s().,;:/\-–—_'\p{Cf}]/gu, "");
  return /^\+?[\d*#]*\d[\d*#]*$/.test(number) ? { number, extension } : undefined;
}

const notANumber = "must be a phone number: digits, with + before a country code";

function phonePayload(data: string): QrPayload {
  const phone = phoneNumber(data);
  if (phone === undefined) return { fault: notANumber };
  const number = phone.number.replaceAll("#", "%23");
  return { payload: `tel:${number}${phone.extension === "" ? "" : `;ext=${phone.extension}`}` };
}

/** `SMSTO:number:message`, which phones know better than `sms:` (RFC 5724) with a body. */
function messagePayload(data: string | QrMessage): QrPayload {
  const { phone, message = "" } = typeof data === "string" ? { phone: data } : data;
  const to = phoneNumber(phone);
  if (to === undefined || to.extension !== "") return { fault: notANumber };
  return { payload: message === "" ? `SMSTO:${to.number}` : `SMSTO:${to.number}:${message}` };
}

/** RFC 6068: everything but the `@` percent-encoded, line breaks as CRLF. */
function mailAddress(data: string | QrEmail): string {
  const { email, subject = "", body = "" } = typeof data === "string" ? { email: data } : data;
  const address = email
    .trim()
    .replace(/^mailto:/i, "")
    .split("@")
    .map(encodeURIComponent)
    .join("@");
  const encode = (text: string) => encodeURIComponent(text.replaceAll(/\r\n|\r|\n/g, "\r\n"));
  const fields = [
    subject === "" ? [] : `subject=${encode(subject)}`,
    body === "" ? [] : `body=${encode(body)}`,
  ].flat();
  return `mailto:${address}${fields.length === 0 ? "" : `?${fields.join("&")}`}`;
}

type Encryption = "WPA" | "WEP" | "nopass";

/** The three words of the format; WPA stands for WPA2 and WPA3 too (Wi-Fi Alliance, WPA3 3.0, 7.1). */
function encryptionOf({ encryption = "", pass = "" }: QrNetwork): Encryption | undefined {
  const word = encryption.trim().toLowerCase();
  if (word === "") return pass === "" ? "nopass" : "WPA";
  if (/^(none|nopass|no|open|no password)$/.test(word)) return "nopass";
  if (word === "wep") return "WEP";
  return /^(wpa|sae|psk)/.test(word) && !/eap|enterprise/.test(word) ? "WPA" : undefined;
}

/** `WIFI:T:WPA;S:name;P:password;H:true;;` with a backslash before what has a meaning. */
function networkPayload(network: QrNetwork): QrPayload {
  const { ssid, pass = "", hidden = false } = network;
  const encryption = encryptionOf(network);
  if (encryption === undefined) return { fault: "encryption must be WPA, WEP or none" };
  const bytes = bytesOf(ssid);
  if (bytes > longestSsid) {
    return { fault: `ssid must be at most ${longestSsid} bytes, not ${bytes}` };
  }
  if (encryption !== "nopass" && pass === "") return { fault: "pass must not be empty" };
  const escape = (text: string) => text.replaceAll(/[\\;,:"]/g, String.raw`\$&`);
  const parts = [
    `T:${encryption}`,
    `S:${escape(ssid)}`,
    encryption === "nopass" ? [] : `P:${escape(pass)}`,
    hidden ? "H:true" : [],
  ].flat();
  return { payload: `WIFI:${parts.join(";")};;` };
}

/** vCard 3.0 (RFC 2426). Lines aren't folded: a scanner reads them whole, and folding costs bytes. */
function cardPayload(card: QrCard): QrPayload {
  const value = (text: string | undefined) => (text ?? "").trim();
  const escape = (text: string) =>
    text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);
  const name = [value(card.fname), value(card.lname)].filter((part) => part !== "").join(" ");
  const shown = [name, card.org, card.email, card.phone, card.site].map(value).find(Boolean);
  if (shown === undefined) return { fault: "must have a name, or a way to contact the person" };
  const optional = (property: string, text: string | undefined) =>
    value(text) === "" ? [] : `${property}:${escape(value(text))}`;
  // An address is not text (RFC 2426, 3.6.8): no escapes, and so no line breaks either.
  const site = value(card.site).replaceAll(/\s/g, "");
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:${escape(value(card.lname))};${escape(value(card.fname))};;;`,
    `FN:${escape(shown)}`,
    optional("ORG", card.org),
    optional("TITLE", card.title),
    optional("TEL", card.phone),
    optional("EMAIL", card.email),
    site === "" ? [] : `URL:${site}`,
    value(card.address) === "" ? [] : `ADR:;;${escape(value(card.address))};;;;`,
    optional("NOTE", card.note),
    "END:VCARD",
  ].flat();
  return { payload: `${lines.join("\r\n")}\r\n` };
}

/** Characters of a name made from data. */
const longestName = 60;

/** A name for the list, made from what the code says. Never empty. */
export function defaultQrName(content: QrContent): string {
  const [line = ""] = nameOf(content)
    .trim()
    .split(/[\r\n]+/);
  const characters = Array.from(line.trim());
  const name =
    characters.length > longestName
      ? `${characters
          .slice(0, longestName - 1)
          .join("")
          .trimEnd()}…`
      : characters.join("");
  return name === "" ? "QR code" : name;
}

function nameOf(content: QrContent): string {
  switch (content.type) {
    case "text":
      return content.data;
    case "link":
      return content.data
        .trim()
        .replace(/^https?:\/\/(www\.)?/i, "")
        .replace(/\/$/, "");
    case "phone":
      return content.data.replace(/^tel:/i, "");
    case "email":
      return (typeof content.data === "string" ? content.data : content.data.email).replace(
        /^mailto:/i,
        "",
      );
    case "sms":
      return typeof content.data === "string" ? content.data : content.data.phone;
    case "wifi":
      return typeof content.data === "string"
        ? (/(?:^WIFI:|;)S:((?:\\.|[^;\\])*)/i.exec(content.data)?.[1] ?? content.data).replaceAll(
            /\\(.)/g,
            "$1",
          )
        : content.data.ssid;
    case "vcard":
      return cardName(content.data);
  }
}

function cardName(data: string | QrCard): string {
  if (typeof data === "string") {
    const found = /^FN(?:;[^:\r\n]*)?:(.*)$/im.exec(data)?.[1];
    return found?.replaceAll(/\\(.)/g, "$1") ?? "vCard";
  }
  const name = [data.fname, data.lname].filter(Boolean).join(" ");
  return [name, data.org, data.email, data.phone, data.site].find(Boolean) ?? "vCard";
}
