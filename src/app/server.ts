import { join } from "node:path";
import { isFresh } from "./dataDir.ts";
import { log } from "../server/common/log.ts";
import {
  namedDoors,
  openDoors,
  type OpenDoors,
  reachOfDoors,
} from "../server/http/startListeners.ts";
import type { ServerOptions } from "./options.ts";
import { createParts, type Parts } from "./app.ts";
import { createPublicDoor } from "../server/http/publicPort.ts";
import {
  createAddresses,
  type LiveAddresses,
  liveSettings,
  settingsOf,
  textsOf,
} from "./runSettings.ts";
import { createStatistics, type Statistics } from "../server/features/clicks/statistics.ts";
import { createKeptSettings } from "../server/features/settings/settingsStore.ts";
import { handEditProblem } from "../server/features/settings/handEdits.ts";
import { hashPassword } from "../server/passwords/secrets.ts";
import {
  checkPorts,
  chooseSettings,
  type Settings,
  type SettingSource,
} from "../server/features/settings/settings.ts";
import { isWithin } from "../server/features/backups/secondFolder.ts";
import { disk } from "../server/store/fileSystem.ts";
import { openStore } from "../server/store/openStore.ts";
import { pauseAfter } from "../server/store/pause.ts";
import type { SettingsRecord } from "../server/store/records.ts";
import type { Store } from "../server/store/store.ts";
import { currentOrigin, noteChange } from "../server/common/origin.ts";

/** A service whose doors are open and whose store is loaded; nobody serves at them yet. */
export interface Composed {
  readonly doors: OpenDoors;
  readonly store: Store;
  readonly statistics: Statistics;
  readonly settings: Settings;
  readonly addresses: LiveAddresses;
  readonly parts: Parts;
}

/** Keeps the base that short addresses are printed with from now on. */
async function keepBase(store: Store, { formerBases }: Settings): Promise<void> {
  const before = store.table("settings").get(1);
  if (before?.formerBases?.length === formerBases.length) return;
  const record = { ...before, id: 1 as const, formerBases: [...formerBases] };
  await store.commit([{ put: "settings", record }], { isLearned: true });
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
  const store = await openStore({
    dir,
    keeper: statistics,
    clock,
    settingsRead,
    hashPassword,
    checkByHand: handEditProblem,
    warned: ({ message }) => log(message),
    origin: currentOrigin,
    committed: noteChange,
  });
  // The window shares our thread.
  const pause = pauseAfter();
  for (const { id } of store.links.values()) {
    statistics.linkAdded(id);
    if (pause.isDue()) await pause.now();
  }
  return { store, statistics };
}

/** Whatever has been opened when it throws is undone by `undo`, the last first. */
export async function composeService(
  given: ServerOptions,
  undo: (() => Promise<void>)[],
): Promise<Composed> {
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

  const addresses = createAddresses(choices.baseUrl, doors, stored?.formerBases ?? []);
  const started = settingsOf(choices, doors, addresses.now());
  await keepBase(store, started);
  const keptSettings = createKeptSettings({
    store,
    flags: texts,
    started: choices,
    isOwnFolder: (path) => isWithin(disk, path, dataDir),
  });
  const settings = liveSettings(
    started,
    () => keptSettings.now(),
    () => addresses.now(),
  );
  const parts = await createParts({
    given,
    store,
    statistics,
    settings,
    keptSettings,
    doors: () => reachOfDoors(doors),
    addresses,
    publicDoor: createPublicDoor(doors, addresses),
    clock,
  });
  undo.push(() => parts.close());
  return { doors, store, statistics, settings, addresses, parts };
}
