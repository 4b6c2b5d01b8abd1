import type { dataFolderOperations } from "../../../contract/changes/dataFolder.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

export function createDataFolderHandlers(app: App): HandlersOf<typeof dataFolderOperations> {
  return {
    async getDataFolder() {
      const { total, free, kinds } = await app.dataSizes();
      return {
        error: 0,
        data: {
          folder: app.dataDir,
          total,
          free,
          kinds: kinds.map(({ kind, files, bytes }) => ({ kind, files, size: bytes })),
        },
      };
    },
  };
}
