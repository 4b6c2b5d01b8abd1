import { join } from "node:path";
import { clickFile, loggedFiles, monthOf } from "./clickFiles.ts";
import { clickLine } from "./clickLine.ts";
import type { LogPlace } from "./clickLog.ts";
import { readClicks } from "./readClicks.ts";
import { type FileSystem, openNew, writeAll } from "../fileSystem.ts";
import { seal } from "../lines.ts";
import type { ClickRecord } from "../records.ts";

/**
 * Copies the click log below another folder, without the hashes that stand for visitors, each click
 * into the file of its own month. Answers where that log ends; null: it has no file.
 */
export async function copyClickLines(
  files: FileSystem,
  dir: string,
  folder: string,
  ending: AbortSignal,
): Promise<LogPlace | null> {
  await files.makeFolder(join(folder, "clicks"));
  const copies = new Map<string, Copy>();
  try {
    for (const { month } of await loggedFiles(files, dir)) {
      await copyOf(month);
      const texts = new Map<string, string[]>();
      const take = (click: ClickRecord) => {
        const text = texts.get(monthOf(click.at)) ?? [];
        text.push(seal(clickLine({ ...click, visitor: undefined })));
        texts.set(monthOf(click.at), text);
      };
      const write = async () => {
        ending.throwIfAborted();
        for (const [of, lines] of texts) {
          const bytes = Buffer.from(lines.join(""));
          const copy = await copyOf(of);
          await writeAll(files, copy.descriptor, bytes);
          copy.bytes += bytes.length;
        }
        texts.clear();
      };
      await readClicks(files, clickFile(dir, month), 0, take, write);
    }
    for (const { descriptor } of copies.values()) await files.sync(descriptor);
  } finally {
    for (const { descriptor } of copies.values()) await files.close(descriptor);
  }
  const [last] = [...copies].toSorted(([one], [other]) => (one < other ? 1 : -1));
  return last === undefined ? null : { month: last[0], byte: last[1].bytes };

  async function copyOf(month: string): Promise<Copy> {
    const known = copies.get(month);
    if (known !== undefined) return known;
    const copy = { descriptor: await openNew(files, clickFile(folder, month)), bytes: 0 };
    copies.set(month, copy);
    return copy;
  }
}

interface Copy {
  readonly descriptor: number;
  bytes: number;
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
