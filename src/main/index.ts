import { join } from "node:path";
import { app, dialog, safeStorage, protocol } from "electron";
import {
  defaultDataDir,
  StartFailed,
  readGuiFile,
  type RunningServer,
  type ServerOptions,
} from "../app/index.ts";
import { createAround } from "./desktopIntegration.ts";
import { createBar } from "./capture/bar.ts";
import { listenOutside, registerWaypostScheme } from "./capture/incoming.ts";
import { readFlags } from "./flags.ts";
import { setupHandlers, showFolder } from "./handlers.ts";
import { showNotice } from "./life/notifications.ts";
import { createSecretKeeper } from "./life/secretKeeper.ts";
import { isStartedHidden } from "./life/startWithSystem.ts";
import { setupMenu } from "./menu.ts";
import { setupQuit } from "./quit.ts";
import { isSandboxed, sandboxNotice } from "./sandbox.ts";
import { complain, print } from "./print.ts";
import { setupSecurity } from "./security.ts";
import { clearForeignProfile, makeShellFolder, openSettings } from "./settings.ts";
import { setupUpdates } from "./setupUpdates.ts";
import { createMainWindow } from "./window.ts";
import { errorText } from "../util/errorText.ts";
import { programWords, withTypableCommands } from "./commandLine.ts";
import { createReader, type Translate } from "./words/words.ts";
import { forwardCall } from "./apiForward.ts";
import { isGuiAddress, isGuiRequest, scheme } from "./origin.ts";
import { startOrAsk } from "./startOrAsk.ts";

/** The service inside this process; null: its owner would rather not have it on another port. */
async function setupServer(options: ServerOptions, t: Translate): Promise<RunningServer | null> {
  return await startOrAsk(options, async ({ message, taken, free }) => {
    print(`Waypost asks: ${message}`);
    const { response } = await dialog.showMessageBox({
      type: "question",
      title: app.getName(),
      message: t("port.taken", { taken }),
      detail: t("port.text", { taken, free }),
      buttons: [t("port.use", { free }), t("port.quit")],
      defaultId: 0,
      cancelId: 1,
    });
    return response === 0;
  });
}

/** Whether to end what is under way. */
async function askToQuit(jobs: number, t: Translate): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: "warning",
    title: app.getName(),
    message: jobs === 1 ? t("quit.one") : t("quit.many", { count: jobs }),
    detail: t("quit.text"),
    buttons: [t("quit.stay"), t("quit.quit")],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}

const rendererDir = join(import.meta.dirname, "../renderer");

/** `app` becomes a scheme with origins, storage and fetch, like https. */
function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** The GUI and the API it calls on one origin, so that nothing is ever shared across origins. */
function setupAppProtocol(server: RunningServer): void {
  const files = { rendererDir, pictures: new URL(server.baseUrl).origin };
  protocol.handle(scheme, async (request) => {
    if (!isGuiAddress(request.url)) return new Response(null, { status: 404 });
    const { pathname } = new URL(request.url);
    if (isApi(pathname)) {
      // The key goes along with it.
      if (!isGuiRequest(request.headers)) return new Response(null, { status: 403 });
      return await forwardCall(server, request);
    }
    if (request.method !== "GET") return new Response(null, { status: 405 });
    const { body, ...head } = server.preview(pathname) ?? (await readGuiFile(files, pathname));
    return new Response(body, head);
  });
}

function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

/** Before Electron is ready: schemes and the place of its files are fixed from then on. */
function prepare() {
  registerScheme();
  const words = process.argv.slice(1);
  const options = readFlags(words, defaultDataDir);
  const shellDir = setupShellFiles(options.dataDir);
  const settings = openSettings(join(shellDir, "shell.json"));
  const reader = createReader(settings, () => app.getPreferredSystemLanguages());
  return { options, shellDir, settings, reader, words };
}

async function boot(prepared: Prepared, incoming: Incoming) {
  const { options, shellDir, settings, reader, words } = prepared;
  setupSecurity();
  // Windows shows notifications of programs it knows by this name, which the installer gives it.
  app.setAppUserModelId("app.waypost.desktop");
  const secretKeeper = createSecretKeeper(process.platform, safeStorage);
  const program = programWords(app.isPackaged, app.getAppPath());
  const server = await setupServer(
    { ...options, secretKeeper, program, hasWindow: true },
    reader.t,
  );
  if (server === null) return app.exit(0);
  const keepsServing = () => settings.current().keepsServing;
  const quitting = setupQuit({
    server,
    askToQuit: (jobs) => askToQuit(jobs, reader.t),
    keepsServing,
    goesOn: () => around.goesOn(),
  });
  setupAppProtocol(server);
  const window = createMainWindow(settings, () => {
    if (keepsServing() || process.platform === "darwin" || !quitting.mustAsk()) return true;
    // Its end would be the end of the service, and that asks.
    app.quit();
    return false;
  });
  const bar = createBar();
  const around = createAround({
    server,
    settings,
    reader,
    window,
    bar,
    incoming,
    keyStore: secretKeeper,
  });
  const { dataDir } = server;
  const updates = setupUpdates(server, shellDir);
  setupHandlers({ dataDir, quitting, desktop: around.desktop, reader, bar, window, updates });
  setupMenu(process.platform, reader, {
    newLink: () => void bar.show().catch(complain),
    shortenClipboard: () => around.shortenClipboard(),
    openSettings: () => void window.show("/settings/general").catch(complain),
    openAbout: () => void window.show("/settings/about").catch(complain),
    showDataFolder: () => void showFolder(dataDir).catch(() => undefined),
  });
  if (isStartedHidden(words)) print("Waypost serves without a window.");
  else {
    await window.show();
    print(`Waypost's window is open. Your links answer at ${server.baseUrl}`);
  }
  around.start();
  const notice = sandboxNotice({ isOn: isSandboxed(), isPackaged: app.isPackaged }, reader.t);
  if (notice !== null) showNotice(notice, (place) => void window.show(place).catch(complain));
  registerWaypostScheme();
  const about = { isPackaged: app.isPackaged, dataDir };
  for (const line of server.notices) print(withTypableCommands(line, about));
}

/** The message of a failed start is for the owner, as it is; anything else is a fault of ours. */
function giveUp(error: unknown, prepared?: Prepared): void {
  const reason = errorText(error);
  const message =
    prepared === undefined
      ? reason
      : withTypableCommands(reason, {
          isPackaged: app.isPackaged,
          dataDir: prepared.options.dataDir,
        });
  if (!(error instanceof StartFailed) && error instanceof Error)
    print(error.stack ?? error.message);
  print(`Waypost asks you to read this: ${message}`);
  dialog.showErrorBox(prepared?.reader.t("start.failed") ?? "Waypost can’t start", message);
  app.exit(1);
}

type Prepared = ReturnType<typeof prepare>;
type Incoming = ReturnType<typeof listenOutside>;

try {
  const prepared = prepare();
  // The lock lies with the shell's files, so it is one window for each data folder.
  if (app.requestSingleInstanceLock()) {
    const incoming = listenOutside(prepared.words);
    // Awaited, so before Chromium reads anything of it.
    await clearForeignProfile(prepared.shellDir);
    // Not awaited: Electron gets ready only once this file has run to its end.
    app
      .whenReady()
      .then(() => boot(prepared, incoming))
      .catch((error: unknown) => giveUp(error, prepared));
  } else {
    print("Waypost is already open. Its window is now in front.");
    app.exit(0);
  }
} catch (error) {
  giveUp(error);
}

/**
 * Puts what Electron and the shell keep (caches, the single-instance lock, the window's place) into a
 * folder of its own beside the store, and answers it. So another data folder is another Waypost.
 */
function setupShellFiles(dataDir: string): string {
  const dir = makeShellFolder(dataDir);
  app.setPath("userData", dir);
  app.setPath("sessionData", dir);
  return dir;
}
