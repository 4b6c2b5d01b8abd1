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
} as const satisfies Record<BridgeMethod, `waypost:${string}`>;
