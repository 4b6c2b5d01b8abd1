import { join, resolve } from "node:path";
import { serveDoors } from "./app.ts";
import { isFresh } from "./dataDir.ts";
import { namedDoors, openDoors, openToNetwork } from "./openDoors.ts";
import { type RunningServer, type ServerOptions, StartFailed } from "./options.ts";
import { defaultRendererDir } from "./packageFiles.ts";
import { createParts } from "./parts.ts";
import { liveSettings, settingsOf, textsOf } from "./runSettings.ts";
import { createKeptSettings } from "./services/keptSettings.ts";
import {
  BadSetting,
  checkPorts,
  chooseSettings,
  type Settings,
  type SettingSource,
} from "./services/settings.ts";
import { hashPassword } from "./services/passwords/secrets.ts";
import { createStatistics } from "./services/clicks/statistics.ts";
import type { SettingsRecord } from "./store/records.ts";
import { openStore } from "./store/openStore.ts";
import { removeRunFile, writeRunFile } from "./store/runFile.ts";
import { type Store, StoreUnavailable } from "./store/store.ts";

export { defaultDataDir } from "./dataDir.ts";
export { backupFolder, openFolderBackups } from "./folderBackups.ts";
export { openFolderSettings } from "./folderSettings.ts";
export { mendFolder } from "./doctor.ts";
export { forgetVisitors } from "./forgetVisitors.ts";
export { readGuiFile } from "./guiFiles.ts";
export { type RunningServer, type ServerOptions, StartFailed } from "./options.ts";
export { BadSetting } from "./services/settings.ts";
export { replaceFileNow } from "./store/fileSystem.ts";
export { BadFlag, readStartFlags, type StartFlags } from "./startFlags.ts";
export { readRunFile } from "./store/runFile.ts";
export type { Salvaged } from "./store/salvage.ts";

/** Requests in flight get this long at the end; milliseconds. The store gets the third of three seconds. */
const closingTime = 2_000;

/** Keeps the base that short addresses are printed with from now on. */
async function keepBase(store: Store, { formerBases }: Settings): Promise<void> {
  const before = store.table("settings").get(1);
  if (before?.formerBases?.length === formerBases.length) return;
  const record = { ...before, id: 1 as const, formerBases: [...formerBases] };
  await store.commit([{ put: "settings", record }]);
}

/** Opens the store, its links known to the statistics. */
async function openCounted(options: {
  dir: string;
  clock: () => number;
  timeZone: () => string;
  settingsRead: (settings: SettingsRecord | undefined) => void;
}) {
  const { dir, clock, timeZone, settingsRead } = options;
  const statistics = createStatistics({ clock, timeZone });
  const store = await openStore({ dir, keeper: statistics, clock, settingsRead, hashPassword });
  for (const { id } of store.links.values()) statistics.linkAdded(id);
  statistics.forgetRemoved((id) => store.qrCodes.get(id) !== undefined);
  return { store, statistics };
}

function asStartFailed(error: unknown): unknown {
  return error instanceof StoreUnavailable || error instanceof BadSetting
    ? new StartFailed(error.message, { cause: error })
    : error;
}

/** Starts the service; throws {@link StartFailed} and leaves everything as it was when that can't be. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const undo: (() => Promise<void>)[] = [];
  try {
    return await start({ ...options, dataDir: resolve(options.dataDir) }, undo);
  } catch (error) {
    for (const step of undo.toReversed()) await step();
    throw asStartFailed(error);
  }
}

async function start(given: ServerOptions, undo: (() => Promise<void>)[]): Promise<RunningServer> {
  const clock = given.clock ?? Date.now;
  const { dataDir } = given;
  const texts = textsOf(given);
  const flags = { origin: "flag", texts } as const;
  let choices = chooseSettings(flags);
  const kept = (record: SettingsRecord | undefined): SettingSource => ({
    origin: "file",
    texts: record?.values ?? {},
    file: join(dataDir, "waypost.json"),
  });

  const open = async (record?: SettingsRecord) => {
    checkPorts(choices, [flags, kept(record)]);
    const opened = await openDoors(choices, namedDoors(texts, record?.values ?? {}));
    undo.push(() => opened.close(0));
    return opened;
  };
  // Where there is nothing yet, a taken address must leave nothing behind. Where there is a store,
  // it may know other ports, and whoever holds it is a better reason than whoever holds the port.
  const early = isFresh(dataDir) ? await open() : null;
  const { store, statistics } = await openCounted({
    dir: dataDir,
    clock,
    timeZone: () => choices.timeZone,
    settingsRead(record) {
      try {
        choices = chooseSettings(flags, kept(record));
      } catch {
        // Said below, once the store is open.
      }
    },
  });
  undo.push(() => store.close());
  const stored = store.table("settings").get(1);
  choices = chooseSettings(flags, kept(stored));
  const doors = early ?? (await open(stored));

  const started = settingsOf(choices, doors, stored?.formerBases ?? []);
  await keepBase(store, started);
  const keptSettings = createKeptSettings({ store, flags: texts, started: choices });
  const settings = liveSettings(started, () => keptSettings.now());
  const parts = await createParts({ given, store, statistics, settings, keptSettings, clock });
  serveDoors(doors, parts, settings, given.rendererDir ?? defaultRendererDir());

  undo.push(async () => parts.close());

  const { localKey } = parts;
  const { guiUrl } = settings;
  writeRunFile(dataDir, {
    pid: process.pid,
    baseUrl: settings.baseUrl,
    gui: guiUrl,
    localKey,
    startedAt: new Date(clock()).toISOString(),
  });

  async function closeAll(): Promise<void> {
    await doors.close(closingTime);
    await parts.close();
    removeRunFile(dataDir);
    await store.close();
  }
  let closing: Promise<void> | undefined;
  return {
    baseUrl: settings.baseUrl,
    publicUrl: settings.publicUrl,
    shortBase: settings.shortBase,
    get apiKey() {
      return store.secrets.apiKey;
    },
    localKey,
    gui: guiUrl === null ? null : `${guiUrl}#key=${localKey}`,
    dataDir,
    notices: openToNetwork(doors),
    warnings: store.warnings,
    close: () => (closing ??= closeAll()),
  };
}
