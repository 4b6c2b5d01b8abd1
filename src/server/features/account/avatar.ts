import { createHash } from "node:crypto";

/** Where the account's picture is, below the base address. */
export const avatarPath = "/assets/avatar.svg";

/** Ink-like tones on which white letters stay readable (contrast 4.5:1 and more). */
const tones = ["#8A3B12", "#1F5F5B", "#2E4A7D", "#6B2D5C", "#3F5B1E", "#7A2E2E", "#4A3F7A"];

/** The first letters of the first two words of a name. */
function initials(name: string): string {
  const words = name.match(/[\p{L}\p{Nd}]+/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0));
  return letters.join("").toUpperCase();
}

/** A picture that stands for the account: its initials on a tone of its own (SVG). */
export function avatarPicture(username: string): string {
  const [first = 0] = createHash("sha256").update(username).digest();
  const tone = tones[first % tones.length];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="128" height="128">',
    `<rect width="128" height="128" rx="28" fill="${tone}"/>`,
    '<text x="64" y="64" dy="0.35em" text-anchor="middle" fill="#fff" font-size="56" ',
    `font-family="system-ui, sans-serif" font-weight="600">${initials(username)}</text>`,
    "</svg>",
  ].join("");
}
