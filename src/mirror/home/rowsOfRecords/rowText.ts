import { mostRowBytes } from "../../wire/rows.ts";

/** A row as it is pushed; null: it is longer than the edge takes. */
export function rowText(row: object): string | null {
  const text = JSON.stringify(row);
  // A character takes three bytes at most.
  if (text.length * 3 <= mostRowBytes) return text;
  return Buffer.byteLength(text) <= mostRowBytes ? text : null;
}
