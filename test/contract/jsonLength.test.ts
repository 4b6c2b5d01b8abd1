import { expect, test } from "vitest";
import { jsonLength } from "../../src/contract/fields/jsonLength.ts";

test.each([
  "text",
  12_345,
  -10,
  0,
  true,
  null,
  [],
  {},
  [1, [22, "three"], { four: false }],
  { a: [], b: { c: null, "long name": -7 } },
])("the length of %j as JSON is known without writing it", (value) => {
  expect(jsonLength(value)).toBe(JSON.stringify(value).length);
});

test("the length of fractions as JSON is about known", () => {
  const fractions = Array.from({ length: 1_000 }, (_, at) => Math.sqrt(at + 1.5));
  expect(jsonLength(fractions) / JSON.stringify(fractions).length).toBeCloseTo(1, 0);
});

test("no more of a value is looked at than it takes to be too long", () => {
  const circle: unknown[] = [];
  circle.push("text", circle);
  expect(jsonLength(circle, 1_000)).toBeLessThan(1_100);
});
