import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clickLine } from "../../../../src/server/store/clicks/clickLine.ts";
import type { LogPlace } from "../../../../src/server/store/clicks/clickLog.ts";
import {
  clickStretches,
  latestClicks,
  scanClicks,
} from "../../../../src/server/store/clicks/scanClicks.ts";
import { disk } from "../../../../src/server/store/fileSystem.ts";
import type { ClickRecord } from "../../../../src/server/store/records.ts";
import type { Store } from "../../../../src/server/store/store.ts";
import { link as linkRecord } from "../records.ts";
import {
  click,
  copyOf,
  counts,
  filesOf,
  folderOfLinks,
  newFolder,
  openForTest,
} from "../testFolder.ts";

const database = "mirror";
const hour = 3_600_000;
const at = (day: string) => Date.parse(`2026-${day}T12:00:00Z`);
const monthOf = (month: string) => [Date.parse(`2026-${month}-01`), endOf(month)] as const;
const endOf = (month: string) =>
  Date.parse(`2026-${String(Number(month) + 1).padStart(2, "0")}-01`);
const clock = () => at("11-03");

/** Begins in October, and goes on in November. */
async function openInOctober(dir: string): Promise<Store> {
  const time = { now: at("10-05") };
  const store = await openForTest(dir, { clock: () => time.now });
  await store.commit([{ put: "links", record: linkRecord(2_000) }]);
  time.now = clock();
  return store;
}

/** Each click's day is its link: 9_28 is of the 28th of September. */
function linkOf(day: string): number {
  return Number(day.replace("-", ""));
}

async function take(store: Store, first: number, days: readonly string[]): Promise<void> {
  const lines = days.map((day, place) => {
    return [first + place, clickLine({ at: at(day), link: linkOf(day) })] as const;
  });
  await store.clicks.take({ database, upTo: first + days.length - 1, lines });
}

/** Home counts in October and November, and takes what a mirror counted since September. */
async function fill(dir: string): Promise<Store> {
  const store = await openInOctober(dir);
  for (const day of ["10-05", "10-20"]) await click(store, linkOf(day), at(day));
  await take(store, 1, ["10-19", "10-20"]);
  await click(store, linkOf("11-01"), at("11-01"));
  await take(store, 3, ["09-28", "10-10", "10-31", "11-01"]);
  await click(store, linkOf("11-02"), at("11-02"));
  await take(store, 7, ["10-05", "10-30"]);
  return store;
}

async function linksBetween(store: Store, from: number, to: number): Promise<number[]> {
  const links: number[] = [];
  for await (const clicks of store.clicks.between(from, to)) {
    links.push(...clicks.map(({ link = 0 }) => link));
  }
  return links.toSorted((one, other) => one - other);
}

const inOctober = [1005, 1005, 1010, 1019, 1020, 1020, 1030, 1031];

test("clicks that come late are found in their own time", async () => {
  const dir = await folderOfLinks();
  const store = await fill(dir);
  expect(await linksBetween(store, ...monthOf("09"))).toEqual([928]);
  expect(await linksBetween(store, ...monthOf("10"))).toEqual(inOctober);
  expect(await linksBetween(store, ...monthOf("11"))).toEqual([1101, 1101, 1102]);
  expect(await linksBetween(store, ...monthOf("12"))).toEqual([]);
});

test("whoever sums up lines reads on from where the last look ended, and misses none", async () => {
  const dir = await folderOfLinks();
  const store = await openInOctober(dir);
  const [from, to] = monthOf("10");
  let place: LogPlace | null = null;
  const found: number[] = [];
  const look = async () => {
    for (const stretch of await clickStretches(disk, dir, { from, to }, place)) {
      const byte = await scanClicks(disk, stretch, {
        wants: (moment) => moment >= from && moment < to,
        take: ({ link = 0 }) => void found.push(link),
        between: async () => {},
      });
      place = { month: stretch.month, byte };
    }
  };
  for (const day of ["10-05", "10-20"]) await click(store, linkOf(day), at(day));
  await look();
  await take(store, 1, ["10-19", "10-20"]);
  await look();
  await click(store, linkOf("11-01"), at("11-01"));
  await look();
  await take(store, 3, ["09-28", "10-10", "10-31", "11-01"]);
  await look();
  await look();
  await click(store, linkOf("11-02"), at("11-02"));
  await take(store, 7, ["10-05", "10-30"]);
  await look();
  expect(found.toSorted((one, other) => one - other)).toEqual(inOctober);
});

test("the latest clicks are those that came last, not those that were handed over last", async () => {
  const dir = await folderOfLinks();
  const store = await fill(dir);
  const latest = async (most: number) => {
    const { clicks } = await latestClicks(disk, dir, {
      wants: () => true,
      most,
      downTo: null,
      signal: new AbortController().signal,
    });
    return clicks.map(({ link }) => link);
  };
  expect(await latest(4)).toEqual([1102, 1101, 1101, 1031]);
  expect(await latest(12)).toEqual([
    1102, 1101, 1101, 1031, 1030, 1020, 1020, 1019, 1010, 1005, 1005, 928,
  ]);
  // A week that a mirror counted alone is more than one piece of the file.
  const week = Array.from({ length: 30_000 }, (_, place): ClickRecord => {
    return { at: at("10-21") + place, link: 7, referrer: "a-long-name.example.org" };
  });
  const lines = week.map((one, place) => [9 + place, clickLine(one)] as const);
  await store.clicks.take({ database, upTo: 8 + lines.length, lines });
  expect(await latest(5)).toEqual([1102, 1101, 1101, 1031, 1030]);
});

test("what is old goes wherever it stands, and its counts stay, and up to where it was taken", async () => {
  const dir = await folderOfLinks();
  const store = await fill(dir);
  await store.clicks.forgetBefore(at("10-20") - hour);
  const everything = [1020, 1020, 1030, 1031, 1101, 1101, 1102];
  expect(await linksBetween(store, 0, Number.MAX_SAFE_INTEGER)).toEqual(everything);
  await store.close();
  for (const damage of [null, "", "{}\n"]) {
    const copy = copyOf(dir);
    if (damage !== null) writeFileSync(join(copy, "statistics.ndjson"), damage);
    const keeper = counts();
    const opened = await openForTest(copy, { keeper, clock });
    expect(keeper.total()).toBe(12);
    expect(opened.clicks.takenUpTo(database)).toBe(8);
    await take(opened, 7, ["10-05", "10-30", "11-02"]);
    expect(keeper.total()).toBe(13);
  }

  const again = await openForTest(dir, { clock });
  await again.clicks.forgetBefore(at("11-30") + 24 * hour);
  expect(await linksBetween(again, 0, Number.MAX_SAFE_INTEGER)).toEqual([]);
  await click(again, 1, at("12-02"));
  await again.clicks.forgetBefore(at("12-02"));
  expect(filesOf(join(dir, "clicks"), /./)).toEqual(["2026-12.ndjson"]);
});

test("a copy has each click in the file of its month, and counts none twice", async () => {
  const dir = await folderOfLinks();
  const store = await fill(dir);
  const lines = Array.from({ length: 40 }, (_, place) => {
    return [9 + place, clickLine({ at: at("11-02"), link: 5, bot: "Robot" })] as const;
  });
  await store.clicks.take({ database, upTo: 48, lines });
  const folder = newFolder();
  const countersOf = (counters: unknown) => counters;
  await store.copyInto(folder, { withLines: true, countersOf });
  expect(filesOf(join(folder, "clicks"), /./)).toEqual([
    "2026-09.ndjson",
    "2026-10.ndjson",
    "2026-11.ndjson",
  ]);
  const keeper = counts();
  const copy = await openForTest(folder, { keeper, clock });
  expect(keeper.total()).toBe(52);
  expect(await linksBetween(copy, ...monthOf("10"))).toEqual(inOctober);
  expect(copy.clicks.takenUpTo(database)).toBe(48);
  await take(copy, 48, ["11-02", "11-02"]);
  expect(keeper.total()).toBe(53);
});
