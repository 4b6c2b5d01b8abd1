import { existsSync } from "node:fs";
import { join } from "node:path";
import { app } from "electron";
import type { RunningServer } from "../app/index.ts";
import { createUpdates, openUpdateChoice, type Updater, type Updates } from "./updates.ts";

/** @param shellDir where the shell keeps its files */
export function setupUpdates(server: RunningServer, shellDir: string): Updates {
  const updates = createUpdates({
    // Put there by the packager, where there is an address that versions are published at.
    load: hasAddress() ? loadUpdater : null,
    choice: openUpdateChoice(join(shellDir, "updates.json")),
    clock: Date.now,
    end: () => server.close(),
  });
  updates.begin();
  return updates;
}

function hasAddress(): boolean {
  return app.isPackaged && existsSync(join(process.resourcesPath, "app-update.yml"));
}

/** Loaded when it is first needed: most starts don't. */
async function loadUpdater(): Promise<Updater> {
  const { default: library } = await import("electron-updater");
  const { autoUpdater } = library;
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  autoUpdater.logger = null;
  // Every failure is also that of the call which met it.
  autoUpdater.on("error", () => undefined);
  let onProgress: (percent: number) => void = () => undefined;
  autoUpdater.on("download-progress", ({ percent }) => onProgress(percent));
  return {
    async look() {
      const found = await autoUpdater.checkForUpdates();
      return found?.isUpdateAvailable === true ? found.updateInfo.version : null;
    },
    async fetch(listener) {
      onProgress = listener;
      await autoUpdater.downloadUpdate();
    },
    install() {
      // The new one starts while this one ends, and must not be taken for a second window.
      app.releaseSingleInstanceLock();
      autoUpdater.quitAndInstall(false, true);
    },
  };
}
