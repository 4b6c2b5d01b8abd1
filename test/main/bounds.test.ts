import { expect, test } from "vitest";
import { openingBounds, type WindowPlace } from "../../src/main/bounds.ts";

const screen = { x: 0, y: 0, width: 1_920, height: 1_080 };
const secondScreen = { x: 1_920, y: 0, width: 1_280, height: 1_024 };

function place(over: Partial<WindowPlace>): WindowPlace {
  return { x: 100, y: 80, width: 1_000, height: 700, isMaximized: false, ...over };
}

test("the window comes back where it was", () => {
  expect(openingBounds(place({}), [screen])).toEqual({ x: 100, y: 80, width: 1_000, height: 700 });
});

test("the window comes back on the second screen while that is there", () => {
  const there = place({ x: 2_000 });
  expect(openingBounds(there, [screen, secondScreen])).toMatchObject({ x: 2_000, y: 80 });
  expect(openingBounds(there, [screen])).toEqual({ width: 1_200, height: 800 });
});

test.each([
  ["left of every screen", { x: -950 }],
  ["with its title bar above the screen", { y: -50 }],
  ["with its title bar below the screen", { y: 1_060 }],
])("a window %s is centred instead", (_where, over) => {
  expect(openingBounds(place(over), [screen])).toEqual({ width: 1_200, height: 800 });
});

test("a window never opens larger than its screen, nor smaller than it can be used", () => {
  expect(openingBounds(place({ width: 5_000, height: 5_000 }), [screen])).toMatchObject({
    width: 1_920,
    height: 1_080,
  });
  expect(openingBounds(place({ width: 10 + 120, height: 10 }), [screen])).toMatchObject({
    width: 720,
    height: 480,
  });
  expect(openingBounds(null, [{ x: 0, y: 0, width: 640, height: 400 }])).toEqual({
    width: 640,
    height: 400,
  });
});

test("without any screen told, the usual size will do", () => {
  expect(openingBounds(null, [])).toEqual({ width: 1_200, height: 800 });
});
