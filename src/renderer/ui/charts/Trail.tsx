import { curveThrough } from "./curve.ts";
import classes from "./Trail.module.css";

/** Days that are averaged: one visit by itself is no trend. */
const smoothed = 3;

/** The lowest scale: a few clicks stay few. */
const lowestScale = 10;

function smooth(days: readonly number[]): number[] {
  return days.map((_, place) => {
    const near = days.slice(Math.max(0, place - smoothed + 1), place + 1);
    return near.reduce((sum, count) => sum + count, 0) / near.length;
  });
}

/** The scale that several trails share, so that they can be compared. */
export function scaleOf(trails: readonly (readonly number[])[]): number {
  return Math.max(lowestScale, ...trails.flatMap(smooth));
}

/** Room above and below the line for its width and the dot at its end. */
const margin = 3;

/** Clicks day by day as a line with its area. Plain elements: long lists have one in each row. */
export function Trail({
  days,
  scale = scaleOf([days]),
  width,
  height,
  isWalked = false,
  label,
}: {
  readonly days: readonly number[];
  readonly scale?: number;
  readonly width: number;
  readonly height: number;
  /** Whether a click came just now: a dot walks to the end. */
  readonly isWalked?: boolean;
  /** What it shows, where no number beside it says so. */
  readonly label?: string;
}) {
  const values = smooth(days);
  const step = (width - 2 * margin) / Math.max(1, values.length - 1);
  const spots = values.map((value, place) => ({
    x: margin + place * step,
    y: height - margin - (value / scale) * (height - 2 * margin),
  }));
  const line = curveThrough(spots);
  const end = spots.at(-1) ?? { x: margin, y: height - margin };
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={classes.trail}
      style={{ aspectRatio: `${width} / ${height}` }}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <path className={classes.area} d={`${line}L${end.x} ${height}L${margin} ${height}Z`} />
      <path className={classes.line} d={line} />
      <circle
        className={classes.dot}
        cx={end.x}
        cy={end.y}
        r={2.5}
        data-walked={isWalked || undefined}
      />
    </svg>
  );
}
