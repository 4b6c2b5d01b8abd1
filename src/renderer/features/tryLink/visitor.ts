import type { Device } from "../../../contract/fields/devices.ts";
import type { triedVisitors } from "../../../contract/resources/tryLink.ts";

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
  readonly hasPassword: boolean;
}

export const firstVisitor: TriedVisitor = {
  as: "person",
  country: "",
  device: "desktop",
  language: "",
  at: "",
  referrer: "",
  hasPassword: false,
};

export function bodyOf({ as, country, device, language, at, referrer, ...rest }: TriedVisitor) {
  return {
    as,
    ...(device !== mine ? { device } : as === "person" && { useragent: ownUserAgent() }),
    password: rest.hasPassword,
    ...(country !== "" && { country }),
    ...(language !== "" && { language: language === mine ? ownLanguages() : language }),
    ...(isMoment(at) && { at }),
    ...(referrer !== "" && { referrer: full(referrer) }),
  };
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

/** What was typed into a field of a moment stays as it is where it is none. */
export function isMoment(typed: string): boolean {
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/.test(typed);
}

/** Browsers send whole addresses. */
function full(site: string): string {
  return /^[a-z]+:\/\//i.test(site) ? site : `https://${site}`;
}

const alpha = Array.from({ length: 26 }, (_, place) => String.fromCharCode(65 + place));

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Every country there is, in the reader's language and order. */
export function countryChoices(language: string): readonly Choice[] {
  const english = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const own = new Intl.DisplayNames(language, { type: "region" });
  const codes = alpha.flatMap((first) => alpha.map((second) => first + second));
  return sorted(
    codes.flatMap((code) => {
      // A country that is another one by now has its code turned into that one's.
      const isPresent = new Intl.Locale(`und-${code}`).region === code;
      const isOne = isPresent && english.of(code) !== undefined && !noCountries.has(code);
      return isOne ? [{ value: code, label: own.of(code) ?? code }] : [];
    }),
    language,
  );
}

/** What regions are called that nobody is from. */
const noCountries = new Set([
  "EU",
  "EZ",
  "UN",
  "QO",
  "XA",
  "XB",
  "ZZ",
  "AC",
  "CP",
  "CQ",
  "DG",
  "EA",
  "IC",
  "TA",
]);

const spoken =
  "fa en de fr es it pt nl ru uk pl tr ar he ku ckb az hy ka ps ur hi bn ta zh ja ko vi th id ms sv no da fi el cs sk hu ro bg sr hr sq et lv lt kk uz tg sw am".split(
    " ",
  );

export function languageChoices(language: string): readonly Choice[] {
  const own = new Intl.DisplayNames(language, { type: "language" });
  return sorted(
    spoken.map((tag) => ({ value: tag, label: own.of(tag) ?? tag })),
    language,
  );
}

function sorted(choices: readonly Choice[], language: string): readonly Choice[] {
  const { compare } = new Intl.Collator(language);
  return choices.toSorted((one, other) => compare(one.label, other.label));
}
