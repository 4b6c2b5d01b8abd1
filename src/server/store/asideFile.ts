import { join } from "node:path";
import { type FileSystem, isOutOfSpace, writeAll } from "./fileSystem.ts";
import { hasRoomForStrangers } from "./freeFloor.ts";
import { StoreFailed, StoreFull } from "./store.ts";

/** Bytes of a file; each line has what a stranger wrote. */
const mostBytes = 64 << 20;

/**
 * Appends a line of JSON for each to a file in the folder, and has it on disk. Strangers write them:
 * they fill neither the disk nor more than a file's bytes.
 */
export async function appendAside(
  files: FileSystem,
  dir: string,
  name: string,
  lines: readonly object[],
): Promise<void> {
  const path = join(dir, name);
  const text = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  try {
    const { size = 0 } = (await files.state(path)) ?? {};
    if (size + text.length > mostBytes) throw new StoreFull(`${name} is full.`);
    // What can't be found out stops nothing.
    const disk = await files.space(dir).catch(() => null);
    if (disk !== null && !hasRoomForStrangers(disk)) {
      throw new StoreFull("The disk is nearly full.");
    }
    const descriptor = await files.open(path, "a");
    try {
      await writeAll(files, descriptor, text);
      await files.sync(descriptor);
    } finally {
      await files.close(descriptor);
    }
    await files.syncFolder(dir);
  } catch (error) {
    if (error instanceof StoreFull) throw error;
    if (error instanceof Error && isOutOfSpace(error)) {
      throw new StoreFull("The disk is full.", { cause: error });
    }
    throw new StoreFailed(`${name} couldn't be saved.`, { cause: error });
  }
}
