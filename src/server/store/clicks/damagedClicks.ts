import { join } from "node:path";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { clickFile, loggedFiles } from "./clickFiles.ts";
import { type FileSystem, openNew, writeAll } from "../fileSystem.ts";
import { newline, space } from "../lines.ts";
import { type Damage, readClicks } from "./readClicks.ts";

/** Bytes that are looked at in one piece. */
const chunkBytes = 1 << 16;

/**
 * Copies lines that are not what was written to a file beside the log, and overwrites them where
 * they stand, so that every place that a checkpoint names stays true. Answers the name of that file.
 */
export async function setClicksAside(
  files: FileSystem,
  dir: string,
  month: string,
  { stretches }: Damage,
  stamp: string,
): Promise<string> {
  const name = `damaged-${month}-${stamp}.txt`;
  const aside = await openNew(files, join(dir, "clicks", name));
  const log = await files.open(clickFile(dir, month), "r+");
  try {
    await forChunks(files, log, stretches, async (bytes) => writeAll(files, aside, bytes.copied));
    await files.sync(aside);
    await files.syncFolder(join(dir, "clicks"));
    await forChunks(files, log, stretches, async (bytes) =>
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

/** Goes once through the chunks of a file that hold anything of these stretches. */
async function forChunks(
  files: FileSystem,
  log: number,
  stretches: Damage["stretches"],
  take: (chunk: DamagedChunk) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  for (let start = stretches[0]?.from ?? 0; next < stretches.length;) {
    const chunk = Buffer.alloc(chunkBytes);
    const count = await files.read(log, chunk, 0, start);
    if (count === 0) return;
    const blanked = chunk.subarray(0, count);
    const copied: Buffer[] = [];
    for (; next < stretches.length; next += 1) {
      const { from = 0, to = 0 } = stretches[next] ?? {};
      if (from >= start + count) break;
      const lines = blanked.subarray(Math.max(0, from - start), to - start);
      copied.push(Buffer.from(lines));
      blankLines(lines);
      if (to > start + count) break;
    }
    if (copied.length > 0) await take({ start, copied: Buffer.concat(copied), blanked });
    start = Math.max(start + count, stretches[next]?.from ?? 0);
  }
}

/** Overwrites all but the line ends; false: there was nothing left to overwrite. */
export function blankLines(bytes: Buffer): boolean {
  let hasChanged = false;
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place];
    if (byte === newline || byte === space) continue;
    bytes[place] = space;
    hasChanged = true;
  }
  return hasChanged;
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
    const { damage } = await readClicks(files, path, 0, () => undefined);
    if (damage.lines === 0) continue;
    const name = await setClicksAside(files, dir, month, damage, stamp);
    sentences.push(sayDamagedClicks(path, damage.lines, name).message);
  }
  return sentences;
}
