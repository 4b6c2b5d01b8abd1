/**
 * Everything the page may ask of the shell, as `window.waypost`; absent in a browser.
 * A method is a channel: preload, handlers and the stand-in read this map.
 */
export interface Bridge {
  /** Opens an http, https or mailto address outside; false: it was none, nothing happened. */
  openExternal(address: string): Promise<boolean>;
  /** Shows the data folder in the system's file manager. */
  showDataFolder(): Promise<void>;
  appInfo(): Promise<AppInfo>;
  /** Ends Waypost, as quitting does, and starts it again with the same command line. */
  restart(): Promise<void>;
  /** Asks for a step of an update, or how it stands; answers how it stands then. */
  update(ask: UpdateAsk): Promise<UpdateState>;
}

/** `daily` and `never` choose whether it is looked for new versions once a day. */
export type UpdateAsk = "state" | "look" | "fetch" | "install" | "daily" | "never";

export interface UpdateState {
  /** False: this program was made without an address to look at. */
  readonly canLook: boolean;
  readonly isDaily: boolean;
  /** ISO 8601; null: not since the start. */
  readonly lookedAt: string | null;
  readonly step:
    | "idle"
    | "looking"
    | "not looked"
    | "current"
    | "available"
    | "fetching"
    | "not fetched"
    | "ready"
    | "installing";
  /** Of the new one, where there is one. */
  readonly version: string | null;
  /** While it is fetched, 0 to 100. */
  readonly percent: number | null;
}

export interface AppInfo {
  /** Of Waypost, `1.2.3`. */
  readonly version: string;
  /** Of what it runs on, by name. */
  readonly runtimes: {
    readonly electron: string;
    readonly chromium: string;
    readonly node: string;
  };
  readonly platform: string;
  readonly dataDir: string;
}

export type BridgeMethod = keyof Bridge;

export const channels = {
  openExternal: "waypost:open-external",
  showDataFolder: "waypost:show-data-folder",
  appInfo: "waypost:app-info",
  restart: "waypost:restart",
  update: "waypost:update",
} as const satisfies Record<BridgeMethod, `waypost:${string}`>;
