import type { TFunction } from "i18next";
import { deviceGroups, isDevice } from "../../../../contract/fields/devices.ts";

/** One of many, found by what it is called in either language. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** What else finds it, folded. */
  readonly sought: string;
}

/** Two letters that name no country: blocs, islands of others, and what is kept for private use. */
const noCountries = new Set("AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" "));

const letters = Array.from({ length: 26 }, (_, place) => String.fromCharCode(65 + place));

/** The countries that a rule can name, by their two letters. */
export const countryCodes: readonly string[] = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => !noCountries.has(code) && isCountry(code));

function isCountry(code: string): boolean {
  // A code that was given up is spelled as the one that took its place.
  const [, region = ""] = Intl.getCanonicalLocales(`und-${code}`)[0]?.split("-") ?? [];
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return region === code && names.of(code) !== undefined;
}

/** Languages that people are met with most often; others are typed as their code. */
const languageCodes =
  "fa en ar tr ku ps ckb az ur hi bn pa ta te mr gu ml zh ja ko vi th id ms fil km lo my ne si de fr es pt it nl sv da nb fi is pl cs sk hu ro bg el sr hr sl mk sq uk ru be ka hy he kk ky uz tg tk mn am sw ha yo zu af et lv lt ca eu gl ga cy".split(
    " ",
  );

export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ي", "ی")
    .replaceAll("ك", "ک")
    .replace(/[\p{M}\p{P}\u200c]/gu, "");
}

/** Of the choices that are found by what was typed: those whose name begins with it, then with a word that does. */
export function foundFirst<Option extends { readonly label: string; readonly sought: string }>(
  options: readonly Option[],
  typed: string,
): Option[] {
  const wanted = fold(typed).trim();
  const words = wanted.split(" ").filter(Boolean);
  const rank = ({ label, sought }: Option) => {
    if (fold(label).startsWith(wanted)) return 0;
    return ` ${sought}`.includes(` ${wanted}`) ? 1 : 2;
  };
  return options
    .filter(({ sought }) => words.every((word) => sought.includes(word)))
    .toSorted((one, other) => rank(one) - rank(other));
}

/** Names in the reader's language, in English and in Persian, and the code itself. */
function choicesOf(
  codes: readonly string[],
  type: "region" | "language",
  language: string,
): Choice[] {
  const own = new Intl.DisplayNames(language, { type });
  const others = ["en", "fa"].map((one) => new Intl.DisplayNames(one, { type }));
  return codes
    .map((value) => {
      const label = own.of(value) ?? value;
      const names = [label, value, ...others.map((names_) => names_.of(value) ?? "")];
      return { value, label, sought: fold(names.join(" ")) };
    })
    .toSorted((one, other) => one.label.localeCompare(other.label, language));
}

export function countryChoices(language: string): Choice[] {
  return choicesOf(countryCodes, "region", language);
}

export function languageChoices(language: string): Choice[] {
  return choicesOf(languageCodes, "language", language);
}

/** A device or group as a rule names it; what is neither says itself. */
export function deviceText(device: string, t: TFunction): string {
  if (!isDevice(device)) return device;
  const group = deviceGroups.find((one) => one === device);
  return group === undefined ? t(`devices.${device}`) : t(`linkEditor.deviceGroups.${group}`);
}

/** The two letters of a country as answers name it; the name itself where it is unknown here. */
export function countryCodeOf(name: string): string {
  if (/^[A-Z]{2}$/.test(name)) return name;
  const names = new Intl.DisplayNames("en", { type: "region" });
  const wanted = preferred[name] ?? name;
  return countryCodes.find((code) => code === wanted || names.of(code) === wanted) ?? name;
}

/** Where the service has a name of its own. */
const preferred: Readonly<Record<string, string>> = {
  "DR Congo": "CD",
  Congo: "CG",
  "Ivory Coast": "CI",
  "Hong Kong": "HK",
  Myanmar: "MM",
  Macao: "MO",
  Palestine: "PS",
  Turkey: "TR",
};
