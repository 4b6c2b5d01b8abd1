import { resolve } from "node:path";
import { StartFailed } from "../server/http/startFailed.ts";
import { createStatistics, type Statistics } from "../server/features/clicks/statistics.ts";
import { handEditProblem } from "../server/features/settings/handEdits.ts";
import { hashPassword } from "../server/passwords/secrets.ts";
import { disk } from "../server/store/fileSystem.ts";
import { kindOfFolder } from "../server/store/folder.ts";
import { openStore } from "../server/store/openStore.ts";
import {
  BackupUnreadable,
  type Origin,
  type Store,
  StoreUnavailable,
} from "../server/store/store.ts";

/** Whether a folder is Waypost's, or a place for one; refuses any other. */
export async function kindOf(dir: string): Promise<"own" | "empty"> {
  const kind = await kindOfFolder(disk, dir);
  if (kind === "foreign") throw new StartFailed(`${dir} is not a Waypost folder.`);
  return kind === "own" ? "own" : "empty";
}

export function asStartFailed(error: unknown): unknown {
  return error instanceof StoreUnavailable || error instanceof BackupUnreadable
    ? new StartFailed(error.message, { cause: error })
    : error;
}

/** What lies in a folder, opened as a start does. */
export interface OpenFolder {
  readonly dir: string;
  readonly store: Store;
  readonly statistics: Statistics;
  readonly timeZone: string;
}

/** Opens what lies in a folder; `origin` is whose every change is. */
export async function openFolder(
  dir: string,
  { origin, isFromOutside = false }: { origin?: Origin; isFromOutside?: boolean },
): Promise<OpenFolder> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const statistics = createStatistics({ clock: Date.now, timeZone: () => timeZone });
  const store = await openStore({
    dir,
    keeper: statistics,
    clock: Date.now,
    hashPassword,
    checkByHand: handEditProblem,
    isFromOutside,
    ...(origin !== undefined && { origin: () => origin }),
  });
  return { dir, store, statistics, timeZone };
}

/**
 * A folder on which no service runs, with what `use` makes of it; it is held until that is closed.
 * Throws {@link StartFailed} where the folder can't be opened.
 */
export async function withOwnFolder<T>(
  folder: string,
  origin: Origin,
  use: (opened: OpenFolder) => T | Promise<T>,
): Promise<T> {
  const dir = resolve(folder);
  if ((await kindOf(dir)) === "empty") throw new StartFailed(`${dir} holds no Waypost yet.`);
  try {
    return await use(await openFolder(dir, { origin }));
  } catch (error) {
    throw asStartFailed(error);
  }
}
