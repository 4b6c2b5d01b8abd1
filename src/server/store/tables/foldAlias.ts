/**
 * Two aliases that differ only in case, Unicode form, the script of their digits, or in letters that keyboards of Persian
 * and Arabic give for one another, are the same alias.
 */
export function foldAlias(alias: string): string {
  // Most aliases, and each visit asks for one.
  if (isAscii(alias)) return alias.toLowerCase();
  return foldCase(alias)
    .replaceAll("\u064A", "\u06CC")
    .replaceAll("\u0643", "\u06A9")
    .replace(/\p{Nd}/gu, asciiDigit);
}

/** As far as folders of former versions told aliases apart: theirs go on as they are. */
export function foldCase(alias: string): string {
  return alias.normalize("NFC").toLowerCase().normalize("NFC");
}

/** Unicode keeps the ten digits of a script together, in order. */
function asciiDigit(digit: string): string {
  const place = digit.codePointAt(0) ?? 0;
  let before = place;
  while (/\p{Nd}/u.test(String.fromCodePoint(before - 1))) before -= 1;
  return String((place - before) % 10);
}

function isAscii(text: string): boolean {
  for (let place = 0; place < text.length; place += 1) {
    if (text.charCodeAt(place) > 127) return false;
  }
  return true;
}
