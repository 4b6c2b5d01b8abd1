import { join } from "node:path";
import { clickFile } from "./clickLog.ts";
import { clickLine } from "./clickLine.ts";
import { loggedMonths } from "./oldClicks.ts";
import { readClicks } from "./readClicks.ts";
import { type FileSystem, writeAll } from "../fileSystem.ts";
import { seal } from "../lines.ts";
import type { ClickRecord } from "../records.ts";

/** Copies the click log below another folder, without the hashes that stand for visitors. */
export async function copyClickLines(
  files: FileSystem,
  dir: string,
  folder: string,
  ending: AbortSignal,
): Promise<void> {
  await files.makeFolder(join(folder, "clicks"));
  for (const month of await loggedMonths(files, dir)) {
    const descriptor = await files.open(clickFile(folder, month), "w");
    try {
      let text = "";
      const write = async () => {
        const bytes = Buffer.from(text);
        text = "";
        ending.throwIfAborted();
        await writeAll(files, descriptor, bytes);
      };
      const take = (click: ClickRecord) => {
        text += seal(clickLine({ ...click, visitor: undefined }));
      };
      await readClicks(files, clickFile(dir, month), 0, take, write);
      await files.sync(descriptor);
    } finally {
      await files.close(descriptor);
    }
  }
}

const importedFile = /^import-\d+(\.counters)?\.ndjson$/;

/** Clicks that were brought along are counted apart: their lines and counters always go with a copy. */
export async function copyImportedClicks(
  files: FileSystem,
  dir: string,
  folder: string,
): Promise<void> {
  await files.makeFolder(join(folder, "clicks"));
  for (const name of await files.list(join(dir, "clicks"))) {
    if (!importedFile.test(name)) continue;
    await files.link(join(dir, "clicks", name), join(folder, "clicks", name));
  }
}
