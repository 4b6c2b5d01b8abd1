import type { Collection } from "../records.ts";
import { pauseAfter } from "./pause.ts";
import { mergeRows, sortedRows } from "./rows.ts";
import type { BlockRow, Section, SetRow } from "./indexRows.ts";
import {
  blockPlace,
  blockRow,
  joinedSetRow,
  nameKey,
  nameRow,
  readBlockRow,
  readSetRow,
  recordRow,
  removalRow,
  rowBytes,
  sections,
  setOfRow,
  setRow,
} from "./indexRows.ts";
import { deedOf, formerNameOf, type Deed, type ToldLine } from "./toldLine.ts";

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
  readonly line: ToldLine;
  readonly counts: Map<Collection, Counts>;
  isBegun: boolean;
  isEnded: boolean;
  lastBlock: number;
  readonly firstBlock: number;
}

export function addToSum(sum: SetSum, { mark }: ToldLine, deeds: readonly Deed[]): void {
  sum.isBegun ||= mark === "begin";
  sum.isEnded ||= mark === "end";
  for (const { collection, kind } of deeds) {
    const counts = sum.counts.get(collection) ?? { added: 0, changed: 0, removed: 0 };
    counts[kind] += 1;
    sum.counts.set(collection, counts);
  }
}

export function emptySum(line: ToldLine, block: number): SetSum {
  const counts = new Map<Collection, Counts>();
  return { line, counts, isBegun: false, isEnded: false, firstBlock: block, lastBlock: block };
}

/** Takes lines in their order, and gives their index. For so many as fit into one go. */
export function createIndexPart(first: number) {
  const sums = new Map<number, SetSum>();
  const operations: string[] = [];
  const blocks: Buffer[] = [];
  const rows: Record<Exclude<Section, "blocks" | "sets">, Buffer[]> = {
    records: [],
    removals: [],
    names: [],
  };
  let bytes = 0;

  function takeChange(change: unknown, commit: number, block: number): Deed | null {
    const deed = deedOf(change);
    if (deed === null) return null;
    rows.records.push(recordRow(deed, commit, block));
    if (deed.kind === "removed") rows.removals.push(removalRow(deed, commit, block));
    const former = deed.kind === "added" ? null : formerNameOf(change);
    if (former !== null) {
      rows.names.push(nameRow(nameKey(former.alias, former.domain), commit, block));
    }
    return deed;
  }

  function operationOf(word: string): number {
    const known = operations.indexOf(word);
    return known === -1 ? operations.push(word) - 1 : known;
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
    take(line: ToldLine, block: number): void {
      const deeds = line.changes
        .map((change) => takeChange(change, line.commit, block))
        .filter((deed) => deed !== null);
      const sum = sums.get(line.set) ?? emptySum(line, block);
      sums.set(line.set, sum);
      addToSum(sum, line, deeds);
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
        first,
        last,
        bytes,
        rows: {
          blocks: Buffer.concat(blocks),
          sets: sortedRows([...sums.values()].flatMap(setRowsOf)),
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
  for (let place = 0; place < sets.length;) {
    const rows: SetRow[] = [];
    const set = setOfRow(sets.subarray(place));
    for (; place < sets.length && setOfRow(sets.subarray(place)) === set; place += rowBytes.sets) {
      rows.push(readSetRow(sets.subarray(place, place + rowBytes.sets)));
    }
    if (pause.isDue()) await pause.now();
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
  return { kinds: [...kinds.values()], open, continued, undoes, firstAt, lastAt };
}

export function isOpen(rows: readonly SetRow[]): boolean {
  return rows.some(({ isBegun }) => isBegun) && !rows.some(({ isEnded }) => isEnded);
}
