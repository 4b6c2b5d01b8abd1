import { join } from "node:path";
import { filesOf, namesOtherFile } from "../../server/store/database/databaseFiles.ts";
import { disk } from "../../server/store/fileSystem.ts";
import { refuseOthers, refuseWayTo } from "../../server/store/folderOwner.ts";
import { StoreUnavailable } from "../../server/store/store.ts";
import { linkRefused, notFile, unavailable } from "../../server/store/unavailable.ts";

const databaseName = "copy.sqlite";
const ownNames = ["secret", ...filesOf(databaseName)];

export const secretIn = (folder: string) => join(folder, "secret");
export const databaseIn = (folder: string) => join(folder, databaseName);

/**
 * Makes the copy's folder, for its owner only. Throws {@link StoreUnavailable} where another user could read or
 * change what is in it. A folder with other files keeps its mode: only the copy's own files are closed.
 */
export async function prepareCopyFolder(folder: string): Promise<void> {
  try {
    await prepare(folder);
  } catch (error) {
    throw error instanceof StoreUnavailable ? error : unavailable(folder, error);
  }
}

async function prepare(folder: string): Promise<void> {
  await refuseWayTo(disk, folder);
  await disk.makeFolder(folder);
  const entries = await disk.kinds(folder);
  const isOwn = entries.every(([name]) => ownNames.includes(name));
  await refuseOthers(disk, folder, isOwn ? 0o700 : null);
  if (isOwn) await close(folder, 0o700);
  for (const [name, kind] of entries) {
    if (!ownNames.includes(name)) continue;
    const path = join(folder, name);
    if (kind === "link") throw linkRefused(path);
    if (kind !== "file") throw notFile(path);
    await refuseOthers(disk, path, 0o600);
    await close(path, 0o600);
  }
  if (namesOtherFile(databaseIn(folder))) {
    throw new StoreUnavailable(
      `${databaseIn(folder)}-journal names another file, which opening the copy could delete. Waypost doesn't create such a journal. Remove it, then start the copy again.`,
    );
  }
}

/** Lets nobody else read it; what belongs to the system stays as it is. */
async function close(path: string, mode: number): Promise<void> {
  const isOpen = (((await disk.state(path))?.mode ?? 0) & 0o077) !== 0;
  if (isOpen) await disk.setMode(path, mode).catch(() => undefined);
}
