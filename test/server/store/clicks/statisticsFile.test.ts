import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  readCheckpoint,
  readCounters,
} from "../../../../src/server/store/clicks/statisticsFile.ts";
import { disk } from "../../../../src/server/store/fileSystem.ts";
import { seal } from "../../../../src/server/store/lines.ts";
import { counts, newFolder } from "../testFolder.ts";

test("of a copy's counters nothing is kept but what is asked for", async () => {
  const path = join(newFolder(), "statistics.ndjson");
  const lines = [1, 2, 2, 3].map((link) => ({ month: "2026-11", byte: 0, link, counters: {} }));
  const head = { statistics: 2, month: "2026-11", byte: 0, taken: {} };
  await writeFile(
    path,
    [head, ...lines, { end: 4 }].map((line) => seal(JSON.stringify(line))),
  );
  const found: unknown[] = [];
  const isWhole = await readCounters(
    disk,
    path,
    ({ link }) => link === 2,
    (line) => found.push(line.link),
  );
  expect([isWhole, found]).toEqual([true, [2, 2]]);
});

test("of many databases of mirrors the latest hundred are known, and none with an endless name", async () => {
  const dir = newFolder();
  const names = Array.from({ length: 1_000 }, (_, at) => [`mirror-${at}`, at]);
  const taken = Object.fromEntries([...names, ["m".repeat(1 << 20), 1]]);
  const lines = [{ statistics: 2, month: "2026-11", byte: 0, taken }, { end: 0 }];
  await writeFile(
    join(dir, "statistics.ndjson"),
    lines.map((line) => seal(JSON.stringify(line))),
  );
  const checkpoint = await readCheckpoint(disk, dir, counts(), () => true);
  expect([...checkpoint.taken]).toEqual(names.slice(-100));
});
