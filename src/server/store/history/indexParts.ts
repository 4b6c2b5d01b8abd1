import type { Collection } from "../records.ts";
import { pauseAfter } from "../pause.ts";
import { mergeRows, sortedRows } from "./rows.ts";
import {
  blockPlace,
  type BlockRow,
  blockRow,
  joinedSetRow,
  nameKey,
  nameRow,
  readBlockRow,
  readSetRow,
  recordRow,
  removalRow,
  rowBytes,
  type Section,
  sections,
  type SetRow,
  setRow,
} from "./indexRows.ts";
import type { LineFacts } from "./journalEntry.ts";

/** The index of some lines that follow each other: sorted rows, section by section. */
export interface IndexPart {
  /** Numbers of the commits that it covers, those without an author as well. */
  readonly first: number;
  readonly last: number;
  /** Bytes of its blocks. */
  readonly bytes: number;
  readonly operations: readonly string[];
  readonly rows: Readonly<Record<Section, Buffer>>;
}

export interface Counts {
  added: number;
  changed: number;
  removed: number;
}

/** What the lines of one set add up to. */
export interface SetSum {
  readonly line: LineFacts;
  readonly counts: Map<Collection, Counts>;
  isBegun: boolean;
  isEnded: boolean;
  lastBlock: number;
  readonly firstBlock: number;
}

export function addToSum(sum: SetSum, { mark, deeds }: LineFacts): void {
  sum.isBegun ||= mark === "begin";
  sum.isEnded ||= mark === "end";
  for (const { collection, kind } of deeds) {
    const counts = sum.counts.get(collection) ?? { added: 0, changed: 0, removed: 0 };
    counts[kind] += 1;
    sum.counts.set(collection, counts);
  }
}

export function emptySum(line: LineFacts, block: number): SetSum {
  const counts = new Map<Collection, Counts>();
  return { line, counts, isBegun: false, isEnded: false, firstBlock: block, lastBlock: block };
}

/** Takes lines in their order, and gives their index. For so many as fit into one go. */
export function createIndexPart(firstCommit: number) {
  const sums = new Map<number, SetSum>();
  const operations: string[] = [];
  const blocks: Buffer[] = [];
  /** Rows of sets that have one commit. */
  const alone: Buffer[] = [];
  const rows: Record<Exclude<Section, "blocks" | "sets">, Buffer[]> = {
    records: [],
    removals: [],
    names: [],
  };
  let bytes = 0;

  function operationOf(word: string): number {
    const known = operations.indexOf(word);
    return known === -1 ? operations.push(word) - 1 : known;
  }

  /** A set of its own, as most are. */
  function takeAlone(line: LineFacts, block: number): void {
    const { set, at, origin, deeds } = line;
    const [first] = deeds;
    if (first === undefined) return;
    if (deeds.some(({ collection }) => collection !== first.collection)) {
      const sum = emptySum(line, block);
      addToSum(sum, line);
      alone.push(...setRowsOf(sum));
      return;
    }
    let added = 0;
    let changed = 0;
    let removed = 0;
    for (const { kind } of deeds) {
      if (kind === "added") added += 1;
      else if (kind === "changed") changed += 1;
      else removed += 1;
    }
    const row: SetRow = {
      set,
      collection: first.collection,
      at,
      by: origin.by,
      scope: origin.scope,
      operation: operationOf(origin.operation),
      isBegun: false,
      isEnded: false,
      undoes: origin.undoes ?? 0,
      added,
      changed,
      removed,
      firstBlock: block,
      lastBlock: block,
    };
    alone.push(setRow(row));
  }

  function setRowsOf(sum: SetSum): Buffer[] {
    const { line, firstBlock, lastBlock, isBegun, isEnded } = sum;
    const common = {
      set: line.set,
      at: line.at,
      by: line.origin.by,
      scope: line.origin.scope,
      operation: operationOf(line.origin.operation),
      undoes: line.origin.undoes ?? 0,
      firstBlock,
      lastBlock,
    };
    const of = (collection: Collection | null, counts: Counts) =>
      setRow({ ...common, collection, ...counts, isBegun, isEnded });
    const rowsOfSet = [...sum.counts].map(([collection, counts]) => of(collection, counts));
    const isMarked = isBegun || isEnded;
    return isMarked ? [...rowsOfSet, of(null, { added: 0, changed: 0, removed: 0 })] : rowsOfSet;
  }

  return {
    get changes() {
      return rows.records.length;
    },
    take(line: LineFacts, block: number): void {
      const { commit, deeds, names } = line;
      for (const deed of deeds) {
        rows.records.push(recordRow(deed, commit, block));
        if (deed.kind === "removed") rows.removals.push(removalRow(deed, commit, block));
      }
      for (const { alias, domain } of names) {
        rows.names.push(nameRow(nameKey(alias, domain), commit, block));
      }
      if (line.set === line.commit && line.mark === null) {
        takeAlone(line, block);
        return;
      }
      const sum = sums.get(line.set) ?? emptySum(line, block);
      sums.set(line.set, sum);
      addToSum(sum, line);
      sum.lastBlock = block;
    },
    /** After so many bytes of its file that are no block. */
    block(block: Omit<BlockRow, "offset">, passed = 0): void {
      blocks.push(blockRow({ ...block, offset: bytes + passed }));
      bytes += passed + block.bytes;
    },
    pass(passed: number): void {
      bytes += passed;
    },
    finish(last: number): IndexPart {
      return {
        first: firstCommit,
        last,
        bytes,
        rows: {
          blocks: Buffer.concat(blocks),
          sets: sortedRows([...alone, ...[...sums.values()].flatMap(setRowsOf)]),
          records: sortedRows(rows.records),
          removals: sortedRows(rows.removals),
          names: sortedRows(rows.names),
        },
        operations,
      };
    },
  };
}

/** Several indexes that follow each other as one; their blocks stand one after the other. */
export async function joinParts(parts: readonly IndexPart[]): Promise<IndexPart> {
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) throw new RangeError("Nothing to join.");
  if (first === last) return first;
  const operations = [...new Set(parts.flatMap((part) => part.operations))];
  const moved: Record<Section, Buffer>[] = [];
  let bytes = 0;
  let blocks = 0;
  for (const part of parts) {
    moved.push(await movedRows(part, { bytes, blocks, operations }));
    bytes += part.bytes;
    blocks += part.rows.blocks.length / rowBytes.blocks;
  }
  const runs = (section: Section) => moved.map((rows) => rows[section]);
  const rows = {
    blocks: Buffer.concat(runs("blocks")),
    sets: await joinedSets(await mergeRows(runs("sets"), rowBytes.sets)),
    records: await mergeRows(runs("records"), rowBytes.records),
    removals: await mergeRows(runs("removals"), rowBytes.removals),
    names: await mergeRows(runs("names"), rowBytes.names),
  };
  return { first: first.first, last: last.last, bytes, operations, rows };
}

/** The rows of a part as they stand where its blocks come after others. */
async function movedRows(
  part: IndexPart,
  to: { bytes: number; blocks: number; operations: readonly string[] },
): Promise<Record<Section, Buffer>> {
  const pause = pauseAfter();
  const rows = { ...part.rows };
  const places = part.operations.map((word) => to.operations.indexOf(word));
  for (const section of sections) {
    const length = rowBytes[section];
    const copy = Buffer.from(part.rows[section]);
    for (let place = 0; place < copy.length; place += length) {
      if (section === "blocks") copy.writeUIntBE(copy.readUIntBE(place, 6) + to.bytes, place, 6);
      else {
        for (const byte of blockPlace[section]) {
          copy.writeUInt16BE(copy.readUInt16BE(place + byte) + to.blocks, place + byte);
        }
      }
      if (section === "sets") {
        copy.writeUInt16BE(places[copy.readUInt16BE(place + 15)] ?? 0, place + 15);
      }
      if (pause.isDue()) await pause.now();
    }
    rows[section] = copy;
  }
  return rows;
}

/** Where a set goes over from one part to the next, it has one row for each collection. */
async function joinedSets(rows: Buffer): Promise<Buffer> {
  const pause = pauseAfter();
  const length = rowBytes.sets;
  const joined = Buffer.allocUnsafe(rows.length);
  let end = 0;
  for (let place = 0; place < rows.length; place += length) {
    const isSame =
      end > 0 && joined.compare(rows, place, place + 7, end - length, end - length + 7) === 0;
    if (isSame) {
      const one = readSetRow(joined.subarray(end - length, end));
      setRow(joinedSetRow(one, readSetRow(rows.subarray(place, place + length)))).copy(
        joined,
        end - length,
      );
    } else {
      rows.copy(joined, end, place, place + length);
      end += length;
    }
    if (pause.isDue()) await pause.now();
  }
  return joined.subarray(0, end);
}

/** What is told of an index before any of its rows is looked at. */
export interface IndexSummary {
  /** How many sets that are whole here there are of each kind. */
  readonly kinds: readonly SetKind[];
  /** Sets that are begun here and not ended, or that were begun before. */
  readonly open: readonly number[];
  readonly continued: readonly number[];
  /** Sets that take another one back, and which. */
  readonly undoes: readonly (readonly [set: number, undone: number])[];
  readonly firstAt: number;
  readonly lastAt: number;
}

export interface SetKind {
  readonly by: SetRow["by"];
  readonly scope: SetRow["scope"];
  readonly collections: readonly Collection[];
  readonly count: number;
}

export async function summaryOf(part: IndexPart): Promise<IndexSummary> {
  const pause = pauseAfter();
  const kinds = new Map<string, SetKind>();
  const open: number[] = [];
  const continued: number[] = [];
  const undoes: (readonly [number, number])[] = [];
  const { sets, blocks } = part.rows;
  let firstAt = Number.MAX_SAFE_INTEGER;
  let lastAt = 0;
  for (let place = 0; place < blocks.length; place += rowBytes.blocks) {
    const block = readBlockRow(blocks.subarray(place, place + rowBytes.blocks));
    firstAt = Math.min(firstAt, block.firstAt);
    lastAt = Math.max(lastAt, block.lastAt);
  }
  /** Where the row of each kind of set that has one row, as most have, was met first; and how many. */
  const plain = new Map<number, { place: number; count: number }>();
  for (let place = 0; place < sets.length;) {
    if (pause.isDue()) await pause.now();
    if (isPlain(sets, place) && sets.readUIntBE(place, 6) >= part.first) {
      const kind = plainKind(sets, place);
      const known = plain.get(kind);
      if (known === undefined) plain.set(kind, { place, count: 1 });
      else known.count += 1;
      place += rowBytes.sets;
      continue;
    }
    const rows: SetRow[] = [];
    const set = sets.readUIntBE(place, 6);
    for (; place < sets.length && sets.readUIntBE(place, 6) === set; place += rowBytes.sets) {
      rows.push(readSetRow(sets.subarray(place, place + rowBytes.sets)));
    }
    const [first] = rows;
    if (first === undefined) continue;
    if (first.undoes !== 0) undoes.push([set, first.undoes]);
    if (set < part.first) continued.push(set);
    else if (isOpen(rows)) open.push(set);
    else {
      const collections = rows.flatMap(({ collection }) => collection ?? []);
      if (collections.length === 0) continue;
      const key = [first.by, first.scope, ...collections].join(" ");
      const count = (kinds.get(key)?.count ?? 0) + 1;
      kinds.set(key, { by: first.by, scope: first.scope, collections, count });
    }
  }
  for (const { place, count: more } of plain.values()) {
    const { by, scope, collection } = readSetRow(sets.subarray(place, place + rowBytes.sets));
    if (collection === null) continue;
    const key = [by, scope, collection].join(" ");
    const count = (kinds.get(key)?.count ?? 0) + more;
    kinds.set(key, { by, scope, collections: [collection], count });
  }
  return { kinds: [...kinds.values()], open, continued, undoes, firstAt, lastAt };
}

/** The only row of its set, without marks, of one that takes nothing back. */
function isPlain(sets: Buffer, place: number): boolean {
  const next = place + rowBytes.sets;
  return (
    sets[place + 17] === 0 &&
    sets.readUIntBE(place + 18, 6) === 0 &&
    (next >= sets.length || sets.readUIntBE(next, 6) !== sets.readUIntBE(place, 6))
  );
}

/** Collection, author and scope of a row. */
function plainKind(sets: Buffer, place: number): number {
  return ((sets[place + 6] ?? 0) << 16) | sets.readUInt16BE(place + 13);
}

export function isOpen(rows: readonly SetRow[]): boolean {
  return rows.some(({ isBegun }) => isBegun) && !rows.some(({ isEnded }) => isEnded);
}
