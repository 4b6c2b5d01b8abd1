import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { createLineSums } from "../../../../src/server/features/statistics/lineSums.ts";
import { periodBefore, periodUpTo } from "../../../../src/server/features/statistics/period.ts";
import {
  createSumCache,
  runReadingJob,
} from "../../../../src/server/features/statistics/readingJobs.ts";
import { writeClicks } from "../../../support/keptClicks.ts";
import { makeDataDir } from "../../../support/server.ts";

const until = Date.UTC(2026, 2, 1);
const hour = 3_600_000;

function questionOf(steps: number) {
  const period = periodUpTo("hour", until / hour - 1, steps);
  const before = periodBefore(period);
  return { timeZone: "UTC", period, before, bots: "in", filters: {}, splitSince: null } as const;
}

test("visitors of many hours take less than five kilobytes for an hour", () => {
  const steps = 400;
  const visitorsEach = 700;
  const sums = createLineSums(questionOf(steps));
  for (let step = 0; step < steps; step += 1) {
    const at = until - (steps - step) * hour;
    for (let number = 0; number < visitorsEach; number += 1) {
      const key = createHash("sha256").update(`${step} ${number}`).digest().subarray(0, 12);
      sums.add({ at, link: 1, visitor: key.toString("base64url") });
    }
  }
  expect(sums.bytes()).toBeLessThan(steps * 5_000);
  // Five standard errors.
  for (const count of sums.result().steps.visitors) {
    expect(Math.abs(count - visitorsEach)).toBeLessThan(visitorsEach * 0.08);
  }
});

test("sums are kept as long as they fit in the memory for them, the latest before others", async () => {
  const dataDir = await makeDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true }));
  writeClicks(dataDir, { links: 1, count: 4_000, until });
  const question = questionOf(300);
  async function bytesRead(key: string, cache: ReturnType<typeof createSumCache>) {
    const job = { kind: "sum", key, dataDir, question } as const;
    let read = 0;
    const onProgress = (done: number) => {
      read = done;
    };
    const { signal } = new AbortController();
    const asked = { ...job, subjects: Float64Array.of(1), imported: [] };
    await runReadingJob(asked, onProgress, signal, cache);
    return read;
  }
  const large = createSumCache();
  const all = await bytesRead("first", large);
  expect(all).toBeGreaterThan(0);
  await bytesRead("second", large);
  expect([await bytesRead("first", large), await bytesRead("second", large)]).toEqual([0, 0]);

  const small = createSumCache(large.calculatedSize * 0.75);
  await bytesRead("first", small);
  expect(await bytesRead("first", small)).toBe(0);
  await bytesRead("second", small);
  expect([await bytesRead("second", small), await bytesRead("first", small)]).toEqual([0, all]);

  const none = createSumCache(large.calculatedSize * 0.25);
  await bytesRead("first", none);
  expect(await bytesRead("first", none)).toBe(all);
});
