import { describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  daysBetween,
  monthsBetween,
  startOfMonth,
  startOfWeek,
  startOfYear,
} from "../../../src/renderer/i18n/days.ts";

describe("days in either calendar", () => {
  test("weeks begin where the reader's do", () => {
    // The 21st of March 2026 is a Saturday.
    expect(startOfWeek("2026-03-21", 6)).toBe("2026-03-21");
    expect(startOfWeek("2026-03-21", 1)).toBe("2026-03-16");
    expect(startOfWeek("2026-03-20", 6)).toBe("2026-03-14");
  });

  test("months and years begin with the first of their own calendar", () => {
    expect(startOfMonth("2026-03-25", "gregorian")).toBe("2026-03-01");
    expect(startOfMonth("2026-03-25", "jalali")).toBe("2026-03-21");
    expect(startOfYear("2026-03-20", "jalali")).toBe("2025-03-21");
    expect(startOfYear("2026-03-20", "gregorian")).toBe("2026-01-01");
  });

  test("a month on is the same day, or the last where there is none", () => {
    expect(addMonths("2026-01-31", 1, "gregorian")).toBe("2026-02-28");
    expect(addMonths("2026-01-31", -2, "gregorian")).toBe("2025-11-30");
    // 31 Shahrivar has no like in Mehr, which has thirty days.
    expect(addMonths("2026-09-22", 1, "jalali")).toBe("2026-10-22");
    // 30 Esfand 1403 is of a leap year; the next Esfand ends a day before.
    expect(addMonths("2025-03-20", 12, "jalali")).toBe("2026-03-20");
    expect(addMonths("2025-03-20", -12, "jalali")).toBe("2024-03-19");
    expect(monthsBetween("2026-03-20", "2026-03-21", "jalali")).toBe(1);
    expect(monthsBetween("2026-03-21", "2025-12-01", "gregorian")).toBe(-3);
  });

  test("days are added and counted over leap days", () => {
    expect(addDays("2028-02-28", 2)).toBe("2028-03-01");
    expect(daysBetween("2028-02-28", "2028-03-01")).toBe(2);
  });
});
