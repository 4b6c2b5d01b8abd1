import { BrowserWindow } from "electron";
import { guiOrigin } from "../origin.ts";
import { goTo, pagePreferences } from "../window.ts";
import { barPlace } from "./asked.ts";

/** The small window over everything else where a link gets its alias before it is made. */
export interface Bar {
  show(filled?: { readonly url: string; readonly alias: string }): Promise<void>;
  close(): void;
}

const size = { width: 620, height: 330 } as const;

export function createBar(): Bar {
  let opened: BrowserWindow | null = null;
  return {
    async show(filled = { url: "", alias: "" }) {
      const place = barPlace(filled);
      if (opened !== null) {
        opened.show();
        opened.focus();
        return await goTo(opened, place);
      }
      const window = new BrowserWindow({
        ...size,
        useContentSize: true,
        title: "Waypost",
        show: false,
        alwaysOnTop: true,
        resizable: false,
        minimizable: false,
        maximizable: false,
        fullscreenable: false,
        skipTaskbar: true,
        autoHideMenuBar: true,
        webPreferences: pagePreferences,
      });
      opened = window;
      // One that is about to go can't be shown again: who asks right then gets a new one.
      const forget = () => {
        if (opened === window) opened = null;
      };
      window.on("close", forget);
      window.on("closed", forget);
      const drawn = new Promise<void>((resolve) => {
        window.once("ready-to-show", resolve);
      });
      await window.loadURL(`${guiOrigin}/#${place}`);
      await drawn;
      window.show();
    },
    close: () => opened?.close(),
  };
}
