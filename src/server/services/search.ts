/** Whether any of an item's texts has the words, in any case. */
export type Search = (...texts: readonly (string | undefined)[]) => boolean;

/** Absent and empty searches match everything: undefined. */
export function createSearch(words: string | undefined): Search | undefined {
  if (words === undefined || words === "") return undefined;
  const pattern = new RegExp(escaped(words.normalize("NFC")), "iu");
  return (...texts) => texts.some((text) => text !== undefined && pattern.test(text));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
