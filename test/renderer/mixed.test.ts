import { expect, test } from "vitest";
import { mixed } from "../../src/renderer/mixed.ts";

test.each([
  ["بهار و spring", true],
  ["spring ۲۰۲۶ بهار", true],
  ["spring 2026", undefined],
  ["بهار ۱۴۰۵، ۲۰٪", undefined],
  ["", undefined],
])("%s: %s", (text, isMixed) => {
  expect(mixed(text)).toBe(isMixed);
});
