import { createHash } from "node:crypto";

/**
 * The hashes of links' passwords are in one table of the history: elsewhere in it a word stands for
 * each. So one that was taken away is erased without touching the rest.
 */
const wordStart = "kept:";

/** A word, where there was a word before, is itself. */
export function wordFor(hash: string): string {
  if (isPasswordWord(hash)) return hash;
  return wordStart + createHash("sha256").update(hash).digest("base64url");
}

export function isPasswordWord(value: unknown): value is string {
  return typeof value === "string" && value.startsWith(wordStart);
}

/**
 * Stands in the history for a link's password whose hash is kept nowhere any more, because it was
 * taken away: nothing can bring it back.
 */
export const erasedPassword = "erased";

export function isErasedPassword(value: unknown): boolean {
  return Object.is(value, erasedPassword);
}
