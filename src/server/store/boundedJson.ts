import { comesMore } from "../../util/comesMore.ts";

/** Entries of a list or an object, and objects in all, that a file from elsewhere may have; twice what is ever used of them. */
export const mostEntries = 20_000;

export function hasEndlessList(value: unknown, most = mostEntries): boolean {
  if (typeof value !== "object" || value === null) return false;
  const parts: readonly unknown[] = Object.values(value);
  return parts.length > most || parts.some((part) => hasEndlessList(part, most));
}

/**
 * Undefined: it has more entries. A schema says of each wrong one what is wrong: a megabyte of them took gigabytes.
 * Throws on what is no JSON.
 */
export function boundedJson(bytes: Buffer, most = mostEntries): unknown {
  if (comesMore(bytes, "{", most)) return undefined;
  const value: unknown = JSON.parse(bytes.toString("utf8"));
  return hasEndlessList(value, most) ? undefined : value;
}
