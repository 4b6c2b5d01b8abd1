import { join } from "node:path";
import type { FileSystem } from "./fileSystem.ts";
import { isOutOfSpace, writeAll } from "./fileSystem.ts";
import { StoreFailed, StoreFull } from "./store.ts";

/** Appends a line of JSON for each to a file in the folder, and has it on disk. */
export async function putAside(
  files: FileSystem,
  dir: string,
  name: string,
  lines: readonly object[],
): Promise<void> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  try {
    const descriptor = await files.open(join(dir, name), "a");
    try {
      await writeAll(files, descriptor, Buffer.from(text));
      await files.sync(descriptor);
    } finally {
      await files.close(descriptor);
    }
    await files.syncFolder(dir);
  } catch (error) {
    if (isOutOfSpace(error)) {
      throw new StoreFull("There is no room left on the disk.", { cause: error });
    }
    throw new StoreFailed(`${name} could not be written.`, { cause: error });
  }
}
