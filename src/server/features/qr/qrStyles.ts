import type { QrEyes, QrFrame, QrPattern } from "../../../contract/resources/qrCodes.ts";
import { frameWords } from "./frameWords.ts";

/** Whether a module is dark; outside of the code none is. */
type IsDark = (row: number, column: number) => boolean;

interface Square {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** Modules of the square in three corners of each code. */
const eyeSide = 7;

/** Whether a place is in one of the three eyes of a code of that size. */
export function isInEye(size: number, row: number, column: number): boolean {
  const isLow = row >= size - eyeSide;
  const isRight = column >= size - eyeSide;
  return (
    (row < eyeSide && column < eyeSide) || (row < eyeSide && isRight) || (isLow && column < eyeSide)
  );
}

/** Without the long tails of binary fractions, which make a picture many times as large. */
function rounded(path: string): string {
  return path.replaceAll(/\d+\.\d{4,}/g, (number) =>
    String(Math.round(Number(number) * 100) / 100),
  );
}

/** One dark module of a pattern, or the run that begins with it, as the `d` of a path; "" where another run has it. */
export function moduleShape(
  pattern: Exclude<QrPattern, "square">,
  isDark: IsDark,
  row: number,
  column: number,
): string {
  switch (pattern) {
    case "dots":
      return circle({ x: column, y: row, side: 1 });
    case "tiles":
      return rounded(
        cornered({ x: column + 0.06, y: row + 0.06, side: 0.88 }, [0.2, 0.2, 0.2, 0.2]),
      );
    case "rounded":
      return roundedModule(isDark, row, column);
    case "columns":
      return bar(isDark, row, column, true);
    case "rows":
      return bar(isDark, row, column, false);
  }
}

/** Round at the corners where no neighbor is dark. */
function roundedModule(isDark: IsDark, row: number, column: number): string {
  const [up, down] = [isDark(row - 1, column), isDark(row + 1, column)];
  const [left, right] = [isDark(row, column - 1), isDark(row, column + 1)];
  const corner = (isSharp: boolean, sharp: string, round: string) => (isSharp ? sharp : round);
  return [
    `M${column + 0.5} ${row}`,
    corner(up || right, "h.5v.5", "a.5 .5 0 0 1 .5 .5"),
    corner(right || down, "v.5h-.5", "a.5 .5 0 0 1 -.5 .5"),
    corner(down || left, "h-.5v-.5", "a.5 .5 0 0 1 -.5 -.5"),
    corner(left || up, "v-.5h.5", "a.5 .5 0 0 1 .5 -.5"),
    "z",
  ].join("");
}

const barWidth = 0.84;

/** A run of modules with round ends. */
function bar(isDark: IsDark, row: number, column: number, isUpright: boolean): string {
  const at = (place: number) =>
    isUpright ? isDark(row + place, column) : isDark(row, column + place);
  if (at(-1)) return "";
  let length = 1;
  while (at(length)) length += 1;
  const radius = barWidth / 2;
  const straight = length - barWidth;
  const inset = (1 - barWidth) / 2;
  return isUpright
    ? `M${column + inset} ${row + radius}a${radius} ${radius} 0 0 1 ${barWidth} 0v${straight}a${radius} ${radius} 0 0 1 ${-barWidth} 0z`
    : `M${column + radius} ${row + inset}h${straight}a${radius} ${radius} 0 0 1 0 ${barWidth}h${-straight}a${radius} ${radius} 0 0 1 0 ${-barWidth}z`;
}

function circle({ x, y, side }: Square): string {
  const radius = side / 2;
  return `M${x} ${y + radius}a${radius} ${radius} 0 1 1 ${side} 0a${radius} ${radius} 0 1 1 ${-side} 0z`;
}

/** A square whose corners are round by a radius each: top left, top right, bottom right, bottom left. */
function cornered(
  { x, y, side }: Square,
  radii: readonly [number, number, number, number],
): string {
  const [first, second, third, fourth] = radii;
  const arc = (radius: number, dx: number, dy: number) =>
    radius === 0 ? "" : `a${radius} ${radius} 0 0 1 ${dx * radius} ${dy * radius}`;
  return [
    `M${x + first} ${y}h${side - first - second}`,
    arc(second, 1, 1),
    `v${side - second - third}`,
    arc(third, -1, 1),
    `h${third + fourth - side}`,
    arc(fourth, -1, -1),
    `v${fourth + first - side}`,
    arc(first, 1, -1),
    "z",
  ].join("");
}

function eyePart(eyes: QrEyes, square: Square): string {
  const round = square.side * 0.3;
  const leaf = square.side * 0.45;
  switch (eyes) {
    case "square":
      return cornered(square, [0, 0, 0, 0]);
    case "rounded":
      return cornered(square, [round, round, round, round]);
    case "circle":
      return circle(square);
    case "leaf":
      return cornered(square, [leaf, 0, leaf, 0]);
  }
}

/** The three eyes of a code as one path, to be filled by the even-odd rule. */
export function eyesPath(eyes: QrEyes, size: number, start: number): string {
  const far = start + size - eyeSide;
  return [
    { x: start, y: start },
    { x: far, y: start },
    { x: start, y: far },
  ]
    .flatMap(({ x, y }) =>
      [0, 1, 2].map((inset) =>
        eyePart(eyes, { x: x + inset, y: y + inset, side: eyeSide - 2 * inset }),
      ),
    )
    .join("");
}

/** Modules of a frame's line, and of the band with its words. */
const lineWidth = 1;
const bandHeight = 7;
const corner = 3;

/** Modules that a picture is wider and higher with a frame: it stays a square. */
export function frameRoom(frame: QrFrame | undefined): number {
  if (frame === undefined) return 0;
  return 2 * lineWidth + (frame === "border" ? 0 : bandHeight);
}

/** A frame around a code of so many modules, and where the code stands in it. */
export function drawFrame(
  frame: QrFrame,
  modules: number,
  { ink, ground }: { readonly ink: string; readonly ground: string },
): { readonly svg: string; readonly x: number; readonly y: number } {
  const side = modules + frameRoom(frame);
  const width = modules + 2 * lineWidth;
  const left = (side - width) / 2;
  const half = lineWidth / 2;
  const line = `<rect x="${left + half}" y="${half}" width="${width - lineWidth}" height="${side - lineWidth}" rx="${corner}" fill="none" stroke="${ink}" stroke-width="${lineWidth}"/>`;
  const at = { x: left + lineWidth, y: lineWidth };
  if (frame === "border") return { svg: line, ...at };
  const words = frameWords[frame];
  const top = side - bandHeight - lineWidth;
  const size = Math.min(bandHeight * 0.62, (width * 0.8) / words.width);
  const band = `M${left} ${top}h${width}v${bandHeight + lineWidth - corner}a${corner} ${corner} 0 0 1 ${-corner} ${corner}h${2 * corner - width}a${corner} ${corner} 0 0 1 ${-corner} ${-corner}z`;
  const x = (side - words.width * size) / 2;
  const y = top + (bandHeight + lineWidth) / 2 + size * 0.34;
  return {
    svg: `${line}<path fill="${ink}" d="${band}"/><path fill="${ground}" transform="translate(${x} ${y}) scale(${size})" d="${words.path}"/>`,
    ...at,
  };
}
