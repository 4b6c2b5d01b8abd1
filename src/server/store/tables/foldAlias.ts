/** Two aliases that differ only in case or Unicode form are the same alias. */
export function foldAlias(alias: string): string {
  // Most aliases, and each visit asks for one.
  if (isAscii(alias)) return alias.toLowerCase();
  return alias.normalize("NFC").toLowerCase().normalize("NFC");
}

function isAscii(text: string): boolean {
  for (let place = 0; place < text.length; place += 1) {
    if (text.charCodeAt(place) > 127) return false;
  }
  return true;
}
