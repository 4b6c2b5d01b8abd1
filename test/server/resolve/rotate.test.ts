import { expect, test } from "vitest";
import { isLive, rotate } from "../../../src/server/resolve/rotate.ts";
import { link } from "./builders.ts";

test("a link is live until the moment it expires", () => {
  expect(isLive(link(), 1_000)).toBe(true);
  expect(isLive(link({ expiresAt: 1_001 }), 1_000)).toBe(true);
  expect(isLive(link({ expiresAt: 1_000 }), 1_000)).toBe(false);
});

test("each live link is chosen as often, whatever the dice say", () => {
  expect([0, 0.33, 0.34, 0.66, 0.67, 0.999_999].map((roll) => rotate(3, roll))).toEqual([
    0, 0, 1, 1, 2, 2,
  ]);
  expect(rotate(100_000, 1 - Number.EPSILON / 2)).toBe(99_999);
});

test("nothing live, nothing chosen", () => {
  expect(rotate(0, 0.5)).toBeNull();
});
