import { Css } from "./css.ts";
import { Script } from "./script.ts";

/** Markup that is safe to put into a page. Only {@link html} makes it, so nothing else passes for it. */
export class Html {
  readonly #markup: string;

  constructor(strings: readonly string[], values: readonly HtmlValue[]) {
    // The indentation of the source is not sent.
    const raw = strings.map((part) => part.replace(/\n\s*/gu, "\n"));
    this.#markup = String.raw({ raw }, ...values.map(markupOf));
  }

  toString(): string {
    return this.#markup;
  }
}

/**
 * What a template takes. Nothing is written for `null`, `undefined` and `false`. A style or a
 * script is made safe by its own template, and stands between its tags.
 */
export type HtmlValue =
  | Html
  | Css
  | Script
  | string
  | number
  | null
  | undefined
  | false
  | readonly HtmlValue[];

/**
 * Markup with every interpolated value escaped, for text and for attributes in quotes. Markup in
 * markup and lists of it are put in as they are. No other function in the room escapes for HTML.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings, values);
}

function markupOf(value: HtmlValue): string {
  if (value instanceof Html || value instanceof Css || value instanceof Script) {
    return value.toString();
  }
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "object") return value.map(markupOf).join("");
  return String(value).replace(/[&<>"'`]/gu, (character) => `&#${character.charCodeAt(0)};`);
}
