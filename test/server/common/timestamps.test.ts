import { Temporal } from "temporal-polyfill";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createTimestamps } from "../../../src/server/common/timestamps.ts";

afterEach(() => vi.restoreAllMocks());

describe("moments in a time zone", () => {
  test.each([
    ["UTC", "2026-03-29T01:30:00Z", "2026-03-29 01:30:00"],
    ["Europe/Berlin", "2026-03-29T00:59:59Z", "2026-03-29 01:59:59"],
    ["Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29 03:00:00"],
    ["Europe/Berlin", "2026-10-25T00:30:00.999Z", "2026-10-25 02:30:00"],
    ["Europe/Berlin", "2026-10-25T01:30:00Z", "2026-10-25 02:30:00"],
    ["Asia/Tehran", "2026-12-31T20:29:59Z", "2026-12-31 23:59:59"],
    ["Asia/Kathmandu", "2026-01-01T00:00:00Z", "2026-01-01 05:45:00"],
    ["Australia/Lord_Howe", "2026-04-04T15:00:00Z", "2026-04-05 01:30:00"],
    ["America/New_York", "1883-11-18T16:59:59Z", "1883-11-18 12:03:57"],
  ])("%s: %s is %s", (timeZone, instant, local) => {
    expect(createTimestamps(timeZone).render(instant)).toBe(local);
  });

  test.each([
    ["Europe/Berlin", "2026-03-29 02:30:00", "2026-03-29T01:30:00Z"],
    ["Europe/Berlin", "2026-10-25 02:30:00", "2026-10-25T00:30:00Z"],
    ["Asia/Tehran", "2026-01-01 00:00:00", "2025-12-31T20:30:00Z"],
    ["America/New_York", "9999-12-31 23:59:59", "9999-12-31T23:59:59Z"],
    ["UTC", "0001-01-01 00:00:00", "0001-01-01T00:00:00Z"],
  ])("%s: %s means %s", (timeZone, local, instant) => {
    expect(createTimestamps(timeZone).parse(local)).toBe(instant);
  });

  test("what was parsed is rendered as it was, at every hour of half a year", () => {
    const moments = createTimestamps("Europe/Berlin");
    for (let hour = Date.UTC(2026, 0, 1); hour < Date.UTC(2026, 6, 1); hour += 3_600_000) {
      const local = moments.render(new Date(hour).toISOString());
      expect(moments.render(moments.parse(local))).toBe(local);
    }
  });

  test("the edges of four digits stay four digits in every zone", () => {
    for (const timeZone of ["Pacific/Kiritimati", "Pacific/Niue"]) {
      const moments = createTimestamps(timeZone);
      expect(moments.render(moments.parse("9999-12-31 23:59:59"))).toMatch(
        /^9999-12-31 \d{2}:\d{2}:59$/,
      );
      expect(moments.parse("0001-01-01 00:00:00")).toMatch(
        /^000[01]-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/,
      );
    }
  });

  test("a thousand rows of different days ask the zone once each, in the quick way, and never again", () => {
    const slow = vi.spyOn(Temporal.Instant.prototype, "toZonedDateTimeISO");
    const quick = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
    const moments = createTimestamps("Europe/Berlin");
    const rows = Array.from({ length: 1000 }, (_, day) =>
      new Date(Date.UTC(2023, 0, 1) + day * 86_400_000).toISOString(),
    );
    for (const row of [...rows, ...rows]) moments.render(row);
    expect(quick).toHaveBeenCalledTimes(1000);
    expect(slow).not.toHaveBeenCalled();
    moments.render("1883-11-18T16:59:59Z");
    expect(slow).toHaveBeenCalledTimes(1);
  });
});
