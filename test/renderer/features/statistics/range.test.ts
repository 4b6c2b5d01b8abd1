import { describe, expect, test } from "vitest";
import {
  extentOf,
  foldInto,
  rangeOf,
  stepFor,
  stepped,
  stepsFor,
  yearBefore,
} from "../../../../src/renderer/features/statistics/range.ts";
import { addDays } from "../../../../src/renderer/i18n/days.ts";

const persian = { calendar: "jalali", firstWeekday: 6 } as const;
const english = { calendar: "gregorian", firstWeekday: 1 } as const;

function days(from: string, count: number) {
  return Array.from({ length: count }, (_, place) => ({
    date: `${addDays(from, place)} 00:00:00`,
    clicks: 1,
  }));
}

describe("ranges", () => {
  test("presets end today, and months are those of the reader's calendar", () => {
    const today = "2026-03-25";
    expect(rangeOf("30d", today, today, "gregorian")).toEqual({ from: "2026-02-24", to: today });
    expect(rangeOf("month", today, today, "jalali")).toEqual({ from: "2026-03-21", to: today });
    expect(rangeOf("lastMonth", today, today, "jalali")).toEqual({
      from: "2026-02-20",
      to: "2026-03-20",
    });
    expect(rangeOf("12m", today, today, "gregorian").from).toBe("2025-03-26");
    expect(rangeOf("all", today, "2024-01-05", "gregorian").from).toBe("2024-01-05");
    // One answer holds ten years.
    expect(rangeOf("all", today, "1999-01-01", "gregorian").from).toBe("2016-03-18");
  });

  test("stepping keeps the length; whole months stay whole ones", () => {
    const week = { from: "2026-03-19", to: "2026-03-25" };
    expect(stepped(week, -1, "gregorian")).toEqual({ from: "2026-03-12", to: "2026-03-18" });
    const march = { from: "2026-03-01", to: "2026-03-31" };
    expect(stepped(march, -1, "gregorian")).toEqual({ from: "2026-02-01", to: "2026-02-28" });
    expect(stepped(march, -1, "jalali")).toEqual({ from: "2026-01-29", to: "2026-02-28" });
    expect(stepped({ from: "2026-03-21", to: "2026-04-20" }, -1, "jalali")).toEqual({
      from: "2026-02-20",
      to: "2026-03-20",
    });
    expect(yearBefore(march, "gregorian")).toEqual({ from: "2025-03-01", to: "2025-03-31" });
  });

  test("the step grows with the range", () => {
    expect(stepFor({ from: "2026-03-25", to: "2026-03-25" })).toBe("hour");
    expect(stepFor({ from: "2026-02-24", to: "2026-03-25" })).toBe("day");
    expect(stepFor({ from: "2025-03-26", to: "2026-03-25" })).toBe("week");
    expect(stepFor({ from: "2020-03-26", to: "2026-03-25" })).toBe("month");
    expect(stepsFor({ from: "2026-03-19", to: "2026-03-25" }, "2026-03-25")).toEqual([
      "hour",
      "day",
    ]);
    // Hours of long ago are told apart no more.
    expect(stepsFor({ from: "2026-01-19", to: "2026-01-25" }, "2026-03-25")).toEqual(["day"]);
  });
});

describe("days folded in the window", () => {
  test("into weeks that begin on Saturday, or on Monday", () => {
    const points = days("2026-03-19", 5);
    expect(foldInto("week", points, persian)).toEqual([
      { date: "2026-03-14 00:00:00", clicks: 2 },
      { date: "2026-03-21 00:00:00", clicks: 3 },
    ]);
    expect(foldInto("week", points, english)).toEqual([
      { date: "2026-03-16 00:00:00", clicks: 4 },
      { date: "2026-03-23 00:00:00", clicks: 1 },
    ]);
  });

  test("into Jalali months, each with its own length", () => {
    const months = foldInto("month", days("2026-02-20", 60), persian);
    expect(months).toEqual([
      { date: "2026-02-20 00:00:00", clicks: 29 },
      { date: "2026-03-21 00:00:00", clicks: 31 },
    ]);
  });

  test("a point that isn't over, lies ahead, or reaches out of the range is no whole one", () => {
    const range = { from: "2026-03-11", to: "2026-03-25" } as const;
    const at = { now: "2026-03-25 14:30:00", calendar: "gregorian" } as const;
    const extents = (step: "hour" | "day" | "week" | "month", ...dates: string[]) =>
      dates.map((date) => extentOf(step, `${date}:00:00`, range, at));
    expect(extents("week", "2026-03-09 00", "2026-03-16 00", "2026-03-23 00")).toEqual([
      "cut",
      "whole",
      "soFar",
    ]);
    expect(extents("day", "2026-03-24 00", "2026-03-25 00")).toEqual(["whole", "soFar"]);
    expect(extents("hour", "2026-03-25 13", "2026-03-25 14", "2026-03-25 15")).toEqual([
      "whole",
      "soFar",
      "ahead",
    ]);
    const months = { from: "2026-01-10", to: "2026-03-05" } as const;
    const month = (date: string, calendar: "gregorian" | "jalali") =>
      extentOf("month", `${date} 00:00:00`, months, { ...at, calendar });
    expect(
      ["2026-01-01", "2026-02-01", "2026-03-01"].map((day) => month(day, "gregorian")),
    ).toEqual(["cut", "whole", "soFar"]);
    // Esfand ended on 20 March.
    expect(month("2026-02-20", "jalali")).toBe("cut");
  });
});
