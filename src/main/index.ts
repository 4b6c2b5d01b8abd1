import { join } from "node:path";
import { app, dialog } from "electron";
import { StartFailed, defaultDataDir } from "../server/index.ts";
import { registerScheme, setupAppProtocol } from "./appProtocol.ts";
import { readFlags } from "./flags.ts";
import { setupHandlers } from "./handlers.ts";
import { setupMenu } from "./menu.ts";
import { setupQuit } from "./quit.ts";
import { withTypableCommands } from "./typableCommands.ts";
import { say } from "./say.ts";
import { setupSecurity } from "./security.ts";
import { setupServer } from "./serverHost.ts";
import { openSettings } from "./settings.ts";
import { setupShellFiles } from "./shellFiles.ts";
import { setupUpdates } from "./setupUpdates.ts";
import { setupWindow } from "./window.ts";

/** Before Electron is ready: schemes and the place of its files are fixed from then on. */
function prepare() {
  registerScheme();
  const options = readFlags(process.argv.slice(1), defaultDataDir);
  const shellDir = setupShellFiles(options.dataDir);
  return { options, shellDir, settings: openSettings(join(shellDir, "shell.json")) };
}

async function boot({ options, shellDir, settings }: ReturnType<typeof prepare>): Promise<void> {
  setupSecurity();
  setupMenu(process.platform);
  const server = await setupServer(options);
  if (server === null) return app.exit(0);
  setupQuit(server);
  setupAppProtocol(server);
  setupHandlers(server.dataDir, setupUpdates(server, shellDir));
  await setupWindow(settings);
  say(`Waypost's window is open. Your links answer at ${server.baseUrl}`);
  const reader = { isPackaged: app.isPackaged, dataDir: server.dataDir };
  for (const notice of server.notices) say(withTypableCommands(notice, reader));
}

/** The message of a failed start is for the owner, as it is; anything else is a fault of ours. */
function giveUp(error: unknown, dataDir?: string): void {
  const said = error instanceof Error ? error.message : String(error);
  const message =
    dataDir === undefined
      ? said
      : withTypableCommands(said, { isPackaged: app.isPackaged, dataDir });
  if (!(error instanceof StartFailed) && error instanceof Error) say(error.stack ?? error.message);
  say(`Waypost asks you to read this: ${message}`);
  dialog.showErrorBox("Waypost can't start", message);
  app.exit(1);
}

try {
  const prepared = prepare();
  // The lock lies with the shell's files, so it is one window for each data folder.
  if (app.requestSingleInstanceLock()) {
    // Not awaited: Electron gets ready only once this file has run to its end.
    app
      .whenReady()
      .then(() => boot(prepared))
      .catch((error: unknown) => giveUp(error, prepared.options.dataDir));
  } else {
    say("Waypost is already open; its window is in front now.");
    app.exit(0);
  }
} catch (error) {
  giveUp(error);
}
