import { newline } from "../lines.ts";
import type { FileSystem } from "../fileSystem.ts";
import type { ClickRecord } from "../records.ts";
import { longestLine } from "./clickLine.ts";
import type { LogPlace } from "./clickLog.ts";
import { clickFile, loggedFiles } from "./clickFiles.ts";
import { createClickReader } from "./readClicks.ts";

/** Moments in milliseconds since 1970: the first that counts, and the first that doesn't any more. */
export interface ClickRange {
  readonly from: number;
  readonly to: number;
}

/** Bytes that are read in one piece: some milliseconds of work. */
const pieceBytes = 1 << 16;

/** The clicks of a range that have a line, a few at a time, in the order in which they were written. */
export async function* clicksBetween(
  files: FileSystem,
  dir: string,
  { from, to }: ClickRange,
): AsyncGenerator<readonly ClickRecord[]> {
  for (const file of await loggedFiles(files, dir)) {
    if (file.to <= from || file.from >= to) continue;
    for await (const clicks of clicksIn(files, clickFile(dir, file.month))) {
      const inRange = clicks.filter(({ at }) => at >= from && at < to);
      if (inRange.length > 0) yield inRange;
    }
  }
}

/** The clicks that were written between two places that the writer named. */
export async function* clicksWritten(
  files: FileSystem,
  dir: string,
  from: LogPlace,
  to: LogPlace,
): AsyncGenerator<readonly ClickRecord[]> {
  for (const { month } of await loggedFiles(files, dir)) {
    if (month < from.month || month > to.month) continue;
    const begin = month === from.month ? from.byte : 0;
    const end = month === to.month ? to.byte : Infinity;
    yield* clicksIn(files, clickFile(dir, month), begin, end);
  }
}

/** Up to where the file ended when it was opened: what visitors add meanwhile is no part of it. */
async function* clicksIn(
  files: FileSystem,
  path: string,
  begin = 0,
  end = Infinity,
): AsyncGenerator<ClickRecord[]> {
  const size = Math.min((await files.state(path))?.size ?? 0, end);
  if (size <= begin) return;
  let clicks: ClickRecord[] = [];
  const reader = createClickReader((click) => {
    if (click.closed === undefined) clicks.push(click);
  });
  const descriptor = await files.open(path, "r");
  try {
    const piece = Buffer.allocUnsafe(pieceBytes);
    let rest = Buffer.alloc(0);
    for (let place = begin; place < size;) {
      const room = piece.subarray(0, Math.min(pieceBytes, size - place));
      const count = await files.read(descriptor, room, 0, place);
      if (count === 0) break;
      place += count;
      const read = Buffer.concat([rest, room.subarray(0, count)]);
      let start = 0;
      for (let at = read.indexOf(newline); at !== -1; at = read.indexOf(newline, start)) {
        reader.line(read.subarray(start, at), start);
        start = at + 1;
      }
      // Of a line that is too long, its beginning is enough to see that it isn't a click.
      rest = read.subarray(start, start + longestLine);
      const taken = clicks;
      clicks = [];
      if (taken.length > 0) yield taken;
    }
  } finally {
    await files.close(descriptor);
  }
}
