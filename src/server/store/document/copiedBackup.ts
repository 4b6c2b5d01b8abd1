import { join } from "node:path";
import type { FileSystem } from "../fileSystem.ts";

/** The backup that a file is a copy of, by its content; null: of none. */
export async function backupCopiedTo(
  files: FileSystem,
  dir: string,
  path: string,
): Promise<string | null> {
  const folder = join(dir, "backups");
  const size = (await files.state(path))?.size;
  if (size === undefined || (await files.state(folder)) === null) return null;
  for (const name of (await files.list(folder)).toSorted().toReversed()) {
    const backup = join(folder, name);
    const state = name.endsWith(".json") ? await files.state(backup) : null;
    if (state?.isFolder !== false || state.size !== size) continue;
    if ((await files.readFile(backup)).equals(await files.readFile(path))) return name;
  }
  return null;
}
