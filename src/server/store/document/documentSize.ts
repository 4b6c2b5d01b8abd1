import { getHeapStatistics } from "node:v8";
import { largest } from "../unavailable.ts";

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

/** Bytes that the indexes take for each record, as measured: 130 to 190. */
const bytesOfIndexes = 160;
/** Bytes that the counters of a link or QR code take once somebody has come, as measured; more where many come. */
export const bytesOfCounters = 2_000;
const collectionsWithCounters: readonly string[] = ["links", "qrCodes"];
/** Two thirds, as of all memory, of what V8 has for short-lived objects alone: 192 MiB in any heap. */
const mostYoung = (192 * 2 ** 20 * 2) / 3;
/** Of what a start has memory for, what changes may use: the next one can have a little less. */
export const shareOfChanges = 0.9;

interface Sized {
  readonly id: number;
  readonly tags?: unknown;
}

/** What the records of a document take in memory and in the file; of what a start can take. */
export interface DocumentSize {
  /** @param bytes of its JSON, where they are known */
  add(collection: string, record: Sized, bytes?: number): void;
  remove(collection: string, record: Sized): void;
  /** @param memoryWith bytes that counters take or may come to take with so many links and QR codes */
  watchCounters(memoryWith: (records: number) => number): void;
  /** Whether the records alone, without indexes and counters, take more memory than there is. */
  readonly isOverMemory: boolean;
  /** How much of what a start has memory for is used; 1: all of it. */
  readonly share: number;
  /** Whether a change that found this share used has made it too much. */
  isOverfullSince(share: number): boolean;
}

/** @param mostMemory Infinity: nothing is counted */
export function createDocumentSize(
  mostMemory: number,
  mostBytes: number = largest.document,
): DocumentSize {
  /** How many records have each tag. */
  const tags = new Map<unknown, number>();
  const mostChanged = Math.max(mostMemory - mostYoung, mostMemory / 4);
  let records = 0;
  let recordsWithCounters = 0;
  let memoryOfCounters = (withCounters: number) => bytesOfCounters * withCounters;
  let memory = 0;
  let bytes = 0;

  function count(collection: string, record: Sized, json: number, sign: 1 | -1): void {
    records += sign;
    if (collectionsWithCounters.includes(collection)) recordsWithCounters += sign;
    bytes += sign * json;
    memory += sign * memoryOf(record);
    if (!Array.isArray(record.tags)) return;
    for (const tag of record.tags) {
      const having = (tags.get(tag) ?? 0) + sign;
      if (having > 0) tags.set(tag, having);
      else tags.delete(tag);
    }
  }

  const memoryOfRecords = () => memory + bytesOfTag * tags.size;
  const memoryBesides = () => bytesOfIndexes * records + memoryOfCounters(recordsWithCounters);
  const share = () =>
    Math.max((memoryOfRecords() + memoryBesides()) / mostChanged, bytes / mostBytes);
  return {
    add(collection, record, json = jsonBytesOf(record)) {
      if (mostMemory < Infinity) count(collection, record, json, 1);
    },
    remove(collection, record) {
      if (mostMemory < Infinity) count(collection, record, jsonBytesOf(record), -1);
    },
    watchCounters: (memoryWith) => void (memoryOfCounters = memoryWith),
    get isOverMemory() {
      return memoryOfRecords() > mostMemory;
    },
    get share() {
      return share();
    },
    isOverfullSince: (before) => share() > Math.max(shareOfChanges, before),
  };
}

function jsonBytesOf(record: Sized): number {
  return Buffer.byteLength(JSON.stringify(record));
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
