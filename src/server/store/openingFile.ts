import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";

/**
 * A page that takes a browser to the GUI with the key. Other users of the computer can read a
 * browser's arguments in the list of processes, but not this file, which only its owner may open.
 */

/** Milliseconds after which a file belongs to a command that was killed. */
const longestUse = 60_000;

/** Paths below this one say that the browser has arrived. */
export const arrivalPath = "/opened/";

export interface OpeningFile {
  readonly path: string;
  /** Whether the browser has arrived: the server removes the file then. */
  isUsed(): boolean;
  remove(): void;
}

/** The name gives away nothing of the ticket, so only the page's reader can say that it was used. */
function nameOf(ticket: string): string {
  return `waypost-open-${createHash("sha256").update(ticket).digest("hex").slice(0, 32)}.html`;
}

/**
 * Browsers in a snap can't read hidden folders, or anything outside the home folder. The usual data
 * folder on Linux is hidden, so the file is in the home folder itself there.
 */
export function openingFolder(dataDir: string, home = homedir()): string {
  if (process.platform !== "linux") return dataDir;
  // Outside the home folder, the first part is "..".
  const isVisible = !relative(home, dataDir)
    .split("/")
    .some((part) => part.startsWith("."));
  return isVisible || !isOwnFolder(home) ? dataDir : home;
}

/** Whether nobody else can replace files in it. */
function isOwnFolder(dir: string): boolean {
  const state = statSync(dir, { throwIfNoEntry: false });
  return (
    state?.isDirectory() === true && state.uid === process.getuid?.() && (state.mode & 0o022) === 0
  );
}

/** @param gui the GUI's address with the key in its fragment */
export function writeOpeningFile(dataDir: string, gui: string): OpeningFile {
  const folder = openingFolder(dataDir);
  removeOldFiles(folder);
  const ticket = randomBytes(24).toString("base64url");
  const target = new URL(gui);
  target.pathname = target.pathname.replace(/\/$/, "") + arrivalPath + ticket;
  const path = join(folder, nameOf(ticket));
  writeFileSync(path, page(target.href), { flag: "wx", mode: 0o600 });
  return {
    path,
    isUsed: () => !existsSync(path),
    remove: () => rmSync(path, { force: true }),
  };
}

/** The browser that was given the file is here. */
export function removeOpeningFile(dataDir: string, ticket: string): void {
  for (const folder of new Set([dataDir, openingFolder(dataDir)])) {
    rmSync(join(folder, nameOf(ticket)), { force: true });
  }
}

function removeOldFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/^waypost-open-[0-9a-f]{32}\.html$/.test(name)) continue;
    const path = join(folder, name);
    const writtenAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - writtenAt > longestUse) rmSync(path, { force: true });
  }
}

function page(target: string): string {
  const address = target.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<!doctype html>
<meta charset="utf-8">
<title>Waypost</title>
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<p><a href="${address}">Open Waypost</a></p>
`;
}
