import { comesMore } from "../../util/comesMore.ts";

/** Entries of a list or an object, and objects in all, that a file from elsewhere may have; twice what is ever used of them. */
export const mostEntries = 20_000;

/** Levels of a document; it has seven of them. Looking into deeper ones takes long, or ends the process. */
export const deepest = 32;

export function hasEndlessList(value: unknown, most = mostEntries): boolean {
  if (typeof value !== "object" || value === null) return false;
  const parts: readonly unknown[] = Object.values(value);
  return parts.length > most || parts.some((part) => hasEndlessList(part, most));
}

/** Entries of all lists and objects in it; of more than `most`, or of very deep ones, only that they are more. */
export function entriesIn(value: unknown, most: number, level = 0): number {
  if (typeof value !== "object" || value === null) return 0;
  if (level > deepest) return Infinity;
  const parts: readonly unknown[] = Object.values(value);
  let entries = parts.length;
  for (let at = 0; at < parts.length && entries <= most; at += 1) {
    entries += entriesIn(parts[at], most, level + 1);
  }
  return entries;
}

/**
 * Undefined: it has more entries. A schema says of each wrong one what is wrong: a megabyte of them took gigabytes.
 * Throws on what is no JSON.
 */
export function boundedJson(text: Buffer | string, most = mostEntries): unknown {
  if (comesMore(text, "{", most)) return undefined;
  const value: unknown = JSON.parse(String(text));
  return hasEndlessList(value, most) ? undefined : value;
}
