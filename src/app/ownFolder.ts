import { resolve } from "node:path";
import { StartFailed } from "../server/http/startFailed.ts";
import { createStatistics, type Statistics } from "../server/features/clicks/statistics.ts";
import { handEditProblem } from "../server/features/settings/handEdits.ts";
import { log } from "../server/common/log.ts";
import { hashPassword } from "../server/passwords/hashing.ts";
import { disk, codeOf } from "../server/store/fileSystem.ts";
import { kindOfFolder, refuseUnsafeFolder } from "../server/store/folder.ts";
import { openStore, type StoreOptions } from "../server/store/openStore.ts";
import {
  BackupUnreadable,
  type Origin,
  type Store,
  StoreUnavailable,
} from "../server/store/store.ts";
import type { settingsOperations } from "../contract/server/settings.ts";
import type { HandlersOf } from "../server/api/handlers.ts";
import { createSettingsHandlers } from "../server/features/settings/handlers.ts";
import { isWithin } from "../server/features/backups/secondFolder.ts";
import { createSettingsStore } from "../server/features/settings/settingsStore.ts";
import { takeLock } from "../server/store/lock.ts";
import { webAddress } from "../server/resolve/webAddress.ts";
import { replaceVisitorKey } from "../server/store/secretsFile.ts";
import { unavailable } from "../server/store/unavailable.ts";
import { BadSetting, settingText } from "../server/features/settings/settings.ts";
import { type Salvaged, salvage } from "../server/store/salvage.ts";

/** Whether a folder is Waypost's, or a place for one; refuses any other. */
export async function kindOf(dir: string): Promise<"own" | "empty"> {
  const kind = await kindOfFolder(disk, dir);
  if (kind === "foreign") throw new StartFailed(`${dir} isn't a Waypost data folder.`);
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
  { origin, leftOut }: { origin?: Origin } & Pick<StoreOptions, "leftOut">,
): Promise<OpenFolder> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const statistics = createStatistics({ clock: Date.now, timeZone: () => timeZone });
  const store = await openStore({
    dir,
    keeper: statistics,
    clock: Date.now,
    hashPassword,
    checkByHand: handEditProblem,
    leftOut,
    ...(origin !== undefined && { origin: () => origin }),
  });
  // The next start finds the owner's mark, and wouldn't say it.
  const foreignKeys = store.warnings.find(({ code }) => code === "service.foreignKeys");
  if (foreignKeys !== undefined) log(foreignKeys.message);
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
  if ((await kindOf(dir)) === "empty") throw new StartFailed(`${dir} has no Waypost data yet.`);
  try {
    return await use(await openFolder(dir, { origin }));
  } catch (error) {
    throw asStartFailed(error);
  }
}

/** The settings of a folder on which no service runs. */
export interface FolderSettings extends HandlersOf<typeof settingsOperations> {
  /** Gives the folder free. */
  close(): Promise<void>;
}

export function openFolderSettings(folder: string): Promise<FolderSettings> {
  const origin = { by: "cli", operation: "updateSettings", scope: "owner" } as const;
  return withOwnFolder(folder, origin, ({ dir, store }) => {
    const settingsStore = createSettingsStore({
      store,
      flags: {},
      started: null,
      isOwnFolder: (path) => isWithin(disk, path, dir),
    });
    return {
      ...createSettingsHandlers({ settingsStore }, () => undefined),
      close: () => store.close(),
    };
  });
}

/** A new key for the visitors of a folder on which no service runs. */
export async function forgetVisitors(folder: string): Promise<void> {
  const dir = resolve(folder);
  if ((await kindOfFolder(disk, dir)) !== "own") {
    throw new StartFailed(`${dir} isn't a Waypost data folder.`);
  }
  try {
    await refuseUnsafeFolder(disk, dir);
    const lock = await takeLock(disk, dir);
    try {
      await replaceVisitorKey(disk, dir);
    } finally {
      await lock.release();
    }
  } catch (error) {
    if (error instanceof StoreUnavailable) throw new StartFailed(error.message, { cause: error });
    if (codeOf(error) !== undefined) {
      throw new StartFailed(unavailable(dir, error).message, { cause: error });
    }
    throw error;
  }
}

/** Kept settings that would stop a start, each with the reason. */
function badSettings(
  values: Readonly<Record<string, string | number | boolean>>,
): ReadonlyMap<string, string> {
  const bad = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    try {
      settingText(name, value);
    } catch (error) {
      if (!(error instanceof BadSetting)) throw error;
      bad.set(name, error.message);
    }
  }
  return bad;
}

/** Finds whatever would stop a start on a folder, and mends it. */
export function repairFolder(dir: string): Promise<Salvaged> {
  return salvage(dir, disk, {
    hashPassword,
    checkByHand: handEditProblem,
    badSettings,
    isBase: (address) => webAddress(address) !== null,
  });
}
