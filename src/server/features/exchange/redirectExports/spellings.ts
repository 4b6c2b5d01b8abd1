import { foldAlias } from "../../../store/tables/foldAlias.ts";
import type { StaticLink } from "./staticLinks.ts";

/** Letters of A to Z alone: what a server calls lower case. */
export function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function withDigitsFrom(text: string, zero: number): string {
  return text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

const persianZero = 0x6f0;
const arabicZero = 0x660;

/**
 * The spellings of an alias that a server has to be told one by one, the alias itself first: as it
 * is, in lower and in upper case, with a capital; of scripts that have them, with the other forms
 * of ی and ک and the other digits. Waypost takes mixtures of these too.
 */
export function spellingsOf(alias: string): readonly string[] {
  const own = alias.normalize("NFC");
  const folded = foldAlias(own);
  const capital = folded.replace(/^./u, (letter) => letter.toUpperCase());
  const written = [own, folded, folded.toUpperCase(), capital];
  // oxlint-disable-next-line no-control-regex -- plain letters and digits need no second look
  if (!/^[\x00-\x7f]*$/.test(own)) {
    const arabic = folded.replaceAll("ی", "ي").replaceAll("ک", "ك");
    written.push(
      arabic,
      withDigitsFrom(folded, persianZero),
      withDigitsFrom(arabic, arabicZero),
      withDigitsFrom(folded, arabicZero),
    );
  }
  return [...new Set(written)].filter(
    (spelling) => spelling === own || foldAlias(spelling) === folded,
  );
}

/** The spellings in which a link answers, each of which a server has to be told. */
export function answeredSpellings({ alias, isAlike, twins }: StaticLink): readonly string[] {
  const others = new Set(twins.map((twin) => twin.normalize("NFC")));
  const spellings = isAlike ? spellingsOf(alias) : [alias.normalize("NFC")];
  return spellings.filter((spelling) => !others.has(spelling));
}

/** The same for a server to which A and a are one. */
export function spellingsInAnyCase(alias: string): readonly string[] {
  return [...new Set(spellingsOf(alias).map(asciiLower))];
}
