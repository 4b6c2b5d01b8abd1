import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type FileSystem, replaceFile, writeAll } from "../fileSystem.ts";
import { seal, unseal } from "../lines.ts";
import { type BlockLines, blocksIn, createBlock, readBlock } from "./blocks.ts";
import {
  createIndexPart,
  type IndexPart,
  type IndexSummary,
  joinParts,
  summaryOf,
} from "./indexParts.ts";
import { mostBlocks, readBlockRow, rowBytes, type Section, sections } from "./indexRows.ts";
import { openRows, pagesOf, type Rows, RowsDamaged } from "./rows.ts";
import { factsOf, type LineFacts } from "./journalEntry.ts";
import { isObject } from "../../../util/isObject.ts";

/** A file of the history and its index, as their names say what is in them. */
export interface FileRange {
  /** Numbers of its first and its last commit. */
  readonly first: number;
  readonly last: number;
}

export interface HistoryFile extends FileRange {
  /** Bytes of both. */
  readonly bytes: number;
  /** Bytes of its lines alone. */
  readonly dataBytes: number;
  readonly changes: number;
  readonly blocks: number;
  readonly operations: readonly string[];
  readonly summary: IndexSummary;
  readonly rows: Readonly<Record<Section, Rows>>;
  block(number: number): Promise<BlockLines>;
  close(): Promise<void>;
}

/** Below the data folder. */
export const historyFolder = "history";

const dataEnding = ".ndjson.gz";
const indexEnding = ".index";
const digits = 12;
const indexVersion = 1;

function nameOf({ first, last }: FileRange): string {
  return [first, last].map((number) => String(number).padStart(digits, "0")).join("-");
}

export function dataName(range: FileRange): string {
  return nameOf(range) + dataEnding;
}

export function indexName(range: FileRange): string {
  return nameOf(range) + indexEnding;
}

/** Null: not a file of the history. */
export function rangeOf(name: string): FileRange | null {
  const match = /^(\d{12,})-(\d{12,})\.ndjson\.gz$/.exec(name);
  if (match === null) return null;
  const [first, last] = [Number(match[1]), Number(match[2])];
  return first > 0 && first <= last ? { first, last } : null;
}

/** Changes that one go indexes, and the most of one file. */
const changesOfPart = 8192;
const changesOfFile = 1 << 17;

/**
 * Writes lines to a new file of the history, under a name for drafts; `publish` puts it and its
 * index in place, for good.
 */
export async function createHistoryFile(options: {
  files: FileSystem;
  dir: string;
  first: number;
  mostBytes: number;
}) {
  const { files, dir, first, mostBytes } = options;
  const draft = join(dir, "draft.tmp");
  const descriptor = await files.open(draft, "w");
  const parts: IndexPart[] = [];
  let part = createIndexPart(first);
  const block = createBlock();
  let version = 0;
  let blocks = 0;
  let blocksOfPart = 0;
  let bytes = 0;
  let changes = 0;
  let last = first - 1;
  let isOpen = true;

  async function closeBlock(): Promise<void> {
    const closed = await block.close();
    if (closed === null) return;
    await writeAll(files, descriptor, closed.bytes);
    part.block(closed.row);
    bytes += closed.bytes.length;
    blocks += 1;
    blocksOfPart += 1;
  }

  async function closePart(upTo: number): Promise<void> {
    await closeBlock();
    changes += part.changes;
    parts.push(part.finish(upTo));
    part = createIndexPart(upTo + 1);
    blocksOfPart = 0;
  }

  /** For commits that nobody made there is a file too, which says how far the history goes. */
  async function writeNothing(): Promise<void> {
    const nothing = gzipSync("");
    await writeAll(files, descriptor, nothing);
    const empty = createIndexPart(last + 1);
    empty.pass(nothing.length);
    parts.push(empty.finish(parts.at(-1)?.last ?? last));
  }

  async function close(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    await files.close(descriptor);
  }

  return {
    /** It takes no more: what comes next belongs into another file. */
    get isFull() {
      return bytes >= mostBytes || changes >= changesOfFile || blocks >= mostBlocks;
    },
    /** Whether what was taken is to be written before this line is taken. */
    mustWrite: (line: LineFacts) =>
      block.isFull || part.changes >= changesOfPart || line.version !== version,
    async write(): Promise<void> {
      if (part.changes >= changesOfPart) await closePart(last);
      else await closeBlock();
    },
    take(line: LineFacts, sealed: Buffer): void {
      version = line.version;
      block.take(line, sealed);
      part.take(line, blocksOfPart);
      last = line.commit;
    },
    /** `upTo` is the last commit that it stands for, whether it has a line or not. */
    async publish(upTo = last): Promise<FileRange> {
      await closePart(Math.max(upTo, last));
      if (bytes === 0) await writeNothing();
      await files.sync(descriptor);
      await close();
      const whole = await joinParts(parts);
      const range = { first, last: whole.last };
      await publishFile({ files, dir, draft, range, part: whole });
      return range;
    },
    /** After a failure. */
    async drop(): Promise<void> {
      await close().catch(() => undefined);
      await files.remove(draft).catch(() => undefined);
    },
  };
}

export async function publishFile(options: {
  files: FileSystem;
  dir: string;
  /** On disk. */
  draft: string;
  range: FileRange;
  part: IndexPart;
}): Promise<void> {
  const { files, dir, draft, range, part } = options;
  await writeIndex(files, join(dir, indexName(range)), part);
  await files.rename(draft, join(dir, dataName(range)));
  await files.syncFolder(dir);
}

async function writeIndex(files: FileSystem, path: string, part: IndexPart): Promise<void> {
  const summary = await summaryOf(part);
  const { first, last, bytes, operations, rows } = part;
  const places: Partial<Record<Section, readonly [start: number, count: number]>> = {};
  const pieces: Buffer[] = [];
  let start = 0;
  for (const section of sections) {
    const pages = pagesOf(rows[section], rowBytes[section]);
    places[section] = [start, rows[section].length / rowBytes[section]];
    pieces.push(pages);
    start += pages.length;
  }
  const head = { index: indexVersion, first, last, bytes, operations, places, ...summary };
  const end = Buffer.from(`${String(start).padStart(digits, "0")}\n`);
  const whole = Buffer.concat([...pieces, Buffer.from(seal(JSON.stringify(head))), end]);
  await replaceFile(files, path, whole);
}

/** Of a file whose index is missing or damaged; what can't be read of it has no part in it. */
export async function writeIndexAgain(
  files: FileSystem,
  dir: string,
  range: FileRange,
): Promise<void> {
  const file = await files.readFile(join(dir, dataName(range)));
  const parts: IndexPart[] = [];
  let { first } = range;
  let end = 0;
  for await (const { offset, bytes, lines } of blocksIn(file)) {
    const part = createIndexPart(first);
    // What could not be read takes its place, so that the others keep theirs.
    const passed = offset - end;
    const row = { version: lines.version, first: 0, last: 0, firstAt: 0, lastAt: 0, bytes };
    for (let index = 0; index < lines.count; index += 1) {
      const line = lines.lineAt(index);
      if (line === null) continue;
      part.take(factsOf(line), 0);
      row.first ||= line.commit;
      row.last = line.commit;
      row.firstAt ||= line.at;
      row.lastAt = Math.max(row.lastAt, line.at);
    }
    part.block(row, passed);
    parts.push(part.finish(row.last));
    first = row.last + 1;
    end = offset + bytes;
  }
  const empty = createIndexPart(first);
  empty.pass(file.length - end);
  const whole = await joinParts([...parts, empty.finish(range.last)]);
  await writeIndex(files, join(dir, indexName(range)), whole);
}

interface IndexHead extends IndexSummary {
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
  readonly operations: readonly string[];
  readonly places: Readonly<Record<Section, readonly [start: number, count: number]>>;
}

/** Opens a file of the history; an index that is missing or damaged is made again. */
export async function openHistoryFile(
  files: FileSystem,
  dir: string,
  range: FileRange,
): Promise<HistoryFile> {
  try {
    return await openIndexed(files, dir, range);
  } catch (error) {
    if (!(error instanceof RowsDamaged)) throw error;
    await writeIndexAgain(files, dir, range);
    return openIndexed(files, dir, range);
  }
}

async function openIndexed(files: FileSystem, dir: string, range: FileRange): Promise<HistoryFile> {
  const path = join(dir, indexName(range));
  const size = (await files.state(path))?.size ?? 0;
  if (size === 0) throw new RowsDamaged("The index is missing.");
  const data = lazyDescriptor(files, join(dir, dataName(range)));
  const index = lazyDescriptor(files, path);
  try {
    const head = await readHead(files, await index.get(), size);
    const dataSize = (await files.state(join(dir, dataName(range))))?.size ?? 0;
    if (head.first !== range.first || head.last !== range.last || head.bytes !== dataSize) {
      throw new RowsDamaged("The index is another file's.");
    }
    const sectionRows = (section: Section) =>
      openRows({
        files,
        descriptor: index.get,
        start: head.places[section][0],
        count: head.places[section][1],
        rowBytes: rowBytes[section],
      });
    const rows = {
      blocks: sectionRows("blocks"),
      sets: sectionRows("sets"),
      records: sectionRows("records"),
      removals: sectionRows("removals"),
      names: sectionRows("names"),
    };
    return {
      ...range,
      bytes: size + dataSize,
      dataBytes: dataSize,
      changes: rows.records.count,
      blocks: rows.blocks.count,
      operations: head.operations,
      summary: head,
      rows,
      async block(number) {
        const row = readBlockRow(await rows.blocks.at(number));
        return readBlock(files, await data.get(), row);
      },
      async close() {
        await Promise.all([data.close(), index.close()]);
      },
    };
  } catch (error) {
    await Promise.all([data.close(), index.close()]);
    throw error;
  }
}

function lazyDescriptor(files: FileSystem, path: string) {
  let opened: Promise<number> | null = null;
  return {
    get: () => (opened ??= files.open(path, "r")),
    async close() {
      const former = opened;
      opened = null;
      if (former !== null) await former.then((found) => files.close(found)).catch(() => undefined);
    },
  };
}

async function readHead(files: FileSystem, descriptor: number, size: number): Promise<IndexHead> {
  const end = await readBytes(files, descriptor, Math.max(0, size - digits - 1), digits + 1);
  const start = Number(end.toString("latin1").trimEnd());
  if (!Number.isSafeInteger(start) || start < 0 || start > size) throw headDamaged();
  const line = await readBytes(files, descriptor, start, size - digits - 1 - start);
  const head = unseal(line.subarray(0, -1));
  if (head?.["index"] !== indexVersion || !isObject(head["places"])) throw headDamaged();
  // What is sealed is what we wrote.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return head as unknown as IndexHead;
}

function headDamaged(): RowsDamaged {
  return new RowsDamaged("The index of a history file is damaged.");
}

async function readBytes(
  files: FileSystem,
  descriptor: number,
  from: number,
  length: number,
): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, length));
  for (let done = 0; done < bytes.length;) {
    const count = await files.read(descriptor, bytes, done, from + done);
    if (count === 0) throw headDamaged();
    done += count;
  }
  return bytes;
}
