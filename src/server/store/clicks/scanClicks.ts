import { crc32 } from "node:zlib";
import { mostValues, parseBounded } from "../boundedJson.ts";
import { clickFile, loggedFiles } from "./clickFiles.ts";
import type { LogPlace } from "./clickLog.ts";
import type { FileSystem } from "../fileSystem.ts";
import {
  firstRoom,
  isBlankLine,
  type LinePlace,
  newline,
  nextRoom,
  readLines,
  space,
} from "../lines.ts";
import { type ClickRecord, clickRecord } from "../records.ts";
import { subjectKey } from "../store.ts";
import { quickClick } from "./parseClickLine.ts";
import { linesTogether, longestLine } from "./clickLine.ts";
import { markIn } from "../mirrorInbox/takenClicks.ts";

/** Whoever looks through many lines; most of them are passed over by their beginning alone. */
export interface ClickScan {
  /** Whether a click of this moment and subject (see `subjectKey`) is of use. */
  readonly wants: (at: number, subject: number) => boolean;
  take(click: ClickRecord): void;
  /** Waited for after each piece of a file, with the bytes that were read; throws to stop. */
  between(bytes: number): Promise<void>;
}

/** A stretch of the click log that was there when it was looked at. */
interface Stretch {
  readonly month: string;
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** Bytes of lines that share a checksum, at most. */
const longestGroup = linesTogether * longestLine;
/** `,"crc":"` and eight digits and `"}`. */
const sealBytes = 18;
const quote = 0x22;
const comma = 0x2c;
const letterA = 0x61;
const letterC = 0x63;
const letterL = 0x6c;
const letterQ = 0x71;
const letterR = 0x72;
const nought = 0x30;
const nine = 0x39;
/** `{"at":` */
const headLength = 6;

/** What of the log may have clicks of a range, behind a place that was read up to. */
export async function clickStretches(
  files: FileSystem,
  dir: string,
  { from, to }: { readonly from: number; readonly to: number },
  after: LogPlace | null,
): Promise<readonly Stretch[]> {
  const stretches: Stretch[] = [];
  for (const file of await loggedFiles(files, dir)) {
    const { month } = file;
    if (file.to <= from || file.from >= to) continue;
    if (after !== null && month < after.month) continue;
    const path = clickFile(dir, month);
    const size = (await files.state(path))?.size ?? 0;
    const start = after?.month === month ? Math.min(after.byte, size) : 0;
    stretches.push({ month, path, from: start, to: size });
  }
  return stretches;
}

/**
 * Reads a stretch, and answers where its last whole group of lines ends: what is written later is
 * read on from there. Checksums are held as in `readClicks`.
 */
export async function scanClicks(
  files: FileSystem,
  { path, from, to }: Pick<Stretch, "path" | "from" | "to">,
  scan: ClickScan,
): Promise<number> {
  const descriptor = await files.open(path, "r");
  try {
    let buffer = firstRoom();
    let filled = 0;
    let start = from;
    for (;;) {
      const most = Math.min(buffer.length - filled, to - start - filled);
      const count =
        most === 0
          ? 0
          : await files.read(descriptor, buffer.subarray(filled, filled + most), 0, start + filled);
      if (count === 0) return start;
      filled += count;
      const whole = scanGroups(buffer.subarray(0, filled), scan);
      const done = filled - whole > longestGroup ? filled : whole;
      buffer.copyWithin(0, done, filled);
      filled -= done;
      start += done;
      buffer = nextRoom(buffer, filled + done, filled);
      await scan.between(count);
    }
  } finally {
    await files.close(descriptor);
  }
}

/** Hands over the clicks of whole groups; where the last one ends. */
function scanGroups(bytes: Buffer, scan: ClickScan): number {
  let group = 0;
  let line = 0;
  let open = 0;
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, line)) {
    if (isSealed(bytes, line, end)) {
      const body = end - sealBytes;
      const checksum = checksumAt(bytes, body + 8);
      if (crc32(bytes.subarray(group, body)) === checksum) handOver(bytes, group, body, scan);
      // Where others wrote in between, a line may still be whole in itself.
      else if (crc32(bytes.subarray(line, body)) === checksum) handOver(bytes, line, body, scan);
      group = end + 1;
      open = 0;
    } else if (end === line || (bytes[line] === space && isBlankLine(bytes.subarray(line, end)))) {
      group = end + 1;
      open = 0;
    } else if (open === linesTogether - 1) {
      group = line;
      open = 1;
    } else open += 1;
    line = end + 1;
  }
  return group;
}

function isSealed(bytes: Buffer, line: number, end: number): boolean {
  const seal = end - sealBytes;
  return (
    seal > line &&
    bytes[seal] === comma &&
    bytes[seal + 1] === quote &&
    bytes[seal + 2] === letterC &&
    bytes[seal + 3] === letterR &&
    bytes[seal + 4] === letterC &&
    bytes[seal + 5] === quote
  );
}

/** Eight hexadecimal digits; NaN: they aren't. */
function checksumAt(bytes: Buffer, place: number): number {
  let checksum = 0;
  for (let digit = 0; digit < 8; digit += 1) {
    const code = bytes[place + digit] ?? 0;
    const value =
      code >= nought && code <= nine
        ? code - nought
        : code >= letterA && code < letterA + 6
          ? code - letterA + 10
          : Number.NaN;
    checksum = checksum * 16 + value;
  }
  return checksum;
}

/** The lines of a group, the last of them without its seal and end. */
function handOver(bytes: Buffer, from: number, to: number, scan: ClickScan): void {
  for (let line = from; line < to;) {
    const next = bytes.indexOf(newline, line);
    const isLast = next === -1 || next >= to;
    const end = isLast ? to : next;
    if (isWanted(bytes, line, end, scan.wants)) {
      const click =
        quickClick(bytes, line, end) ??
        wantedClick(`${bytes.toString("utf8", line, end)}${isLast ? "}" : ""}`, scan.wants);
      if (click !== null) scan.take(click);
    }
    line = end + 1;
  }
}

/** By its beginning: `{"at":1764000000000,"link":12` or `"qr":3`. What begins otherwise is looked into. */
function isWanted(bytes: Buffer, line: number, end: number, wants: ClickScan["wants"]): boolean {
  let place = line + headLength;
  let at = 0;
  for (; place < end; place += 1) {
    const code = bytes[place] ?? 0;
    if (code < nought || code > nine) break;
    at = at * 10 + code - nought;
  }
  const kind = bytes[place + 2];
  if (bytes[place] !== comma || (kind !== letterL && kind !== letterQ)) return true;
  place += kind === letterL ? '"link":'.length + 1 : '"qr":'.length + 1;
  let id = 0;
  for (; place < end; place += 1) {
    const code = bytes[place] ?? 0;
    if (code < nought || code > nine) break;
    id = id * 10 + code - nought;
  }
  return wants(at, kind === letterL ? id : -id);
}

/** What a checksum stands for was written by the log itself. */
function clickIn(json: string): ClickRecord | null {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return parseBounded(json, mostValues.click) as ClickRecord;
  } catch {
    return null;
  }
}

/** Lines that came along with an import; those of sums are passed over. */
export async function scanImported(
  files: FileSystem,
  path: string,
  scan: ClickScan,
): Promise<void> {
  if ((await files.state(path)) === null) return;
  let done = 0;
  let told = 0;
  const take = (line: Buffer, { start }: LinePlace) => {
    const click = wantedClick(line.toString("utf8"), scan.wants);
    if (click !== null) scan.take(click);
    done = start + line.length + 1;
  };
  const between = async (unfinished: number) => {
    const read = done + unfinished;
    await scan.between(read - told);
    told = read;
  };
  await readLines(files, path, 0, take, between, longestLine);
}

/** For lines whose beginning doesn't tell: a time or a link that can't be read is nobody's click, nor is a closed link's visit. */
function wantedClick(json: string, wants: ClickScan["wants"]): ClickRecord | null {
  if (!json.startsWith('{"')) return null;
  const click = clickIn(json);
  if (click === null || !("at" in click)) return null;
  const { data } = clickRecord.safeParse(click);
  return data !== undefined && data.closed === undefined && wants(data.at, subjectKey(data))
    ? data
    : null;
}

/** Bytes that a look back takes in one piece. */
const backwards = 1 << 20;

/**
 * The latest clicks that are wanted, newest first, from the end of the log backwards down to a
 * place. Shown, not counted: lines are taken by their shape alone.
 */
export async function latestClicks(
  files: FileSystem,
  dir: string,
  wanted: {
    readonly wants: ClickScan["wants"];
    readonly most: number;
    readonly downTo: LogPlace | null;
    readonly signal: AbortSignal;
  },
): Promise<{ readonly clicks: readonly ClickRecord[]; readonly end: LogPlace | null }> {
  const { wants, most, downTo, signal } = wanted;
  let clicks: readonly ClickRecord[] = [];
  /** What stands further in front isn't newer. */
  let newestBefore = Number.POSITIVE_INFINITY;
  const isFound = () => (clicks[most - 1]?.at ?? -1) >= newestBefore;
  let end: LogPlace | null = null;
  const months = (await loggedFiles(files, dir)).map(({ month }) => month).toReversed();
  for (const month of months) {
    if (downTo !== null && month < downTo.month) break;
    const path = clickFile(dir, month);
    const size = (await files.state(path))?.size ?? 0;
    end ??= { month, byte: size };
    const floor = downTo?.month === month ? downTo.byte : 0;
    const descriptor = await files.open(path, "r");
    try {
      let rest: Buffer = Buffer.alloc(0);
      for (let place = size; place > floor && !isFound();) {
        signal.throwIfAborted();
        const length = Math.min(backwards, place - floor);
        const piece = Buffer.allocUnsafe(length);
        await files.read(descriptor, piece, 0, place - length);
        place -= length;
        const bytes = Buffer.concat([piece, rest]);
        // The first line may begin further in front.
        const first = place === floor ? 0 : bytes.indexOf(newline) + 1;
        const lines = bytes.subarray(first);
        const found: ClickRecord[] = [];
        takeLines(lines, wants, (click) => found.push(click));
        clicks = newestOf([...clicks, ...found.toReversed()], most);
        newestBefore = firstMoment(lines) ?? newestBefore;
        rest = first === 0 && place !== floor ? bytes : bytes.subarray(0, first);
        // Of a line that is too long, its end is enough to see that it isn't a click.
        if (rest.length > longestLine) rest = rest.subarray(-1);
      }
    } finally {
      await files.close(descriptor);
    }
    if (isFound()) break;
  }
  return { clicks, end };
}

/** Newest first: what a mirror handed over stands behind later clicks. */
export function newestOf(clicks: readonly ClickRecord[], most: number): ClickRecord[] {
  return clicks.toSorted((one, other) => other.at - one.at).slice(0, most);
}

/** When the first group that ends here was written; null: none does. */
function firstMoment(bytes: Buffer): number | null {
  let line = 0;
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, line)) {
    if (isSealed(bytes, line, end)) {
      const click = clickIn(bytes.toString("utf8", line, end));
      if (click !== null) return markIn(click)?.takenAt ?? click.at;
    }
    line = end + 1;
  }
  return null;
}

function takeLines(
  bytes: Buffer,
  wants: ClickScan["wants"],
  take: (click: ClickRecord) => void,
): void {
  let line = 0;
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, line)) {
    if (bytes[line] !== space && end > line && isWanted(bytes, line, end, wants)) {
      const click = wantedClick(bytes.toString("utf8", line, end), wants);
      if (click !== null) take(click);
    }
    line = end + 1;
  }
}
