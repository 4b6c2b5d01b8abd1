import { expect, test } from "vitest";
import { completeAddress } from "../../src/contract/completeAddress.ts";
import {
  isLocalAddress,
  isTemporaryAddress,
  readableAddress,
} from "../../src/renderer/readableAddress.ts";
import { createCountryNames } from "../../src/renderer/countryNames.ts";
import { createFormat, timestampNow } from "../../src/renderer/i18n/format.ts";
import { preferencesFor } from "../../src/renderer/i18n/preferences.ts";

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

test("addresses are read without their scheme, and their escapes as letters", () => {
  expect(readableAddress("https://example.org/")).toBe("example.org");
  expect(readableAddress("http://127.0.0.1:4080/%D8%A8%D9%87%D8%A7%D8%B1")).toBe(
    "127.0.0.1:4080/بهار",
  );
  expect(readableAddress("https://example.org/%E2%80%AEtxt")).toBe("example.org/%E2%80%AEtxt");
  expect(readableAddress("https://example.org/%zz")).toBe("example.org/%zz");
});

test("a bare host is completed, anything else is left as it was typed", () => {
  expect(completeAddress(" example.org/spring?x=1 ")).toBe("https://example.org/spring?x=1");
  expect(completeAddress("نمونه.ایران")).toBe("https://نمونه.ایران");
  expect(completeAddress("http://example.org")).toBe("http://example.org");
  expect(completeAddress("javascript:alert(1)")).toBe("javascript:alert(1)");
  expect(completeAddress("hello")).toBe("hello");
});

test("an address of this computer is known as one", () => {
  expect(isLocalAddress("http://127.0.0.1:4080")).toBe(true);
  expect(isLocalAddress("http://localhost:4080/s")).toBe(true);
  expect(isLocalAddress("https://links.example.org/s")).toBe(false);
});

test("a name that goes with its tunnel is known as one", () => {
  expect(isTemporaryAddress("https://odd-words-here.trycloudflare.com/spring")).toBe(true);
  expect(isTemporaryAddress("https://abc123.lhr.life")).toBe(true);
  expect(isTemporaryAddress("https://links.example.org")).toBe(false);
  expect(isTemporaryAddress("https://trycloudflare.com.example.org")).toBe(false);
  expect(isTemporaryAddress("http://127.0.0.1:4080")).toBe(false);
});

test("countries are named in the reader's language", () => {
  expect(createCountryNames("fa")("Germany")).toBe("آلمان");
  expect(createCountryNames("fa")("Atlantis")).toBe("Atlantis");
  expect(createCountryNames("en")("Germany")).toBe("Germany");
});
