import { expect, test } from "vitest";
import { attackCases, pairedCases } from "./hostileLengths.ts";
import { hostileReading, mostGrowth } from "./hostileReading.ts";

/** Milliseconds; and on a busy machine no more than three times what visits take by themselves. */
const longestVisit = 50;

test("a MiB of each character in files of each format: visits go on, and memory is bounded", async () => {
  const { faults, ...figures } = await hostileReading([...pairedCases(), ...attackCases()]);
  console.log(`hostile lengths: ${JSON.stringify(figures)}`);
  expect(faults).toEqual([]);
  expect(figures.growth ?? 0).toBeLessThan(mostGrowth);
  expect(figures.visits).toBeLessThan(Math.max(longestVisit, 3 * figures.quietVisits));
}, 1_800_000);
