import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { serviceOperations } from "../../contract/server/service.ts";
import { settingsOperations } from "../../contract/server/settings.ts";
import { writeOpeningFile } from "../../app/local.ts";
import { CommandFailed, exitCodes } from "../failures.ts";
import { dataDirOf } from "../service/runningService.ts";
import { isOnTerminal, note, print, printJson, shownGui } from "../terminal/print.ts";
import type { AddCommand, Context } from "./command.ts";

/** How long a browser may take to start and open the page; milliseconds. */
const patience = 20_000;
const pollInterval = 50;

/** The system's own way to open an address; null where there is no screen to show it on. */
export function browserCommand(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): readonly [command: string, ...before: string[]] | null {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  const hasScreen =
    (environment["DISPLAY"] ?? "") !== "" || (environment["WAYLAND_DISPLAY"] ?? "") !== "";
  return hasScreen ? ["xdg-open"] : null;
}

/** Whether a browser was started with the address; it isn't waited for. */
function openBrowser(address: string): Promise<boolean> {
  const command = browserCommand(process.platform, process.env);
  if (command === null) return Promise.resolve(false);
  const [program, ...before] = command;
  return new Promise((resolve) => {
    const child = spawn(program, [...before, address], { detached: true, stdio: "ignore" });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}

type OpeningFile = ReturnType<typeof writeOpeningFile>;

function removeAtSignals(file: OpeningFile): void {
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  for (const [signal, code] of Object.entries(signals)) {
    process.once(signal, () => {
      file.remove();
      process.exit(code);
    });
  }
}

/** Whether the browser opened the page in time. */
async function isUsed(file: OpeningFile): Promise<boolean> {
  const end = performance.now() + patience;
  while (!file.isUsed()) {
    if (performance.now() > end) return false;
    await pause(pollInterval);
  }
  return true;
}

/** Opens the running service's GUI and prints its address, for where no browser can be opened. */
async function open({ service, flags, isJson, typed }: Context): Promise<void> {
  const { call, gui } = service;
  // Fails here when the service is gone, before a browser shows an error page.
  await call(serviceOperations.getService);
  if (gui === null) {
    throw new CommandFailed(
      exitCodes.failed,
      "The running server has no GUI in the browser. Use the app, or restart the server without --no-gui.",
    );
  }
  // Other users can read the address in the browser's arguments, but not the file with the key.
  const file = writeOpeningFile(dataDirOf(flags.data), gui);
  removeAtSignals(file);
  const opened = await openBrowser(pathToFileURL(file.path).href);
  if (isJson) printJson({ gui: shownGui(gui), opened });
  else print(shownGui(gui));
  if (!opened && !isOnTerminal()) {
    note(
      `The address contains a key, so Waypost prints it only in a terminal. Run this command there: ${typed("open")}`,
    );
  }
  if (opened && !(await isUsed(file))) {
    note("The browser didn't open Waypost within 20 seconds. Open the address above in a browser.");
  }
  file.remove();
}

/** For `npm start`: who serves the folder already, and what its settings are now. */
async function showRunning({ service }: Context): Promise<void> {
  const { call, gui, hasWindow, pid } = service;
  const { listSettings } = settingsOperations;
  const { settings } = listSettings.response.parse(await call(listSettings));
  const values = settings.map(({ key, value }) => [key, String(value ?? "off")]);
  printJson({ pid, hasGui: gui !== null, hasWindow, settings: Object.fromEntries(values) });
}

export function addOpen(add: AddCommand): void {
  add({
    usage: "open",
    summary: "Open Waypost in the browser",
    description: "Open Waypost in the browser and print the address.",
    run: open,
  });
  add({ usage: "running", summary: "Show the running server", isHidden: true, run: showRunning });
}
