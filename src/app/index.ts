import { resolve } from "node:path";
import { serveDoors } from "./serveListeners.ts";
import { composeService } from "./server.ts";
import { log as toTerminal } from "../server/common/log.ts";
import { openToNetwork } from "../server/http/startListeners.ts";
import { StartFailed } from "../server/http/startFailed.ts";
import type { RunningServer, ServerOptions } from "./options.ts";
import { defaultRendererDir } from "./packageFiles.ts";
import { nextTurn } from "../server/common/paging.ts";
import { BadSetting } from "../server/features/settings/settings.ts";
import { removeRunFile, writeRunFile } from "../server/store/runFile.ts";
import { StoreUnavailable } from "../server/store/store.ts";
import { errorText } from "../util/errorText.ts";

export { shownState } from "../contract/reach.ts";
export { defaultDataDir } from "./dataDir.ts";
export { isEmptyFolder, openFolderBackups, restoreIntoEmpty } from "./folderBackups.ts";
export { openFolderSettings } from "./folderSettings.ts";
export { mendFolder } from "./doctor.ts";
export { forgetVisitors } from "./forgetVisitors.ts";
export { readGuiFile } from "../server/http/guiFiles.ts";
export type { RunningServer, ServerOptions } from "./options.ts";
export { PortTaken, StartFailed } from "../server/http/startFailed.ts";
export type { PublicState, ServiceEvent } from "../server/common/events.ts";
export { BadSetting } from "../server/features/settings/settings.ts";
export type { SecretKeeper } from "../server/common/sealedSecret.ts";
export { replaceFileNow } from "../server/store/fileSystem.ts";
export { BadFlag, doorFlags, readStartFlags, type StartFlags } from "./startFlags.ts";
export type { Salvaged } from "../server/store/salvage.ts";

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
  const { doors, store, settings, addresses, parts } = await composeService(given, undo);
  const { edge, reach, tunnel } = parts.useCases;
  const tellOfMirror = (error: unknown) =>
    log(`The mirror could not be started: ${errorText(error)}`);
  // The first visitor and the window's first look find it as it is.
  await edge.open().catch(tellOfMirror);
  // Making the routes takes a while, and the window shares our thread.
  await nextTurn();
  const { rendererDir = defaultRendererDir() } = given;
  serveDoors(doors, parts, settings, { rendererDir, dataDir });

  const { localKey } = parts;
  const { guiUrl } = settings;
  const startedAt = new Date(clock()).toISOString();
  const writeRun = () => {
    const { baseUrl } = settings;
    const { pid } = process;
    writeRunFile(dataDir, { pid, baseUrl, gui: guiUrl, hasWindow, localKey, startedAt });
  };
  writeRun();
  addresses.onChange(writeRun);
  reach.begin();
  tunnel.begin().catch((error: unknown) => {
    log(`The tunnel could not be started: ${errorText(error)}`);
  });
  edge.begin().catch(tellOfMirror);

  async function closeAll(): Promise<void> {
    // Once the ports are free, another program may listen there.
    removeRunFile(dataDir);
    // Visitors get no answer from a tunnel either way: it goes first.
    await Promise.all([tunnel.close(), doors.close(closingTime)]);
    await parts.close();
    await store.close();
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
    preview: (path) => parts.preview(path),
    notices: openToNetwork(doors),
    warnings: store.warnings.map(({ message }) => message),
    runningJobs: () => parts.useCases.jobs.all().filter(({ state }) => state === "running").length,
    onEvent: (told) => parts.events.on(told),
    close: () => (closing ??= closeAll()),
  };
}
