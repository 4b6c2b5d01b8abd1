import { newline } from "../lines.ts";
import type { FileSystem } from "../fileSystem.ts";
import type { ClickRecord } from "../records.ts";
import { longestLine } from "./clickLine.ts";
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

/** Up to where the file ended when it was opened: what visitors add meanwhile is no part of it. */
async function* clicksIn(files: FileSystem, path: string): AsyncGenerator<ClickRecord[]> {
  const size = (await files.state(path))?.size ?? 0;
  if (size === 0) return;
  let clicks: ClickRecord[] = [];
  const reader = createClickReader((click) => clicks.push(click));
  const descriptor = await files.open(path, "r");
  try {
    const piece = Buffer.allocUnsafe(pieceBytes);
    let rest = Buffer.alloc(0);
    for (let place = 0; place < size;) {
      const room = piece.subarray(0, Math.min(pieceBytes, size - place));
      const count = await files.read(descriptor, room, 0, place);
      if (count === 0) break;
      place += count;
      const read = Buffer.concat([rest, room.subarray(0, count)]);
      let start = 0;
      for (let end = read.indexOf(newline); end !== -1; end = read.indexOf(newline, start)) {
        reader.line(read.subarray(start, end), start);
        start = end + 1;
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
