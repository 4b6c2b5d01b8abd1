import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { disk, linkRefused, markIn, notFile, replaceFileNow, StartFailed } from "../app/index.ts";
import { windowPlace } from "./bounds.ts";
import { accelerator } from "./capture/accelerator.ts";
import { languages } from "./words/words.ts";

/** Keys that work wherever the owner is; null: none. */
export const usualShortcuts = {
  shorten: "CommandOrControl+Alt+K",
  bar: "CommandOrControl+Alt+Shift+K",
} as const;

const shortcuts = z.object({
  /** Shortens what is on the clipboard. */
  shorten: accelerator.nullable().catch(usualShortcuts.shorten),
  /** Opens the bar, where an alias can be given first. */
  bar: accelerator.nullable().catch(usualShortcuts.bar),
});

const notifications = z.object({
  scriptLinks: z.boolean().catch(false),
  publicAddress: z.boolean().catch(true),
  disk: z.boolean().catch(true),
});

/** Each part by itself: one that can't be read is as if nobody had chosen it. */
const shellSettings = z.object({
  window: windowPlace.nullable().catch(null),
  language: z.enum(languages).nullable().catch(null),
  /** After the window is closed. */
  keepsServing: z.boolean().catch(false),
  isServingSaid: z.boolean().catch(false),
  shortcuts: shortcuts.catch({ ...usualShortcuts }),
  notifications: notifications.catch({ scriptLinks: false, publicAddress: true, disk: true }),
});
export type ShellSettings = Readonly<z.output<typeof shellSettings>>;

const settingsName = "shell.json";
/** Says that this user's Waypost made the shell's folder, in this place. */
const markName = "owner-mark";
/** A folder that has one of them is the shell's; the last is Chromium's. */
const shellNames: readonly string[] = [settingsName, markName, "Local State"];
/** Bytes that each of the two has less than. */
const shortFile = 65_536;

/** Links, and on Windows a file, that Electron makes to be the only one on a folder, and removes. */
const lockLinks = /^(Singleton(Lock|Cookie|Socket)|RunningChromeVersion|lockfile)$/;

/**
 * Makes the shell's folder beside the store and answers it. Links and pipes in it are refused, as Electron would
 * write through them or wait before the service looks at the data folder; its own lock is made of some.
 */
export function makeShellFolder(dataDir: string): string {
  const dir = join(dataDir, "desktop");
  if (lstatSync(dir, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    refuse(linkRefused(dir));
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true })) {
    const isLock = entry.parentPath === dir && lockLinks.test(entry.name);
    const path = join(entry.parentPath, entry.name);
    if (entry.isFIFO()) refuse(notFile(path));
    if (entry.isSymbolicLink() && !isLock) refuse(linkRefused(path));
  }
  const names = namesIn(dir);
  const isShells = shellNames.some((name) => names.includes(name));
  if (names.length > 0 && !isShells) {
    throw new StartFailed(`${dir} isn't Waypost's folder. Choose another data folder with --data.`);
  }
  return dir;
}

/** Without Electron's lock. */
function namesIn(dir: string): string[] {
  return readdirSync(dir).filter((name) => !lockLinks.test(name));
}

/**
 * Empties a shell folder that came from elsewhere or was copied, but for the choices in its settings: Chromium
 * would run the compiled code that lies in its caches. Only while no other Waypost uses the folder.
 */
export async function clearForeignProfile(dir: string): Promise<void> {
  const mark = String((await markIn(disk, dir))("desktop"));
  const path = join(dir, markName);
  if (readShort(path) === mark) return;
  // First what tells nobody whose folder it is: where this ends halfway, the next start goes on.
  const isShells = (name: string) => Number(shellNames.includes(name));
  for (const name of namesIn(dir).toSorted((a, b) => isShells(a) - isShells(b))) {
    if (name !== settingsName) rmSync(join(dir, name), { recursive: true, force: true });
  }
  try {
    replaceFileNow(path, mark);
  } catch {
    // Full disk or read-only folder: the profile counts as foreign again.
  }
}

/** Empty: it can't be read, or is too long. */
export function readShort(path: string): string {
  try {
    return statSync(path).size < shortFile ? readFileSync(path, "utf8") : "";
  } catch {
    return "";
  }
}

function refuse({ message }: Error): never {
  throw new StartFailed(message);
}

/** What the shell itself remembers; everything else is a setting of the service. */
export interface Settings {
  current(): ShellSettings;
  keep(part: Partial<ShellSettings>): void;
}

/** A missing or broken file means nothing is remembered. */
export function openSettings(file: string): Settings {
  let current = read(file);
  return {
    current: () => current,
    keep(part) {
      current = { ...current, ...part };
      write(file, current);
    },
  };
}

function read(file: string): ShellSettings {
  try {
    return shellSettings.parse(JSON.parse(readShort(file)));
  } catch {
    return shellSettings.parse({});
  }
}

/** Choices that can't be remembered are no reason to disturb anyone. */
function write(file: string, settings: ShellSettings): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    replaceFileNow(file, `${JSON.stringify(settings, null, 2)}\n`);
  } catch {
    // Full disk or read-only folder: the service says so where it matters.
  }
}
