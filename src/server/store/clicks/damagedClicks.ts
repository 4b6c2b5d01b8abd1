import { join } from "node:path";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { clickFile, loggedFiles } from "./clickFiles.ts";
import { type FileSystem, openNew, writeAll } from "../fileSystem.ts";
import { newline, space } from "../lines.ts";
import { readClicks } from "./readClicks.ts";

/** Bytes that are looked at in one piece. */
const chunkBytes = 1 << 16;

/**
 * Copies lines that are not what was written to a file beside the log, and overwrites them where
 * they stand, so that every place that a checkpoint names stays true. Answers the name of that file.
 */
export async function setClicksAside(
  files: FileSystem,
  dir: string,
  damage: { readonly month: string; readonly starts: readonly number[]; readonly stamp: string },
): Promise<string> {
  const { month, starts, stamp } = damage;
  const name = `damaged-${month}-${stamp}.txt`;
  const aside = await openNew(files, join(dir, "clicks", name));
  const log = await files.open(clickFile(dir, month), "r+");
  try {
    const lines: { readonly start: number; readonly line: Buffer }[] = [];
    for (const start of starts) {
      const line = await lineAt(files, log, start);
      await writeAll(files, aside, Buffer.concat([line, Buffer.of(newline)]));
      lines.push({ start, line });
    }
    await files.sync(aside);
    await files.syncFolder(join(dir, "clicks"));
    for (const { start, line } of lines) {
      if (line.length > 0) await files.writeAt(log, line.fill(space), start);
    }
    await files.sync(log);
  } finally {
    await files.close(log);
    await files.close(aside);
  }
  return name;
}

async function lineAt(files: FileSystem, descriptor: number, start: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let position = start; ;) {
    const chunk = Buffer.alloc(chunkBytes);
    const count = await files.read(descriptor, chunk, 0, position);
    const end = chunk.subarray(0, count).indexOf(newline);
    parts.push(chunk.subarray(0, end === -1 ? count : end));
    if (end !== -1 || count === 0) return Buffer.concat(parts);
    position += count;
  }
}

export function sayDamagedClicks(path: string, lines: number, kept: string): Message {
  return lines === 1
    ? message("service.clickLine", { path, kept })
    : message("service.clickLines", { path, lines, kept });
}

/** Reads the whole log and sets aside what is damaged; sentences for the owner. */
export async function mendClicks(files: FileSystem, dir: string, stamp: string): Promise<string[]> {
  if ((await files.state(join(dir, "clicks"))) === null) return [];
  const sentences: string[] = [];
  for (const { month } of await loggedFiles(files, dir)) {
    const path = clickFile(dir, month);
    const { bad } = await readClicks(files, path, 0, () => undefined);
    if (bad.length === 0) continue;
    const name = await setClicksAside(files, dir, { month, starts: bad, stamp });
    sentences.push(sayDamagedClicks(path, bad.length, name).message);
  }
  return sentences;
}
