import { join } from "node:path";
import { BrowserWindow, screen, type WebPreferences } from "electron";
import { openingBounds, smallest } from "./bounds.ts";
import { guiOrigin } from "./origin.ts";
import type { Settings } from "./settings.ts";

/** Every page of ours is held to the same. */
export const pagePreferences: WebPreferences = {
  preload: join(import.meta.dirname, "../preload/index.cjs"),
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  spellcheck: false,
};

/** The one window with all screens; it may be closed while the service goes on. */
export interface MainWindow {
  /** Opens it or brings it forward, at a place of its own (`/links/3`) where one is asked for. */
  show(place?: string): Promise<void>;
}

/** @param mayClose false: the window stays until the owner was asked */
export function createMainWindow(settings: Settings, mayClose: () => boolean): MainWindow {
  let opened: BrowserWindow | null = null;

  /** Resolves when the first screen is drawn and shown. */
  async function open(place: string): Promise<void> {
    const remembered = settings.current().window;
    const screens = screen.getAllDisplays().map((display) => display.workArea);
    const window = new BrowserWindow({
      ...openingBounds(remembered, screens),
      minWidth: smallest.width,
      minHeight: smallest.height,
      title: "Waypost",
      show: false,
      autoHideMenuBar: true,
      webPreferences: pagePreferences,
    });
    opened = window;
    const drawn = new Promise<void>((resolve) => {
      window.once("ready-to-show", resolve);
    });
    window.on("close", (event) => {
      settings.keep({
        window: { ...window.getNormalBounds(), isMaximized: window.isMaximized() },
      });
      if (!mayClose()) event.preventDefault();
    });
    window.on("closed", () => {
      if (opened === window) opened = null;
    });
    await window.loadURL(addressOf(place));
    await drawn;
    if (remembered?.isMaximized === true) window.maximize();
    window.show();
  }

  return {
    async show(place) {
      if (opened === null) return await open(place ?? "/");
      if (opened.isMinimized()) opened.restore();
      opened.show();
      opened.focus();
      if (place !== undefined) await goTo(opened, place);
    },
  };
}

function addressOf(place: string): string {
  return place === "/" ? `${guiOrigin}/` : `${guiOrigin}/#${place}`;
}

/** Another place of the same page: nothing is loaded anew, and what is being edited is asked about. */
export async function goTo(window: BrowserWindow, place: string): Promise<void> {
  const address = `${guiOrigin}/#${place}`;
  // The address that is open already would be loaded again.
  if (window.webContents.getURL() === address) return;
  // A page that keeps its place is no failure.
  await window.loadURL(address).catch(() => undefined);
}
