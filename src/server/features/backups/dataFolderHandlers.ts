import type { dataFolderOperations } from "../../../contract/dataFolder.ts";
import type { DataSizes } from "./dataFolder.ts";
import type { HandlersOf } from "../../api/handlers.ts";

export function createDataFolderHandlers(options: {
  folder: string;
  sizes: () => Promise<DataSizes>;
}): HandlersOf<typeof dataFolderOperations> {
  return {
    async getDataFolder() {
      const { total, free, kinds } = await options.sizes();
      return {
        error: 0,
        data: {
          folder: options.folder,
          total,
          free,
          kinds: kinds.map(({ kind, files, bytes }) => ({ kind, files, size: bytes })),
        },
      };
    },
  };
}
