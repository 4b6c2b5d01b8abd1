import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLineReader } from "../../../../src/server/services/statistics/lineReader.ts";
import {
  createReadingThread,
  type ReadingThread,
} from "../../../../src/server/services/statistics/readingThread.ts";
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
