import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCounters } from "../../../../src/server/store/clicks/statisticsFile.ts";
import { disk } from "../../../../src/server/store/fileSystem.ts";
import { seal } from "../../../../src/server/store/lines.ts";
import { newFolder } from "../testFolder.ts";

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
