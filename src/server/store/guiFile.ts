import { z } from "zod";
import { preferences } from "../../contract/server/service.ts";
import type { FileSystem } from "./fileSystem.ts";
import { createRecordFile } from "./recordFile.ts";

/** `gui.json`: what the GUI in a browser finds again at the address of the next run. */
const guiRecord = z.object({
  /** Loopback address of the last run's tabs; a folder may be somebody else's, so it is no other. */
  browserHost: z
    .string()
    .regex(/^127\.[1-9]\d{0,2}(?:\.\d{1,3}){2}$/)
    .nullable()
    .catch(null),
  preferences: preferences.catch({}),
});
type GuiRecord = z.output<typeof guiRecord>;

export interface GuiFile {
  now(): GuiRecord;
  save(changes: Partial<GuiRecord>): Promise<void>;
}

export async function openGuiFile(files: FileSystem, dir: string): Promise<GuiFile> {
  const file = createRecordFile({ files, dir, name: "gui.json", schema: guiRecord });
  let now = (await file.read()) ?? { browserHost: null, preferences: {} };
  return {
    now: () => now,
    async save(changes) {
      now = { ...now, ...changes };
      await file.write(now);
    },
  };
}
