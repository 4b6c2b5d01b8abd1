import { expect, test } from "vitest";
import { addTo, otherNames, topOf } from "../../../src/server/services/tally.ts";
import type { Tally } from "../../../src/server/services/tally.ts";

function sumOf(tally: Tally): number {
  return [...tally.values()].reduce((sum, count) => sum + count, 0);
}

test("the top is most first and as long as asked for", () => {
  const tally: Tally = new Map();
  for (const name of ["a", "b", "b", "c", "c", "c"]) addTo(tally, name);
  expect(topOf(tally, 2)).toEqual([
    ["c", 3],
    ["b", 2],
  ]);
  expect(topOf(undefined, 2)).toEqual([]);
});

test("a flood of invented names stays bounded, keeps the sum exact and the real ones apart", () => {
  const tally: Tally = new Map();
  for (let visit = 0; visit < 10_000; visit += 1) {
    addTo(tally, `invented-${visit}`);
    addTo(tally, "real");
  }
  expect(tally.size).toBeLessThanOrEqual(201);
  expect(sumOf(tally)).toBe(20_000);
  expect(tally.get("real")).toBe(10_000);
  expect(topOf(tally, 2)[0]?.[0]).toBe("real");
  expect(tally.get(otherNames)).toBeGreaterThan(9_000);
});

test("a name that comes after the flood is still counted under its own", () => {
  const tally: Tally = new Map();
  for (let visit = 0; visit < 1_000; visit += 1) addTo(tally, `invented-${visit}`);
  for (let visit = 0; visit < 50; visit += 1) addTo(tally, "late");
  expect(tally.get("late")).toBe(50);
});

test("names that are keys of every object are names like any other", () => {
  const tally: Tally = new Map();
  addTo(tally, "__proto__");
  expect(topOf(tally, 1)).toEqual([["__proto__", 1]]);
});
