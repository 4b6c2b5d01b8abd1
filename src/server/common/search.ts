import { normalized } from "../../contract/fields/normalized.ts";

/** Whether an item's texts, folded and joined, have the words. */
export type FoldedSearch = (folded: string) => boolean;

/** Whether an item's texts have the words, in any order, each in any of them. */
export type Search = (texts: readonly (string | undefined)[]) => boolean;

/** Absent and empty searches match everything: undefined. */
export function createSearch(words: string | undefined): Search | undefined {
  const finds = createFoldedSearch(words);
  return finds === undefined ? undefined : (texts) => finds(foldTexts(texts));
}

/**
 * Words are told apart by white space, and found in any order. Punctuation inside one stands for
 * any punctuation: `tea-5` finds `Tea 5`, and so does `tea 5` find `tea-5`.
 */
export function createFoldedSearch(words: string | undefined): FoldedSearch | undefined {
  const typed = (words ?? "").trim();
  if (typed === "") return undefined;
  const sought = typed
    .split(/\s+/)
    .map((word) => fold(word).trim())
    .filter((word) => word !== "");
  // Punctuation alone says nothing that could be found.
  if (sought.length === 0) return () => false;
  const [only = "", ...others] = sought;
  if (others.length === 0) return (folded) => folded.includes(only);
  return (folded) => sought.every((word) => folded.includes(word));
}

/** Between texts: no word is in two of them. */
const border = "\n";

export function foldTexts(texts: readonly (string | undefined)[]): string {
  let all = "";
  for (const text of texts) if (text !== undefined && text !== "") all += text + border;
  return fold(all);
}

/** Texts as searches compare them: in small letters, with one space for any punctuation. */
function fold(text: string): string {
  if (/^[\n\x20-\x7e]*$/.test(text)) return text.toLowerCase().replace(/[^a-z0-9\n]+/g, " ");
  return normalized(text)
    .toLowerCase()
    .replace(/\u0640|[\u064b-\u0652]|\u0670/g, "")
    .replace(/[يىك]|[\u0660-\u0669]|[\u06f0-\u06f9]/g, foldedLetter)
    .replace(/[[\p{P}\p{Z}\p{Cc}\p{Cf}\p{Sc}\p{Sk}\p{Sm}]--\n]+/gv, " ");
}

/** Arabic and Persian write some letters and the digits each in a way of their own. */
function foldedLetter(letter: string): string {
  if (letter === "ك") return "ک";
  if (letter === "ي" || letter === "ى") return "ی";
  return String(letter.charCodeAt(0) & 0xf);
}
