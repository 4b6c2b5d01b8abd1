import { assert, constantFrom, oneof, property, string } from "fast-check";
import { expect, test } from "vitest";
import {
  marked,
  markedThroughout,
  unmarked,
} from "../../../../../src/server/features/exchange/read/formulaMarks.ts";

const piece = oneof(
  string({ unit: "grapheme" }),
  constantFrom("=", "+", "-", "@", "＝", "＋", "－", "＠", "'", " ", "\t", "\r", "\n", ";", "a"),
);
const text = oneof(string({ unit: piece, maxLength: 8 }), string({ unit: "binary" }));

test("a mark is taken off again, whatever the text", () => {
  assert(
    property(text, (cell) => {
      expect(unmarked(marked(cell))).toBe(cell);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  "=1",
  "+1",
  "-1",
  "@a",
  "＝1",
  "＋1",
  "－1",
  "＠a",
  " =1",
  "\u00a0＝1",
  "'=1",
  "\t",
  "\r1",
])("%j is marked as a formula", (cell) => expect(marked(cell)).toBe(`'${cell}`));

test.each(["a=1", "", "'", "it's", " a", "1-1"])("%j isn't a formula", (cell) =>
  expect(marked(cell)).toBe(cell),
);

test("a formula after a semicolon is marked in what strangers write", () => {
  expect(markedThroughout("x;=1+1")).toBe("x;'=1+1");
  expect(markedThroughout("=1; ＋2;a")).toBe("'=1;' ＋2;a");
});

test.each([" ", "'", ";", "="])("1 MiB of %j is looked through in linear time", (sign) => {
  const cell = sign.repeat(1_048_576);
  expect(unmarked(marked(`${cell}x`))).toBe(`${cell}x`);
  expect(markedThroughout(`${cell}x`).endsWith("x")).toBe(true);
});
