import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  allowState,
  type LinkCounters,
  readImportedCounters,
  writeImportedCounters,
} from "../../../../src/server/features/exchange/importedCounters.ts";
import { disk } from "../../../../src/server/store/fileSystem.ts";
import { seal } from "../../../../src/server/store/lines.ts";
import { newFolder } from "../../store/testFolder.ts";

const before = { bytes: 1000, end: 1, oldest: 5 };
const after = { bytes: 500, end: 2, oldest: 7 };

test("allowState copies counters in pieces, and they're then valid in both states", async () => {
  const path = join(newFolder(), "import-1.counters.ndjson");
  const counters = Array.from({ length: 3000 }, (_, at) => ({
    link: at + 1,
    counters: { clicks: at, text: "a".repeat(1000) },
  }));
  await writeImportedCounters(disk, path, [before], counters);
  const written = readFileSync(path);
  const reads: number[] = [];
  const files = {
    ...disk,
    readFile: () => Promise.reject(new Error("read as a whole")),
    async read(...[descriptor, into, from, position]: Parameters<typeof disk.read>) {
      const count = await disk.read(descriptor, into, from, position);
      reads.push(count);
      return count;
    },
  };
  await allowState(files, path, before, after);
  expect(Math.max(...reads)).toBeLessThanOrEqual(1 << 20);
  const copied = readFileSync(path);
  expect(copied.subarray(copied.indexOf("\n"))).toEqual(written.subarray(written.indexOf("\n")));
  for (const state of [before, after]) {
    const found: LinkCounters[] = [];
    const take = (one: LinkCounters) => void found.push(one);
    expect(await readImportedCounters(disk, path, state, take)).toEqual(state);
    expect(found).toEqual(counters);
  }
});

test("allowState leaves counters of other lines as they are", async () => {
  const path = join(newFolder(), "import-1.counters.ndjson");
  await writeImportedCounters(disk, path, [after], [{ link: 1, counters: {} }]);
  const { ino } = statSync(path);
  await allowState(disk, path, before, { bytes: 1, end: 1, oldest: null });
  expect(statSync(path).ino).toBe(ino);
});

test.each([5, null, [null, 5]])("allowState leaves counters of the states %j", async (states) => {
  const path = join(newFolder(), "import-1.counters.ndjson");
  const header = seal(JSON.stringify({ imported: 1, of: states }));
  writeFileSync(path, header);
  await allowState(disk, path, before, after);
  expect(readFileSync(path, "utf8")).toBe(header);
});
