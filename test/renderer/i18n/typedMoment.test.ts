import { expect, test } from "vitest";
import { preferencesFor } from "../../../src/renderer/i18n/preferences.ts";
import { momentTyped, typedMoment } from "../../../src/renderer/i18n/typedMoment.ts";

test("a moment is typed year first, in either calendar and any digits", () => {
  expect(momentTyped("2026-12-21 14:30")).toBe("2026-12-21 14:30:00");
  expect(momentTyped("2026/12/1 4:05")).toBe("2026-12-01 04:05:00");
  expect(momentTyped("1405/9/30 14:30")).toBe("2026-12-21 14:30:00");
  expect(momentTyped("۱۴۰۵/۰۹/۳۰، ۱۴:۳۰")).toBe("2026-12-21 14:30:00");
  expect(momentTyped("1405/1/1")).toBe("2026-03-21 23:59:59");
  expect(momentTyped("1403/12/30")).toBe("2025-03-20 23:59:59");
});

test("what no calendar has is no moment", () => {
  for (const typed of [
    "",
    "tomorrow",
    "21/12/2026",
    "2026-02-30",
    "1404/12/30",
    "1405/13/1",
    "1405/7/31",
  ])
    expect(momentTyped(typed)).toBeNull();
});

test("what is shown for typing is understood again, every day of many years", () => {
  const persian = preferencesFor("fa");
  expect(typedMoment("2026-12-21 14:30:00", persian)).toBe("۱۴۰۵/۰۹/۳۰ ۱۴:۳۰");
  expect(typedMoment("2026-12-21 14:30:05", preferencesFor("en"))).toBe("2026-12-21 14:30:05");
  for (let day = Date.UTC(2020, 0, 1); day < Date.UTC(2040, 0, 1); day += 17 * 86_400_000) {
    const timestamp = `${new Date(day).toISOString().slice(0, 10)} 10:20:00`;
    expect(momentTyped(typedMoment(timestamp, persian))).toBe(timestamp);
  }
});
