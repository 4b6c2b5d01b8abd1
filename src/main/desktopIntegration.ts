import { resolve } from "node:path";
import { app, clipboard, globalShortcut, Notification, powerMonitor } from "electron";
import { defaultDataDir, type RunningServer, type SecretKeeper } from "../app/index.ts";
import type { Asked } from "./capture/asked.ts";
import type { Bar } from "./capture/bar.ts";
import type { Incoming } from "./capture/incoming.ts";
import { shortenClipboard } from "./capture/shortenClipboard.ts";
import { createShortcuts } from "./capture/shortcuts.ts";
import { createDesktop, type DesktopAround } from "./life/desktop.ts";
import type { Notice } from "./life/notice.ts";
import { showNotice } from "./life/notifications.ts";
import { createStartWithSystem } from "./life/startWithSystem.ts";
import { createEventNotifier } from "./life/notifyEvents.ts";
import { setupTray, type TrayIcon } from "./life/tray.ts";
import { proveAfterWake } from "./life/wake.ts";
import { complain } from "./print.ts";
import { createServiceCalls } from "./serviceCalls.ts";
import type { Settings } from "./settings.ts";
import type { MainWindow } from "./window.ts";
import type { Reader } from "./words/words.ts";

/** The desktop around the window: tray, keys, notifications, what comes from outside. */
export interface Around {
  readonly desktop: DesktopAround;
  shortenClipboard(): void;
  /** The window was closed, and the service goes on. */
  goesOn(): void;
  /** Begins once the window is there: none of it is needed for the first screen. */
  start(): void;
}

export function createAround(parts: {
  readonly server: RunningServer;
  readonly settings: Settings;
  readonly reader: Reader;
  readonly window: MainWindow;
  readonly bar: Bar;
  readonly incoming: Incoming;
  readonly keyStore: SecretKeeper;
}): Around {
  const { server, settings, reader, window, bar, incoming, keyStore } = parts;
  const { t } = reader;
  const calls = createServiceCalls(server);
  let tray: TrayIcon | null = null;

  const open = (place?: string) => void window.show(place).catch(complain);
  const openBar = (asked?: { url: string; alias: string }) => void bar.show(asked).catch(complain);
  const show = (notice: Notice) => showNotice(notice, open);
  const shorten = () => void shortenClipboard({ clipboard, calls, t, show });
  const shortcuts = createShortcuts({
    keys: globalShortcut,
    settings,
    session: process.env["XDG_SESSION_TYPE"],
    pressed: { shorten, bar: () => openBar() },
  });
  const desktop = createDesktop({
    settings,
    shortcuts,
    startWithSystem: createStartWithSystem(server.dataDir),
    command: commandOf(server.dataDir),
    notifies: () => Notification.isSupported(),
    hasIcon: () => tray?.isShown === true,
    keyStore,
    changed: () => tray?.refresh(),
  });

  function answer(asked: Asked): void {
    switch (asked.kind) {
      case "open":
        return open();
      case "shortenClipboard":
        return shorten();
      case "bar":
        return openBar();
      case "form":
        return openBar(asked);
    }
  }

  return {
    desktop,
    shortenClipboard: shorten,
    goesOn() {
      if (settings.current().isServingSaid) return;
      settings.keep({ isServingSaid: true });
      const body = t(tray?.isShown === true ? "told.servingTray" : "told.servingText");
      show({ title: t("told.serving"), body, place: "/settings/general" });
    },
    start() {
      shortcuts.apply();
      app.on("will-quit", () => globalShortcut.unregisterAll());
      tray = setupTray({
        server,
        calls,
        settings,
        reader,
        actions: {
          shortenClipboard: shorten,
          openBar: () => openBar(),
          openWindow: () => open(),
          openSettings: () => open("/settings/general"),
          quit: () => app.quit(),
        },
        dropped: (text) => incoming.dropped(text),
      });
      server.onEvent(createEventNotifier({ settings, t, show }));
      // What comes of it is told as any change of the public address is.
      powerMonitor.on("resume", () => void proveAfterWake({ calls }).catch(() => undefined));
      incoming.answer(answer);
    },
  };
}

/** What starts this program from a terminal; on another folder than the usual one it says which. */
function commandOf(dataDir: string): string {
  const program = app.isPackaged
    ? `"${process.env["APPIMAGE"] ?? process.execPath}"`
    : "npm start --";
  return dataDir === resolve(defaultDataDir()) ? program : `${program} --data="${dataDir}"`;
}
