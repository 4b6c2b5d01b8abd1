import { existsSync } from "node:fs";
import type {
  Clipboard,
  GlobalShortcut,
  Menu as RealMenu,
  MenuItem,
  MenuItemConstructorOptions,
  NativeImage,
  Notification as RealNotification,
  NotificationConstructorOptions,
  PowerMonitor,
  SafeStorage,
  Tray as RealTray,
} from "electron";
import { createEvents } from "./events.ts";

/**
 * The desktop around the windows, as wiring only: nothing is shown, no key is taken from anybody, no
 * secret is safe. Specs see what the shell asked for; that a system does it, real Electron shows.
 */
export class Menu {
  readonly items: MenuItem[];

  constructor(template: readonly MenuItemConstructorOptions[]) {
    this.items = template.map(menuItem);
  }

  static #application: Menu | null = null;

  static buildFromTemplate(template: MenuItemConstructorOptions[]): RealMenu {
    return new Menu(template) as unknown as RealMenu;
  }
  static setApplicationMenu(menu: RealMenu | null): void {
    Menu.#application = menu as unknown as Menu;
  }
  static getApplicationMenu(): RealMenu | null {
    return Menu.#application as unknown as RealMenu;
  }
}

function menuItem({ click, submenu, ...options }: MenuItemConstructorOptions): MenuItem {
  const item = {
    enabled: true,
    ...options,
    click: () => (click as (() => void) | undefined)?.(),
    submenu: Array.isArray(submenu) ? new Menu(submenu) : undefined,
  };
  return item as unknown as MenuItem;
}

type UsedTray = Pick<RealTray, "on" | "setContextMenu" | "setImage" | "setToolTip">;

export class Tray implements UsedTray {
  readonly on = createEvents().on;

  constructor(image: NativeImage) {
    this.setImage(image);
  }
  setImage(image: NativeImage | string): void {
    if (typeof image === "string" || image.isEmpty()) throw new Error("A tray without a picture.");
  }
  setContextMenu(): void {}
  setToolTip(): void {}
}

export const nativeImage = {
  createFromPath: (path: string) =>
    ({ isEmpty: () => !existsSync(path) }) as unknown as NativeImage,
} satisfies Pick<typeof Electron.nativeImage, "createFromPath">;

type UsedNotification = Pick<RealNotification, "body" | "on" | "show" | "title">;

export class Notification implements UsedNotification {
  static isSupported(): boolean {
    return true;
  }

  readonly #events = createEvents();
  readonly on = this.#events.on;
  title: string;
  body: string;

  constructor({ title = "", body = "" }: NotificationConstructorOptions = {}) {
    this.title = title;
    this.body = body;
  }
  show(): void {}
  emit(name: string): boolean {
    this.#events.emit(name);
    return true;
  }
}

const keys = new Map<string, () => void>();

export const globalShortcut = {
  register(accelerator, callback) {
    if (keys.has(accelerator)) return false;
    keys.set(accelerator, callback);
    return true;
  },
  isRegistered: (accelerator) => keys.has(accelerator),
  unregisterAll: () => keys.clear(),
} satisfies Pick<GlobalShortcut, "isRegistered" | "register" | "unregisterAll">;

let copied = "";

export const clipboard = {
  readText: async () => copied,
  async writeText(text) {
    copied = text;
  },
} satisfies Pick<Clipboard, "readText" | "writeText">;

const power = createEvents();

export const powerMonitor = {
  on: power.on,
  emit(name, ...values: unknown[]) {
    power.emit(String(name), ...values);
    return true;
  },
} satisfies Pick<PowerMonitor, "emit" | "on">;

export const safeStorage = {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => "basic_text" as const,
  encryptString: (text) => Buffer.from(`sealed ${text}`),
  decryptString: (sealed) => sealed.toString().replace(/^sealed /, ""),
} satisfies Pick<
  SafeStorage,
  "decryptString" | "encryptString" | "getSelectedStorageBackend" | "isEncryptionAvailable"
>;
