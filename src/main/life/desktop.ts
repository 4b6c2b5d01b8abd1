import { z } from "zod";
import type { Desktop, DesktopChange } from "../bridge/bridge.ts";
import { accelerator } from "../capture/accelerator.ts";
import { askingFlags } from "../capture/asked.ts";
import type { Shortcuts } from "../capture/shortcuts.ts";
import { type Settings, usualShortcuts } from "../settings.ts";
import type { StartWithSystem } from "./autostartFile.ts";

/** What may be changed from the window, and to what. */
export const desktopChange: z.ZodType<DesktopChange> = z.strictObject({
  startsWithSystem: z.boolean().optional(),
  keepsServing: z.boolean().optional(),
  shortcuts: z
    .strictObject({
      shorten: accelerator.nullable().optional(),
      bar: accelerator.nullable().optional(),
    })
    .optional(),
  notifications: z
    .strictObject({
      scriptLinks: z.boolean().optional(),
      publicAddress: z.boolean().optional(),
      disk: z.boolean().optional(),
    })
    .optional(),
});

/** The desktop around the window, as the window shows and changes it. */
export interface DesktopAround {
  now(): Desktop;
  change(change: DesktopChange): Desktop;
}

export function createDesktop(options: {
  readonly settings: Settings;
  readonly shortcuts: Shortcuts;
  readonly startWithSystem: StartWithSystem;
  /** What starts this program from a terminal, without flags. */
  readonly command: string;
  readonly notifies: () => boolean;
  readonly hasIcon: () => boolean;
  readonly keyStore: { readonly name: string; readonly isPlain: boolean };
  /** What shows the choices elsewhere follows them. */
  readonly changed: () => void;
}): DesktopAround {
  const { settings, shortcuts, startWithSystem, command, keyStore } = options;

  function now(): Desktop {
    const { keepsServing, shortcuts: keys, notifications } = settings.current();
    const standing = shortcuts.standing();
    return {
      startsWithSystem: startWithSystem.isOn(),
      keepsServing,
      shortcuts: {
        shorten: {
          keys: keys.shorten,
          standing: standing.shorten,
          command: `${command} ${askingFlags.shortenClipboard}`,
        },
        bar: { keys: keys.bar, standing: standing.bar, command: `${command} ${askingFlags.bar}` },
      },
      usualShortcuts,
      notifications,
      notifies: options.notifies(),
      hasIcon: options.hasIcon(),
      keyStore: { name: keyStore.name, isPlain: keyStore.isPlain },
    };
  }

  return {
    now,
    change({ startsWithSystem, keepsServing, shortcuts: keys, notifications }) {
      if (startsWithSystem !== undefined) startWithSystem.set(startsWithSystem);
      const kept = settings.current();
      settings.keep({
        keepsServing: keepsServing ?? kept.keepsServing,
        shortcuts: { ...kept.shortcuts, ...given(keys) },
        notifications: { ...kept.notifications, ...given(notifications) },
      });
      if (keys !== undefined) shortcuts.apply();
      options.changed();
      return now();
    },
  };
}

/** Without what isn't said, which is something else than null. */
function given<T extends object>(
  part: T | undefined,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(part ?? {}).filter(([, value]) => value !== undefined);
  // Object.entries forgets whose they are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}
