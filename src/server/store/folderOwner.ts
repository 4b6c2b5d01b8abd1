import type { FileSystem } from "./fileSystem.ts";
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

function isOpenToWriters(mode: number): boolean {
  return (mode & 0o022) !== 0;
}
