import { expect, test } from "vitest";
import { contrastOf, hexOf } from "../../../../src/renderer/ui/inputs/colours.ts";

test("a colour is read in each of its forms", () => {
  expect(["#1a2b3c", "1A2B3C", "#abc", "rgb(26, 43, 60)"].map(hexOf)).toEqual([
    "#1A2B3C",
    "#1A2B3C",
    "#AABBCC",
    "#1A2B3C",
  ]);
  expect(["", "red", "#12", "rgb(256,0,0)"].map(hexOf)).toEqual([null, null, null, null]);
});

test("how one colour reads on another is WCAG's ratio", () => {
  expect(contrastOf("#000", "#fff")).toBeCloseTo(21);
  expect(contrastOf("#777777", "#FFFFFF")).toBeCloseTo(4.48, 2);
  expect(contrastOf("#fff", "#fff")).toBe(1);
  expect(contrastOf("red", "#fff")).toBeNull();
});
