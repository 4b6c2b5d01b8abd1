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

test("fractions count as the longest does", () => {
  const longest = -(2 ** -1022);
  expect(jsonLength([longest])).toBe(JSON.stringify([longest]).length);
  expect(jsonLength([0.5])).toBe(jsonLength([longest]));
});

test("no more of a value is looked at than it takes to be too long", () => {
  const circle: unknown[] = [];
  circle.push("text", circle);
  expect(jsonLength(circle, 1_000)).toBeLessThan(1_100);
});
