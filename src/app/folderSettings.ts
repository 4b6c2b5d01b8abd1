import type { settingsOperations } from "../contract/settings.ts";
import type { HandlersOf } from "../server/api/handlers.ts";
import { createSettingsHandlers } from "../server/features/settings/handlers.ts";
import { withOwnFolder } from "./ownFolder.ts";
import { isWithin } from "../server/features/backups/secondFolder.ts";
import { createKeptSettings } from "../server/features/settings/settingsStore.ts";
import { disk } from "../server/store/fileSystem.ts";

/** The settings of a folder on which no service runs. */
export interface FolderSettings extends HandlersOf<typeof settingsOperations> {
  /** Gives the folder free. */
  close(): Promise<void>;
}

export function openFolderSettings(folder: string): Promise<FolderSettings> {
  const origin = { by: "cli", operation: "updateSettings", scope: "owner" } as const;
  return withOwnFolder(folder, origin, ({ dir, store }) => {
    const keptSettings = createKeptSettings({
      store,
      flags: {},
      started: null,
      isOwnFolder: (path) => isWithin(disk, path, dir),
    });
    return {
      ...createSettingsHandlers({ keptSettings }, () => undefined),
      close: () => store.close(),
    };
  });
}
