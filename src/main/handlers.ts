import { app, ipcMain, shell, type IpcMainInvokeEvent } from "electron";
import { z } from "zod";
import { channels, type Bridge, type BridgeMethod } from "./bridge/bridge.ts";
import { isGuiAddress } from "./origin.ts";
import { openOutside } from "./security.ts";
import type { Updates } from "./updates.ts";

type Sent<M extends BridgeMethod> = Parameters<Bridge[M]>;

/** One row for each method of the bridge: what it may be sent, and what it does. */
type Handlers = {
  readonly [M in BridgeMethod]: {
    readonly sent: z.ZodType<Sent<M>>;
    readonly handle: (...sent: Sent<M>) => ReturnType<Bridge[M]>;
  };
};

export function setupHandlers(dataDir: string, updates: Updates): void {
  const handlers: Handlers = {
    openExternal: {
      sent: z.tuple([z.string().max(8_192)]),
      handle: async (address) => openOutside(address),
    },
    showDataFolder: {
      sent: z.tuple([]),
      handle: async () => {
        const problem = await shell.openPath(dataDir);
        if (problem !== "") throw new Error(problem);
      },
    },
    appInfo: {
      sent: z.tuple([]),
      handle: async () => ({
        version: app.getVersion(),
        runtimes: {
          electron: process.versions.electron,
          chromium: process.versions["chrome"] ?? "",
          node: process.versions.node,
        },
        platform: process.platform,
        dataDir,
      }),
    },
    restart: {
      sent: z.tuple([]),
      handle: async () => {
        app.relaunch();
        app.quit();
      },
    },
    update: {
      sent: z.tuple([z.enum(["state", "look", "fetch", "install", "daily", "never"])]),
      handle: (ask) => updates.ask(ask),
    },
  };
  listen("openExternal", handlers.openExternal);
  listen("showDataFolder", handlers.showDataFolder);
  listen("appInfo", handlers.appInfo);
  listen("restart", handlers.restart);
  listen("update", handlers.update);
}

function listen<M extends BridgeMethod>(method: M, { sent, handle }: Handlers[M]): void {
  ipcMain.handle(channels[method], (event, ...values: unknown[]) => {
    refuseStrangers(event);
    return handle(...sent.parse(values));
  });
}

/** Only the GUI's own main frame speaks to the shell; a frame inside it doesn't. */
function refuseStrangers({ senderFrame }: IpcMainInvokeEvent): void {
  const isOwn =
    senderFrame !== null && senderFrame.parent === null && isGuiAddress(senderFrame.url);
  if (!isOwn) throw new Error("Only Waypost's own window may ask for this.");
}
