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
  return text !== undefined && /^#[\da-f]{6}$/iu.test(text) ? (text as Color) : null;
}

/** The one of the two that is easier to read on the colour; at least 4.5:1 (WCAG 2.2, 1.4.3). */
export function readableOn(background: Color): Color {
  const [light, dark] = [constant("#ffffff"), constant("#000000")];
  const luminance = luminanceOf(background);
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? light : dark;
}

/** The colour, where it can be read on the other one (WCAG 2.2, 1.4.3: 4.5:1); else black or white. */
export function readable(color: Color, background: Color): Color {
  const [lighter, darker] = [luminanceOf(color), luminanceOf(background)].toSorted((a, b) => b - a);
  const contrast = ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
  return contrast >= 4.5 ? color : readableOn(background);
}

/** A colour that stands in the code. */
export function constant(text: `#${string}`): Color {
  const color = colorOf(text);
  if (color === null) throw new Error(`${text} is not a colour.`);
  return color;
}

/** Relative luminance, WCAG 2.2. */
function luminanceOf(color: Color): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const part = Number.parseInt(color.slice(place, place + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
