import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { clickFile, loggedFiles } from "../../../../src/server/store/clicks/clickFiles.ts";
import { linesTogether } from "../../../../src/server/store/clicks/clickLine.ts";
import { clicksBetween } from "../../../../src/server/store/clicks/clickRange.ts";
import { copyClickLines } from "../../../../src/server/store/clicks/copyClickLines.ts";
import { createKnownSubjects } from "../../../../src/server/store/clicks/knownSubjects.ts";
import { mendClicks } from "../../../../src/server/store/clicks/damagedClicks.ts";
import { type DamagedStretch, readClicks } from "../../../../src/server/store/clicks/readClicks.ts";
import { scanClicks } from "../../../../src/server/store/clicks/scanClicks.ts";
import { disk } from "../../../../src/server/store/fileSystem.ts";
import { seal } from "../../../../src/server/store/lines.ts";
import {
  click,
  counts,
  filesOf,
  folderOfLinks,
  newFolder,
  now,
  openForTest,
} from "../testFolder.ts";

/** What somebody else may have put into a folder, a backup or an archive that is handed over. */

const text = (link: number) => JSON.stringify({ at: now, link });
const good = seal(text(1));

/** The file of March, with this content. */
function logOf(content: string): { dir: string; path: string } {
  const dir = newFolder();
  const path = clickFile(dir, "2026-03");
  mkdirSync(dirname(path));
  writeFileSync(path, content);
  return { dir, path };
}

/** So many lines with one checksum, which is right. */
function groupOf(lines: number): string {
  const body = Array.from({ length: lines }, () => text(2))
    .join("\n")
    .slice(0, -1);
  return `${body},"crc":"${crc32(body).toString(16).padStart(8, "0")}"}\n`;
}

/** The links of the clicks that are read from a file, and of those that are looked for in it. */
async function linksIn(path: string): Promise<{ read: number[]; scanned: number[]; most: number }> {
  const read: number[] = [];
  const scanned: number[] = [];
  let most = 0;
  const files: typeof disk = {
    ...disk,
    read: (descriptor, into, ...rest) => {
      most = Math.max(most, into.buffer.byteLength);
      return disk.read(descriptor, into, ...rest);
    },
  };
  await readClicks(files, path, 0, ({ link = 0 }) => void read.push(link));
  const to = readFileSync(path).length;
  await scanClicks(
    files,
    { path, from: 0, to },
    {
      wants: () => true,
      take: ({ link = 0 }) => void scanned.push(link),
      between: async () => {},
    },
  );
  return { read, scanned, most };
}

test("lines without a checksum are given up by the group, and hold no more memory than one", async () => {
  const { path } = logOf(`${good}${`${text(2)}\n`.repeat(300_000)}${good}${good}`);
  const { read, scanned, most } = await linksIn(path);
  // The first sealed line behind them stands alone, the second as well.
  expect(read).toEqual([1, 1, 1]);
  expect(scanned).toEqual([1, 1, 1]);
  expect(most).toBeLessThan(4 << 20);
});

test("a group is as long as the log writes it, and no longer", async () => {
  const { path } = logOf(`${groupOf(linesTogether)}${groupOf(linesTogether + 1)}${good}`);
  const expected = [...Array.from({ length: linesTogether }, () => 2), 1];
  expect(await linksIn(path)).toMatchObject({ read: expected, scanned: expected });
});

test("a line without an end is looked through in pieces", async () => {
  const { path } = logOf(`${good}${"y".repeat(60 << 20)}`);
  const { read, scanned, most } = await linksIn(path);
  expect({ read, scanned }).toEqual({ read: [1], scanned: [1] });
  expect(most).toBeLessThan(40 << 20);
});

test("a range is read in time that grows with the bytes, however long a line is", async () => {
  const { dir } = logOf(`${good}${"y".repeat(60 << 20)}\n${good}`);
  const start = process.threadCpuUsage();
  let found = 0;
  for await (const clicks of clicksBetween(disk, dir, { from: 0, to: now + 1 })) {
    found += clicks.length;
  }
  const { user, system } = process.threadCpuUsage(start);
  expect(found).toBe(2);
  expect((user + system) / 1000).toBeLessThan(5_000);
});

test("damaged lines are kept by their stretches, blank ones between them or not", async () => {
  const bad = "x\n\n".repeat(100_000);
  const { path } = logOf(`${bad}${good}${bad}${" ".repeat(9_999)}\n${bad}`);
  const stretches: DamagedStretch[] = [];
  const damaged = (stretch: DamagedStretch) => void stretches.push(stretch);
  const { damagedLines } = await readClicks(disk, path, 0, () => undefined, { damaged });
  const second = bad.length + good.length;
  const third = second + bad.length + 10_000;
  // Blank lines at an end of a stretch are none of it.
  expect(damagedLines).toBe(300_000);
  expect(stretches).toEqual([
    { from: 0, to: bad.length - 1 },
    { from: second, to: second + bad.length - 1 },
    { from: third, to: third + bad.length - 1 },
  ]);
});

test("damaged lines that alternate with good ones are set aside while the file is read", async () => {
  const pairs = 350_000;
  const { dir, path } = logOf(`x\n${good}`.repeat(pairs));
  const size = readFileSync(path).length;
  let isRead = false;
  let beforeEnd = 0;
  const files: typeof disk = {
    ...disk,
    async read(descriptor, into, from, place) {
      const count = await disk.read(descriptor, into, from, place);
      isRead ||= count === 0 && place === size;
      return count;
    },
    async write(descriptor, bytes) {
      if (!isRead) beforeEnd += bytes.length;
      return disk.write(descriptor, bytes);
    },
  };
  const [said = ""] = await mendClicks(files, dir, "now");
  expect(said).toContain("had 350,000 damaged lines");
  // What is left for the end is a hundred thousand stretches and those of one piece of the file.
  expect(beforeEnd).toBeGreaterThan(2 * (pairs - 150_000));
  const aside = readFileSync(join(dir, "clicks", "damaged-2026-03-now.txt"), "utf8");
  expect(aside).toBe("x\n".repeat(pairs));
  expect(readFileSync(path, "utf8")).toBe(` \n${good}`.repeat(pairs));
});

test("clicks and totals of links that there never were aren't counted, and that is said", async () => {
  const dir = await folderOfLinks();
  const first = await openForTest(dir);
  await click(first, 1);
  await first.close();
  const path = clickFile(dir, "2026-03");
  for (let link = 990; link < 1_010; link += 1) appendFileSync(path, seal(text(link)));
  appendFileSync(path, seal(JSON.stringify({ at: now, qr: 1 })));
  const keeper = counts();
  const second = await openForTest(dir, { keeper });
  expect([...keeper.clicks.keys()]).toEqual([
    1,
    ...Array.from({ length: 11 }, (_, at) => 990 + at),
  ]);
  expect(second.warnings.map(({ message }) => message)).toEqual([
    `10 clicks or totals in ${dir} aren’t counted. Their links or QR codes don’t exist.`,
  ]);
  await second.close();

  const counters = join(dir, "statistics.ndjson");
  const lines = readFileSync(counters, "utf8").split("\n");
  const place = { month: "2026-03", byte: readFileSync(path).length };
  const strange = seal(JSON.stringify({ ...place, link: 4_000_000, counters: 1 }));
  lines.splice(-2, 0, strange.trim());
  writeFileSync(counters, lines.join("\n"));
  const later = counts();
  await openForTest(dir, { keeper: later });
  expect(later.clicks).toEqual(keeper.clicks);
});

test("clicks of deleted links count for as many as a large store has", () => {
  const isKnown = createKnownSubjects({
    exists: ({ link }) => link === 1,
    wasGiven: () => true,
  });
  const known = Array.from({ length: 300_000 }, (_, number) => isKnown({ link: number + 2 }));
  expect(known.filter(Boolean)).toHaveLength(100_000);
  expect([1, 2, 3, 300_001].map((link) => isKnown({ link }))).toEqual([true, true, true, false]);
});

test("sealed counters in another form are damage, and the log tells what they were", async () => {
  const dir = await folderOfLinks();
  const first = await openForTest(dir);
  await click(first, 1);
  await first.close();
  const path = join(dir, "statistics.ndjson");
  const [header = "", , ...rest] = readFileSync(path, "utf8").split("\n");
  const empty = seal(JSON.stringify({ month: "2026-03", byte: 0, link: 1, counters: {} }));
  writeFileSync(path, [header, empty.trim(), ...rest].join("\n"));
  const keeper = counts();
  const refusing = {
    ...keeper,
    restore(): void {
      throw new TypeError("no counters");
    },
  };
  const second = await openForTest(dir, { keeper: refusing });
  expect(keeper.total()).toBe(1);
  expect(second.warnings).toHaveLength(1);
});

test("a copy of clicks of a hundred months has no more than one file open", async () => {
  const day = 86_400_000;
  const months = Array.from({ length: 100 }, (_, number) => number * 31 * day);
  const { dir } = logOf(months.map((at) => seal(JSON.stringify({ at, link: 1 }))).join(""));
  let open = 0;
  let most = 0;
  const copying: typeof disk = {
    ...disk,
    async open(...given) {
      const descriptor = await disk.open(...given);
      open += 1;
      most = Math.max(most, open);
      return descriptor;
    },
    async close(descriptor) {
      open -= 1;
      await disk.close(descriptor);
    },
  };
  const folder = newFolder();
  await copyClickLines(copying, dir, folder, new AbortController().signal);
  expect(filesOf(join(folder, "clicks"), /ndjson$/).length).toBeGreaterThan(90);
  // One more for the file that is read.
  expect(most).toBeLessThanOrEqual(2);
});

test("a file of a month that no calendar has is none of the log", async () => {
  const { dir } = logOf(good);
  for (const name of ["2026-00.ndjson", "2026-13.ndjson", "2026-03.since-2026-99"]) {
    writeFileSync(join(dir, "clicks", name), good);
  }
  expect(await loggedFiles(disk, dir)).toEqual([
    { month: "2026-03", from: Date.UTC(2026, 2), to: Date.UTC(2026, 3), marks: [] },
  ]);
});
