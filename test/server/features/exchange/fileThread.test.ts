import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  createFileThread,
  type FileThread,
} from "../../../../src/server/features/exchange/fileThread.ts";
import type { OpenImport } from "../../../../src/server/features/exchange/openImport.ts";

let folder = "";
let thread: FileThread | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-thread-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  await thread?.close();
});

const signal = new AbortController().signal;

async function file(name: string, content: string) {
  const path = join(folder, name);
  await writeFile(path, content);
  return { path, name };
}

const many = (rows: number) =>
  `alias,url\n${Array.from({ length: rows }, (_, at) => `old-${at},https://example.org/${at}\n`).join("")}`;

async function countRows({ reading }: OpenImport): Promise<number> {
  let rows = 0;
  for await (const _ of reading.rows) rows += 1;
  return rows;
}

test("a file thread reads one file after the other", async () => {
  thread = createFileThread();
  const short = await file("short.csv", many(3));
  const long = await file("long.csv", many(2000));
  expect(await thread.read(short, {}, signal, countRows)).toBe(3);
  expect(await thread.read(long, {}, signal, countRows)).toBe(2000);
  expect(await thread.read(short, {}, signal, countRows)).toBe(3);
});

test("a file thread stays a few batches ahead of its reader", async () => {
  thread = createFileThread();
  const all = 200_000;
  const large = await file("large.csv", many(all));
  const rows = await thread.read(large, {}, signal, async ({ reading }) => {
    let count = 0;
    for await (const _ of reading.rows) {
      count += 1;
      // The rows that weren't read yet are gone.
      if (count === 1) await truncate(large.path, 100_000);
    }
    return count;
  });
  expect(rows).toBeLessThan(all / 10);
});

test("a cancelled read ends with the reason, and the next file gets a thread of its own", async () => {
  thread = createFileThread();
  const large = await file("cancelled.csv", many(50_000));
  const ending = new AbortController();
  const reading = thread.read(large, {}, ending.signal, async (opened) => {
    for await (const _ of opened.reading.rows) ending.abort(new Error("cancelled"));
  });
  await expect(reading).rejects.toThrow("cancelled");
  expect(await thread.read(await file("next.csv", many(5)), {}, signal, countRows)).toBe(5);
});

test("a file that takes too much memory ends its thread, not the process", async () => {
  thread = createFileThread({
    maxOldGenerationSizeMb: 4,
    maxYoungGenerationSizeMb: 2,
    stackSizeMb: 4,
  });
  const small = await file("memory.csv", many(10));
  await expect(thread.read(small, {}, signal, countRows)).rejects.toMatchObject({
    name: "Unreadable",
    reason: { code: "file.tooMuchMemory" },
  });
});

test("a file that takes too long to read ends its thread, and the next file gets a new one", async () => {
  const patience = { atFirst: 0, perMegabyte: 0 };
  thread = createFileThread(undefined, patience);
  const small = await file("slow.csv", many(10));
  await expect(thread.read(small, {}, signal, countRows)).rejects.toMatchObject({
    name: "Unreadable",
    reason: { code: "file.tooSlow" },
  });
  patience.atFirst = 60_000;
  expect(await thread.read(small, {}, signal, countRows)).toBe(10);
});

test("empty cells at the end of a row aren't sent", async () => {
  thread = createFileThread();
  const names = Array.from({ length: 490 }, (_, at) => `"c${at}": ""`).join(",");
  const link = '{"address": "a", "target": "https://example.org/", "visit_count": 1';
  const wide = await file("wide.json", `[${link}, ${names}}, {}]`);
  const cells = await thread.read(wide, {}, signal, async ({ reading }) => {
    const all: unknown[] = [];
    for await (const row of reading.rows) all.push(row.cells);
    return all;
  });
  expect(cells).toEqual([["a", "https://example.org/", "1"], []]);
});

test("a batch of rows holds cut cells and bounded names, and says how long a row was", async () => {
  thread = createFileThread();
  const name = "n".repeat(5000);
  const cell = "c".repeat(50_000);
  const wide = await file("wide.csv", `url,${name}\nhttps://example.org/,${cell}\n,${cell}\n`);
  const rows = await thread.read(wide, {}, signal, async ({ reading }) => {
    expect(reading.header[1]).toHaveLength(200);
    const all: unknown[] = [];
    for await (const row of reading.rows) all.push(row);
    return all;
  });
  expect(rows).toMatchObject([
    { kind: "link", cells: ["https://example.org/", "c".repeat(1000)], characters: 50_020 },
    { kind: "invalid" },
  ]);
});
