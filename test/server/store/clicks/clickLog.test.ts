import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { clickFile } from "../../../../src/server/store/clicks/clickFiles.ts";
import { createAside } from "../../../../src/server/store/clicks/damagedClicks.ts";
import { type DamagedStretch, readClicks } from "../../../../src/server/store/clicks/readClicks.ts";
import { latestClicks, scanImported } from "../../../../src/server/store/clicks/scanClicks.ts";
import { disk } from "../../../../src/server/store/fileSystem.ts";
import { seal } from "../../../../src/server/store/lines.ts";
import {
  click,
  copyOf,
  counts,
  filesOf,
  folderOfLinks,
  newFolder,
  now,
  open,
  openForTest,
} from "../testFolder.ts";

test("10,000 clicks are exactly 10,000 after a restart, and in a copy made midway", async () => {
  const dir = await folderOfLinks();
  const store = await open(dir);
  let answered = 0;
  let copy = "";
  let answeredAtCopy = 0;
  for (let round = 0; round < 200; round += 1) {
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        await click(store, (index % 7) + 1);
        answered += 1;
      }),
    );
    if (round === 100) {
      copy = copyOf(dir);
      answeredAtCopy = answered;
    }
  }
  await store.close();
  const after = counts();
  await openForTest(dir, { keeper: after });
  expect(after.total()).toBe(10_000);
  const killed = counts();
  await openForTest(copy, { keeper: killed });
  expect(killed.total()).toBe(answeredAtCopy);
});

test("checkpoints that are written while clicks go on count each click once", async () => {
  const dir = await folderOfLinks();
  const store = await openForTest(dir, { checkpointAfterBytes: 2000 });
  for (let round = 0; round < 40; round += 1) {
    await Promise.all(Array.from({ length: 100 }, (_, index) => click(store, index + 1)));
    if (round % 8 !== 7) continue;
    const keeper = counts();
    const copy = await open(copyOf(dir), { keeper });
    expect([...keeper.clicks.values()]).toEqual(Array.from({ length: 100 }, () => round + 1));
    await copy.close();
  }
  expect(filesOf(dir, /^statistics\.ndjson$/)).toHaveLength(1);
});

test("a torn last click is cut, a damaged line in the middle is said and skipped", async () => {
  const dir = await folderOfLinks();
  const store = await openForTest(dir);
  for (let count = 0; count < 5; count += 1) await click(store, 1);
  const copy = copyOf(dir);
  const path = join(copy, "clicks", "2026-03.ndjson");
  const lines = readFileSync(path, "utf8").split("\n");
  lines[1] = (lines[1] ?? "").replace('"link":1', '"link":2');
  writeFileSync(path, lines.join("\n"));
  truncateSync(path, readFileSync(path).length - 5);
  const keeper = counts();
  const opened = await openForTest(copy, { keeper });
  expect([...keeper.clicks]).toEqual([[1, 3]]);
  expect(opened.warnings.map(({ message }) => message).join()).toContain("had a damaged line");
  await click(opened, 1);
  expect(readFileSync(path, "utf8").endsWith('"}\n')).toBe(true);
});

test("damaged counters are counted anew from the log, and said", async () => {
  const dir = await folderOfLinks();
  const store = await open(dir);
  for (let index = 0; index < 12; index += 1) await click(store, (index % 3) + 1);
  await store.close();
  const path = join(dir, "statistics.ndjson");
  writeFileSync(path, readFileSync(path, "utf8").replace('"counters":4', '"counters":9'));
  const keeper = counts();
  const opened = await openForTest(dir, { keeper });
  expect([...keeper.clicks].toSorted(([a], [b]) => a - b)).toEqual([
    [1, 4],
    [2, 4],
    [3, 4],
  ]);
  expect(opened.warnings.map(({ message }) => message).join()).toContain(
    "statistics.ndjson was damaged",
  );
});

test("counters of a newer Waypost are left alone, and said", async () => {
  const dir = await folderOfLinks();
  const store = await open(dir);
  await click(store, 1);
  await store.close();
  const path = join(dir, "statistics.ndjson");
  const [first = "", ...rest] = readFileSync(path, "utf8").split("\n");
  const { crc: _crc, ...head } = JSON.parse(first) as Record<string, unknown>;
  const newer = [seal(JSON.stringify({ ...head, statistics: 99 })).trimEnd(), ...rest].join("\n");
  writeFileSync(path, newer);
  await expect(open(dir)).rejects.toThrow("was created by a newer version of Waypost");
  expect(readFileSync(path, "utf8")).toBe(newer);
});

test("counters that are ahead of their log stay, and new clicks count on top", async () => {
  const dir = await folderOfLinks();
  const store = await open(dir);
  for (let count = 0; count < 6; count += 1) await click(store, 1);
  await store.close();
  const path = join(dir, "clicks", "2026-03.ndjson");
  truncateSync(path, readFileSync(path, "utf8").indexOf("\n") + 1);
  const opened = await open(dir);
  await click(opened, 1);
  const keeper = counts();
  await openForTest(copyOf(dir), { keeper });
  expect([...keeper.clicks]).toEqual([[1, 7]]);
  await opened.close();
});

test("a new month begins a new file, and a clock that is set back doesn't reopen the old one", async () => {
  const dir = await folderOfLinks();
  const store = await open(dir);
  const april = Date.parse("2026-04-01T00:00:00Z");
  await click(store, 1, april - 1);
  await click(store, 1, april);
  await click(store, 1, now);
  await store.close();
  // The third stands where its month isn't, which a mark says.
  expect(filesOf(join(dir, "clicks"), /./)).toEqual([
    "2026-03.ndjson",
    "2026-04.ndjson",
    "2026-04.since-2026-03",
  ]);
  expect(readFileSync(join(dir, "clicks", "2026-04.ndjson"), "utf8").split("\n")).toHaveLength(3);
  const keeper = counts();
  const again = await openForTest(dir, { keeper });
  expect(keeper.total()).toBe(3);
  const moments: number[] = [];
  for await (const clicks of again.clicks.between(now, april)) {
    moments.push(...clicks.map(({ at }) => at));
  }
  expect(moments).toEqual([april - 1, now]);
});

test("lines that another program appended to the log are not taken for clicks", async () => {
  const dir = await folderOfLinks();
  const store = await open(dir);
  await click(store, 1);
  await store.close();
  appendFileSync(join(dir, "clicks", "2026-03.ndjson"), '{"at":1,"link":1}\n');
  const keeper = counts();
  const opened = await openForTest(dir, { keeper });
  expect(keeper.total()).toBe(1);
  expect(opened.warnings).toHaveLength(1);
});

test("a click at a moment that no calendar has is set aside", async () => {
  const dir = await folderOfLinks();
  const store = await openForTest(dir);
  await click(store, 1);
  const copy = copyOf(dir);
  const path = join(copy, "clicks", "2026-03.ndjson");
  appendFileSync(path, seal(JSON.stringify({ at: 2 ** 53 - 1, link: 1 })));
  const keeper = counts();
  const opened = await openForTest(copy, { keeper });
  expect(keeper.total()).toBe(1);
  expect(opened.warnings.map(({ message }) => message).join()).toContain("had a damaged line");
});

test("damaged lines are read and blanked by the chunk, not one by one", async () => {
  const dir = newFolder();
  const path = clickFile(dir, "2026-03");
  mkdirSync(dirname(path));
  const good = seal(JSON.stringify({ at: now, link: 1 }));
  const long = "y".repeat(200_000);
  const few = `x\n${long}\n${good}${"x\n".repeat(100_000)}torn`;
  writeFileSync(path, few);
  let calls = 0;
  const files: typeof disk = {
    ...disk,
    read: (...given) => {
      calls += 1;
      return disk.read(...given);
    },
    writeAt: (...given) => {
      calls += 1;
      return disk.writeAt(...given);
    },
  };
  const to = 2 + long.length + 1;
  const aside = createAside(files, dir, "2026-03", "now");
  aside.damaged({ from: 0, to });
  aside.damaged({ from: to + good.length, to: few.length });
  await aside.settle();
  expect(calls).toBeLessThan(50);
  expect(readFileSync(join(dir, "clicks", aside.name), "utf8")).toBe(few.replace(good, ""));
  expect(readFileSync(path, "utf8").replaceAll(" ", "x")).toBe(
    few.replace(long, "x".repeat(long.length)).replace("torn", "xxxx"),
  );
});

/** A disk that knows the largest piece of memory that anything was read into. */
function watchedDisk() {
  let largest = 0;
  const files: typeof disk = {
    ...disk,
    read: (descriptor, into, ...rest) => {
      largest = Math.max(largest, into.length);
      return disk.read(descriptor, into, ...rest);
    },
  };
  return { files, largest: () => largest };
}

test("a line that is far too long is set aside without being held in memory", async () => {
  const dir = newFolder();
  const path = clickFile(dir, "2026-03");
  mkdirSync(dirname(path));
  const good = seal(JSON.stringify({ at: now, link: 1 }));
  const long = "y".repeat(10 << 20);
  writeFileSync(path, `${good}${long}\n${good}${good}${long}\n${good}${long}`);
  const { files, largest } = watchedDisk();
  const starts: number[] = [];
  const stretches: DamagedStretch[] = [];
  const read = await readClicks(files, path, 0, (_, start) => void starts.push(start), {
    damaged: (stretch) => void stretches.push(stretch),
  });
  const second = good.length + long.length + 1;
  const last = second + 2 * good.length + long.length + 1;
  expect(starts).toEqual([0, second, second + good.length, last]);
  expect(read.damagedLines).toBe(2);
  expect(stretches).toEqual([
    { from: good.length, to: second },
    { from: second + 2 * good.length, to: last },
  ]);
  expect(read.end).toBe(last + good.length);
  expect(read.rest).toBeGreaterThan(0);
  expect(largest()).toBeLessThan(4 << 20);
});

test("clicks around a line that is far too long are found without holding it in memory", async () => {
  const dir = newFolder();
  const path = clickFile(dir, "2026-03");
  mkdirSync(dirname(path));
  const text = (at: number) => JSON.stringify({ at, link: 1 });
  const long = `${"y".repeat(10 << 20)}\n`;
  const imported = join(dir, "import-1.ndjson");
  writeFileSync(imported, `${text(1)}\n${long}${text(2)}\n`);
  const { files, largest } = watchedDisk();
  const moments: number[] = [];
  let bytes = 0;
  await scanImported(files, imported, {
    wants: () => true,
    take: ({ at }) => void moments.push(at),
    between: async (more) => void (bytes += more),
  });
  expect(moments).toEqual([1, 2]);
  expect(bytes).toBe(readFileSync(imported).length);
  expect(largest()).toBeLessThan(4 << 20);

  writeFileSync(path, `${seal(text(1))}${long}${seal(text(2))}`);
  const joined = vi.spyOn(Buffer, "concat");
  onTestFinished(() => joined.mockRestore());
  const { clicks } = await latestClicks(disk, dir, {
    wants: () => true,
    most: 5,
    downTo: null,
    signal: new AbortController().signal,
  });
  expect(clicks.map(({ at }) => at)).toEqual([2, 1]);
  const lengths = joined.mock.results.map(({ value }) => (value as Buffer).length);
  expect(Math.max(...lengths)).toBeLessThan(4 << 20);
});
