import { copyFile, mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { backupOperations } from "../contract/changes/backups.ts";
import { createBackupHandlers } from "../server/features/backups/handlers.ts";
import type { HandlersOf } from "../server/api/handlers.ts";
import { createJobPresenter } from "../server/features/jobs/handlers.ts";
import { asStartFailed, kindOf, openFolder, withOwnFolder } from "./ownFolder.ts";
import { createBackups } from "../server/features/backups/backups.ts";
import { type Everything, inside, packEverything } from "../server/features/backups/everything.ts";
import {
  basesName,
  restoredSettings,
  type SettingDifference,
  settingDifferences,
  takenIntoEmpty,
  takenSettings,
} from "../server/features/backups/restoredSettings.ts";
import { checkSettingName, fixedSettings } from "../server/features/settings/settings.ts";
import {
  recordedImports,
  isZip,
  makeRoomOn,
  unpackEverything,
} from "../server/features/backups/unpack.ts";
import { createForegroundJobs } from "../server/features/jobs/foregroundJobs.ts";
import { createSecondFolder } from "../server/features/backups/secondFolder.ts";
import { createTimestamps } from "../server/common/timestamps.ts";
import { disk } from "../server/store/fileSystem.ts";
import { openApprovedSettings } from "../server/store/approvedSettings.ts";
import { kindOfFolder } from "../server/store/folder.ts";
import type { Change, Origin, Store } from "../server/store/store.ts";
import { collectionNames } from "../server/store/tables/tables.ts";
import type { Statistics } from "../server/features/clicks/statistics.ts";
import type { Unusable } from "../server/features/backups/restorePlan.ts";
import { usableRecord } from "../server/features/changes/usableRecord.ts";
import { makeWorkFolder } from "../server/store/workFolder.ts";

/** The backups of a folder on which no service runs. */
export interface FolderBackups extends HandlersOf<typeof backupOperations> {
  /** Everything but secrets as one zip, by choice with the single clicks. */
  everything(clicks: boolean): Promise<Everything>;
  /** Gives the folder free. */
  close(): Promise<void>;
}

const origin: Origin = { by: "restore", operation: "restoreBackup", scope: "owner" };

/** Told how far something is that takes long. */
export type ProgressListener = (phase: string | null, done: number, total: number | null) => void;

export async function isEmptyFolder(folder: string): Promise<boolean> {
  return (await kindOf(resolve(folder))) === "empty";
}

export function openFolderBackups(
  folder: string,
  onProgress: ProgressListener,
): Promise<FolderBackups> {
  return withOwnFolder(folder, origin, async ({ dir, store, statistics, timeZone }) => {
    const everything = (clicks: boolean) =>
      packEverything({ store, dataDir: dir, clock: Date.now }, { clicks });
    const timestamps = createTimestamps(timeZone);
    const app = { dataDir: dir, store, statistics, everything, timestamps, clock: Date.now };
    const keptSettings = store.approvedSettings.of(store.table("settings").get(1)?.values);
    const backupFolder = String(keptSettings["backup.folder"] ?? "");
    const secondFolder = await createSecondFolder(
      { ...app, settings: fixedSettings({ "backup.folder": backupFolder }) },
      { lookEvery: null },
    );
    const backups = createBackups(
      app,
      () => origin,
      () => undefined,
    );
    return {
      ...createBackupHandlers({
        ...app,
        backups,
        secondFolder,
        jobs: createForegroundJobs(Date.now, onProgress),
        presentJob: createJobPresenter(timestamps),
      }),
      everything,
      async close() {
        await secondFolder.close();
        await store.close();
      },
    };
  });
}

/** What an empty folder would have, or has now, from a backup. */
interface Placed {
  readonly links: number;
  readonly qrCodes: number;
  /** Of both. */
  readonly clicks: number;
  /** Of the backup, with those that weren't taken. */
  readonly settings: readonly SettingDifference[];
  /** Records that weren't taken, or came without some fields: those can't be used. */
  readonly unusable: readonly Unusable[];
}

/**
 * Makes an empty folder what a backup's was: everything is unpacked beside, opened as a start opens
 * it, and only then put in its place. Without `isReal` it is only looked at. Guarded settings are taken
 * where `settings` names them.
 */
export async function restoreIntoEmpty(
  file: string,
  folder: string,
  { isReal, settings }: { readonly isReal: boolean; readonly settings: readonly string[] },
): Promise<Placed> {
  for (const name of settings) if (name !== basesName) checkSettingName(name);
  const dir = resolve(folder);
  const isNew = (await kindOfFolder(disk, dir)) === "missing";
  const work = await makeWorkFolder(dir);
  const into = join(work.path, "restored");
  let imports: readonly string[] = [];
  try {
    if (await isZip(file)) {
      const makeRoom = makeRoomOn(dir);
      const called = basename(file);
      ({ imports } = await unpackEverything(file, { folder: into, called, makeRoom }));
    } else {
      await mkdir(into, { recursive: true, mode: 0o700 });
      await copyFile(file, join(into, inside.document));
    }
    const placed = await settled(into, new Set([...settings, ...takenIntoEmpty]), imports);
    if (isReal) {
      await putInPlace(into, dir);
      await (await openApprovedSettings(disk, dir)).approve(takenSettings(placed.settings));
    }
    return placed;
  } catch (error) {
    throw asStartFailed(error);
  } finally {
    await work.remove();
    if (isNew && !isReal) await removeEmpty(dir);
  }
}

/** Opens what was unpacked as a start does, so that it is whole and in the words of today. */
async function settled(
  into: string,
  allowedSettings: ReadonlySet<string>,
  imports: readonly string[],
): Promise<Placed> {
  const leftOut: Unusable[] = [];
  const { store, statistics } = await openFolder(into, {
    leftOut: (collection, id) =>
      void leftOut.push({ collection, id, faults: ["id"], isLeftOut: true }),
  });
  try {
    const found = store.table("settings").get(1);
    const settings =
      found === undefined ? [] : settingDifferences(found, undefined, allowedSettings);
    await keepOut(store, allowedSettings);
    const unusable = [...leftOut, ...(await dropUnusable(store, statistics))];
    const recorded = recordedImports(imports, store.clickImports.values());
    for (const name of imports.filter((one) => !recorded.has(one))) {
      await rm(join(into, inside.clicks, name), { force: true });
    }
    await store.clicks.settle();
    const links = [...store.links.values()].map(({ id }) => statistics.clicksOf(id));
    const scans = [...store.qrCodes.values()].map(({ id }) => statistics.scans.clicksOf(id));
    const clicks = [...links, ...scans].reduce((sum, count) => sum + count, 0);
    return { links: links.length, qrCodes: scans.length, clicks, settings, unusable };
  } finally {
    await store.close();
  }
}

/** Leaves guarded settings at their defaults, and what can't be used behind. */
async function keepOut(store: Store, allowedSettings: ReadonlySet<string>): Promise<void> {
  const found = store.table("settings").get(1);
  if (found === undefined) return;
  const { isDark } = found;
  const record = {
    ...restoredSettings(found, undefined, allowedSettings),
    ...(isDark && { isDark }),
  };
  if (!isDeepStrictEqual(found, record)) await store.commit([{ put: "settings", record }]);
}

/** Removes what can't be used, and what would stand without its domain. */
async function dropUnusable(
  store: Store,
  statistics: Pick<Statistics, "linkRemoved">,
): Promise<readonly Unusable[]> {
  const unusable: Unusable[] = [];
  const changes: Change[] = [];
  const lost = new Set<number>();
  for (const collection of [
    "domains",
    ...collectionNames.filter((one) => one !== "domains"),
  ] as const) {
    for (const found of store.table(collection).values()) {
      const isOnLost =
        "domain" in found && typeof found.domain === "number" && lost.has(found.domain);
      const { record, faults } = isOnLost
        ? { record: null, faults: ["domain"] }
        : usableRecord(collection, found, undefined);
      if (faults.length === 0) continue;
      unusable.push({ collection, id: found.id, faults, isLeftOut: record === null });
      if (record === null && collection === "domains") lost.add(found.id);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only fields that may be missing are gone
      const change = (
        record === null ? { remove: collection, id: found.id } : { put: collection, record }
      ) as Change;
      changes.push(change);
    }
  }
  if (changes.length > 0) await store.commit(changes, { allowsAlike: true });
  for (const { collection, id, isLeftOut } of unusable) {
    if (isLeftOut && collection === "links") statistics.linkRemoved(id);
  }
  return unusable;
}

/** The document last but for what goes on from it: without it the folder is none that was in use. */
async function putInPlace(from: string, dir: string): Promise<void> {
  const names = await readdir(from);
  const first = ["uploads", "clicks", "statistics-base.ndjson", inside.counters, inside.document];
  const order = [...first.filter((name) => names.includes(name)), ...names];
  for (const name of new Set(order)) await rename(join(from, name), join(dir, name));
  await disk.syncFolder(dir);
}

async function removeEmpty(dir: string): Promise<void> {
  await rmdir(dir).catch(() => undefined);
}
