import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { link, lstat, mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { FileSystem } from "./fileSystem.ts";

const keyName = "owner.key";
/** Hexadecimal digits of 256 bits. */
const keyLength = 64;

/** Where this user's programs keep what belongs to no data folder. */
function stateFolder(): string {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: local } = process.env;
  if (state !== undefined && isAbsolute(state)) return join(state, "waypost");
  if (process.platform === "darwin") {
    return join(homedir(), "Library", "Application Support", "Waypost State");
  }
  return process.platform === "win32" && local !== undefined
    ? join(local, "Waypost")
    : join(homedir(), ".local", "state", "waypost");
}

/**
 * A key of this user on this computer, outside of every data folder: whoever fills a folder doesn't
 * know it. Where it can't be kept it is another one at each start.
 */
async function ownerKey(): Promise<string> {
  const folder = stateFolder();
  const path = join(folder, keyName);
  const key = randomBytes(keyLength / 2).toString("hex");
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const present = await lstat(path).catch(() => null);
    if (present === null) {
      const draft = `${path}.${randomUUID()}`;
      await writeFile(draft, key, { flag: "wx", mode: 0o600 });
      // Of several that start at once one makes it, and no other reads a part of it.
      await link(draft, path).catch(() => undefined);
      await rm(draft);
    }
    const found = await lstat(path);
    return found.isFile() && found.size === keyLength ? await readFile(path, "latin1") : key;
  } catch {
    return key;
  }
}

/** A number of 48 bits for facts that only this user's programs can tell. */
export type Mark = (...facts: readonly unknown[]) => number;

/**
 * Marks what this user set up in just this folder: in a copy, in a folder that was moved and in one
 * that somebody else has filled the same facts have other marks.
 */
export async function markIn(files: FileSystem, dir: string): Promise<Mark> {
  const key = await ownerKey();
  const place = [await realpath(dir), (await files.state(dir))?.inode ?? 0];
  return (...facts) => {
    const mark = createHmac("sha256", key)
      .update(JSON.stringify([...place, ...facts]))
      .digest("hex");
    return Number.parseInt(mark.slice(0, 12), 16);
  };
}
