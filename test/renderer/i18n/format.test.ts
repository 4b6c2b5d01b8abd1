import { expect, test } from "vitest";
import { createFormat, timestampNow } from "../../../src/renderer/i18n/format.ts";
import { preferencesFor } from "../../../src/renderer/i18n/preferences.ts";

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

test("now is written in the contract's form, in the account's zone", () => {
  const now = new Date("2026-03-21T22:05:09Z");
  expect(timestampNow("UTC", now)).toBe("2026-03-21 22:05:09");
  expect(timestampNow("Asia/Tehran", now)).toBe("2026-03-22 01:35:09");
});
