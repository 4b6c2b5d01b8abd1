import { lstat, readlink, realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { FileState, FileSystem } from "./fileSystem.ts";
import { StoreUnavailable } from "./store.ts";

/** On Windows, a folder's rights are those of its place. */
const ownUser = process.getuid?.() ?? null;

/**
 * Refuses a file or folder that another user of this computer owns or can change: Waypost obeys what
 * it reads there, a tunnel's command included. The system's own account can change everything anyway.
 * @param ownMode what the mode is set to where others can write; null: it is left as it is
 */
export async function refuseOthers(
  files: FileSystem,
  path: string,
  ownMode: number | null,
): Promise<void> {
  const found = ownUser === null ? null : await files.state(path);
  if (found === null) return;
  if (found.owner !== ownUser && found.owner !== 0) {
    throw new StoreUnavailable(
      `${path} belongs to another user of this computer (user ID ${found.owner}), so Waypost doesn't trust what is in it. ` +
        "Choose a folder that belongs to you, or make yourself its owner first (chown -R).",
    );
  }
  if (!isOpenToWriters(found.mode)) return;
  if (ownMode !== null) await files.setMode(path, ownMode).catch(() => undefined);
  if (isOpenToWriters((await files.state(path))?.mode ?? 0)) {
    throw new StoreUnavailable(
      `Other users of this computer can write to ${path}, so Waypost doesn't trust what is in it. ` +
        "Choose another folder, or remove the write permission of other users first (chmod go-w).",
    );
  }
}

/**
 * Refuses a folder on the way to `dir` where another user could put something else in the place of
 * what lies in it. Where a way leads through links, every folder with a link counts. It goes from the
 * top: nothing is looked at that somebody else could just be changing.
 */
export async function refuseWayTo(files: FileSystem, dir: string): Promise<void> {
  if (ownUser === null) return;
  const system = (await files.state("/"))?.owner;
  const isTrusted = (owner: number) => [ownUser, 0, system].includes(owner);

  async function follow(path: string): Promise<void> {
    const above = dirname(path);
    if (above === path) return;
    await follow(above);
    const folder = await files.state(above);
    if (folder === null) return;
    if (!isTrusted(folder.owner)) throw othersWay(above, folder.owner, dir);
    if (othersCanReplace(folder)) {
      throw new StoreUnavailable(
        `Other users of this computer can write to ${above}, so they can replace ${dir}. ` +
          "Choose a folder of your own, or remove the write permission of other users first (chmod go-w).",
      );
    }
    const found = await lstat(path).catch(() => null);
    if (found?.isSymbolicLink() !== true) return;
    if (!isTrusted(found.uid)) throw othersWay(path, found.uid, dir);
    await follow(resolve(await realpath(above), await readlink(path)));
  }
  await follow(resolve(dir));
}

function othersWay(path: string, owner: number, dir: string): StoreUnavailable {
  return new StoreUnavailable(
    `${path} belongs to another user of this computer (user ID ${owner}), who can replace ${dir}. ` +
      "Choose a folder of your own.",
  );
}

/**
 * Whether others can rename what lies in a folder. With the sticky bit, only what is theirs. A group
 * with the number of its owner is the owner's private one: such systems let it write.
 */
function othersCanReplace({ mode, owner, group }: FileState): boolean {
  if ((mode & 0o1000) !== 0) return false;
  return (mode & (group === owner ? 0o002 : 0o022)) !== 0;
}

function isOpenToWriters(mode: number): boolean {
  return (mode & 0o022) !== 0;
}
