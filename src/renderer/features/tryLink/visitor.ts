import { ipv4, ipv6, union } from "zod";
import type { Device } from "../../../contract/fields/devices.ts";
import type { triedVisitors } from "../../../contract/resources/tryLink.ts";
import { isMoment } from "../../i18n/typedMoment.ts";

/** Of a device or language: that of the browser that shows this. */
export const mine = "mine";

/** Who is tried, as the form has it; empty: not said. */
export interface TriedVisitor {
  readonly as: (typeof triedVisitors)[number];
  readonly country: string;
  readonly device: Device | typeof mine;
  readonly language: string;
  readonly at: string;
  readonly referrer: string;
  /** Of the visited address, without the question mark. */
  readonly query: string;
  readonly ip: string;
  readonly hasPassword: boolean;
}

export const firstVisitor: TriedVisitor = {
  as: "person",
  country: "",
  device: "desktop",
  language: "",
  at: "",
  referrer: "",
  query: "",
  ip: "",
  hasPassword: false,
};

export function bodyOf({ as, country, device, language, at, referrer, ...rest }: TriedVisitor) {
  const query = rest.query.trim().replace(/^\?/, "");
  const ip = rest.ip.trim();
  return {
    as,
    ...(device !== mine ? { device } : as === "person" && { useragent: ownUserAgent() }),
    password: rest.hasPassword,
    ...(country !== "" && { country }),
    ...(language !== "" && { language: language === mine ? ownLanguages() : language }),
    ...(isMoment(at) && { at }),
    ...(referrer !== "" && { referrer: full(referrer) }),
    ...(query !== "" && { query }),
    ...(isAddress(ip) && { ip }),
  };
}

const address = union([ipv4(), ipv6()]);

export function isAddress(text: string): boolean {
  return address.safeParse(text.trim()).success;
}

/** Without the names of the app: a visitor's browser has none. */
function ownUserAgent(): string {
  return navigator.userAgent.replace(/ (?:waypost|electron)\/\S+/gi, "");
}

/** Browsers send ten languages at most. */
const mostLanguages = 10;

/** As browsers send them, the best first. */
function ownLanguages(): string {
  return navigator.languages
    .slice(0, mostLanguages)
    .map((tag, place) => (place === 0 ? tag : `${tag};q=${(1 - place / mostLanguages).toFixed(1)}`))
    .join(",");
}

/** Browsers send whole addresses. */
function full(site: string): string {
  return /^[a-z]+:\/\//i.test(site) ? site : `https://${site}`;
}
