import { createHash } from "node:crypto";
import type { Collection } from "../records.ts";
import type { Author, Origin } from "../store.ts";
import { authorCode, authorOf, collectionCode, collectionOf } from "./codes.ts";
import type { Deed } from "./journalEntry.ts";

/** The rows of an index, section by section. Each begins with what it is sorted by. */

export interface BlockRow {
  /** Byte of the data file, and bytes there. */
  readonly offset: number;
  readonly bytes: number;
  readonly first: number;
  readonly last: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Of its records. */
  readonly version: number;
}

export interface SetRow {
  readonly set: number;
  /** Null: the row of a set's marks. */
  readonly collection: Collection | null;
  readonly at: number;
  readonly by: Author;
  readonly scope: Origin["scope"];
  /** Place in the index's list of operations. */
  readonly operation: number;
  readonly isBegun: boolean;
  readonly isEnded: boolean;
  /** 0: none. */
  readonly undoes: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly firstBlock: number;
  readonly lastBlock: number;
}

export const rowBytes = { blocks: 40, sets: 40, records: 16, removals: 16, names: 16 } as const;
export type Section = keyof typeof rowBytes;
export const sections = Object.keys(rowBytes) as Section[];

/** Blocks of one file: their numbers have two bytes. */
export const mostBlocks = 60_000;

const noCollection = 255;
const kinds = ["added", "changed", "removed"] as const satisfies readonly Deed["kind"][];

export function blockRow(block: BlockRow): Buffer {
  const row = Buffer.allocUnsafe(rowBytes.blocks);
  row.writeUIntBE(block.offset, 0, 6);
  row.writeUInt32BE(block.bytes, 6);
  row.writeUIntBE(block.first, 10, 6);
  row.writeUIntBE(block.last, 16, 6);
  row.writeUIntBE(block.firstAt, 22, 6);
  row.writeUIntBE(block.lastAt, 28, 6);
  row.writeUInt16BE(block.version, 34);
  row.writeUInt32BE(0, 36);
  return row;
}

export function readBlockRow(row: Buffer): BlockRow {
  return {
    offset: row.readUIntBE(0, 6),
    bytes: row.readUInt32BE(6),
    first: row.readUIntBE(10, 6),
    last: row.readUIntBE(16, 6),
    firstAt: row.readUIntBE(22, 6),
    lastAt: row.readUIntBE(28, 6),
    version: row.readUInt16BE(34),
  };
}

export function setRow(set: SetRow): Buffer {
  const row = Buffer.allocUnsafe(rowBytes.sets);
  row.writeUIntBE(set.set, 0, 6);
  row.writeUInt8(set.collection === null ? noCollection : collectionCode(set.collection), 6);
  row.writeUIntBE(set.at, 7, 6);
  row.writeUInt8(authorCode(set.by), 13);
  row.writeUInt8(set.scope === "api" ? 0 : 1, 14);
  row.writeUInt16BE(set.operation, 15);
  row.writeUInt8((set.isBegun ? 1 : 0) | (set.isEnded ? 2 : 0), 17);
  row.writeUIntBE(set.undoes, 18, 6);
  row.writeUInt32BE(set.added, 24);
  row.writeUInt32BE(set.changed, 28);
  row.writeUInt32BE(set.removed, 32);
  row.writeUInt16BE(set.firstBlock, 36);
  row.writeUInt16BE(set.lastBlock, 38);
  return row;
}

export function readSetRow(row: Buffer): SetRow {
  const flags = row.readUInt8(17);
  return {
    set: row.readUIntBE(0, 6),
    collection: collectionOf(row.readUInt8(6)) ?? null,
    at: row.readUIntBE(7, 6),
    by: authorOf(row.readUInt8(13)),
    scope: row.readUInt8(14) === 0 ? "api" : "owner",
    operation: row.readUInt16BE(15),
    isBegun: (flags & 1) !== 0,
    isEnded: (flags & 2) !== 0,
    undoes: row.readUIntBE(18, 6),
    added: row.readUInt32BE(24),
    changed: row.readUInt32BE(28),
    removed: row.readUInt32BE(32),
    firstBlock: row.readUInt16BE(36),
    lastBlock: row.readUInt16BE(38),
  };
}

/** Where the rows of a set begin. */
export function setKey(set: number): Buffer {
  const key = Buffer.alloc(6);
  key.writeUIntBE(set, 0, 6);
  return key;
}

/** Of two rows of one set and collection; the earlier one comes first. */
export function joinedSetRow(one: SetRow, other: SetRow): SetRow {
  return {
    ...one,
    isBegun: one.isBegun || other.isBegun,
    isEnded: one.isEnded || other.isEnded,
    undoes: Math.max(one.undoes, other.undoes),
    at: Math.min(one.at, other.at),
    added: one.added + other.added,
    changed: one.changed + other.changed,
    removed: one.removed + other.removed,
    firstBlock: Math.min(one.firstBlock, other.firstBlock),
    lastBlock: Math.max(one.lastBlock, other.lastBlock),
  };
}

export function recordRow(deed: Deed, commit: number, block: number): Buffer {
  const row = Buffer.allocUnsafe(rowBytes.records);
  row.writeUInt8(collectionCode(deed.collection), 0);
  row.writeUIntBE(deed.id, 1, 6);
  row.writeUIntBE(commit, 7, 6);
  row.writeUInt8(kinds.indexOf(deed.kind), 13);
  row.writeUInt16BE(block, 14);
  return row;
}

export function recordKey(collection: Collection, id: number): Buffer {
  const key = Buffer.alloc(7);
  key.writeUInt8(collectionCode(collection), 0);
  key.writeUIntBE(id, 1, 6);
  return key;
}

export function readRecordRow(row: Buffer): { commit: number; block: number } {
  return { commit: row.readUIntBE(7, 6), block: row.readUInt16BE(14) };
}

export function removalRow({ collection, id }: Deed, commit: number, block: number): Buffer {
  const row = Buffer.allocUnsafe(rowBytes.removals);
  row.writeUInt8(collectionCode(collection), 0);
  row.writeUIntBE(commit, 1, 6);
  row.writeUIntBE(id, 7, 6);
  row.writeUInt8(0, 13);
  row.writeUInt16BE(block, 14);
  return row;
}

export function removalKey(collection: Collection): Buffer {
  return Buffer.of(collectionCode(collection));
}

export function readRemovalRow(row: Buffer): { commit: number; id: number; block: number } {
  return { commit: row.readUIntBE(1, 6), id: row.readUIntBE(7, 6), block: row.readUInt16BE(14) };
}

/** Names are found by a hash of what they fold to, and of their domain. */
export function nameKey(folded: string, domain: number | undefined): Buffer {
  return createHash("sha256")
    .update(`${domain ?? ""} ${folded}`)
    .digest()
    .subarray(0, 6);
}

export function nameRow(key: Buffer, commit: number, block: number): Buffer {
  const row = Buffer.allocUnsafe(rowBytes.names);
  key.copy(row, 0);
  row.writeUIntBE(commit, 6, 6);
  row.writeUInt16BE(block, 12);
  row.writeUInt16BE(0, 14);
  return row;
}

export function readNameRow(row: Buffer): { commit: number; block: number } {
  return { commit: row.readUIntBE(6, 6), block: row.readUInt16BE(12) };
}

/** Byte at which a row of a section names its block, or the first of its two. */
export const blockPlace: Readonly<Record<Exclude<Section, "blocks">, readonly number[]>> = {
  sets: [36, 38],
  records: [14],
  removals: [14],
  names: [12],
};
