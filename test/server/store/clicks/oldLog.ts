import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { StoreOptions } from "../../../../src/server/store/openStore.ts";
import type { Store } from "../../../../src/server/store/store.ts";
import { click, copyOf, counts, filesOf, open } from "../testFolder.ts";

export const day = 86_400_000;
export const march = Date.parse("2026-03-20T12:00:00Z");
export const january = Date.parse("2026-01-20T12:00:00Z");
export const february = Date.parse("2026-02-20T12:00:00Z");

export const logs = (dir: string) => filesOf(join(dir, "clicks"), /ndjson$/);
export const textOf = (dir: string, month: string) =>
  readFileSync(join(dir, "clicks", `${month}.ndjson`), "utf8");
/** Whole lines that still say something. */
export const linesOf = (dir: string, month: string) =>
  textOf(dir, month)
    .split("\n")
    .filter((line) => line.trim() !== "");

export async function countedIn(dir: string): Promise<[number, number][]> {
  const keeper = counts();
  const store = await open(copyOf(dir), { keeper });
  expect(store.warnings).toEqual([]);
  await store.close();
  return [...keeper.clicks].toSorted(([a], [b]) => a - b);
}

/** Clicks of three months, of link 1, 2 and 3; of March half before the 20th. */
export async function fill(store: Store): Promise<void> {
  for (let number = 0; number < 40; number += 1) await click(store, 1, january + number);
  for (let number = 0; number < 40; number += 1) await click(store, 2, february + number);
  for (let number = 0; number < 40; number += 1) {
    await click(store, 3, march - 10 * day + number * (day / 2));
  }
}

export const all = [
  [1, 40],
  [2, 40],
  [3, 40],
];

/** Opens in January, so that each month's clicks get a file of their own; closed after the test. */
export async function openEarly(dir: string, options: Partial<StoreOptions> = {}): Promise<Store> {
  const store = await open(dir, { clock: () => january, ...options });
  onTestFinished(() => store.close());
  return store;
}
