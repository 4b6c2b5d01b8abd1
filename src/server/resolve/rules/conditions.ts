import type { ConditionBrowser, ConditionDevice } from "../../../contract/fields/decisionFields.ts";
import type { DeviceName } from "../../../contract/fields/devices.ts";
import { type LanguageRange, preferredTags } from "../languageTags.ts";
import { type AddressBytes, addressText, isInNetwork, network } from "./networks.ts";
import { localTimes } from "./localTime.ts";

/** What conditions ask of a visit. Null, or empty for the languages: it isn't known. */
export interface VisitFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly languages: readonly LanguageRange[];
  /** ISO 3166 alpha-2, upper case. */
  readonly country: string | null;
  readonly device: DeviceName | null;
  readonly isTablet: boolean;
  /** As the user agent is read for the statistics. */
  readonly browser: string | null;
  readonly address: AddressBytes | null;
  /** Host of the page before, lower case, without `www.`. */
  readonly referrer: string | null;
  /** Values of a parameter of the visited address; the name is case-sensitive. */
  readonly parameter: (name: string) => readonly string[];
}

/** Whether it holds; null: what it asks for isn't known. */
type Holds = (facts: VisitFacts) => boolean | null;

export interface Condition {
  readonly stored: StoredCondition;
  readonly holds: Holds;
}

/** A condition as a link's rule has it. */
export interface StoredCondition {
  readonly type: string;
  readonly key?: string | undefined;
  readonly values?: readonly string[] | undefined;
  readonly window?: StoredWindow | undefined;
  readonly not?: boolean | undefined;
}

/** Hours of some days of the week: the beginning belongs to it, the end doesn't. */
export interface StoredWindow {
  /** 1 (Monday) to 7; of one that crosses midnight the day on which it begins. */
  readonly days: readonly number[];
  /** "HH:MM". */
  readonly from: string;
  readonly to: string;
  /** IANA name. */
  readonly zone: string;
}

/** What `tablet` takes is no system's name. */
const systems: Readonly<Record<Exclude<ConditionDevice, "tablet">, readonly DeviceName[]>> = {
  android: ["android"],
  ios: ["iphone", "ipad"],
  iphone: ["iphone"],
  ipad: ["ipad"],
  mobile: ["iphone", "ipad", "android"],
  windows: ["windows"],
  macos: ["mac"],
  linux: ["linux"],
  chromeos: ["chromeos"],
  desktop: ["windows", "mac", "linux", "chromeos"],
};

/** Browsers by what the names of their kind begin or end with. */
const browsers: Readonly<Record<ConditionBrowser, readonly string[]>> = {
  chrome: ["Chrome", "Mobile Chrome", "Chrome Mobile", "Chrome Headless", "Chrome WebView"],
  firefox: ["Firefox", "Mobile Firefox", "Firefox Focus"],
  edge: ["Edge", "Mobile Edge"],
  safari: ["Safari", "Mobile Safari"],
  opera: ["Opera", "Opera Mini", "Opera Mobi", "Opera Tablet", "Opera Touch", "Opera Coast"],
  android_browser: ["Android Browser"],
};

/** The row of a name that may be any text. */
function named<Row>(rows: Readonly<Record<string, Row>>, name: string): Row | undefined {
  return Object.hasOwn(rows, name) ? rows[name] : undefined;
}

type Ask<Known> = readonly [known: Known | null, holds: (known: Known) => boolean];

function holdsIfKnown<Known>([known, holds]: Ask<Known>): boolean | null {
  return known === null ? null : holds(known);
}

/** Prepares a condition; null: it can never hold, as it was edited by hand or needs what isn't here. */
export function prepareCondition(stored: StoredCondition): Condition | null {
  const positive = prepared(stored);
  if (positive === null) return null;
  if (stored.not !== true) return { stored, holds: positive };
  const holds: Holds = (facts) => {
    const isSo = positive(facts);
    return isSo === null ? null : !isSo;
  };
  return { stored, holds };
}

function prepared({ type, key = "", values = [], window }: StoredCondition): Holds | null {
  const lower = values.map((one) => one.toLowerCase());
  switch (type) {
    case "device":
      return deviceCondition(lower);
    case "language":
      return languageCondition(lower.map((tag) => tag.replaceAll("_", "-")));
    case "query-param": {
      const wanted = new Set(values);
      return ({ parameter }) => parameter(key).some((found) => wanted.has(found));
    }
    case "any-value-query-param":
      return ({ parameter }) => parameter(key).length > 0;
    case "valueless-query-param":
      return ({ parameter }) => parameter(key).includes("");
    case "ip-address": {
      const networks = values.flatMap((one) => network(one) ?? []);
      return ({ address }) =>
        holdsIfKnown([address, (known) => networks.some((one) => isInNetwork(known, one))]);
    }
    case "geolocation-country-code":
      return ({ country }) =>
        holdsIfKnown([country, (known) => lower.includes(known.toLowerCase())]);
    case "before-date":
    case "after-date":
      return dateCondition(type, values);
    case "browser": {
      const names = new Set(lower.flatMap((one) => named(browsers, one) ?? []));
      return ({ browser }) => holdsIfKnown([browser, (known) => names.has(known)]);
    }
    case "referrer-domain": {
      const domains = lower.map((domain) => domain.replace(/^www\./u, ""));
      return ({ referrer }) =>
        holdsIfKnown([referrer, (known) => domains.some((domain) => isWithin(known, domain))]);
    }
    case "time-window":
      return window === undefined ? null : windowCondition(window);
    // Of a city nothing is known: it is stored for the sake of import and export.
    default:
      return null;
  }
}

function deviceCondition(values: readonly string[]): Holds {
  const names = new Set(values.flatMap((one) => named(systems, one) ?? []));
  const takesTablets = values.includes("tablet");
  return ({ device, isTablet }) => {
    if (isTablet && takesTablets) return true;
    return holdsIfKnown([device, (known) => names.has(known)]);
  };
}

function languageCondition(values: readonly string[]): Holds {
  return ({ languages }) => {
    if (languages.length === 0) return null;
    const tags = preferredTags(languages);
    return values.some((tag) => tags.has(tag));
  };
}

/** Strictly before or after the moment, an instant with an offset; of several any. */
function dateCondition(type: "before-date" | "after-date", values: readonly string[]): Holds {
  // Stored moments are read: no clock is.
  // oxlint-disable-next-line no-restricted-globals
  const moments = values.map((one) => Date.parse(one));
  const sign = type === "before-date" ? -1 : 1;
  return ({ now }) => moments.some((moment) => (now - moment) * sign > 0);
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

function minuteOf(time: string): number {
  const [hours = "0", minutes = "0"] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}

function windowCondition({ days, from, to, zone }: StoredWindow): Holds | null {
  let timeAt: ReturnType<typeof localTimes>;
  try {
    timeAt = localTimes(zone);
  } catch {
    return null;
  }
  const [begins, ends] = [minuteOf(from), minuteOf(to)];
  return ({ now }) => {
    const { day, minute } = timeAt(now);
    if (begins < ends) return days.includes(day) && minute >= begins && minute < ends;
    const before = day === 1 ? 7 : day - 1;
    return (days.includes(day) && minute >= begins) || (days.includes(before) && minute < ends);
  };
}

/** Whether what it asks of a visit is the visit's moment. */
export function isOfTime({ type }: StoredCondition): boolean {
  return ["before-date", "after-date", "time-window"].includes(type);
}

/** What a visit has of what a condition asks for, as people read it; null: it isn't known. */
export function factFor({ type, key = "" }: StoredCondition, facts: VisitFacts): string | null {
  switch (type) {
    case "device":
      return facts.device ?? (facts.isTablet ? "tablet" : null);
    case "language":
      return facts.languages.length === 0
        ? null
        : facts.languages.map(({ tag, quality }) => `${tag} (${quality})`).join(", ");
    case "query-param":
    case "any-value-query-param":
    case "valueless-query-param":
      return facts.parameter(key).join(", ");
    case "ip-address":
      return facts.address && addressText(facts.address);
    case "geolocation-country-code":
      return facts.country;
    case "before-date":
    case "after-date":
    case "time-window":
      // The visit's own moment is written: no clock is read.
      // oxlint-disable-next-line no-restricted-globals
      return new Date(facts.now).toISOString();
    case "browser":
      return facts.browser;
    case "referrer-domain":
      return facts.referrer;
    default:
      return null;
  }
}
