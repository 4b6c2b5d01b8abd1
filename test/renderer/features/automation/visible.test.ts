import { expect, test } from "vitest";
import { visible, visibleIn } from "../../../../src/renderer/features/automation/visible.ts";

test.each([
  ["turns the writing around", "\u202Emoc.knab", "\\u{202e}moc.knab"],
  ["isolates a part", "a\u2066b\u2069", "a\\u{2066}b\\u{2069}"],
  ["has no width", "pay\u200Bpal\uFEFF", "pay\\u{200b}pal\\u{feff}"],
  ["joins nothing in Latin", "pay\u200Cpal", "pay\\u{200c}pal"],
  ["is a tag that assistants read", "a\u{E0041}", "a\\u{e0041}"],
  ["chooses a variant", "a\uFE0F\u{E0100}", "a\\u{fe0f}\\u{e0100}"],
  ["fills a place unseen", "a\u3164\u034F\u2800", "a\\u{3164}\\u{34f}\\u{2800}"],
  ["ends a line unseen", "a\u2028b\u2029c\u0085", "a\\u{2028}b\\u{2029}c\\u{85}"],
  ["is anybody's own", "a\uE000", "a\\u{e000}"],
])("a character of a suggested change that %s is shown as its code", (_what, text, shown) => {
  expect(visible(text)).toBe(shown);
});

test("all texts of a suggested record are shown so, and nothing else is changed", () => {
  const fields = [
    { field: "name", before: null, after: "a\u202Eb" },
    { field: "tags", after: ["\u200B"] },
  ];
  expect(visibleIn({ id: 7, name: "\uFEFF", fields })).toEqual({
    id: 7,
    name: "\\u{feff}",
    fields: [
      { field: "name", before: null, after: "a\\u{202e}b" },
      { field: "tags", after: ["\\u{200b}"] },
    ],
  });
});

test("a suggested change in Persian, with accents or symbols is shown as it is", () => {
  const text = "می\u200Cخواهم 👋 café\n  “بهار”";
  expect(visible(text)).toBe(text);
});
