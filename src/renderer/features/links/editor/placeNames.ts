import { countryCodeOf } from "./choices.ts";

/** As the reader calls it; a text that is none stays as it is. */
export function nameOfCountry(location: string, language: string): string {
  const code = countryCodeOf(location);
  if (!/^[A-Z]{2}$/.test(code)) return location;
  return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? location;
}

export function isLanguageCode(text: string): boolean {
  return /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/.test(text);
}

export function nameOfLanguage(code: string, language: string): string {
  if (!isLanguageCode(code)) return code;
  return new Intl.DisplayNames(language, { type: "language" }).of(code.replace("_", "-")) ?? code;
}
