import { crc32 } from "node:zlib";
import { mostValues } from "../boundedJson.ts";
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
import { linesTogether, longestLine } from "./clickLine.ts";
import { markIn, type TakenMark } from "../mirrorInbox/takenClicks.ts";

/** A stretch of a file, by its bytes: lines that are not what was written. */
export interface DamagedStretch {
  readonly from: number;
  readonly to: number;
}

interface ReadLog {
  /** Byte behind the last whole line. */
  readonly end: number;
  /** Bytes that stand behind it. */
  readonly rest: number;
  readonly damagedLines: number;
}

/** What a reader may ask for besides the clicks. */
interface ReadMore {
  readonly taken?: (mark: TakenMark) => void;
  readonly damaged?: (stretch: DamagedStretch) => void;
  /** Waited for after each piece of the file. */
  readonly between?: () => Promise<void>;
}

/** Bytes: more than a seal and a line end. */
const longestSealedEnd = 64;
const lineEnd = Buffer.of(newline);
/** Bytes of blank lines over which two damaged stretches are one. */
const bridged = 4096;

/** Joins damaged lines, told in their order, to stretches: a file may have millions of them. */
function createDamage(take: (stretch: DamagedStretch) => void) {
  let lines = 0;
  let from: number | null = null;
  /** Where the last damaged line ends; null: the line after it hasn't come. */
  let to: number | null = null;

  /** A line that isn't damaged begins. */
  function leave(start: number): void {
    if (from !== null) to ??= start;
  }

  function close(start: number): void {
    if (from === null) return;
    take({ from, to: to ?? start });
    from = null;
    to = null;
  }

  return {
    bad(start: number, count = 1): void {
      if (to !== null && start - to > bridged) close(start);
      from ??= start;
      to = null;
      lines += count;
    },
    blank: leave,
    good: close,
    /** How many lines, in a file that ends there. */
    upTo(end: number): number {
      close(end);
      return lines;
    },
  };
}

/**
 * Takes the lines of a month's file in their order, and hands over their clicks. A seal stands in
 * the last of a few lines and covers all of them; older logs have one in each line. An empty line
 * ends a group that was not written whole, and so does one line more than a group has.
 */
export function createClickReader(
  take: (click: ClickRecord, start: number) => void,
  { taken, damaged = () => undefined }: Pick<ReadMore, "taken" | "damaged"> = {},
) {
  const damage = createDamage(damaged);
  let open: { readonly line: Buffer; readonly start: number }[] = [];
  let checksum = 0;

  function giveUpOpen(): void {
    const [first] = open;
    if (first !== undefined) damage.bad(first.start, open.length);
    open = [];
    checksum = 0;
  }

  function handOver(click: unknown, start: number): void {
    const read = clickRecord.safeParse(click);
    if (!read.success) {
      damage.bad(start);
      return;
    }
    damage.good(start);
    take(read.data, start);
    const mark = markIn(click);
    if (mark !== null) taken?.(mark);
  }

  return {
    line(line: Buffer, start: number): void {
      const seal = sealOf(line);
      if (seal === null) {
        if (isBlankLine(line)) {
          giveUpOpen();
          damage.blank(start);
          return;
        }
        if (open.length === linesTogether - 1) giveUpOpen();
        // Read once a seal stands for it: a file may hold nothing but lines without one.
        open.push({ line: Buffer.from(line), start });
        checksum = crc32(lineEnd, crc32(line, checksum));
        return;
      }
      const isWhole = crc32(seal.body, checksum) === seal.checksum;
      if (isWhole) {
        for (const earlier of open)
          handOver(unsealed(earlier.line, mostValues.click), earlier.start);
        open = [];
        checksum = 0;
      } else giveUpOpen();
      // Where others wrote in between, a line may still be whole in itself.
      const click = isWhole
        ? unsealed(line.subarray(0, seal.body.length), mostValues.click, "}")
        : unseal(line, mostValues.click);
      handOver(click, start);
    },
    /** How many lines were not as they were written, in a file whose last line ends there. */
    end(end: number): number {
      giveUpOpen();
      return damage.upTo(end);
    },
  };
}

/** Hands over the clicks of a month's file, from a place that the writer named. */
export async function readClicks(
  files: FileSystem,
  path: string,
  from: number,
  take: (click: ClickRecord, start: number) => void,
  more: ReadMore = {},
): Promise<ReadLog> {
  const reader = createClickReader(take, more);
  const readLine = (line: Buffer, { start }: LinePlace) => reader.line(line, start);
  const { end, rest } = await readLines(files, path, from, readLine, more.between, longestLine);
  return { end, rest: rest.length, damagedLines: reader.end(end) };
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
