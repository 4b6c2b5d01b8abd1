import { readFileSync } from "node:fs";
import type { BrowserWindow as Real, BrowserWindowConstructorOptions, WebContents } from "electron";
import type { BrowserContext, Page, Route } from "@playwright/test";
import { emitAppEvent, farewells } from "./app.ts";
import { standInBrowser, traffic } from "./browser.ts";
import { createEvents, preventable } from "./events.ts";
import { preloadScript } from "./ipc.ts";
import { toBrowser, toShell } from "./origins.ts";
import { answerScheme } from "./protocol.ts";
import { grantPermissions } from "./session.ts";

type Used = Pick<
  Real,
  | "close"
  | "focus"
  | "getNormalBounds"
  | "isDestroyed"
  | "isFocused"
  | "isMaximized"
  | "isMinimized"
  | "isVisible"
  | "loadURL"
  | "maximize"
  | "minimize"
  | "on"
  | "once"
  | "restore"
  | "show"
>;
type UsedContents = Pick<WebContents, "getURL" | "on" | "setWindowOpenHandler">;
type OpenHandler = Parameters<WebContents["setWindowOpenHandler"]>[0];

const windows = new Set<BrowserWindow>();

/** A window as a page of the stand-in's Chromium. Bounds and focus are only remembered. */
export class BrowserWindow implements Used {
  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  readonly webContents: UsedContents;
  readonly #events = createEvents();
  readonly on = this.#events.on;
  readonly once = this.#events.once;
  readonly #contents = createEvents();
  readonly #bounds: { x: number; y: number; width: number; height: number };
  readonly #opening: Promise<Page>;
  #openHandler: OpenHandler = () => ({ action: "allow" });
  #page: Page | null = null;
  #isLoadedByShell = false;
  #state = { maximized: false, minimized: false, visible: true, focused: true, destroyed: false };

  constructor(options: BrowserWindowConstructorOptions = {}) {
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.#state.visible = options.show !== false;
    this.webContents = {
      on: this.#contents.on,
      getURL: () => toShell(this.#page?.url() ?? ""),
      setWindowOpenHandler: (handler) => {
        this.#openHandler = handler;
      },
    };
    windows.add(this);
    emitAppEvent("web-contents-created", preventable({}), this.webContents);
    this.#opening = this.#open(options);
    // Whoever loads an address hears of the failure.
    this.#opening.catch(() => undefined);
  }

  async loadURL(address: string): Promise<void> {
    const page = await this.#opening;
    const origin = /^app:\/\/[^/]+/.exec(address)?.[0];
    if (origin !== undefined) await grantPermissions(page.context(), origin);
    this.#isLoadedByShell = true;
    try {
      await page.goto(toBrowser(address));
    } finally {
      this.#isLoadedByShell = false;
    }
    this.#events.emit("ready-to-show");
  }

  close(): void {
    if (this.#state.destroyed) return;
    const event = preventable({});
    this.#events.emit("close", event);
    if (!event.defaultPrevented) void this.destroyed();
  }

  /** Closes the page too; resolves when both are gone. */
  async destroyed(): Promise<void> {
    if (this.#state.destroyed) return;
    this.#state.destroyed = true;
    // Chromium goes with its last page, and a shell may live on without a window.
    if ([...windows].every((window) => window.isDestroyed()))
      await this.#page
        ?.context()
        .newPage()
        .catch(() => undefined);
    await this.#page?.close().catch(() => undefined);
    // Its page is its own to the end: the next window may not open in one that is about to go.
    windows.delete(this);
    this.#events.emit("closed");
    if (windows.size === 0) emitAppEvent("window-all-closed");
  }

  getNormalBounds() {
    return { ...this.#bounds };
  }
  isDestroyed(): boolean {
    return this.#state.destroyed;
  }
  isMaximized(): boolean {
    return this.#state.maximized;
  }
  isMinimized(): boolean {
    return this.#state.minimized;
  }
  isVisible(): boolean {
    return this.#state.visible;
  }
  isFocused(): boolean {
    return this.#state.focused;
  }
  maximize(): void {
    this.#state.maximized = true;
  }
  minimize(): void {
    Object.assign(this.#state, { minimized: true, focused: false });
  }
  restore(): void {
    this.#state.minimized = false;
  }
  show(): void {
    Object.assign(this.#state, { visible: true, focused: true });
  }
  focus(): void {
    this.#state.focused = true;
  }

  /** The page's own wish to go somewhere; the shell's listeners may prevent it. */
  mayNavigate(address: string, isMainFrame: boolean): boolean {
    if (this.#isLoadedByShell && isMainFrame) return true;
    const event = preventable({ url: toShell(address), isMainFrame });
    this.#contents.emit("will-frame-navigate", event);
    if (isMainFrame) this.#contents.emit("will-navigate", event);
    return !event.defaultPrevented;
  }

  owns(page: Page): boolean {
    return this.#page === page;
  }

  async #open({ webPreferences }: BrowserWindowConstructorOptions): Promise<Page> {
    const context = await standInBrowser();
    const page = await unusedPage(context);
    this.#page = page;
    page.on("close", () => void this.destroyed());
    if (webPreferences?.preload !== undefined) {
      const source = readFileSync(webPreferences.preload, "utf8");
      await page.addInitScript({ content: preloadScript(source) });
    }
    const protocolSession = await context.newCDPSession(page);
    await protocolSession.send("Page.enable");
    protocolSession.on("Page.windowOpen", ({ url }) => {
      const details = { url: toShell(url) } as Electron.HandlerDetails;
      if (this.#openHandler(details).action === "allow") {
        throw new Error("The stand-in has no windows that pages open.");
      }
    });
    return page;
  }
}

/** The page Chromium starts with, for the first window. */
async function unusedPage(context: BrowserContext): Promise<Page> {
  const page = context.pages().find((each) => ![...windows].some((window) => window.owns(each)));
  return page ?? (await context.newPage());
}

/** The windows that pages open exist for a moment before they are denied: nothing loads in them. */
traffic.decide = async (route: Route) => {
  const request = route.request();
  if (request.isNavigationRequest()) {
    const frame = frameOf(route);
    const window = [...windows].find((each) => frame !== null && each.owns(frame.page()));
    if (window === undefined || frame === null) return await route.abort("aborted");
    const isAllowed = window.mayNavigate(request.url(), frame.parentFrame() === null);
    if (!isAllowed) return await route.abort("aborted");
  }
  if (await answerScheme(route)) return;
  // Nothing in a test ever leaves this computer.
  const { hostname } = new URL(request.url());
  if (hostname === "127.0.0.1" || hostname === "localhost") await route.continue();
  else await route.abort("internetdisconnected");
};

function frameOf(route: Route) {
  try {
    return route.request().frame();
  } catch {
    // Of a page that isn't there yet: one that another page opens.
    return null;
  }
}

farewells.closeWindows = async () => {
  for (const window of windows) window.close();
  await Promise.all([...windows].map((window) => window.destroyed()));
};
