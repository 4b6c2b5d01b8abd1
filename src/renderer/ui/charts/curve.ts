/** A place in a drawing, in pixels. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Tangents that keep the curve between its points: it never dips below zero (Fritsch and Carlson). */
function tangentsOf(spots: readonly Spot[]): readonly number[] {
  const slopes = spots.slice(1).map(({ x, y }, place) => {
    const { x: fromX, y: fromY } = spots[place] ?? { x: 0, y: 0 };
    return (y - fromY) / (x - fromX);
  });
  return spots.map((_, place) => {
    const before = slopes[place - 1];
    const after = slopes[place];
    if (before === undefined || after === undefined) return after ?? before ?? 0;
    if (before * after <= 0) return 0;
    return (2 * before * after) / (before + after);
  });
}

/** A soft line through its points, as the `d` of a path. Points lie from left to right. */
export function curveThrough(spots: readonly Spot[]): string {
  const tangents = tangentsOf(spots);
  return spots
    .map(({ x, y }, place) => {
      const from = spots[place - 1];
      if (from === undefined) return `M${round(x)} ${round(y)}`;
      const third = (x - from.x) / 3;
      const start = from.y + third * (tangents[place - 1] ?? 0);
      const end = y - third * (tangents[place] ?? 0);
      return `C${[from.x + third, start, x - third, end, x, y].map(round).join(" ")}`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Whole numbers for the lines behind a chart, from 0 up to the first one that no value exceeds. */
export function ticksUpTo(most: number, wanted: number): readonly number[] {
  const least = Math.max(1, most / wanted);
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least) ?? 10;
  const step = Math.max(1, Math.round(factor * power));
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, place) => place * step);
}
