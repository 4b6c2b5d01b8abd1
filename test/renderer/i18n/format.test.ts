import { expect, test } from "vitest";
import { createFormat, timestampNow } from "../../../src/renderer/i18n/format.ts";
import {
  inLanguage,
  type Preferences,
  preferencesFor,
} from "../../../src/renderer/i18n/preferences.ts";

test("numbers and moments in English", () => {
  const format = createFormat(preferencesFor("en"));
  expect(format.number(1234567)).toBe("1,234,567");
  expect(format.day("2026-03-21 23:59:59")).toBe("21 Mar 2026");
  expect(format.moment("2026-03-21 00:05:00")).toBe("21 Mar 2026, 00:05");
});

test("Persian brings its digits and the Jalali calendar, each of them a choice", () => {
  const persian = preferencesFor("fa");
  expect(createFormat(persian).number(1234)).toBe("۱٬۲۳۴");
  expect(createFormat(persian).day("2026-03-21 12:00:00")).toBe("۱ فروردین ۱۴۰۵");
  expect(createFormat({ ...persian, digits: "latin" }).day("2026-03-21 12:00:00")).toBe(
    "1 فروردین 1405",
  );
  const gregorian = createFormat({ ...persian, calendar: "gregorian" });
  expect(gregorian.day("2026-03-21 12:00:00")).toContain("۲۰۲۶");
});

test("digits and calendar are chosen apart, in English too", () => {
  const english = preferencesFor("en");
  const jalali = createFormat({ ...english, calendar: "jalali" });
  expect(jalali.day("2026-03-21 12:00:00")).toBe("1 Farvardin 1405");
  expect(jalali.moment("2026-03-21 00:05:00")).toBe("1 Farvardin 1405, 00:05");
  expect(jalali.momentInBoth("2026-03-21 00:05:00")).toBe(
    "Saturday 1 Farvardin 1405, 00:05 (21 Mar 2026)",
  );
  expect(createFormat({ ...english, digits: "persian" }).number(1234)).toBe("۱٬۲۳۴");
});

test("a week begins where its reader begins it", () => {
  const first = (preferences: Preferences) => createFormat(preferences).weekdays()[0];
  expect(first(preferencesFor("en"))).toEqual({ number: 1, name: "Monday" });
  expect(first({ ...preferencesFor("en"), weekStart: "sunday" })?.name).toBe("Sunday");
  expect(first(preferencesFor("fa"))).toEqual({ number: 6, name: "شنبه" });
  const numbers = createFormat(preferencesFor("fa")).weekdays();
  expect(numbers.map(({ number }) => number)).toEqual([6, 0, 1, 2, 3, 4, 5]);
});

test("another language leaves what has nothing to do with it", () => {
  const chosen = { ...preferencesFor("en"), density: "compact", singleKeys: false } as const;
  expect(inLanguage(chosen, "fa")).toEqual({
    ...preferencesFor("fa"),
    density: "compact",
    singleKeys: false,
  });
});

test("now is written in the contract's form, in the account's zone", () => {
  const now = new Date("2026-03-21T22:05:09Z");
  expect(timestampNow("UTC", now)).toBe("2026-03-21 22:05:09");
  expect(timestampNow("Asia/Tehran", now)).toBe("2026-03-22 01:35:09");
});
