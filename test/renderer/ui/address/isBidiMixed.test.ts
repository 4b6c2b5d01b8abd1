import { expect, test } from "vitest";
import { isBidiMixed } from "../../../../src/renderer/ui/address/isBidiMixed.ts";

test.each([
  ["بهار و spring", true],
  ["spring ۲۰۲۶ بهار", true],
  ["spring 2026", undefined],
  ["بهار ۱۴۰۵، ۲۰٪", undefined],
  ["", undefined],
])("%s: %s", (text, isMixed) => {
  expect(isBidiMixed(text)).toBe(isMixed);
});
