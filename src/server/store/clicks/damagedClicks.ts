import { dirname, join } from "node:path";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { clickFile, loggedFiles } from "./clickFiles.ts";
import { type FileSystem, openNew, writeAll } from "../fileSystem.ts";
import { newline, space } from "../lines.ts";
import { type DamagedStretch, readClicks } from "./readClicks.ts";

/** Bytes that are looked at in one piece. */
const chunkBytes = 1 << 16;
/** Stretches that are held in memory before they are set aside; about 8 MB. */
const heldStretches = 100_000;

/**
 * Copies lines that are not what was written to a file beside the log, and overwrites them where
 * they stand, so that every place that a checkpoint names stays true.
 */
export function createAside(files: FileSystem, dir: string, month: string, stamp: string) {
  const name = `damaged-${month}-${stamp}.txt`;
  const path = join(dir, "clicks", name);
  let held: DamagedStretch[] = [];
  let isNew = true;

  async function settle(): Promise<void> {
    if (held.length === 0) return;
    const stretches = held;
    held = [];
    const aside = isNew ? await openNew(files, path) : await files.open(path, "a");
    isNew = false;
    await moveStretches(files, clickFile(dir, month), aside, stretches);
  }

  return {
    name,
    damaged: (stretch: DamagedStretch) => void held.push(stretch),
    /** While the file is read: everything that was told stands before the bytes that come. */
    between: async () => (held.length < heldStretches ? undefined : settle()),
    settle,
  };
}

async function moveStretches(
  files: FileSystem,
  path: string,
  aside: number,
  stretches: readonly DamagedStretch[],
): Promise<void> {
  const log = await files.open(path, "r+");
  try {
    await forChunks(files, log, stretches, async (bytes) => writeAll(files, aside, bytes.copied));
    await files.sync(aside);
    await files.syncFolder(dirname(path));
    await forChunks(files, log, stretches, async (bytes) =>
      files.writeAt(log, bytes.blanked, bytes.start),
    );
    await files.sync(log);
  } finally {
    await files.close(log);
    await files.close(aside);
  }
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
  stretches: readonly DamagedStretch[],
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
    const aside = createAside(files, dir, month, stamp);
    const { damagedLines } = await readClicks(files, path, 0, () => undefined, aside);
    if (damagedLines === 0) continue;
    await aside.settle();
    sentences.push(sayDamagedClicks(path, damagedLines, aside.name).message);
  }
  return sentences;
}
