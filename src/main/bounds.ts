import { z } from "zod";

const pixels = z.int().min(-100_000).max(100_000);

/** Where the window was, in device-independent pixels. */
export const windowPlace = z.object({
  x: pixels,
  y: pixels,
  width: pixels.positive(),
  height: pixels.positive(),
  isMaximized: z.boolean(),
});
export type WindowPlace = Readonly<z.output<typeof windowPlace>>;

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What the window opens with; without x and y the system centres it. */
export interface OpeningBounds {
  readonly width: number;
  readonly height: number;
  readonly x?: number;
  readonly y?: number;
}

export const smallest = { width: 720, height: 480 } as const;
const usual = { width: 1_200, height: 800 } as const;
/** So much of the title bar must be on a screen that the window can be grabbed. */
const grip = { width: 120, height: 40 } as const;

/** The remembered place, unless its screen is gone; never larger than the screen it is on. */
export function openingBounds(
  remembered: WindowPlace | null,
  screens: readonly Area[],
): OpeningBounds {
  const screen =
    remembered === null ? undefined : screens.find((area) => isWithinReach(remembered, area));
  if (remembered === null || screen === undefined) {
    const [first] = screens;
    return first === undefined ? usual : fitted(usual, first);
  }
  return { x: remembered.x, y: remembered.y, ...fitted(remembered, screen) };
}

function fitted(size: { width: number; height: number }, screen: Area) {
  return {
    width: Math.max(Math.min(size.width, screen.width), Math.min(smallest.width, screen.width)),
    height: Math.max(
      Math.min(size.height, screen.height),
      Math.min(smallest.height, screen.height),
    ),
  };
}

function isWithinReach(place: Area, screen: Area): boolean {
  const seen =
    Math.min(place.x + place.width, screen.x + screen.width) - Math.max(place.x, screen.x);
  const isBarInside = place.y >= screen.y && place.y + grip.height <= screen.y + screen.height;
  return seen >= grip.width && isBarInside;
}
