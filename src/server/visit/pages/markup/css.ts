import { contrast, isHexColor, luminance, rgbOf } from "../../../../util/contrast.ts";

/** A style that is safe to stand between style tags. Only {@link css} makes it. */
export class Css {
  readonly #rules: string;

  constructor(strings: readonly string[], values: readonly CssValue[]) {
    const raw = strings.map((part) => part.replace(/\s+/gu, " "));
    this.#rules = String.raw({ raw }, ...values.map(String));
  }

  toString(): string {
    return this.#rules;
  }
}

/** `#RRGGBB`, checked. */
export type Color = string & { readonly color: unique symbol };
type CssValue = Css | Color | number;

/** Rules that take checked colours and numbers only, never a text. */
export function css(strings: TemplateStringsArray, ...values: readonly CssValue[]): Css {
  return new Css(strings, values);
}

/** Null: not a colour. */
export function colorOf(text: string | undefined): Color | null {
  // The pattern is what the type says.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return text !== undefined && isHexColor(text) ? (text as Color) : null;
}

/** The one of the two that is easier to read on the colour; at least 4.5:1 (WCAG 2.2, 1.4.3). */
export function readableOn(background: Color): Color {
  const [light, dark] = [constant("#ffffff"), constant("#000000")];
  const share = luminance(rgbOf(background));
  return 1.05 / (share + 0.05) >= (share + 0.05) / 0.05 ? light : dark;
}

/** The colour, where it can be read on the other one (WCAG 2.2, 1.4.3: 4.5:1); else black or white. */
export function readable(color: Color, background: Color): Color {
  return contrast(rgbOf(color), rgbOf(background)) >= 4.5 ? color : readableOn(background);
}

/** A colour that stands in the code. */
export function constant(text: `#${string}`): Color {
  const color = colorOf(text);
  if (color === null) throw new Error(`${text} is not a colour.`);
  return color;
}
