import { join } from "node:path";
import { app, Menu, nativeImage, Tray } from "electron";
import type { RunningServer } from "../../app/index.ts";
import { print } from "../print.ts";
import type { PublicAddressNow, ServiceCalls } from "../serviceCalls.ts";
import type { Settings } from "../settings.ts";
import { type TrayActions, trayMenu } from "./trayMenu.ts";
import type { Reader } from "../words/words.ts";

export interface TrayIcon {
  /** False: this desktop shows no icons, so the window must offer everything by itself. */
  readonly isShown: boolean;
  /** After a choice that it shows. */
  refresh(): void;
}

/** Shows the service's state at its icon, and what can be done without the window. */
export function setupTray(options: {
  readonly server: Pick<RunningServer, "baseUrl" | "onEvent">;
  readonly calls: Pick<ServiceCalls, "publicAddress" | "goDark">;
  readonly settings: Settings;
  readonly reader: Reader;
  readonly actions: Omit<TrayActions, "goDark">;
  readonly dropped: (text: string) => void;
}): TrayIcon {
  const { server, calls, settings, reader, actions, dropped } = options;
  const tray = openTray();
  if (tray === null) return { isShown: false, refresh: () => undefined };
  let publicAddress: PublicAddressNow | null = null;

  const goDark = (dark: boolean) => {
    void calls.goDark(dark).then(know, refresh);
  };
  function know(now: PublicAddressNow): void {
    publicAddress = now;
    refresh();
  }
  function refresh(): void {
    if (tray === null) return;
    tray.setImage(picture(publicAddress?.dark === true));
    const state = {
      baseUrl: server.baseUrl,
      publicAddress,
      shortcuts: settings.current().shortcuts,
    };
    const template = trayMenu(state, reader.t, { ...actions, goDark });
    tray.setContextMenu(Menu.buildFromTemplate(template));
  }
  const look = () => void calls.publicAddress().then(know, () => undefined);

  tray.setToolTip("Waypost");
  // On macOS a click opens the menu.
  if (process.platform !== "darwin") tray.on("click", actions.openWindow);
  tray.on("drop-text", (_event, text) => dropped(text));
  reader.onChange(refresh);
  server.onEvent(({ kind }) => {
    if (kind === "publicAddress") look();
  });
  refresh();
  look();
  return { isShown: true, refresh };
}

/** Some desktops have no place for icons. */
function openTray(): Tray | null {
  try {
    return new Tray(picture(false));
  } catch (error) {
    print(`The tray icon couldn't be shown: ${String(error)}`);
    return null;
  }
}

/** A fainter one while nobody outside gets an answer. */
function picture(isDark: boolean) {
  const name = `tray${isDark ? "Dark" : ""}${process.platform === "darwin" ? "Template" : ""}.png`;
  return nativeImage.createFromPath(join(app.getAppPath(), "resources", "tray", name));
}
