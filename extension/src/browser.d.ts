/** What the extension uses of its browser: alike in Chrome, Edge and Firefox, with promises. */

interface BrowserEvent<Listener> {
  addListener(listener: Listener): void;
}

interface BrowserTab {
  readonly id?: number;
  /** Only after the user has asked the extension for something on this tab. */
  readonly url?: string;
  readonly title?: string;
}

interface StorageArea {
  get(keys: string | readonly string[]): Promise<Record<string, unknown>>;
  set(values: Readonly<Record<string, unknown>>): Promise<void>;
  remove(keys: string | readonly string[]): Promise<void>;
}

interface MenuClick {
  readonly menuItemId: string | number;
  readonly pageUrl?: string;
  readonly linkUrl?: string;
  readonly srcUrl?: string;
  readonly selectionText?: string;
}

declare const chrome: {
  readonly runtime: {
    readonly id: string;
    getManifest(): { readonly version: string };
    openOptionsPage(): Promise<void>;
    readonly onInstalled: BrowserEvent<() => void>;
    readonly onStartup: BrowserEvent<() => void>;
  };
  readonly i18n: { getMessage(name: string, values?: readonly string[]): string };
  readonly storage: {
    readonly local: StorageArea;
    /** In memory, until the browser is closed. */
    readonly session: StorageArea;
    readonly onChanged: BrowserEvent<(changes: Readonly<Record<string, unknown>>) => void>;
  };
  readonly permissions: {
    contains(wanted: { readonly origins: readonly string[] }): Promise<boolean>;
    request(wanted: { readonly origins: readonly string[] }): Promise<boolean>;
  };
  readonly tabs: {
    query(wanted: {
      readonly active: boolean;
      readonly currentWindow: boolean;
    }): Promise<readonly BrowserTab[]>;
  };
  readonly action: {
    setBadgeText(badge: { readonly text: string }): Promise<void>;
    setBadgeBackgroundColor(badge: { readonly color: string }): Promise<void>;
    openPopup?(): Promise<void>;
  };
  readonly contextMenus: {
    create(item: {
      readonly id: string;
      readonly title: string;
      readonly contexts: readonly string[];
      readonly documentUrlPatterns?: readonly string[];
      readonly targetUrlPatterns?: readonly string[];
    }): void;
    removeAll(): Promise<void>;
    readonly onClicked: BrowserEvent<(click: MenuClick, tab?: BrowserTab) => void>;
  };
  readonly commands: {
    readonly onCommand: BrowserEvent<(name: string, tab?: BrowserTab) => void>;
  };
};
