import { homedir } from "node:os";
import { basename, join, win32 } from "node:path";
import { type Message, message } from "../../contract/messages/messages.ts";
import { codeOf, type FileSystem } from "./fileSystem.ts";
import { databaseName } from "./database/database.ts";
import { journalNumber } from "./document/journalNames.ts";
import { documentName, formerName } from "./document/snapshot.ts";
import { keysName } from "./keyFile.ts";
import { refuseOthers, refuseWayTo } from "./folderOwner.ts";
import { StoreUnavailable } from "./store.ts";
import {
  backupsLinkRefused,
  largest,
  linkRefused,
  notFile,
  notFolder,
  tooLarge,
} from "./unavailable.ts";
import { isWorkFolder } from "./workFolder.ts";

const isWindows = process.platform === "win32";

/** Parts of paths that give a synced folder away; null: by what, isn't known. */
const syncedFolders: readonly (readonly [part: RegExp, program: string | null])[] = [
  [/^dropbox( \(.*\))?$/i, "Dropbox"],
  [/^onedrive( - .*)?$/i, "OneDrive"],
  [/^(google ?drive|my drive|googledrive-.*)$/i, "Google Drive"],
  [/^(mobile documents|icloud ?drive|com~apple~clouddocs)$/i, "iCloud Drive"],
  [/^(cloudstorage|box sync|box)$/i, null],
  [/^(nextcloud|owncloud|syncthing|pcloud ?drive|mega|megasync|yandex\.?disk)$/i, null],
];

/** What a folder is before anything is done with it. */
export async function kindOfFolder(
  files: FileSystem,
  dir: string,
): Promise<"missing" | "empty" | "own" | "foreign"> {
  const folder = await files.state(dir);
  if (folder === null) return "missing";
  if (!folder.isFolder) return "foreign";
  const names = (await files.list(dir)).filter((name) => !isWorkFolder(name));
  const isOwn = names.some(
    (name) =>
      [documentName, formerName, "secrets.json", "statistics.ndjson"].includes(name) ||
      journalNumber(name) !== null ||
      /^damaged-\d{4}-/.test(name),
  );
  if (isOwn) return "own";
  return names.length === 0 ? "empty" : "foreign";
}

/** Files whose content Waypost obeys or believes. */
const trusted = [
  documentName,
  formerName,
  "secrets.json",
  "tunnel.json",
  "edge.json",
  keysName,
  "webhooks.json",
];

/** Others that are read whole; all of them are short. */
const records = [
  "run.json",
  "lock.json",
  "lock.takeover",
  "second-folder.json",
  "tunnel-run.json",
  "gui.json",
  "mirror-answers.json",
  "edge-limits.json",
  "approved-settings.json",
  "pending.json",
];

/** Folders that Waypost makes and writes in. */
const folders = ["backups", "clicks", "jobs", "uploads"];

/** Bytes that a file which is read whole has less than; undefined: it isn't read so. */
function sizeLimit(name: string): number | undefined {
  const isLong =
    [documentName, formerName, "statistics.ndjson"].includes(name) || journalNumber(name) !== null;
  if (isLong) return largest.document;
  if (trusted.includes(name) || records.includes(name)) return largest.record;
  return /^jobs[\\/]\d+\.json$/.test(name) ? largest.job : undefined;
}

/**
 * Refuses what another program, or somebody else, has put into the folder. Writing and cutting go
 * through a link: into files of whoever opens a folder that somebody else has filled. Whoever opens a
 * pipe waits for somebody to write into it. A database that is a link is set aside.
 */
async function refuseEntries(files: FileSystem, dir: string): Promise<void> {
  const entries = await files.kinds(dir);
  const inside = await Promise.all(
    entries
      .filter(([name, kind]) => kind === "folder" && isOwnFolder(name))
      .map(async ([folder]) =>
        (await files.kinds(join(dir, folder))).map(
          ([name, kind]) => [join(folder, name), kind] as const,
        ),
      ),
  );
  for (const [name, kind] of [...entries, ...inside.flat()]) {
    // What begins with a dot is an editor's or the system's.
    if (basename(name).startsWith(".") || name.startsWith(databaseName)) continue;
    const path = join(dir, name);
    if (kind === "link") throw name === "backups" ? backupsLinkRefused(path) : linkRefused(path);
    if (kind !== "folder" && folders.includes(name)) throw notFolder(path);
    const most = sizeLimit(name);
    if (kind === "special" || (kind === "folder" && most !== undefined)) throw notFile(path);
    const size = most === undefined ? undefined : (await files.state(path))?.size;
    if (most !== undefined && size !== undefined && size >= most) throw tooLarge(path, size, most);
  }
}

/** The desktop app's has a browser's files. */
function isOwnFolder(name: string): boolean {
  return name !== "desktop" && !name.startsWith(".");
}

/** Refuses a folder with something in it that Waypost can't trust, read or write to. */
export async function refuseUnsafeFolder(files: FileSystem, dir: string): Promise<void> {
  await refuseWayTo(files, dir);
  await refuseOthersFolder(files, dir);
  await refuseEntries(files, dir);
}

/** Whether nothing else than Waypost uses the folder; the desktop app makes its own before the start. */
function isForWaypost(names: readonly string[]): boolean {
  return names.includes(documentName) || names.every((name) => name === "desktop");
}

/** Refuses a folder where another user could change what Waypost does. */
async function refuseOthersFolder(files: FileSystem, dir: string): Promise<void> {
  const names = await files.list(dir);
  await refuseOthers(files, dir, isForWaypost(names) ? 0o700 : null);
  for (const name of names) {
    if (!trusted.includes(name) && journalNumber(name) === null) continue;
    await refuseOthers(files, join(dir, name), 0o600);
  }
}

/** Makes the folder, for its owner only, and says what about it may cause trouble. */
export async function prepareFolder(files: FileSystem, dir: string): Promise<Message[]> {
  if ((await files.state(dir))?.isFolder === false) {
    throw new StoreUnavailable(`${dir} is a file. Choose a folder with --data.`);
  }
  await refuseWayTo(files, dir);
  await files.makeFolder(dir);
  const folder = await files.state(dir);
  if (folder === null) throw new StoreUnavailable(`${dir} couldn't be created.`);
  await refuseUnsafeFolder(files, dir);
  const warnings = locationWarnings(dir);
  if (isWindows) {
    return isOutsideProfile(dir, homedir())
      ? [...warnings, message("service.outsideProfile", { dir })]
      : warnings;
  }
  if ((folder.mode & 0o077) === 0) return warnings;
  if (isForWaypost(await files.list(dir))) {
    try {
      await files.setMode(dir, 0o700);
      return warnings;
    } catch (error) {
      if (codeOf(error) !== "EPERM") throw error;
    }
  }
  return [...warnings, message("service.otherUsers", { dir })];
}

/**
 * Windows has no modes. What lies in a profile has the profile's rights, which are its owner's;
 * what lies elsewhere those of its place, often everybody's.
 */
export function isOutsideProfile(dir: string, profile: string): boolean {
  const way = win32.relative(profile, dir);
  return win32.isAbsolute(way) || way.split("\\")[0] === "..";
}

function locationWarnings(dir: string): Message[] {
  if (/^(\\\\|\/\/)/.test(dir) || /^\/(net|afs|Network)\//.test(dir) || dir.includes("/gvfs/")) {
    return [message("service.otherComputer", { dir })];
  }
  const parts = dir.split(/[\\/]/);
  for (const [pattern, program] of syncedFolders) {
    if (parts.some((part) => pattern.test(part))) {
      return [
        program === null
          ? message("service.synced", { dir })
          : message("service.syncedBy", { dir, program }),
      ];
    }
  }
  return [];
}
