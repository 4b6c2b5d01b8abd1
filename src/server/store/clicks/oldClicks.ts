import { join } from "node:path";
import type { LogPlace } from "./clickLog.ts";
import { clickFile, endOfMonth } from "./clickLog.ts";
import type { FileSystem } from "../fileSystem.ts";
import { isBlankLine, newline, sealOf, space } from "../lines.ts";

/** Bytes that are looked at in one piece; far more than the lines of one seal. */
const chunkBytes = 1 << 18;

export async function loggedMonths(files: FileSystem, dir: string): Promise<string[]> {
  const names = await files.list(join(dir, "clicks"));
  return names
    .map((name) => /^(\d{4}-\d{2})\.ndjson$/.exec(name)?.[1])
    .filter((month) => month !== undefined)
    .toSorted();
}

/** Whether a file has, by its month, clicks of before the moment. */
export function mayBeOlder(month: string, moment: number): boolean {
  return Date.parse(`${month}-01T00:00:00Z`) < moment;
}

/**
 * Deletes the clicks of before the moment that are counted in the checkpoint, so up to `counted`: a
 * month that is over as a file; of others the lines are overwritten where they stand, so that every
 * place that a checkpoint names stays true, whenever this is interrupted: by a signal, too.
 */
export async function deleteOldClicks(
  files: FileSystem,
  dir: string,
  moment: number,
  counted: LogPlace,
  signal: AbortSignal,
): Promise<void> {
  for (const month of await loggedMonths(files, dir)) {
    if (month > counted.month || !mayBeOlder(month, moment)) continue;
    const path = clickFile(dir, month);
    if (month < counted.month && endOfMonth(month) <= moment) await files.remove(path);
    else {
      const size = (await files.state(path))?.size ?? 0;
      const end = month === counted.month ? Math.min(size, counted.byte) : size;
      await overwriteOldLines(files, path, moment, end, signal);
    }
  }
  await files.syncFolder(join(dir, "clicks"));
}

async function overwriteOldLines(
  files: FileSystem,
  path: string,
  moment: number,
  end: number,
  signal: AbortSignal,
): Promise<void> {
  const descriptor = await files.open(path, "r+");
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    for (let position = 0; position < end;) {
      signal.throwIfAborted();
      const room = buffer.subarray(0, Math.min(chunkBytes, end - position));
      const count = await files.read(descriptor, room, 0, position);
      const chunk = room.subarray(0, count);
      const { length, isLast } = oldLinesIn(chunk, moment);
      const old = chunk.subarray(0, length);
      if (blank(old)) await files.writeAt(descriptor, old, position);
      if (length === 0 || isLast) break;
      position += length;
    }
    await files.sync(descriptor);
  } finally {
    await files.close(descriptor);
  }
}

/** Bytes of whole groups of lines, all older than the moment, that a chunk begins with. */
function oldLinesIn(chunk: Buffer, moment: number): { length: number; isLast: boolean } {
  let length = 0;
  let newest = 0;
  let isOpen = false;
  let start = 0;
  for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
    const line = chunk.subarray(start, end);
    start = end + 1;
    const isBlank = isBlankLine(line);
    if (!isBlank) {
      isOpen = true;
      newest = Math.max(newest, momentOf(line));
    }
    // A seal or an empty line ends a group; see readClicks.ts.
    if (!isBlank && sealOf(line) === null) continue;
    if (isOpen && newest >= moment) return { length, isLast: true };
    length = start;
    isOpen = false;
    newest = 0;
  }
  return { length, isLast: false };
}

/** When the click of a line was; 0: it is none. */
function momentOf(line: Buffer): number {
  return Number(/^\{"at":(\d+)/.exec(line.toString("latin1", 0, 30))?.[1] ?? 0);
}

/** Overwrites all but the line ends; false: there was nothing left to overwrite. */
function blank(bytes: Buffer): boolean {
  let hasChanged = false;
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place];
    if (byte === newline || byte === space) continue;
    bytes[place] = space;
    hasChanged = true;
  }
  return hasChanged;
}
