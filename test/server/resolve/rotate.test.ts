import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isLive, rotate } from "../../../src/server/resolve/rotate.ts";
import { link } from "./builders.ts";

const items = (...expiries: (number | null)[]) =>
  expiries.map((expiresAt, place) => ({ place, link: link({ expiresAt }) }));

test("a link is live until the moment it expires", () => {
  expect(isLive(link(), 1_000)).toBe(true);
  expect(isLive(link({ expiresAt: 1_001 }), 1_000)).toBe(true);
  expect(isLive(link({ expiresAt: 1_000 }), 1_000)).toBe(false);
});

test("the dice choose among the live links only", () => {
  const some = items(null, 5, null, 20);
  const chosen = (roll: number) => rotate(some, 10, roll)?.place;
  expect([0, 0.33, 0.34, 0.66, 0.67, 0.999_999].map(chosen)).toEqual([0, 0, 2, 2, 3, 3]);
});

test("nothing live, nothing chosen", () => {
  expect(rotate([], 10, 0.5)).toBeNull();
  expect(rotate(items(1, 2), 10, 0.5)).toBeNull();
});

test("whatever the dice say, a live link is chosen where there is one, each as often", () => {
  const expiry = fc.option(fc.nat(20));
  fc.assert(
    fc.property(fc.array(expiry, { maxLength: 8 }), fc.nat(20), (expiries, now) => {
      const all = items(...expiries);
      const live = all.filter(({ link: one }) => one.expiresAt === null || one.expiresAt > now);
      const evenly = live.map((_, place) => rotate(all, now, (place + 0.5) / live.length));
      expect(evenly).toEqual(live);
    }),
    { numRuns: 1_000 },
  );
});
