import { app, ipcMain, type IpcMainInvokeEvent, shell } from "electron";
import { z } from "zod";
import { type Bridge, type BridgeMethod, channels } from "./bridge/bridge.ts";
import type { Bar } from "./capture/bar.ts";
import { type DesktopAround, desktopChange } from "./life/desktop.ts";
import { isGuiFrame } from "./origin.ts";
import type { Quitting } from "./quit.ts";
import { isSandboxed } from "./sandbox.ts";
import { openOutside } from "./security.ts";
import type { Updates } from "./updates.ts";
import type { MainWindow } from "./window.ts";
import { languages, type Reader } from "./words/words.ts";

type Sent<M extends BridgeMethod> = Parameters<Bridge[M]>;

/** One row for each method of the bridge: what it may be sent, and what it does. */
type Handlers = {
  readonly [M in BridgeMethod]: {
    readonly sent: z.ZodType<Sent<M>>;
    readonly handle: (...sent: Sent<M>) => ReturnType<Bridge[M]>;
  };
};

const nothing = z.tuple([]);
/** Of a screen, without a query: what fills forms in comes from its owner. */
const place = z
  .string()
  .max(200)
  .regex(/^(\/[\w-]+)+$/);

export function setupHandlers(parts: {
  readonly dataDir: string;
  readonly quitting: Quitting;
  readonly desktop: DesktopAround;
  readonly reader: Reader;
  readonly bar: Bar;
  readonly window: MainWindow;
  readonly updates: Updates;
}): void {
  const { dataDir, quitting, desktop, reader, bar, window, updates } = parts;
  const handlers: Handlers = {
    openExternal: {
      sent: z.tuple([z.string().max(8_192)]),
      handle: async (address) => openOutside(address),
    },
    showDataFolder: {
      sent: nothing,
      handle: () => showFolder(dataDir),
    },
    appInfo: {
      sent: nothing,
      handle: async () => ({
        version: app.getVersion(),
        runtimes: {
          electron: process.versions.electron,
          chromium: process.versions["chrome"] ?? "",
          node: process.versions.node,
        },
        platform: process.platform,
        dataDir,
        isSandboxed: isSandboxed(),
      }),
    },
    restart: { sent: nothing, handle: () => quitting.restart() },
    desktop: { sent: nothing, handle: async () => desktop.now() },
    changeDesktop: {
      sent: z.tuple([desktopChange]),
      handle: async (change) => desktop.change(change),
    },
    update: {
      sent: z.tuple([z.enum(["state", "look", "fetch", "install", "daily", "never"])]),
      handle: (ask) => updates.ask(ask),
    },
    speak: {
      sent: z.tuple([z.enum(languages)]),
      handle: async (language) => reader.speak(language),
    },
    closeBar: { sent: nothing, handle: async () => bar.close() },
    showPlace: { sent: z.tuple([place]), handle: (asked) => window.show(asked) },
  };
  listen("openExternal", handlers.openExternal);
  listen("showDataFolder", handlers.showDataFolder);
  listen("appInfo", handlers.appInfo);
  listen("restart", handlers.restart);
  listen("update", handlers.update);
  listen("desktop", handlers.desktop);
  listen("changeDesktop", handlers.changeDesktop);
  listen("speak", handlers.speak);
  listen("closeBar", handlers.closeBar);
  listen("showPlace", handlers.showPlace);
}

/** In the system's file manager. */
export async function showFolder(dir: string): Promise<void> {
  const problem = await shell.openPath(dir);
  if (problem !== "") throw new Error(problem);
}

function listen<M extends BridgeMethod>(method: M, { sent, handle }: Handlers[M]): void {
  ipcMain.handle(channels[method], (event, ...values: unknown[]) => {
    refuseStrangers(event);
    return handle(...sent.parse(values));
  });
}

function refuseStrangers({ senderFrame }: IpcMainInvokeEvent): void {
  if (!isGuiFrame(senderFrame)) throw new Error("Only Waypost's own window may ask for this.");
}
