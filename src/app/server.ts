import { join, resolve } from "node:path";
import { errorStack, errorText } from "../util/errorText.ts";
import { randomBytes } from "node:crypto";
import { createApi } from "../server/api/app.ts";
import { createSendAnswer } from "../server/api/answers.ts";
import { KeyTurns } from "../server/api/keyTurns.ts";
import { createRateLimit } from "../server/api/rateLimit.ts";
import { createReferences } from "../server/common/references.ts";
import { createTimestamps } from "../server/common/timestamps.ts";
import { avatarPicture } from "../server/features/account/avatar.ts";
import { formerGuiDoor, guiDoor, publicDoor, serviceDoor } from "../server/http/doors.ts";
import { createGuiFiles } from "../server/http/guiFiles.ts";
import { createHosts } from "../server/http/hosts.ts";
import { openToNetwork } from "../server/http/startListeners.ts";
import { StartFailed } from "../server/http/startFailed.ts";
import { nextTurn } from "../server/common/paging.ts";
import { newApiKey } from "../server/passwords/hashing.ts";
import { BadSetting, newestBases } from "../server/features/settings/settings.ts";
import { webAddress } from "../server/resolve/webAddress.ts";
import { openGuiFile } from "../server/store/guiFile.ts";
import { removeOpeningFile } from "../server/store/openingFile.ts";
import { removeRunFile, writeRunFile } from "../server/store/runFile.ts";
import { StoreUnavailable } from "../server/store/store.ts";
import { createApp, type RunningApp } from "./app.ts";
import { createHandlers } from "./handlers.ts";
import { createSurfaces } from "./surfaces.ts";
import type { RunningServer, ServerOptions } from "./options.ts";
import { defaultRendererDir } from "./paths.ts";
import { isFresh } from "./paths.ts";
import { log as toTerminal } from "../server/common/log.ts";
import {
  namedDoors,
  openDoors,
  type OpenDoors,
  reachOfDoors,
} from "../server/http/startListeners.ts";
import { createPublicDoor } from "../server/http/publicPort.ts";
import { createAddresses, liveSettings, textsOf } from "./runSettings.ts";
import { createStatistics } from "../server/features/clicks/statistics.ts";
import { currentOrigin, noteChange } from "../server/common/origin.ts";
import { createSettingsStore } from "../server/features/settings/settingsStore.ts";
import { handEditProblem } from "../server/features/settings/handEdits.ts";
import { hashPassword } from "../server/passwords/hashing.ts";
import {
  checkPorts,
  chooseSettings,
  type Settings,
  type SettingSource,
  type SettingTexts,
} from "../server/features/settings/settings.ts";
import { isWithin } from "../server/features/backups/secondFolder.ts";
import { disk } from "../server/store/fileSystem.ts";
import { openStore, type StoreOptions } from "../server/store/openStore.ts";
import { pauseAfter } from "../server/store/pause.ts";
import type { SettingsRecord } from "../server/store/records.ts";
import type { Store } from "../server/store/store.ts";

/** A service whose doors are open and whose store is loaded; nobody serves at them yet. */
export interface Composed {
  readonly doors: OpenDoors;
  readonly app: RunningApp;
}

/** 48 bits of the system's own dice. */
function realRandom(): number {
  return randomBytes(6).readUIntBE(0, 6) / 2 ** 48;
}

/** What a file or a hand has put there may be no address. */
function readableBases(stored: SettingsRecord | undefined): readonly string[] {
  return newestBases((stored?.formerBases ?? []).filter((base) => webAddress(base) !== null));
}

/** Keeps the base that short addresses are printed with from now on. */
async function keepBase(
  store: Store,
  { formerBases }: Pick<Settings, "formerBases">,
): Promise<void> {
  const before = store.table("settings").get(1);
  const there = before?.formerBases ?? [];
  if (formerBases.length === there.length && formerBases.every((one) => there.includes(one)))
    return;
  const record = { ...before, id: 1 as const, formerBases: [...formerBases] };
  await store.commit([{ put: "settings", record }], { isLearned: true });
}

/** Opens the store, its links known to the statistics. */
async function openCounted(options: {
  dir: string;
  clock: () => number;
  timeZone: () => string;
  settingsRead: NonNullable<StoreOptions["settingsRead"]>;
  isBaseGiven: boolean;
  freeMemory: (() => number) | undefined;
}) {
  const { dir, clock, timeZone, settingsRead, isBaseGiven, freeMemory } = options;
  const statistics = createStatistics({ clock, timeZone });
  const store = await openStore({
    dir,
    keeper: statistics,
    clock,
    settingsRead,
    isBaseGiven,
    ...(freeMemory !== undefined && { freeMemory }),
    hashPassword,
    checkByHand: handEditProblem,
    warned: ({ message }) => toTerminal(message),
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
  const { dataDir, clock = Date.now, random = realRandom, log = toTerminal } = given;
  const texts = textsOf(given);
  const flags = { origin: "flag", texts } as const;
  let choices = chooseSettings(flags);
  const storedSettings = (kept: SettingTexts): SettingSource => ({
    origin: "file",
    texts: kept,
    file: join(dataDir, "waypost.json"),
  });

  const open = async (kept: SettingTexts) => {
    checkPorts(choices, [flags, storedSettings(kept)]);
    const opened = await openDoors(choices, namedDoors(texts, kept));
    undo.push(() => opened.close(0));
    return opened;
  };
  // Where there is nothing yet, a taken address must leave nothing behind. Where there is a store,
  // it may know other ports, and whoever holds it is a better reason than whoever holds the port.
  const early = isFresh(dataDir) ? await open({}) : null;
  const { store, statistics } = await openCounted({
    dir: dataDir,
    clock,
    timeZone: () => choices.timeZone,
    settingsRead(kept) {
      try {
        choices = chooseSettings(flags, storedSettings(kept));
      } catch {
        // Said below, once the store is open.
      }
    },
    isBaseGiven: texts.baseUrl !== undefined,
    freeMemory: given.freeMemory,
  });
  undo.push(() => store.close());
  const stored = store.table("settings").get(1);
  const kept = store.approvedSettings.of(stored?.values);
  choices = chooseSettings(flags, storedSettings(kept));
  const doors = early ?? (await open(kept));

  const bases = createAddresses(choices.baseUrl, doors, readableBases(stored));
  await keepBase(store, bases.now());
  const settingsStore = createSettingsStore({
    store,
    flags: texts,
    started: choices,
    isOwnFolder: (path) => isWithin(disk, path, dataDir),
  });
  const settings = liveSettings(settingsStore, doors, () => bases.now());
  const app = await createApp(
    {
      dataDir,
      store,
      statistics,
      settings,
      settingsStore,
      timestamps: createTimestamps(settings.get("timeZone")),
      references: createReferences(store),
      bases,
      publicDoor: createPublicDoor(doors, bases),
      doors: () => reachOfDoors(doors),
      secretKeeper: given.secretKeeper ?? null,
      guiFile: await openGuiFile(disk, dataDir),
      clock,
      random,
      log,
    },
    given,
  );
  undo.push(() => app.close());
  return { doors, app };
}

function doorParts(app: RunningApp) {
  return {
    ...app,
    prefixes: app.settings,
    isDark: () => app.publicAddress.isDark(),
    proofOf: (nonce: string) => app.proofs.answer(nonce),
    avatar: () => avatarPicture(app.account.get().username),
  };
}

/** Says at each open door what it serves, and to whom. */
export function serveDoors(
  { doors, app }: Composed,
  localKey: string,
  { rendererDir = defaultRendererDir(), checkAnswers }: ServerOptions,
): void {
  const { settings } = app;
  const isChecked = checkAnswers ?? process.env["WAYPOST_CHECK_ANSWERS"] === "1";
  const api = {
    ...app,
    keys: {
      apiKey: () => app.store.secrets.apiKey,
      localKey,
      others: app.apiKeys,
      takesExtensions: () => settings.get("automation.extension"),
    },
    rateLimit: createRateLimit(app),
    keyTurns: new KeyTurns(),
    sendAnswer: createSendAnswer(() => settings.get("dialect"), isChecked),
    handlers: createHandlers(app),
  };
  const door = doorParts(app);
  const surfaces = createSurfaces({ ...app, ...api });
  const isProxy = (peer: string) => settings.proxies.includes(peer);

  doors.service.serve(
    serviceDoor({
      ...door,
      hosts: createHosts({ ...doors.service, publicBases: () => settings.formerBases }),
      api: createApi(api, "service", ["owner", "local"]),
      closedApi: createApi(api, "service", []),
      surfaces,
    }),
    isProxy,
  );
  doors.servePublic(
    publicDoor({
      ...door,
      api: createApi(api, "public", settings.get("public.api") ? ["owner"] : []),
    }),
    isProxy,
  );
  doors.gui?.serve(
    guiDoor({
      ...door,
      hosts: createHosts({ ...doors.gui, publicBases: () => [] }),
      api: createApi(api, "window", ["owner", "local"]),
      files: createGuiFiles(
        {
          rendererDir,
          pictures: new URL(settings.baseUrl).origin,
          preferences: () => app.guiFile.now().preferences,
        },
        (path) => app.previews.answer(path),
        (ticket) => {
          try {
            removeOpeningFile(app.dataDir, ticket);
          } catch (error) {
            app.log(`The file that opened the app couldn't be deleted: ${errorText(error)}`);
          }
        },
      ),
    }),
  );
}

/** Tabs of the run before learn where the GUI is now, and those of this run will. */
async function serveFormerGui({ doors: { gui }, app }: Composed): Promise<void> {
  const { guiUrl } = app.settings;
  if (gui === null || guiUrl === null) return;
  const { browserHost: former } = app.guiFile.now();
  if (former !== null) {
    const hosts = createHosts({ host: former, port: gui.port, publicBases: () => [] });
    await gui.serveFormer(former, formerGuiDoor({ ...doorParts(app), hosts, guiUrl }));
  }
  if (gui.browserHost !== gui.host) await app.guiFile.save({ browserHost: gui.browserHost });
}

/** Requests in flight get this long at the end; milliseconds. The store gets the third of three seconds. */
const closingTime = 2_000;

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
  const { dataDir, log = toTerminal, clock = Date.now, hasWindow = false } = given;
  const composed = await composeService(given, undo);
  const { doors, app } = composed;
  const { store, settings, bases, mirror, reach, tunnel } = app;
  const reportMirrorError = (error: unknown) =>
    log(`The always-on copy couldn't be started: ${errorText(error)}`);
  // Links keep working when something fails that nobody waits for (docs/decisions.md, "Starting and ending").
  const reportRejection = (reason: unknown) =>
    log(`Something failed in the background: ${errorStack(reason)}`);
  // The first visitor and the window's first look find it as it is.
  await mirror.open().catch(reportMirrorError);
  // Making the routes takes a while, and the window shares our thread.
  await nextTurn();
  const localKey = newApiKey();
  process.on("unhandledRejection", reportRejection);
  undo.push(async () => void process.off("unhandledRejection", reportRejection));
  serveDoors(composed, localKey, given);
  await serveFormerGui(composed);

  const { guiUrl } = settings;
  const startedAt = new Date(clock()).toISOString();
  const writeRun = () => {
    const { baseUrl } = settings;
    const { pid } = process;
    writeRunFile(dataDir, { pid, baseUrl, gui: guiUrl, hasWindow, localKey, startedAt });
  };
  writeRun();
  bases.onChange(writeRun);
  reach.begin();
  tunnel.begin().catch((error: unknown) => {
    log(`The tunnel couldn't be started: ${errorText(error)}`);
  });
  mirror.begin().catch(reportMirrorError);
  app.webhooks.begin().catch((error: unknown) => {
    log(`Webhooks couldn't be started: ${errorText(error)}`);
  });

  async function closeAll(): Promise<void> {
    // Once the ports are free, another program may listen there.
    removeRunFile(dataDir);
    // Visitors get no answer from a tunnel either way: it goes first.
    await Promise.all([tunnel.close(), doors.close(closingTime)]);
    await app.close();
    await store.close();
    process.off("unhandledRejection", reportRejection);
  }
  let closing: Promise<void> | undefined;
  return {
    get baseUrl() {
      return settings.baseUrl;
    },
    get publicUrl() {
      return settings.publicUrl;
    },
    get shortBase() {
      return settings.shortBase;
    },
    get apiKey() {
      return store.secrets.apiKey;
    },
    localKey,
    gui: guiUrl === null ? null : `${guiUrl}#key=${localKey}`,
    dataDir,
    preview: (path) => app.previews.answer(path),
    notices: openToNetwork(doors),
    warnings: store.warnings.map(({ message }) => message),
    runningJobs: () => app.jobs.all().filter(({ state }) => state === "running").length,
    onEvent: (listener) => app.events.on(listener),
    close: () => (closing ??= closeAll()),
  };
}
