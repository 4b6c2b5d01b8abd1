import { normalized } from "../../../contract/fields/normalized.ts";

/**
 * Two aliases that differ only in case, in Unicode form, in ي/ی or ك/ک, or in the script of their
 * digits are the same alias. Folding what is folded changes nothing.
 */
export function foldAlias(alias: string): string {
  // Most aliases, and each visit asks for one.
  if (isAscii(alias)) return alias.toLowerCase();
  return normalized(alias).toLowerCase().replace(written, foldLetter).normalize("NFC");
}

/** Whether a name is spelled as another one, not only alike; the Unicode form is no spelling. */
export function isSpelledAs(name: string, other: string): boolean {
  return name === other || normalized(name) === normalized(other);
}

const written = /[\u064a\u0643]|(?![0-9])\p{Nd}/gu;
/** What letters and digits fold to, as far as they have been met: at most a few hundred. */
const folds = new Map([
  ["\u064a", "\u06cc"],
  ["\u0643", "\u06a9"],
]);
const digit = /\p{Nd}/u;

function foldLetter(letter: string): string {
  const known = folds.get(letter);
  if (known !== undefined) return known;
  const folded = asciiDigit(letter);
  folds.set(letter, folded);
  return folded;
}

/** The digits of a script stand in a row from 0 to 9, and rows may follow each other. */
function asciiDigit(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  let first = code;
  while (digit.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

function isAscii(text: string): boolean {
  for (let place = 0; place < text.length; place += 1) {
    if (text.charCodeAt(place) > 127) return false;
  }
  return true;
}
