/** Bytes of a value of its own: a number that doesn't fit into its place, and the head of all others. */
const bytesOfHead = 24;
/** Bytes of a place in an object or list. */
const bytesOfPlace = 8;
/** Fields up to which records of one kind share their names. */
const mostShared = 32;

/** Bytes that what was parsed of JSON takes in memory, about. */
export function memoryOf(value: unknown): number {
  if (typeof value === "string") return bytesOfHead + value.length;
  if (typeof value !== "object" || value === null) return bytesOfHead;
  const names = Array.isArray(value) ? [] : Object.keys(value);
  const parts: readonly unknown[] = Object.values(value);
  let bytes = bytesOfHead + bytesOfPlace * parts.length;
  if (names.length > mostShared) {
    // Each name is kept with its value, in a table that is half empty.
    for (const name of names) bytes += bytesOfHead + name.length + 5 * bytesOfPlace;
  }
  for (const part of parts) bytes += memoryOf(part);
  return bytes;
}
