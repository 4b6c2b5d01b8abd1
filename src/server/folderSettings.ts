import type { settingsOperations } from "../contract/settings.ts";
import type { HandlersOf } from "./api/handlers.ts";
import { createSettingsHandlers } from "./api/settings.ts";
import { withOwnFolder } from "./ownFolder.ts";
import { isWithin } from "./services/backups/secondFolder.ts";
import { createKeptSettings } from "./services/keptSettings.ts";
import { disk } from "./store/fileSystem.ts";

/** The settings of a folder on which no service runs. */
export interface FolderSettings extends HandlersOf<typeof settingsOperations> {
  /** Gives the folder free. */
  close(): Promise<void>;
}

export function openFolderSettings(folder: string): Promise<FolderSettings> {
  const origin = { by: "cli", operation: "updateSettings", scope: "owner" } as const;
  return withOwnFolder(folder, origin, ({ dir, store }) => {
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
  });
}
