import type { IpcMain, IpcMainInvokeEvent } from "electron";
import type { BrowserContext, Frame } from "@playwright/test";
import { toShell } from "./origins.ts";

type Handler = Parameters<IpcMain["handle"]>[1];

const handlers = new Map<string, Handler>();
const binding = "__standInInvoke";

export const ipcMain = {
  handle(channel, listener) {
    if (handlers.has(channel)) throw new Error(`A second handler for '${channel}'`);
    handlers.set(channel, listener);
  },
  removeHandler(channel) {
    handlers.delete(channel);
  },
} satisfies Pick<IpcMain, "handle" | "removeHandler">;

/** What a frame is to a handler that checks its sender. */
function senderFrame(frame: Frame): Pick<Electron.WebFrameMain, "url" | "origin" | "parent"> {
  const url = toShell(frame.url());
  const parent = frame.parentFrame();
  return {
    url,
    origin: /^app:\/\/[^/]+/.exec(url)?.[0] ?? new URL(url).origin,
    parent: parent === null ? null : (senderFrame(parent) as Electron.WebFrameMain),
  };
}

export async function connectPages(context: BrowserContext): Promise<void> {
  await context.exposeBinding(binding, async ({ frame }, channel: string, sent: unknown[]) => {
    const handler = handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const event = { senderFrame: senderFrame(frame) } as IpcMainInvokeEvent;
    return (await handler(event, ...sent)) as unknown;
  });
}

/**
 * The preload as an init script of the page's own world: nothing isolates it here, so it takes the
 * binding along and removes it from the page's sight.
 */
export function preloadScript(source: string): string {
  return `(() => {
    const send = globalThis.${binding};
    delete globalThis.${binding};
    if (window !== window.top || send === undefined) return;
    const invoke = (channel, ...sent) =>
      send(channel, sent).catch((error) => {
        throw new Error("Error invoking remote method '" + channel + "': " + error.message);
      });
    const exposeInMainWorld = (name, api) =>
      Object.defineProperty(window, name, { value: Object.freeze(api), enumerable: true });
    const electron = { ipcRenderer: { invoke }, contextBridge: { exposeInMainWorld } };
    const require = (name) => {
      if (name === "electron") return electron;
      throw new Error("module not found: " + name);
    };
    ((require, module, exports) => {${source}
    })(require, { exports: {} }, {});
  })();`;
}
