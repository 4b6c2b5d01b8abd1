import { join } from "node:path";
import { BrowserWindow, app, screen } from "electron";
import { openingBounds, smallest } from "./bounds.ts";
import { guiOrigin } from "./origin.ts";
import type { Settings } from "./settings.ts";

const preload = join(import.meta.dirname, "../preload/index.cjs");

/** Keeps one window: opens it, brings it forward for a second start, reopens it where a dock asks. */
export async function setupWindow(settings: Settings): Promise<void> {
  const bringForward = () => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) return void openWindow(settings);
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  app.on("second-instance", bringForward);
  app.on("activate", bringForward);
  await openWindow(settings);
}

/** Resolves when the first screen is drawn and shown. */
async function openWindow(settings: Settings): Promise<void> {
  const remembered = settings.window();
  const screens = screen.getAllDisplays().map((display) => display.workArea);
  const window = new BrowserWindow({
    ...openingBounds(remembered, screens),
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: "Waypost",
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  });
  const drawn = new Promise<void>((resolve) => {
    window.once("ready-to-show", resolve);
  });
  window.on("close", () => {
    settings.rememberWindow({ ...window.getNormalBounds(), isMaximized: window.isMaximized() });
  });
  await window.loadURL(`${guiOrigin}/`);
  await drawn;
  if (remembered?.isMaximized === true) window.maximize();
  window.show();
}
