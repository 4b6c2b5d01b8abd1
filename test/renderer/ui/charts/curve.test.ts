import { array, assert, integer, nat, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { curveThrough, ticksUpTo } from "../../../../src/renderer/ui/charts/curve.ts";

describe("curveThrough", () => {
  it("stays between the points it joins, so that no curve dips below zero", () => {
    assert(
      property(array(nat(1_000), { minLength: 2, maxLength: 40 }), (counts) => {
        const path = curveThrough(counts.map((y, place) => ({ x: place * 10, y })));
        for (const [place, part] of path.split("C").slice(1).entries()) {
          const [, start = NaN, , end = NaN] = part.split(" ").map(Number);
          const [from = 0, to = 0] = [counts[place], counts[place + 1]];
          for (const y of [start, end]) {
            expect(y).toBeGreaterThanOrEqual(Math.min(from, to) - 0.1);
            expect(y).toBeLessThanOrEqual(Math.max(from, to) + 0.1);
          }
        }
      }),
    );
  });

  it("draws a single point as a place alone", () => {
    expect(curveThrough([{ x: 3, y: 4 }])).toBe("M3 4");
  });
});

describe("ticksUpTo", () => {
  it("gives few whole numbers from 0 to the first one that no value exceeds", () => {
    assert(
      property(integer({ min: 1, max: 10_000_000 }), (most) => {
        const ticks = ticksUpTo(most, 4);
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect(ticks.every(Number.isInteger)).toBe(true);
      }),
    );
  });

  it("counts in ones, twos, fives and tens", () => {
    expect(ticksUpTo(3, 4)).toEqual([0, 1, 2, 3]);
    expect(ticksUpTo(47, 4)).toEqual([0, 20, 40, 60]);
    expect(ticksUpTo(190, 4)).toEqual([0, 50, 100, 150, 200]);
  });
});
