import { crc32 } from "node:zlib";
import type { FileSystem } from "../fileSystem.ts";
import {
  isBlankLine,
  type LinePlace,
  newline,
  readLines,
  sealOf,
  unseal,
  unsealed,
} from "../lines.ts";
import { type ClickRecord, clickRecord } from "../records.ts";
import { markIn, type TakenMark } from "../mirrorInbox/takenClicks.ts";

interface ReadLog {
  /** Byte behind the last whole line. */
  readonly end: number;
  /** Bytes that stand behind it. */
  readonly rest: number;
  /** Where lines stand that are not what was written. */
  readonly bad: readonly number[];
}

/** Bytes: more than a seal and a line end. */
const longestSealedEnd = 64;
/** Bytes: more than a click has. A longer line is never whole. */
export const longestLine = 1 << 20;
const lineEnd = Buffer.of(newline);

/**
 * Takes the lines of a month's file in their order, and hands over their clicks. A seal stands in
 * the last of a few lines and covers all of them; older logs have one in each line. An empty line
 * ends a group that was not written whole.
 */
export function createClickReader(
  take: (click: ClickRecord, start: number) => void,
  taken: (mark: TakenMark) => void = () => undefined,
) {
  const bad: number[] = [];
  let open: { readonly line: Buffer; readonly start: number }[] = [];
  let checksum = 0;

  function giveUpOpen(): void {
    for (const { start } of open) bad.push(start);
    open = [];
    checksum = 0;
  }

  function handOver(click: unknown, start: number): void {
    const read = clickRecord.safeParse(click);
    if (!read.success) {
      bad.push(start);
      return;
    }
    take(read.data, start);
    const mark = markIn(click);
    if (mark !== null) taken(mark);
  }

  return {
    line(line: Buffer, start: number): void {
      const seal = sealOf(line);
      if (seal === null) {
        if (isBlankLine(line)) return giveUpOpen();
        // Read once a seal stands for it: a file may hold nothing but lines without one.
        open.push({ line: Buffer.from(line), start });
        checksum = crc32(lineEnd, crc32(line, checksum));
        return;
      }
      const isWhole = crc32(seal.body, checksum) === seal.checksum;
      if (isWhole) {
        for (const earlier of open) handOver(unsealed(earlier.line), earlier.start);
        open = [];
        checksum = 0;
      } else giveUpOpen();
      // Where others wrote in between, a line may still be whole in itself.
      handOver(isWhole ? unsealed(line.subarray(0, seal.body.length), "}") : unseal(line), start);
    },
    /** Where lines stand that are not what was written. */
    end(): readonly number[] {
      giveUpOpen();
      return bad;
    },
  };
}

/** Hands over the clicks of a month's file, from a place that the writer named. */
export async function readClicks(
  files: FileSystem,
  path: string,
  from: number,
  take: (click: ClickRecord, start: number) => void,
  between?: () => Promise<void>,
  taken?: (mark: TakenMark) => void,
): Promise<ReadLog> {
  const reader = createClickReader(take, taken);
  const readLine = (line: Buffer, { start }: LinePlace) => reader.line(line, start);
  const { end, rest } = await readLines(files, path, from, readLine, between, longestLine);
  return { end, rest: rest.length, bad: reader.end() };
}

/** Whether the last line that ends at `end` closes what was written with it. */
export async function endsSealed(files: FileSystem, path: string, end: number): Promise<boolean> {
  if (end === 0) return true;
  const tail = Buffer.alloc(Math.min(end, longestSealedEnd));
  const descriptor = await files.open(path, "r");
  try {
    await files.read(descriptor, tail, 0, end - tail.length);
  } finally {
    await files.close(descriptor);
  }
  return sealOf(tail.subarray(0, -1)) !== null;
}
