import { resolve } from "node:path";
import { StartFailed } from "../server/http/startFailed.ts";
import { codeOf, disk } from "../server/store/fileSystem.ts";
import { kindOfFolder, refuseOthersFolder } from "../server/store/folder.ts";
import { takeLock } from "../server/store/lock.ts";
import { newVisitorKey, openSecrets, writeSecrets } from "../server/store/secretsFile.ts";
import { StoreUnavailable } from "../server/store/store.ts";
import { unavailable } from "../server/store/unavailable.ts";

/** A new key for the visitors of a folder on which no service runs. */
export async function forgetVisitors(folder: string): Promise<void> {
  const dir = resolve(folder);
  if ((await kindOfFolder(disk, dir)) !== "own") {
    throw new StartFailed(`${dir} is not a Waypost folder.`);
  }
  try {
    await refuseOthersFolder(disk, dir);
    const lock = await takeLock(disk, dir);
    try {
      const { secrets } = await openSecrets(disk, dir);
      await writeSecrets(disk, dir, { ...secrets, hashKey: newVisitorKey() });
    } finally {
      await lock.release();
    }
  } catch (error) {
    if (error instanceof StoreUnavailable) throw new StartFailed(error.message, { cause: error });
    if (codeOf(error) !== undefined) {
      throw new StartFailed(unavailable(dir, error).message, { cause: error });
    }
    throw error;
  }
}
