import { getHeapStatistics } from "node:v8";
import { TooMuchMemory } from "../store.ts";

/** Bytes of a value of its own: a number that doesn't fit into its place, and the head of all others. */
const bytesOfHead = 24;
/** Bytes of a place in an object or list. */
const bytesOfPlace = 8;
/** Fields up to which records of one kind share their names. */
const mostShared = 32;
/** Bytes that each tag takes in the index of tags, as measured: its maps and its set of links. */
const bytesOfTag = 460;

/** Bytes that the process may still take for objects: with more it ends. */
export function freeHeap(): number {
  const { heap_size_limit: most, used_heap_size: used } = getHeapStatistics();
  return most - used;
}

/** Counts what the records of a file take in memory, and throws once that is too much. */
export function createMemoryCount(path: string, mostMemory: number) {
  const tags = new Set<unknown>();
  let records = 0;
  return (record: { readonly id: number; readonly tags?: unknown }): void => {
    if (mostMemory === Infinity) return;
    records += memoryOf(record);
    if (Array.isArray(record.tags)) for (const tag of record.tags) tags.add(tag);
    if (records + bytesOfTag * tags.size > mostMemory) throw new TooMuchMemory(path);
  };
}

/** Bytes that what was parsed of JSON takes in memory, about. */
function memoryOf(value: unknown): number {
  if (typeof value === "string") return bytesOfHead + bytesOf(value);
  if (typeof value !== "object" || value === null) return bytesOfHead;
  const isList = Array.isArray(value);
  const parts: readonly unknown[] = isList ? value : Object.values(value);
  let bytes = bytesOfHead + bytesOfPlace * parts.length;
  if (!isList && parts.length > mostShared) {
    // Each name is kept with its value, in a table that is half empty.
    for (const name of Object.keys(value)) bytes += bytesOfHead + bytesOf(name) + 5 * bytesOfPlace;
  }
  for (const part of parts) bytes += memoryOf(part);
  return bytes;
}

/** A text with a letter beyond Latin-1 takes two bytes for each. */
function bytesOf(text: string): number {
  return /[^\0-\u00ff]/.test(text) ? 2 * text.length : text.length;
}
