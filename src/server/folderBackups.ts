import { join, resolve } from "node:path";
import type { backupOperations } from "../contract/backups.ts";
import { createBackupHandlers } from "./api/backups.ts";
import type { HandlersOf } from "./api/handlers.ts";
import { StartFailed } from "./options.ts";
import { createBackups } from "./services/backups.ts";
import { hashPassword } from "./services/passwords/secrets.ts";
import { createStatistics } from "./services/clicks/statistics.ts";
import { createTimestamps } from "./services/timestamps.ts";
import { disk } from "./store/fileSystem.ts";
import { kindOfFolder } from "./store/folder.ts";
import { openStore } from "./store/openStore.ts";
import { StoreUnavailable } from "./store/store.ts";

/** The backups of a folder on which no service runs. */
export interface FolderBackups extends HandlersOf<typeof backupOperations> {
  /** Gives the folder free. */
  close(): Promise<void>;
}

/** Refuses what isn't Waypost's, but for an empty place when a backup is brought along. */
export async function openFolderBackups(
  folder: string,
  options: { readonly isNewAllowed: boolean },
): Promise<FolderBackups> {
  const dir = resolve(folder);
  const kind = await kindOfFolder(disk, dir);
  if (kind === "foreign" || (kind !== "own" && !options.isNewAllowed)) {
    throw new StartFailed(
      kind === "foreign" ? `${dir} is not a Waypost folder.` : `${dir} holds no Waypost yet.`,
    );
  }
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const statistics = createStatistics({ clock: Date.now, timeZone: () => timeZone });
  try {
    const store = await openStore({
      dir,
      keeper: statistics,
      clock: Date.now,
      hashPassword,
      origin: () => ({ by: "restore", operation: "restoreBackup", scope: "owner" }),
    });
    const backups = createBackups({ store, statistics, changed: () => undefined });
    return {
      ...createBackupHandlers(backups, createTimestamps(timeZone)),
      close: () => store.close(),
    };
  } catch (error) {
    if (error instanceof StoreUnavailable) throw new StartFailed(error.message, { cause: error });
    throw error;
  }
}

/** Where a folder's backups lie. */
export function backupFolder(dataDir: string): string {
  return join(dataDir, "backups");
}
