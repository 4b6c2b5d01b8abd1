import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { link, lstat, mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { disk, type FileSystem } from "./fileSystem.ts";
import { refuseOthers, refuseWayTo } from "./folderOwner.ts";

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

/** A file of this user that no data folder brings along. */
export function besideOwnerKey(name: string): string {
  return join(stateFolder(), name);
}

/**
 * A key of this user on this computer, outside of every data folder: whoever fills a folder doesn't
 * know it. Null where it can't be kept, or where another user could have put it there.
 */
async function ownerKey(): Promise<string | null> {
  const folder = stateFolder();
  const path = besideOwnerKey(keyName);
  const key = randomBytes(keyLength / 2).toString("hex");
  try {
    await refuseWayTo(disk, folder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await refuseOthers(disk, folder, 0o700);
    const present = await lstat(path).catch(() => null);
    if (present === null) {
      const draft = `${path}.${randomUUID()}`;
      await writeFile(draft, key, { flag: "wx", mode: 0o600 });
      // Of several that start at once one makes it, and no other reads a part of it.
      await link(draft, path).catch(() => undefined);
      await rm(draft);
    }
    await refuseOthers(disk, path, 0o600);
    const found = await lstat(path);
    return found.isFile() && found.size === keyLength ? await readFile(path, "latin1") : null;
  } catch {
    return null;
  }
}

/** A number of 48 bits for facts that only this user's programs can tell. */
export type Mark = (...facts: readonly unknown[]) => number;

function markWith(key: string, place: readonly unknown[]): Mark {
  return (...facts) => {
    const mark = createHmac("sha256", key)
      .update(JSON.stringify([...place, ...facts]))
      .digest("hex");
    return Number.parseInt(mark.slice(0, 12), 16);
  };
}

/** Marks what this user's Waypost made, wherever its folder is moved. Null: this computer keeps no key. */
export async function ownMark(): Promise<Mark | null> {
  const key = await ownerKey();
  return key === null ? null : markWith(key, []);
}

/**
 * Marks what this user set up in just this folder: in a copy, in a folder that was moved and in one
 * that somebody else has filled the same facts have other marks.
 * Where no key can be kept, so they have at each start.
 */
export async function markIn(files: FileSystem, dir: string): Promise<Mark> {
  const key = (await ownerKey()) ?? randomBytes(keyLength / 2).toString("hex");
  const place = [await realpath(dir), (await files.state(dir))?.inode ?? 0];
  return markWith(key, place);
}
