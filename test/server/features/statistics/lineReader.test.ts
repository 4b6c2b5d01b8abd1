import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createLineReader } from "../../../../src/server/features/statistics/lineReader.ts";
import {
  createReadingThread,
  type ReadingThread,
} from "../../../../src/server/features/statistics/readingThread.ts";
import { seal } from "../../../../src/server/store/lines.ts";
import { writeClicks } from "../../../support/keptClicks.ts";
import { makeDataDir } from "../../../support/server.ts";

const count = 2_000;
const until = Date.UTC(2026, 2, 1);
const hour = 3_600_000;
const subjects = {
  kind: "link",
  links: 1,
  keys: Float64Array.of(1),
  scans: new Float64Array(),
  mark: "link 1",
} as const;
const question = {
  timeZone: "UTC",
  period: { by: "month", bounds: [(until - 60 * 24 * hour) / hour, until / hour] },
  before: null,
  bots: "in",
  filters: {},
  splitSince: null,
} as const;

let dataDir = "";
let thread: ReadingThread;
beforeAll(async () => {
  dataDir = await makeDataDir();
  writeClicks(dataDir, { links: 1, count, until });
  thread = createReadingThread();
});
afterAll(async () => {
  await thread.close();
  await rm(dataDir, { recursive: true });
});

test("what is asked while its reading is being stopped is read all the same", async () => {
  const reader = createLineReader({ dataDir, thread, imported: async () => [] });
  const { reading } = await reader.read(subjects, question, count, 0);
  expect(reading).not.toBeNull();
  reader.cancel(reading?.id ?? 0);
  const { result, reading: left } = await reader.read(subjects, question, count, 60);
  expect(left).toBeNull();
  expect(result?.lines).toBeGreaterThan(0);
});

test.each([
  ["text as its time", '{"at":"yesterday","link":1,"visitor":"AbC-_9876543210z"}'],
  ["no time", '{"link":1,"visitor":"AbC-_9876543210z"}'],
  ["a time before 1970", '{"at":-5,"link":1,"visitor":"AbC-_9876543210z"}'],
  [
    "another link, in another order",
    `{"link":2,"at":${until - hour},"visitor":"AbC-_9876543210z"}`,
  ],
])("a click line with %s isn't counted for a link", async (what, line) => {
  const dir = await makeDataDir();
  onTestFinished(() => rm(dir, { recursive: true }));
  writeClicks(dir, { links: 1, count: 10, until });
  const reader = createLineReader({ dataDir: dir, thread, imported: async () => [] });
  const read = async (mark: string) => {
    const asked = { ...subjects, mark: `${what}, ${mark}` };
    return (await reader.read(asked, question, 10, 60)).result;
  };
  const before = await read("before");
  expect(before?.steps.clicks).toEqual([10]);
  await appendFile(join(dir, "clicks", "2026-02.ndjson"), seal(line));
  expect(await read("after")).toEqual(before);
});
