import { promisify } from "node:util";
import { crc32, gunzip, gzip, inflateRaw } from "node:zlib";
import type { FileSystem } from "../fileSystem.ts";
import { newline, seal, unseal } from "../lines.ts";
import type { BlockRow } from "./indexRows.ts";
import { toldLine, type LineFacts, type ToldLine } from "./journalEntry.ts";

const compress = promisify(gzip);
const expand = promisify(gunzip);

/**
 * Bytes of lines at which a block is closed: it holds more only where a line is longer. What is told
 * of one record is in as many blocks as it had changes, so that small ones are quicker to tell from.
 */
const blockBytes = 1 << 18;
/** Bytes that compressing gives back at once. */
const chunkBytes = 1 << 16;
/** Bytes that a block begins with room for. */
const firstBytes = 1 << 16;
/** A block that expands to more than this is not one of ours. */
const mostExpanded = 1 << 28;
/** Lines of JSON are much alike: what a higher level saves is not worth its time. */
const level = 1;

type BlockAbout = Omit<BlockRow, "offset" | "bytes">;

export class BlockDamaged extends Error {
  override readonly name = "BlockDamaged";
}

/**
 * A block is some lines as `gzip` writes them, so that `zcat` shows a file of them. Its first line
 * says in which version its records are written.
 */
export function createBlock() {
  /** Used again for the next block. */
  let text = Buffer.allocUnsafe(0);
  let length = 0;
  let about: { -readonly [Field in keyof BlockAbout]: BlockAbout[Field] } | null = null;

  function add(bytes: Buffer): void {
    if (length + bytes.length > text.length) {
      const longer = Buffer.allocUnsafe(
        Math.max(2 * text.length, length + bytes.length, firstBytes),
      );
      text.copy(longer, 0, 0, length);
      text = longer;
    }
    length += bytes.copy(text, length);
  }

  return {
    get isFull() {
      return length >= blockBytes;
    },
    /** A sealed line with its end. */
    take({ commit, at, version }: LineFacts, bytes: Buffer): void {
      if (about === null) {
        about = { version, first: commit, last: commit, firstAt: at, lastAt: at };
        add(Buffer.from(seal(JSON.stringify({ history: commit, version }))));
      }
      about.last = commit;
      about.firstAt = Math.min(about.firstAt, at);
      about.lastAt = Math.max(about.lastAt, at);
      add(bytes);
    },
    /** Null: there is nothing in it. Another one begins. */
    async close(): Promise<{ bytes: Buffer; row: Omit<BlockRow, "offset"> } | null> {
      if (about === null) return null;
      const row = about;
      const bytes = await compress(text.subarray(0, length), { level, chunkSize: chunkBytes });
      about = null;
      length = 0;
      return { bytes, row: { ...row, bytes: bytes.length } };
    },
  };
}

/** The lines of a block; throws {@link BlockDamaged} where it is not what was written. */
export async function readBlock(
  files: FileSystem,
  descriptor: number,
  { offset, bytes, version }: Pick<BlockRow, "offset" | "bytes" | "version">,
): Promise<BlockLines> {
  const packed = Buffer.allocUnsafe(bytes);
  for (let done = 0; done < bytes;) {
    const count = await files.read(descriptor, packed, done, offset + done);
    if (count === 0) throw new BlockDamaged("It is cut short.");
    done += count;
  }
  try {
    return linesOf(await expand(packed, { maxOutputLength: mostExpanded }), version);
  } catch (error) {
    throw new BlockDamaged("A block is not what was written.", { cause: error });
  }
}

/** Lines of one block, read as they are asked for. */
export interface BlockLines {
  readonly version: number;
  readonly count: number;
  /** With its end, as it was written. */
  bytesAt(index: number): Buffer;
  /** The number of a line's commit; 0: it has none. */
  commitAt(index: number): number;
  /** The number of a line's set; 0: it has none. */
  setAt(index: number): number;
  /** Null: not a line of a set. */
  lineAt(index: number): ToldLine | null;
}

/** What stands in front of the changes is short. */
const headLength = 400;

function linesOf(text: Buffer, version: number): BlockLines {
  const starts: number[] = [0];
  for (let end = text.indexOf(newline); end !== -1; end = text.indexOf(newline, end + 1)) {
    starts.push(end + 1);
  }
  // The first line says what the block is.
  starts.shift();
  const bytesAt = (index: number) => text.subarray(starts[index], starts[index + 1]);
  const numberIn = (index: number, pattern: RegExp) =>
    Number(pattern.exec(bytesAt(index).toString("latin1", 0, headLength))?.[1] ?? 0);
  return {
    version,
    count: starts.length - 1,
    bytesAt,
    commitAt: (index) => numberIn(index, /^\{"commit":(\d+),/),
    setAt: (index) => numberIn(index, /,"set":(\d+),/),
    lineAt(index) {
      const line = unseal(bytesAt(index).subarray(0, -1));
      return line === undefined ? null : toldLine(line, version);
    },
  };
}

/** What every block begins with, and bytes of `gzip`'s around what is compressed. */
const magic = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0);
const frame = { head: 10, tail: 8 } as const;

export interface FoundBlock {
  readonly offset: number;
  readonly bytes: number;
  readonly lines: BlockLines;
}

/** The blocks of a file whose index is lost. What lies between two that are whole is passed over. */
export async function* blocksIn(file: Buffer): AsyncIterable<FoundBlock> {
  for (let offset = file.indexOf(magic); offset !== -1;) {
    const found = await blockAt(file, offset);
    if (found !== null) yield found;
    offset = file.indexOf(magic, found === null ? offset + 1 : offset + found.bytes);
  }
}

async function blockAt(file: Buffer, offset: number): Promise<FoundBlock | null> {
  const start = offset + frame.head;
  const inflated = await new Promise<{ text: Buffer; used: number } | null>((resolve) => {
    inflateRaw(
      file.subarray(start),
      { maxOutputLength: mostExpanded, info: true },
      (error, result: unknown) => resolve(error === null ? inflatedOf(result) : null),
    );
  });
  const end = start + (inflated?.used ?? 0);
  if (inflated === null || end + frame.tail > file.length) return null;
  if (file.readUInt32LE(end) !== crc32(inflated.text)) return null;
  const head = unseal(inflated.text.subarray(0, inflated.text.indexOf(newline)));
  const version = head?.["version"];
  if (typeof version !== "number") return null;
  return {
    offset,
    bytes: end + frame.tail - offset,
    lines: linesOf(inflated.text, version),
  };
}

/** With `info`, zlib hands out its engine too, which knows how much it took. */
function inflatedOf(result: unknown): { text: Buffer; used: number } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { buffer, engine } = result as { buffer: Buffer; engine: { bytesWritten: number } };
  return { text: buffer, used: engine.bytesWritten };
}
