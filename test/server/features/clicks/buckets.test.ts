import * as fc from "fast-check";
import { expect, test } from "vitest";
import { StepCounts } from "../../../../src/server/features/clicks/buckets.ts";
import { runs } from "../../../support/full.ts";

test("counts are those of a sorted map, in whatever order clicks come", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 9 }))),
      fc.integer({ min: -60, max: 60 }),
      (clicks, cut) => {
        const counts = new StepCounts();
        const plain = new Map<number, number>();
        for (const [step, count] of clicks) {
          counts.add(step, count);
          plain.set(step, (plain.get(step) ?? 0) + count);
        }
        const sorted = [...plain].toSorted(([one], [other]) => one - other);
        expect([...counts.entries()]).toEqual(sorted);
        for (const [step, count] of sorted) expect(counts.get(step)).toBe(count);
        expect(counts.get(51)).toBe(0);
        counts.dropBefore(cut);
        expect([...counts.entries()]).toEqual(sorted.filter(([step]) => step >= cut));
      },
    ),
    { numRuns: runs(100) },
  );
});

test("counts that were mostly dropped give back their memory", () => {
  const counts = new StepCounts();
  for (let step = 0; step < 1_000; step += 1) counts.add(step, 1);
  const before = counts.bytes;
  counts.dropBefore(990);
  expect(counts.bytes).toBeLessThan(before / 50);
  counts.add(1_000, 1);
  expect(counts.entries().map(([step]) => step)).toEqual(
    [...Array(10).keys(), 10].map((one) => 990 + one),
  );
});
