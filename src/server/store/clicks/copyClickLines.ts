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
  /** Bytes of each month's copy. */
  const copied = new Map<string, number>();
  for (const { month } of await loggedFiles(files, dir)) {
    await append(month, Buffer.alloc(0));
    const texts = new Map<string, string[]>();
    const take = (click: ClickRecord) => {
      const text = texts.get(monthOf(click.at)) ?? [];
      text.push(seal(clickLine({ ...click, visitor: undefined })));
      texts.set(monthOf(click.at), text);
    };
    const write = async () => {
      ending.throwIfAborted();
      for (const [of, lines] of texts) await append(of, Buffer.from(lines.join("")));
      texts.clear();
    };
    await readClicks(files, clickFile(dir, month), 0, take, { between: write });
  }
  for (const month of copied.keys()) await inCopy(month, (copy) => files.sync(copy));
  const [last] = [...copied].toSorted(([one], [other]) => (one < other ? 1 : -1));
  return last === undefined ? null : { month: last[0], byte: last[1] };

  async function append(month: string, bytes: Buffer): Promise<void> {
    await inCopy(month, (copy) => writeAll(files, copy, bytes));
    copied.set(month, (copied.get(month) ?? 0) + bytes.length);
  }

  /** One at a time is open: clicks may be of more months than a process can have files. */
  async function inCopy(
    month: string,
    use: (descriptor: number) => Promise<unknown>,
  ): Promise<void> {
    const path = clickFile(folder, month);
    const descriptor = copied.has(month) ? await files.open(path, "a") : await openNew(files, path);
    try {
      await use(descriptor);
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
