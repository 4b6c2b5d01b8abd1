import { expect, test } from "vitest";
import { allCases, attackCases, sampleOf } from "./hostileLengths.ts";
import { hostileReading, mostGrowth } from "./hostileReading.ts";

// All of them, and how long visits take meanwhile: hostileLengths.full.test.ts.
test("files with a MiB of one character in any place are answered in words, in bounded memory", async () => {
  const sample = [...sampleOf(allCases(), 12, 1), ...attackCases().slice(0, 3)];
  const { faults, ...figures } = await hostileReading(sample);
  console.log(`hostile lengths: ${JSON.stringify(figures)}`);
  expect(faults).toEqual([]);
  expect(figures.growth ?? 0).toBeLessThan(mostGrowth);
});
