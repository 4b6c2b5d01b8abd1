import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { onTestFinished } from "vitest";
import { openStore, type StoreOptions } from "../../../src/server/store/openStore.ts";
import type { LinkRecord } from "../../../src/server/store/records.ts";
import type { Store } from "../../../src/server/store/store.ts";
import { counts, link } from "./records.ts";

export { counts, link };

export const now = Date.parse("2026-03-05T12:00:00Z");

export function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "waypost-store-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A folder whose links have had ids up to 1,000: clicks of others don't count at a start. */
export async function folderOfLinks(): Promise<string> {
  const dir = newFolder();
  const store = await open(dir);
  await store.commit([{ put: "links", record: link(1_000) }]);
  await store.close();
  return dir;
}

/** A plain copy, as `cp -r` makes it. */
export function copyOf(dir: string): string {
  const copy = newFolder();
  cpSync(dir, copy, { recursive: true });
  return copy;
}

/** As a kill would leave it: a thread of the service may delete one of the database's files while this copies. */
export function copyOfRunning(dir: string): string {
  const copy = newFolder();
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(copy, relative(dir, from));
    mkdirSync(dirname(to), { recursive: true });
    try {
      copyFileSync(from, to);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  return copy;
}

export function filesOf(dir: string, pattern: RegExp): string[] {
  return readdirSync(dir)
    .filter((name) => pattern.test(name))
    .toSorted();
}

/** An end takes the time it needs, however busy the machine is. */
const unhurried = { endingTime: 60_000, lookEvery: 3_600_000 };

export function open(dir: string, options: Partial<StoreOptions> = {}): Promise<Store> {
  return openStore({ dir, keeper: counts(), clock: () => now, ...unhurried, ...options });
}

/** Opens, and closes again when the test is over. */
export async function openForTest(
  dir: string,
  options: Partial<StoreOptions> = {},
): Promise<Store> {
  const store = await open(dir, options);
  onTestFinished(() => store.close());
  return store;
}

export async function addLinks(store: Store, count: number): Promise<LinkRecord[]> {
  const links = Array.from({ length: count }, () => link(store.nextId("links")));
  for (const record of links) await store.commit([{ put: "links", record }]);
  return links;
}

export function linksOf(store: Store): LinkRecord[] {
  return [...store.links.values()];
}

/** Records a click and resolves when its visitor may be answered. */
export function click(store: Store, target: number, at = now): Promise<void> {
  return new Promise((resolve) => {
    store.clicks.record({ at, link: target }, resolve);
  });
}
