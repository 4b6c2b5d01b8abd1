import { resolve } from "node:path";
import type { settingsOperations } from "../contract/settings.ts";
import type { HandlersOf } from "./api/handlers.ts";
import { createSettingsHandlers } from "./api/settings.ts";
import { StartFailed } from "./options.ts";
import { createStatistics } from "./services/clicks/statistics.ts";
import { createKeptSettings } from "./services/keptSettings.ts";
import { hashPassword } from "./services/passwords/secrets.ts";
import { isWithin } from "./services/backups/secondFolder.ts";
import { disk } from "./store/fileSystem.ts";
import { kindOfFolder } from "./store/folder.ts";
import { openStore } from "./store/openStore.ts";
import { StoreUnavailable } from "./store/store.ts";

/** The settings of a folder on which no service runs. */
export interface FolderSettings extends HandlersOf<typeof settingsOperations> {
  /** Gives the folder free. */
  close(): Promise<void>;
}

export async function openFolderSettings(folder: string): Promise<FolderSettings> {
  const dir = resolve(folder);
  const kind = await kindOfFolder(disk, dir);
  if (kind !== "own") {
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
      origin: () => ({ by: "cli", operation: "updateSettings", scope: "owner" }),
    });
    const settings = createKeptSettings({
      store,
      flags: {},
      started: null,
      isOwnFolder: (path) => isWithin(disk, path, dir),
    });
    return {
      ...createSettingsHandlers(settings, () => undefined),
      close: () => store.close(),
    };
  } catch (error) {
    if (error instanceof StoreUnavailable) throw new StartFailed(error.message, { cause: error });
    throw error;
  }
}
