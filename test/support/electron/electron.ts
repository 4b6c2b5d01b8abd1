import type { Dialog, Screen, Shell } from "electron";
import { app } from "./app.ts";
import { BrowserWindow } from "./browserWindow.ts";
import {
  clipboard,
  globalShortcut,
  Menu,
  nativeImage,
  Notification,
  powerMonitor,
  safeStorage,
  Tray,
} from "./desktop.ts";
import { ipcMain } from "./ipc.ts";
import { protocol } from "./protocol.ts";
import { session } from "./session.ts";
import { runInThisContext } from "node:vm";

type Run = (electron: object, argument: unknown) => unknown;

interface Question {
  readonly kind: "evaluate";
  readonly id: number;
  readonly source: string;
  readonly argument: unknown;
}

/** Runs what a spec sends, as Playwright's `electronApplication.evaluate` does in real Electron. */
function answerTest(electron: object): void {
  process.on("message", (message: Question) => {
    void answer(electron, message);
  });
  // The channel must not keep the process alive once its windows are gone.
  process.channel?.unref();
}

async function answer(electron: object, { id, source, argument }: Question): Promise<void> {
  try {
    const run = runInThisContext(`(${source})`) as Run;
    process.send?.({ kind: "answer", id, value: await run(electron, argument) });
  } catch (error) {
    process.send?.({ kind: "answer", id, failure: String(error) });
  }
}

/**
 * Stands in for the module `electron` where its binary isn't to be had: only what src/main uses, held
 * against Electron's own types. It proves the wiring; what Electron itself promises (sandbox,
 * isolation, fuses) only the real one can show.
 */
export {
  app,
  BrowserWindow,
  ipcMain,
  protocol,
  session,
  clipboard,
  globalShortcut,
  Menu,
  nativeImage,
  Notification,
  powerMonitor,
  safeStorage,
  Tray,
};

export const dialog = {
  showErrorBox(title, content) {
    process.stderr.write(`[dialog] ${title}: ${content}\n`);
  },
  showMessageBox: async (...given: unknown[]) => {
    const options = given.at(-1) as Electron.MessageBoxOptions;
    process.stderr.write(`[dialog] ${options.message}\n`);
    return { response: options.cancelId ?? 0, checkboxChecked: false };
  },
} satisfies Pick<Dialog, "showErrorBox" | "showMessageBox">;

export const shell = {
  openExternal: async () => {},
  openPath: async () => "",
} satisfies Pick<Shell, "openExternal" | "openPath">;

const area = { x: 0, y: 0, width: 1_920, height: 1_080 };

export const screen = {
  getAllDisplays: () => [{ workArea: area, bounds: area } as Electron.Display],
} satisfies Pick<Screen, "getAllDisplays">;

answerTest({
  app,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  nativeImage,
  Notification,
  powerMonitor,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
});
