import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { clockOffset, localTimes } from "../../../../src/server/resolve/rules/localTime.ts";

const { DateTimeFormat } = Intl;
const noon = Date.UTC(2026, 6, 1, 12);
let made: number;

beforeEach(() => {
  made = 0;
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct(target, given) {
      made += 1;
      return Reflect.construct(target, given);
    },
  });
});
afterEach(() => {
  Intl.DateTimeFormat = DateTimeFormat;
});

test("times of one zone share its clock, whatever their number", () => {
  for (let time = 0; time < 2_000; time += 1) {
    expect(localTimes("Asia/Kathmandu")(noon)).toEqual({ day: 3, minute: 17 * 60 + 45 });
  }
  expect(made).toBeLessThanOrEqual(1);
  expect(() => localTimes("Nowhere/Here")).toThrow(RangeError);
});

test("a moment is written once for each zone, whatever the number of conditions", () => {
  const written = vi.spyOn(DateTimeFormat.prototype, "formatToParts");
  onTestFinished(() => written.mockRestore());
  const times = Array.from({ length: 500 }, () => localTimes("Asia/Kathmandu"));
  for (const time of times) time(noon + 3_600_000);
  expect(written.mock.calls.length).toBeLessThanOrEqual(1);
});

test("clocks are created once for each zone, however it's spelled, when a time is asked for", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  const times = [...zones, ...zones.map((zone) => zone.toUpperCase())].map(localTimes);
  expect(made).toBe(0);
  for (let round = 0; round < 2; round += 1) for (const time of times) time(noon);
  expect(made).toBeLessThanOrEqual(zones.length);
});

test("former names of zones and offsets are read as Intl reads them, offsets without a clock", () => {
  expect(localTimes("US/Eastern")(noon).minute).toBe(8 * 60);
  made = 0;
  for (const zone of ["+05:30", "+0530", "-03", "+00:00", "-00:59", "+23:59"]) {
    const text = new DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      timeStyle: "short",
    }).format(noon);
    const [hours = 0, minutes = 0] = text.split(":").map(Number);
    expect(localTimes(zone)(noon).minute).toBe(hours * 60 + minutes);
  }
  expect(clockOffset("-01:30", noon)).toBe(-90 * 60_000);
  expect(made).toBe(0);
  for (const zone of ["+24:00", "+5", "+05:60", "05:30", ""]) {
    expect(() => localTimes(zone)).toThrow(RangeError);
  }
});
