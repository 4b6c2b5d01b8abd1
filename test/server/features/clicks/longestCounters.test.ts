import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lastHour, mostHours } from "../../../../src/server/features/clicks/clickHistory.ts";
import { retainedQuarters } from "../../../../src/server/features/clicks/clicksToday.ts";
import { emptyDetail, keepDetail } from "../../../../src/server/features/clicks/linkCounters.ts";
import { Names } from "../../../../src/server/features/clicks/names.ts";
import { breakdowns } from "../../../../src/server/features/clicks/tallies.ts";
import {
  type LinkCounters,
  readImportedCounters,
  writeImportedCounters,
} from "../../../../src/server/features/exchange/importedCounters.ts";
import { readCounters } from "../../../../src/server/store/clicks/statisticsFile.ts";
import { disk } from "../../../../src/server/store/fileSystem.ts";
import { seal } from "../../../../src/server/store/lines.ts";
import { newFolder } from "../../store/testFolder.ts";

/** A link with a click on each day there can be, and with all names that are told apart. */
function longestCounters(): object {
  const detail = emptyDetail(new Names());
  for (let day = 0; day <= lastHour / 24; day += 1) detail.history.days.add(day, day + 1);
  for (let hour = 0; hour < mostHours; hour += 1) detail.history.hours.add(hour, 1);
  for (let quarter = 0; quarter < retainedQuarters; quarter += 1) detail.quarters.add(quarter, 1);
  for (let visitor = 0; visitor < 5_000; visitor += 1) detail.visitors.add(`visitor ${visitor}`);
  for (const breakdown of breakdowns) {
    for (let name = 0; name < 300; name += 1) detail.tallies.add(breakdown, `name, ${name}`);
  }
  return keepDetail(1_000_000, detail);
}

const longest = longestCounters();
const longer = { ...longest, days: Array.from({ length: 100_000 }, () => [1, 1]) };

/** What reads the longest counters that Waypost writes, and none that are longer. */
async function expectBound(read: (counters: object) => Promise<readonly unknown[]>): Promise<void> {
  // Said of 84,000 days one by one, it would take seconds.
  expect(JSON.stringify(await read(longest)) === JSON.stringify([longest])).toBe(true);
  expect(await read(longer)).toHaveLength(0);
}

async function ofCheckpoint(counters: object): Promise<unknown[]> {
  const path = join(newFolder(), "statistics.ndjson");
  const place = { month: "2026-11", byte: 0 };
  const lines = [
    { statistics: 2, ...place, taken: {} },
    { ...place, link: 1, counters },
  ];
  writeFileSync(path, [...lines, { end: 1 }].map((line) => seal(JSON.stringify(line))).join(""));
  const found: unknown[] = [];
  const isWhole = await readCounters(
    disk,
    path,
    () => true,
    (line) => void found.push(line.counters),
  );
  expect(isWhole).toBe(found.length > 0);
  return found;
}

async function ofImport(counters: object): Promise<unknown[]> {
  const path = join(newFolder(), "import-1.counters.ndjson");
  const state = { bytes: 1, end: 1, oldest: null };
  await writeImportedCounters(disk, path, [state], [{ link: 1, counters }]);
  const found: unknown[] = [];
  const take = (line: LinkCounters) => void found.push(line.counters);
  const read = await readImportedCounters(disk, path, state, take);
  expect(read).toEqual(found.length > 0 ? state : null);
  return found;
}

test("a checkpoint's longest counters are read, and none that are longer", () =>
  expectBound(ofCheckpoint));

test("an import's longest counters are read, and none that are longer", () =>
  expectBound(ofImport));
