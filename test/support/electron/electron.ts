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
import { answerTest } from "./remote.ts";
import { session } from "./session.ts";

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
