import { expect, test } from "vitest";
import { limitBytes, limitParts } from "../../../../src/renderer/features/settings/amounts.ts";
import { expiryAfter } from "../../../../src/renderer/features/settings/newLinkDefaults.ts";
import { minutesSince } from "../../../../src/renderer/features/settings/sections/reach.ts";

test("a limit is typed in the largest unit that it is a whole number of", () => {
  expect(limitParts(5 * 2 ** 30)).toEqual({ amount: 5, unit: "gibibytes" });
  expect(limitParts(700 * 2 ** 20)).toEqual({ amount: 700, unit: "mebibytes" });
  expect(limitBytes(700, "mebibytes")).toBe(700 * 2 ** 20);
});

test("a new link expires at the end of a day of the account's clock, or never", () => {
  expect(expiryAfter(0, "2026-03-21 23:30:00")).toBe("");
  expect(expiryAfter(1, "2026-03-21 23:30:00")).toBe("2026-03-22 23:59:59");
  expect(expiryAfter(30, "2026-02-10 08:00:00")).toBe("2026-03-12 23:59:59");
});

test("a proof is so many whole minutes old", () => {
  expect(minutesSince("2026-03-21 12:00:00", "2026-03-21 12:00:59")).toBe(0);
  expect(minutesSince("2026-03-21 12:00:00", "2026-03-21 12:02:30")).toBe(2);
  expect(minutesSince("2026-03-21 12:00:30", "2026-03-21 12:00:00")).toBe(0);
});
