import type { FileSystem } from "../fileSystem.ts";
import { firstRoom, newline, nextRoom } from "../lines.ts";

const pieceBytes = 1 << 18;

export interface FoundLine {
  /** With its end; used again for what follows. */
  readonly bytes: Buffer;
  /** Byte of the file at which it starts. */
  readonly start: number;
}

/** The whole lines of a file from a byte on, some at a time. */
export async function* linesFrom(
  files: FileSystem,
  path: string,
  from: number,
): AsyncIterable<readonly FoundLine[]> {
  const descriptor = await files.open(path, "r");
  try {
    let buffer = firstRoom();
    let filled = 0;
    let start = from;
    for (;;) {
      const count = await files.read(descriptor, buffer, filled, start + filled);
      if (count === 0) return;
      const searchFrom = filled;
      filled += count;
      const view = buffer.subarray(0, filled);
      const found: FoundLine[] = [];
      let lineStart = 0;
      for (
        let end = view.indexOf(newline, searchFrom);
        end !== -1;
        end = view.indexOf(newline, lineStart)
      ) {
        found.push({ bytes: view.subarray(lineStart, end + 1), start: start + lineStart });
        lineStart = end + 1;
      }
      if (found.length > 0) yield found;
      buffer.copyWithin(0, lineStart, filled);
      filled -= lineStart;
      start += lineStart;
      buffer = nextRoom(buffer, filled + lineStart, filled, pieceBytes);
    }
  } finally {
    await files.close(descriptor);
  }
}

/** Of an author's line; others begin otherwise. */
const toldStart = /^\{"commit":\d+,"at":/;
const longestStart = 40;

export function isTold(bytes: Buffer): boolean {
  return toldStart.test(bytes.toString("latin1", 0, longestStart));
}
