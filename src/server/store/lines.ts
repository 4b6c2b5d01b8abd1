import { crc32 } from "node:zlib";
import { parseBounded } from "./boundedJson.ts";
import type { FileSystem } from "./fileSystem.ts";
import { pauseAfter } from "./pause.ts";

const seal0 = ',"crc":"';
const sealLength = seal0.length + 8 + 2;
export const newline = 10;
/** Bytes of a line of counters: far more than those of any link come to. */
export const longestCounters = 8 << 20;
export const space = 32;
/** What is read of a file at once: at first, as most are small, and then, unless said otherwise. */
const firstBytes = 1 << 14;
const usualBytes = 1 << 20;
/** A line of a journal may hold a hundred records. */
const bytesOfStep = 256;

export function hexadecimal(checksum: number): string {
  return checksum.toString(16).padStart(8, "0");
}

/**
 * An object's JSON as one line that carries its own checksum (CRC-32 of what stands before it). Of
 * several lines the last carries it, for all of them.
 */
export function seal(json: string): string {
  const body = json.slice(0, -1);
  return `${body}${seal0}${hexadecimal(crc32(body))}"}\n`;
}

/** Bytes of UTF-8 that a UTF-16 unit becomes, at most. */
const bytesOfUnit = 3;

/** Bytes that {@link sealInto} needs, at most. */
export function longestSealed(json: string): number {
  return bytesOfUnit * json.length + sealLength + 1;
}

/** Writes what {@link seal} gives at a place of a buffer, and returns where it ends. */
export function sealInto(bytes: Buffer, start: number, json: string): number {
  const end = start + bytes.write(json, start) - 1;
  const checksum = hexadecimal(crc32(bytes.subarray(start, end)));
  return end + bytes.write(`${seal0}${checksum}"}\n`, end, "latin1");
}

/**
 * The object of a sealed line without its line end; undefined: it isn't what was written, or has more
 * values than `most` (see `mostValues`).
 */
export function unseal(line: Buffer, most: number): Readonly<Record<string, unknown>> | undefined {
  const found = sealOf(line);
  if (found === null || crc32(found.body) !== found.checksum) return undefined;
  return unsealed(found.body, most, "}");
}

/** The object of a line that carries no seal, or of the body of one that does, without its end. */
export function unsealed(
  line: Buffer,
  most: number,
  end: "" | "}" = "",
): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parseBounded(`${line.toString("utf8")}${end}`, most);
    return value as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

const sealPattern = /^,"crc":"([\da-f]{8})"\}$/;

/** The checksum that a line carries, and what it stands for; null: it carries none. */
export function sealOf(line: Buffer): { readonly body: Buffer; readonly checksum: number } | null {
  const length = line.length - sealLength;
  if (length < 2) return null;
  const checksum = sealPattern.exec(line.toString("latin1", length))?.[1];
  return checksum === undefined
    ? null
    : { body: line.subarray(0, length), checksum: Number.parseInt(checksum, 16) };
}

/** What a file is read into, before its first piece. */
export function firstRoom(): Buffer {
  return Buffer.allocUnsafe(firstBytes);
}

/**
 * What the next piece is read into.
 * @param read bytes of the buffer that the last piece reached to
 * @param used bytes at its beginning whose line goes on in the next piece
 * @param usual bytes of a piece, where no line is longer
 */
export function nextRoom(buffer: Buffer, read: number, used: number, usual = usualBytes): Buffer {
  if (read < buffer.length) return buffer;
  const length = used === buffer.length ? 2 * used : Math.max(buffer.length, usual);
  return length === buffer.length ? buffer : Buffer.concat([buffer.subarray(0, used)], length);
}

/** The whole lines of a text, without their ends; what stands after the last line end is left out. */
export function* wholeLines(text: Buffer): Generator<Buffer> {
  let start = 0;
  for (let end = text.indexOf(newline); end !== -1; end = text.indexOf(newline, start)) {
    yield text.subarray(start, end);
    start = end + 1;
  }
}

/** The lines of a file without their ends, of which one that is longer (bytes) is skipped and its number told. */
export async function* boundedLines(
  pieces: AsyncIterable<Buffer>,
  longest: number,
  skipped: (number: number) => void,
): AsyncGenerator<string> {
  let number = 1;
  let length = 0;
  let parts: Buffer[] = [];
  const add = (part: Buffer) => {
    length += part.length;
    if (length <= longest) parts.push(part);
    else parts = [];
  };
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, start)) {
      add(piece.subarray(start, end));
      if (length > longest) skipped(number);
      else yield Buffer.concat(parts).toString("utf8");
      number += 1;
      length = 0;
      parts = [];
      start = end + 1;
    }
    add(piece.subarray(start));
  }
  if (length > longest) skipped(number);
  else if (length > 0) yield Buffer.concat(parts).toString("utf8");
}

/** Nothing, or spaces, which is what is left of a line that was overwritten. */
export function isBlankLine(line: Buffer): boolean {
  for (let place = 0; place < line.length; place += 1) if (line[place] !== space) return false;
  return true;
}

export interface LinePlace {
  /** From 1. */
  readonly number: number;
  /** Byte of the file at which the line starts. */
  readonly start: number;
}

/**
 * Hands over each whole line of a file, without its end, in one buffer that is used again: keep no
 * line. Others get their turn meanwhile. What stands after the last line end is not handed over,
 * but counted in `rest`.
 * @param between waited for after each piece of the file, of about a megabyte; true: no more is read
 * @param longest of a line with more bytes only the beginning is handed over
 */
export async function readLines(
  files: FileSystem,
  path: string,
  from: number,
  take: (line: Buffer, place: LinePlace) => void,
  between?: (unfinished: number) => Promise<boolean | void>,
  longest = Infinity,
): Promise<{ end: number; rest: Buffer }> {
  const descriptor = await files.open(path, "r");
  try {
    let buffer = firstRoom();
    let filled = 0;
    let start = from;
    let number = 0;
    /** Bytes of the line in hand that aren't kept. */
    let dropped = 0;
    const pause = pauseAfter();
    for (;;) {
      const count = await files.read(descriptor, buffer, filled, start + dropped + filled);
      if (count === 0) return { end: start, rest: Buffer.from(buffer.subarray(0, filled)) };
      const searchFrom = filled;
      filled += count;
      const view = buffer.subarray(0, filled);
      let lineStart = 0;
      for (
        let lineEnd = view.indexOf(newline, searchFrom);
        lineEnd !== -1;
        lineEnd = view.indexOf(newline, lineStart)
      ) {
        number += 1;
        const kept = view.subarray(lineStart, Math.min(lineEnd, lineStart + longest));
        take(kept, { number, start: start + lineStart });
        start += dropped;
        dropped = 0;
        const isDue = pause.isDue(1 + (lineEnd - lineStart) / bytesOfStep);
        lineStart = lineEnd + 1;
        if (isDue) await pause.now();
      }
      buffer.copyWithin(0, lineStart, filled);
      filled -= lineStart;
      start += lineStart;
      const read = filled + lineStart;
      if (filled > longest) {
        dropped += filled - longest;
        filled = longest;
      }
      buffer = nextRoom(buffer, read, filled);
      if ((await between?.(filled + dropped)) === true)
        return { end: start, rest: Buffer.alloc(0) };
    }
  } finally {
    await files.close(descriptor);
  }
}
