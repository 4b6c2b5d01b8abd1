/** Languages that the service's own texts on pages are written in. */
export type PageLanguage = "en" | "fa";
export type Direction = "ltr" | "rtl";

/** The best one that the visitor reads (primary tags, best first); English where there is none. */
export function pageLanguage(languages: readonly string[]): PageLanguage {
  return languages.find((language) => language === "fa" || language === "en") === "fa"
    ? "fa"
    : "en";
}

export const directions: Readonly<Record<PageLanguage, Direction>> = { en: "ltr", fa: "rtl" };

const firstLetter = /\p{L}/u;
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** What an attribute says of a text that isn't the service's own. */
export function ownDirection(text: string): Direction | "auto" {
  return directionOf(text) ?? "auto";
}

/** By the first letter, as `dir="auto"` has it; null: no letters. */
export function directionOf(text: string): Direction | null {
  const letter = firstLetter.exec(text)?.[0];
  if (letter === undefined) return null;
  return rightToLeft.test(letter) ? "rtl" : "ltr";
}
