import { markColors } from "../../../contract/fields/markColors.ts";
import { contrast, rgbOf } from "../../../util/contrast.ts";

/** Colors to choose from, by what people call them. */
export const namedColours = {
  ...markColors,
  ink: "#211D17",
  paper: "#FFFDF9",
} as const;
export type NamedColour = keyof typeof namedColours;

/** `#RRGGBB` of `#RGB`, `#RRGGBB` or `rgb(r,g,b)`, in upper case; null: it is none of them. */
export function hexOf(text: string): string | null {
  const typed = text.trim();
  const short = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(typed);
  if (short !== null)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join("")}`.toUpperCase();
  if (/^#?[0-9a-f]{6}$/i.test(typed)) return `#${typed.replace("#", "")}`.toUpperCase();
  const shares = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i.exec(typed)?.slice(1);
  if (shares === undefined || shares.some((share) => Number(share) > 255)) return null;
  const digits = shares.map((share) => Number(share).toString(16).padStart(2, "0"));
  return `#${digits.join("")}`.toUpperCase();
}

/** WCAG 2.2, "contrast ratio": 1 to 21; null where one of them is no colour. */
export function contrastOf(one: string, other: string): number | null {
  const [first, second] = [hexOf(one), hexOf(other)];
  if (first === null || second === null) return null;
  return contrast(rgbOf(first), rgbOf(second));
}
