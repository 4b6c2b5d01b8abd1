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
  /** What is around the window: start, keys, notifications, and what this system can't do. */
  desktop(): Promise<Desktop>;
  /** Answers what it is then. */
  changeDesktop(change: DesktopChange): Promise<Desktop>;
  /** Menus, tray and notifications follow the window's language. */
  speak(language: "en" | "fa"): Promise<void>;
  closeBar(): Promise<void>;
  /** Brings the window of all screens forward, at one of its places: `/public`. */
  showPlace(place: string): Promise<void>;
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

/** What is asked of a global shortcut, by name. */
export interface DesktopShortcut {
  /** In Electron's words, `CommandOrControl+Alt+K`; null: none. */
  readonly keys: string | null;
  /** `unsure`: the system took them and may pass them to nobody. */
  readonly standing: "off" | "works" | "taken" | "unsure";
  /** Does the same from a terminal, or bound to a key by the system's own settings. */
  readonly command: string;
}

export interface DesktopNotifications {
  readonly scriptLinks: boolean;
  readonly publicAddress: boolean;
  readonly disk: boolean;
}

export interface Desktop {
  readonly startsWithSystem: boolean;
  readonly keepsServing: boolean;
  readonly shortcuts: { readonly shorten: DesktopShortcut; readonly bar: DesktopShortcut };
  readonly usualShortcuts: { readonly shorten: string; readonly bar: string };
  readonly notifications: DesktopNotifications;
  /** Whether this system shows notifications, and an icon with a menu. */
  readonly notifies: boolean;
  readonly hasIcon: boolean;
  /** The system's key store; plain: it has none, and secrets are only as safe as their file. */
  readonly keyStore: { readonly name: string; readonly isPlain: boolean };
}

export interface DesktopChange {
  readonly startsWithSystem?: boolean | undefined;
  readonly keepsServing?: boolean | undefined;
  readonly shortcuts?:
    | {
        readonly shorten?: string | null | undefined;
        readonly bar?: string | null | undefined;
      }
    | undefined;
  readonly notifications?:
    | { readonly [Kind in keyof DesktopNotifications]?: boolean | undefined }
    | undefined;
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
  /** Whether Chromium isolates pages from the rest of the account. */
  readonly isSandboxed: boolean;
}

export type BridgeMethod = keyof Bridge;

export const channels = {
  openExternal: "waypost:open-external",
  showDataFolder: "waypost:show-data-folder",
  appInfo: "waypost:app-info",
  restart: "waypost:restart",
  update: "waypost:update",
  desktop: "waypost:desktop",
  changeDesktop: "waypost:change-desktop",
  speak: "waypost:speak",
  closeBar: "waypost:close-bar",
  showPlace: "waypost:show-place",
} as const satisfies Record<BridgeMethod, `waypost:${string}`>;
