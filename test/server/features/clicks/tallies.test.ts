import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Names } from "../../../../src/server/features/clicks/names.ts";
import {
  breakdowns,
  otherNames,
  Tallies,
  TallySums,
} from "../../../../src/server/features/clicks/tallies.ts";
import { runs } from "../../../support/full.ts";

function tallies(): Tallies {
  return new Tallies(new Names());
}

function sumOf(pairs: readonly (readonly [string, number])[]): number {
  return pairs.reduce((sum, [, count]) => sum + count, 0);
}

function countOf(counted: Tallies, name: string): number | undefined {
  return new Map(counted.of("referrers")).get(name);
}

test("the top is most first, equals as they were met, and as long as asked for", () => {
  const counted = tallies();
  for (const name of ["a", "d", "b", "b", "c", "c", "c"]) counted.add("bots", name);
  expect(counted.top("bots", 3)).toEqual([
    ["c", 3],
    ["b", 2],
    ["a", 1],
  ]);
  expect(counted.top("social", 3)).toEqual([]);
});

test("a name that two breakdowns share is counted in each", () => {
  const counted = tallies();
  counted.add("browsers", "Chrome");
  counted.add("bots", "Chrome", 2);
  expect(counted.of("browsers")).toEqual([["Chrome", 1]]);
  expect(counted.of("bots")).toEqual([["Chrome", 2]]);
});

test("counts are those of plain maps, whatever is met in whatever order", () => {
  const visit = fc.tuple(fc.constantFrom(...breakdowns), fc.nat({ max: 60 }));
  fc.assert(
    fc.property(fc.array(visit, { maxLength: 400 }), (visits) => {
      const counted = tallies();
      const plain = new Map(breakdowns.map((name) => [name, new Map<string, number>()]));
      for (const [breakdown, number] of visits) {
        counted.add(breakdown, `name ${number}`);
        const map = plain.get(breakdown);
        map?.set(`name ${number}`, (map.get(`name ${number}`) ?? 0) + 1);
      }
      for (const [breakdown, map] of plain) expect(counted.of(breakdown)).toEqual([...map]);
    }),
    { numRuns: runs(50) },
  );
});

test("a flood of invented names stays bounded, keeps the sum exact and the real ones apart", () => {
  const names = new Names();
  const counted = new Tallies(names);
  for (let visit = 0; visit < 10_000; visit += 1) {
    counted.add("referrers", `invented-${visit}`);
    counted.add("referrers", "real");
  }
  const pairs = counted.of("referrers");
  expect(pairs.length).toBeLessThanOrEqual(200);
  expect(names.size).toBe(pairs.length);
  expect(sumOf(pairs)).toBe(20_000);
  expect(countOf(counted, "real")).toBe(10_000);
  expect(counted.top("referrers", 2)[0]?.[0]).toBe("real");
  expect(countOf(counted, otherNames)).toBeGreaterThan(9_000);
});

test("a name that comes after the flood is still counted under its own", () => {
  const counted = tallies();
  for (let visit = 0; visit < 1_000; visit += 1) counted.add("referrers", `invented-${visit}`);
  for (let visit = 0; visit < 50; visit += 1) counted.add("referrers", "late");
  expect(countOf(counted, "late")).toBe(50);
});

test("a visitor who sends the name that rare ones share loses no count", () => {
  const counted = tallies();
  for (let visit = 0; visit < 200; visit += 1) counted.add("referrers", `invented-${visit}`);
  counted.add("referrers", otherNames);
  expect(sumOf(counted.of("referrers"))).toBe(201);
});

test("names that are keys of every object are names like any other", () => {
  const counted = tallies();
  counted.add("referrers", "__proto__");
  expect(counted.top("referrers", 1)).toEqual([["__proto__", 1]]);
});

test("new names count as Other once all links together have as many as fit", () => {
  // The last 1,000 are for countries and the like.
  const names = new Names({ texts: 1_004 });
  const sums = new TallySums(names);
  const counted = Array.from({ length: 10 }, () => new Tallies(names));
  for (const [link, one] of counted.entries()) {
    one.add("referrers", "shared", 1, sums);
    for (const breakdown of ["referrers", "bots", "languages"] as const) {
      one.add(breakdown, `invented-${breakdown}-${link}`, 1, sums);
    }
    one.add("countries", "DE", 1, sums);
  }
  // Those four, "DE" and "Other".
  expect(names.size).toBe(6);
  expect(counted.at(-1)?.of("referrers")).toEqual([
    ["shared", 1],
    [otherNames, 1],
  ]);
  expect(sums.top("referrers", 3)).toEqual([
    ["shared", 10],
    [otherNames, 9],
    ["invented-referrers-0", 1],
  ]);
  expect(sums.top("countries", 3)).toEqual([["DE", 10]]);
  counted[0]?.clear();
  counted[1]?.add("bots", "late");
  expect(counted[1]?.of("bots")).toContainEqual(["late", 1]);
});

test("names count as Other once all links together would write too many of their characters", () => {
  const name = "x".repeat(253);
  const names = new Names({ characters: 10 * name.length, kept: ["Direct"] });
  const counted = Array.from({ length: 20 }, () => new Tallies(names));
  for (const one of counted) {
    one.add("referrers", name, 2);
    one.add("countries", "DE");
  }
  expect(counted[8]?.of("referrers")).toEqual([[name, 2]]);
  expect(counted[19]?.of("referrers")).toEqual([[otherNames, 2]]);
  expect(counted[19]?.of("countries")).toEqual([["DE", 1]]);
  counted[19]?.add("referrers", "Direct");
  expect(counted[19]?.of("referrers")).toContainEqual(["Direct", 1]);
  counted[0]?.add("referrers", name);
  expect(counted[0]?.of("referrers")).toEqual([[name, 3]]);
  for (const one of counted.slice(0, 5)) one.clear();
  counted[19]?.add("referrers", name);
  expect(counted[19]?.of("referrers")).toContainEqual([name, 1]);
});

test("names of lists end as well once twice as many characters would be written", () => {
  const name = (at: number) => `${"x".repeat(248)}${10 + at}`;
  const names = new Names({ characters: 2_500 });
  const counted = Array.from({ length: 40 }, () => new Tallies(names));
  for (const [at, one] of counted.entries()) one.add("browsers", name(at));
  const written = counted.flatMap((one) => one.of("browsers")).filter(([of]) => of !== otherNames);
  expect(written).toHaveLength(20);
  expect(counted[39]?.of("browsers")).toEqual([[otherNames, 1]]);
});

test.each(breakdowns)("a name of %s that is longer than any host counts as Other", (breakdown) => {
  const counted = tallies();
  const [longest, longer] = ["x".repeat(255), "y".repeat(256)];
  counted.add(breakdown, longest);
  counted.add(breakdown, longer, 2);
  expect(counted.of(breakdown)).toEqual([
    [longest, 1],
    [otherNames, 2],
  ]);
});

test("what is cleared leaves no name behind that nobody else counts", () => {
  const names = new Names();
  const [one, other] = [new Tallies(names), new Tallies(names)];
  for (const name of ["a", "b"]) one.add("referrers", name);
  other.add("referrers", "b");
  one.clear();
  expect(names.size).toBe(1);
  expect(one.of("referrers")).toEqual([]);
  one.add("referrers", "c");
  expect(one.of("referrers")).toEqual([["c", 1]]);
  expect(other.of("referrers")).toEqual([["b", 1]]);
});
