import type { Settings, ShellSettings } from "../settings.ts";

type Keys = ShellSettings["shortcuts"];
type ShortcutName = keyof Keys;

/** `unsure`: the system took the keys and may pass them to nobody, as desktops on Wayland do. */
export type Standing = "off" | "works" | "taken" | "unsure";

export interface Shortcuts {
  /** Listens for the keys that are chosen now, and for no others. */
  apply(): void;
  standing(): Readonly<Record<ShortcutName, Standing>>;
}

/** What Electron's `globalShortcut` can. */
export interface GlobalKeys {
  register(keys: string, pressed: () => void): boolean;
  unregisterAll(): void;
}

export function createShortcuts(options: {
  readonly keys: GlobalKeys;
  readonly settings: Settings;
  readonly session: string | undefined;
  readonly pressed: Readonly<Record<ShortcutName, () => void>>;
}): Shortcuts {
  const { keys, settings, session, pressed } = options;
  let standing: Record<ShortcutName, Standing> = { shorten: "off", bar: "off" };

  function listen(name: ShortcutName): Standing {
    const chosen = settings.current().shortcuts[name];
    if (chosen === null) return "off";
    if (!registered(chosen, pressed[name])) return "taken";
    return session === "wayland" ? "unsure" : "works";
  }

  /** Electron throws at keys that a keyboard doesn't have. */
  function registered(chosen: string, act: () => void): boolean {
    try {
      return keys.register(chosen, act);
    } catch {
      return false;
    }
  }

  return {
    apply() {
      keys.unregisterAll();
      standing = { shorten: listen("shorten"), bar: listen("bar") };
    },
    standing: () => standing,
  };
}
