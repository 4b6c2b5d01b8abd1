import { join } from "node:path";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { clickFile, loggedFiles } from "./clickFiles.ts";
import { type FileSystem, openNew, writeAll } from "../fileSystem.ts";
import { newline, space } from "../lines.ts";
import { readClicks } from "./readClicks.ts";

/** Bytes that are looked at in one piece. */
const chunkBytes = 1 << 16;

/**
 * Copies lines that are not what was written to a file beside the log, and overwrites them where
 * they stand, so that every place that a checkpoint names stays true. Answers the name of that file.
 */
export async function setClicksAside(
  files: FileSystem,
  dir: string,
  damage: { readonly month: string; readonly starts: readonly number[]; readonly stamp: string },
): Promise<string> {
  const { month, starts, stamp } = damage;
  const name = `damaged-${month}-${stamp}.txt`;
  const aside = await openNew(files, join(dir, "clicks", name));
  const log = await files.open(clickFile(dir, month), "r+");
  try {
    await forChunks(files, log, starts, async (bytes) => writeAll(files, aside, bytes.copied));
    await files.sync(aside);
    await files.syncFolder(join(dir, "clicks"));
    await forChunks(files, log, starts, async (bytes) =>
      files.writeAt(log, bytes.blanked, bytes.start),
    );
    await files.sync(log);
  } finally {
    await files.close(log);
    await files.close(aside);
  }
  return name;
}

interface DamagedChunk {
  /** Where it stands in the file. */
  readonly start: number;
  /** What it holds of damaged lines, with their ends. */
  readonly copied: Buffer;
  /** The same bytes, with spaces in place of damaged lines. */
  readonly blanked: Buffer;
}

/** Goes once through the chunks of a file that hold anything of the lines that start at `starts`. */
async function forChunks(
  files: FileSystem,
  log: number,
  starts: readonly number[],
  take: (chunk: DamagedChunk) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  let isInside = false;
  for (let start = starts[0] ?? 0; next < starts.length || isInside;) {
    const chunk = Buffer.alloc(chunkBytes);
    const count = await files.read(log, chunk, 0, start);
    if (count === 0) return;
    const blanked = chunk.subarray(0, count);
    const copied: Buffer[] = [];
    for (let place = 0; place < count;) {
      if (!isInside) {
        place = (starts[next] ?? Infinity) - start;
        if (place >= count) break;
        next += 1;
      }
      const found = blanked.indexOf(newline, place);
      const end = found === -1 ? count : found;
      copied.push(Buffer.from(blanked.subarray(place, found === -1 ? end : end + 1)));
      blanked.fill(space, place, end);
      isInside = found === -1;
      place = end;
    }
    if (copied.length > 0) await take({ start, copied: Buffer.concat(copied), blanked });
    start = isInside ? start + count : Math.max(start + count, starts[next] ?? 0);
  }
}

export function sayDamagedClicks(path: string, lines: number, kept: string): Message {
  return lines === 1
    ? message("service.clickLine", { path, kept })
    : message("service.clickLines", { path, lines, kept });
}

/** Reads the whole log and sets aside what is damaged; sentences for the owner. */
export async function mendClicks(files: FileSystem, dir: string, stamp: string): Promise<string[]> {
  if ((await files.state(join(dir, "clicks"))) === null) return [];
  const sentences: string[] = [];
  for (const { month } of await loggedFiles(files, dir)) {
    const path = clickFile(dir, month);
    const { bad } = await readClicks(files, path, 0, () => undefined);
    if (bad.length === 0) continue;
    const name = await setClicksAside(files, dir, { month, starts: bad, stamp });
    sentences.push(sayDamagedClicks(path, bad.length, name).message);
  }
  return sentences;
}
