import { expect, test } from "vitest";
import { createBoundedCache } from "../../../src/server/visitor/boundedCache.ts";

test("what is in use is made once, and only so much is remembered", () => {
  const made: string[] = [];
  const lengthOf = createBoundedCache({ size: 10, longest: 20 }, (text) => {
    made.push(text);
    return text.length;
  });
  for (let round = 0; round < 100; round += 1) {
    expect(lengthOf("in use")).toBe(6);
    expect(lengthOf(`once ${round}`)).toBe(`once ${round}`.length);
  }
  expect(made.filter((text) => text === "in use")).toHaveLength(1);
  expect(lengthOf("once 0")).toBe(6);
  expect(made.filter((text) => text === "once 0")).toHaveLength(2);
});

test("a text that is as long as the bound is made each time and never remembered", () => {
  let made = 0;
  const cached = createBoundedCache({ size: 10, longest: 20 }, () => (made += 1));
  expect([cached("x".repeat(19)), cached("x".repeat(19))]).toEqual([1, 1]);
  expect([cached("x".repeat(20)), cached("x".repeat(20))]).toEqual([2, 3]);
});
