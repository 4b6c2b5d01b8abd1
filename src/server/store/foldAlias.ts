/** Two aliases that differ only in case or Unicode form are the same alias. */
export function foldAlias(alias: string): string {
  return alias.normalize("NFC").toLowerCase().normalize("NFC");
}
