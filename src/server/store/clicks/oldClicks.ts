import { join } from "node:path";
import type { LogPlace } from "./clickLog.ts";
import { clickFile, loggedFiles, removeFile } from "./clickFiles.ts";
import type { FileSystem } from "../fileSystem.ts";
import { blankLines } from "./damagedClicks.ts";
import { isBlankLine, newline, sealOf } from "../lines.ts";

/** Bytes that are looked at in one piece; far more than the lines of one seal. */
const chunkBytes = 1 << 18;

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
  for (const file of await loggedFiles(files, dir)) {
    const { month, from, to } = file;
    if (month > counted.month || from >= moment) continue;
    const path = clickFile(dir, month);
    if (month < counted.month && to <= moment) await removeFile(files, dir, file);
    else {
      const size = (await files.state(path))?.size ?? 0;
      const end = month === counted.month ? Math.min(size, counted.byte) : size;
      await overwriteOldLines(files, path, moment, end, signal);
    }
  }
  await files.syncFolder(join(dir, "clicks"));
}

/** All through: what a mirror handed over later stands behind what was counted here meanwhile. */
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
      const { length, old } = groupsIn(chunk, moment);
      for (const { from, to } of old) {
        const lines = chunk.subarray(from, to);
        if (blankLines(lines)) await files.writeAt(descriptor, lines, position + from);
      }
      if (count === 0) break;
      // A chunk without the end of a group is none of the log's.
      position += length === 0 ? count : length;
    }
    await files.sync(descriptor);
  } finally {
    await files.close(descriptor);
  }
}

/** Bytes of whole groups of lines that a chunk begins with, and where those stand that are older than the moment. */
function groupsIn(chunk: Buffer, moment: number) {
  const old: { from: number; to: number }[] = [];
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
    if (isOpen && newest < moment) {
      const last = old.at(-1);
      if (last?.to === length) last.to = start;
      else old.push({ from: length, to: start });
    }
    length = start;
    isOpen = false;
    newest = 0;
  }
  return { length, old };
}

/** When the click of a line was; 0: it is none. */
function momentOf(line: Buffer): number {
  return Number(/^\{"at":(\d+)/.exec(line.toString("latin1", 0, 30))?.[1] ?? 0);
}
