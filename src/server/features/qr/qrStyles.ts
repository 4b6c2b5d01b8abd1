import type { QrEyes, QrFrame, QrPattern } from "../../../contract/resources/qrCodes.ts";

/**
 * Words of frames as outlines, because pictures are drawn without any font. Each is one unit high
 * for the size of its letters, and stands on the line y = 0. Taken from Instrument Sans and
 * Vazirmatn (SIL Open Font License 1.1).
 */
const frameWords = {
  // Scan me
  scan: {
    width: 4.152,
    path: "M0.343 0.009Q0.206 0.009 0.123 -0.053Q0.041 -0.116 0.027 -0.23H0.164Q0.171 -0.168 0.221 -0.133Q0.27 -0.098 0.349 -0.098Q0.414 -0.098 0.448 -0.121Q0.483 -0.144 0.483 -0.185Q0.483 -0.222 0.461 -0.245Q0.44 -0.268 0.39 -0.282L0.258 -0.32Q0.157 -0.349 0.11 -0.399Q0.063 -0.448 0.063 -0.523Q0.063 -0.587 0.096 -0.634Q0.129 -0.681 0.188 -0.706Q0.248 -0.731 0.328 -0.731Q0.451 -0.731 0.524 -0.672Q0.598 -0.613 0.608 -0.514H0.471Q0.461 -0.571 0.422 -0.597Q0.383 -0.624 0.32 -0.624Q0.265 -0.624 0.232 -0.603Q0.2 -0.581 0.2 -0.544Q0.2 -0.515 0.219 -0.492Q0.237 -0.47 0.292 -0.454L0.425 -0.416Q0.528 -0.387 0.574 -0.336Q0.619 -0.286 0.619 -0.209Q0.619 -0.104 0.547 -0.048Q0.474 0.009 0.343 0.009ZM0.944 0.01Q0.866 0.01 0.806 -0.024Q0.746 -0.058 0.712 -0.118Q0.678 -0.178 0.678 -0.255Q0.678 -0.332 0.712 -0.392Q0.746 -0.452 0.806 -0.486Q0.866 -0.52 0.944 -0.52Q1.01 -0.52 1.062 -0.496Q1.114 -0.472 1.148 -0.429Q1.181 -0.387 1.191 -0.329H1.058Q1.047 -0.368 1.017 -0.389Q0.988 -0.41 0.946 -0.41Q0.908 -0.41 0.88 -0.391Q0.852 -0.372 0.837 -0.338Q0.822 -0.303 0.822 -0.255Q0.822 -0.208 0.837 -0.173Q0.852 -0.138 0.88 -0.119Q0.908 -0.1 0.946 -0.1Q0.987 -0.1 1.017 -0.121Q1.047 -0.141 1.058 -0.18H1.191Q1.181 -0.123 1.147 -0.081Q1.114 -0.038 1.062 -0.014Q1.009 0.01 0.944 0.01ZM1.605 0Q1.599 -0.021 1.597 -0.046Q1.595 -0.07 1.595 -0.103H1.591V-0.345Q1.591 -0.38 1.569 -0.4Q1.548 -0.419 1.504 -0.419Q1.463 -0.419 1.438 -0.404Q1.414 -0.389 1.407 -0.361H1.276Q1.285 -0.431 1.345 -0.476Q1.405 -0.52 1.509 -0.52Q1.616 -0.52 1.672 -0.472Q1.728 -0.423 1.728 -0.332V-0.103Q1.728 -0.079 1.732 -0.054Q1.735 -0.028 1.743 0ZM1.428 0.01Q1.351 0.01 1.306 -0.029Q1.261 -0.067 1.261 -0.132Q1.261 -0.202 1.313 -0.244Q1.365 -0.287 1.46 -0.3L1.614 -0.322V-0.239L1.482 -0.219Q1.44 -0.212 1.419 -0.196Q1.398 -0.179 1.398 -0.149Q1.398 -0.121 1.418 -0.107Q1.437 -0.093 1.471 -0.093Q1.521 -0.093 1.556 -0.119Q1.591 -0.146 1.591 -0.182L1.604 -0.104Q1.583 -0.048 1.538 -0.019Q1.493 0.01 1.428 0.01ZM1.86 0V-0.51H1.995V-0.39H1.999V0ZM2.217 0V-0.319Q2.217 -0.364 2.194 -0.386Q2.172 -0.408 2.128 -0.408Q2.09 -0.408 2.061 -0.391Q2.032 -0.374 2.015 -0.345Q1.999 -0.315 1.999 -0.274L1.986 -0.397Q2.011 -0.453 2.06 -0.487Q2.109 -0.52 2.18 -0.52Q2.264 -0.52 2.31 -0.473Q2.355 -0.426 2.355 -0.347V0ZM2.688 0V-0.51H2.823V-0.39H2.827V0ZM3.032 0V-0.326Q3.032 -0.369 3.01 -0.388Q2.989 -0.408 2.95 -0.408Q2.915 -0.408 2.887 -0.393Q2.859 -0.377 2.843 -0.348Q2.827 -0.32 2.827 -0.281L2.814 -0.397Q2.839 -0.453 2.887 -0.487Q2.935 -0.52 3.001 -0.52Q3.08 -0.52 3.125 -0.475Q3.17 -0.431 3.17 -0.361V0ZM3.375 0V-0.326Q3.375 -0.369 3.353 -0.388Q3.332 -0.408 3.293 -0.408Q3.258 -0.408 3.23 -0.393Q3.202 -0.377 3.186 -0.348Q3.17 -0.32 3.17 -0.281L3.147 -0.397Q3.172 -0.453 3.223 -0.487Q3.273 -0.52 3.342 -0.52Q3.423 -0.52 3.468 -0.474Q3.513 -0.428 3.513 -0.353V0ZM3.878 0.01Q3.795 0.01 3.733 -0.024Q3.672 -0.057 3.637 -0.117Q3.603 -0.177 3.603 -0.255Q3.603 -0.334 3.637 -0.394Q3.671 -0.453 3.733 -0.487Q3.794 -0.52 3.874 -0.52Q3.952 -0.52 4.009 -0.488Q4.066 -0.456 4.098 -0.4Q4.129 -0.343 4.129 -0.266Q4.129 -0.251 4.128 -0.238Q4.127 -0.225 4.125 -0.214H3.687V-0.307H4.016L3.99 -0.286Q3.99 -0.353 3.959 -0.386Q3.928 -0.419 3.873 -0.419Q3.811 -0.419 3.776 -0.377Q3.741 -0.335 3.741 -0.253Q3.741 -0.173 3.776 -0.132Q3.811 -0.091 3.878 -0.091Q3.916 -0.091 3.944 -0.105Q3.972 -0.118 3.986 -0.148H4.116Q4.091 -0.074 4.03 -0.032Q3.97 0.01 3.878 0.01Z",
  },
  // اسکن کنید
  scanfa: {
    width: 4.242,
    path: "M0.322 -0.201Q0.322 -0.173 0.3 -0.157Q0.278 -0.14 0.242 -0.132Q0.206 -0.125 0.163 -0.125Q0.136 -0.125 0.104 -0.129Q0.073 -0.133 0.042 -0.14V-0.014Q0.072 -0.007 0.101 -0.004Q0.13 -0 0.171 -0Q0.221 -0 0.26 -0.009Q0.299 -0.018 0.33 -0.035Q0.361 -0.052 0.385 -0.077Q0.402 -0.053 0.421 -0.036Q0.441 -0.019 0.467 -0.009Q0.493 0 0.53 0H0.551V-0.126H0.53Q0.507 -0.126 0.492 -0.142Q0.477 -0.157 0.464 -0.185Q0.451 -0.213 0.434 -0.252L0.315 -0.527L0.211 -0.477L0.304 -0.268Q0.31 -0.254 0.316 -0.234Q0.322 -0.214 0.322 -0.201ZM0.53 -0.126V0H0.569V-0.126ZM0.708 0.067 0.629 0.146 0.708 0.225 0.787 0.146ZM0.543 0.067 0.465 0.146 0.543 0.225 0.623 0.146ZM0.699 -0.322Q0.702 -0.298 0.703 -0.272Q0.704 -0.247 0.704 -0.22Q0.704 -0.168 0.682 -0.147Q0.66 -0.126 0.604 -0.126H0.557V0H0.604Q0.65 0 0.692 -0.017Q0.733 -0.034 0.762 -0.067Q0.776 -0.046 0.796 -0.032Q0.816 -0.017 0.842 -0.008Q0.869 0 0.902 0H0.914V-0.126H0.903Q0.876 -0.126 0.858 -0.134Q0.84 -0.143 0.83 -0.16Q0.821 -0.177 0.819 -0.203L0.81 -0.336ZM1.036 -0.322Q1.038 -0.298 1.04 -0.272Q1.041 -0.247 1.041 -0.22Q1.041 -0.168 1.019 -0.147Q0.997 -0.126 0.941 -0.126H0.894V0H0.941Q0.987 0 1.029 -0.017Q1.07 -0.034 1.099 -0.067Q1.113 -0.046 1.133 -0.032Q1.153 -0.017 1.179 -0.008Q1.206 0 1.239 0H1.25V-0.126H1.24Q1.213 -0.126 1.194 -0.134Q1.176 -0.143 1.167 -0.16Q1.158 -0.177 1.156 -0.203L1.147 -0.336ZM1.058 -0.577 0.975 -0.493 1.058 -0.411 1.141 -0.493ZM1.391 -0.458 1.667 -0.569V-0.694L1.297 -0.543Q1.272 -0.533 1.259 -0.511Q1.247 -0.489 1.247 -0.463Q1.247 -0.44 1.257 -0.418Q1.267 -0.396 1.286 -0.382Q1.31 -0.364 1.34 -0.344Q1.37 -0.325 1.4 -0.305Q1.43 -0.285 1.455 -0.265Q1.481 -0.244 1.496 -0.226Q1.512 -0.207 1.512 -0.19Q1.512 -0.165 1.494 -0.151Q1.477 -0.137 1.441 -0.132Q1.405 -0.126 1.35 -0.126H1.231V0H1.35Q1.437 0 1.498 -0.017Q1.56 -0.034 1.593 -0.075Q1.626 -0.116 1.626 -0.188Q1.626 -0.223 1.614 -0.254Q1.602 -0.284 1.579 -0.311Q1.557 -0.338 1.528 -0.362Q1.498 -0.387 1.463 -0.41Q1.429 -0.434 1.391 -0.458ZM2.287 -0.411 2.204 -0.327 2.287 -0.245 2.37 -0.327ZM2.292 0.126Q2.221 0.126 2.18 0.102Q2.139 0.078 2.122 0.038Q2.104 -0.003 2.104 -0.051Q2.104 -0.095 2.116 -0.143Q2.128 -0.192 2.144 -0.242L2.037 -0.283Q2.015 -0.225 2.003 -0.165Q1.991 -0.104 1.991 -0.048Q1.991 0.036 2.022 0.104Q2.054 0.172 2.12 0.211Q2.187 0.251 2.292 0.251Q2.387 0.251 2.452 0.218Q2.518 0.184 2.554 0.123Q2.591 0.062 2.598 -0.02Q2.612 -0.009 2.629 -0.004Q2.645 0 2.67 0H2.687V-0.126H2.668Q2.633 -0.126 2.615 -0.145Q2.597 -0.163 2.588 -0.19L2.549 -0.308L2.432 -0.263Q2.451 -0.216 2.468 -0.16Q2.484 -0.104 2.484 -0.05Q2.484 -0.001 2.467 0.039Q2.449 0.079 2.408 0.103Q2.366 0.126 2.292 0.126ZM2.828 -0.458 3.104 -0.569V-0.694L2.734 -0.543Q2.709 -0.533 2.696 -0.512Q2.684 -0.491 2.684 -0.465Q2.684 -0.441 2.694 -0.419Q2.704 -0.396 2.723 -0.382Q2.747 -0.364 2.777 -0.344Q2.807 -0.325 2.837 -0.305Q2.867 -0.285 2.892 -0.265Q2.918 -0.244 2.933 -0.226Q2.949 -0.207 2.949 -0.19Q2.949 -0.165 2.931 -0.151Q2.914 -0.137 2.878 -0.132Q2.842 -0.126 2.787 -0.126H2.668V0H2.787Q2.852 0 2.895 -0.008Q2.937 -0.016 2.967 -0.033Q2.996 -0.05 3.02 -0.079Q3.048 -0.037 3.088 -0.018Q3.127 0 3.185 0H3.198V-0.126H3.185Q3.149 -0.126 3.128 -0.137Q3.106 -0.147 3.092 -0.17Q3.077 -0.193 3.061 -0.23Q3.049 -0.26 3.033 -0.284Q3.018 -0.309 2.998 -0.331Q2.977 -0.352 2.952 -0.372Q2.927 -0.393 2.896 -0.413Q2.865 -0.434 2.828 -0.458ZM3.519 0Q3.561 0 3.593 -0.018Q3.625 -0.036 3.651 -0.066Q3.67 -0.037 3.7 -0.019Q3.73 0 3.775 0Q3.838 -0 3.875 -0.032Q3.911 -0.063 3.927 -0.114Q3.943 -0.165 3.943 -0.224Q3.943 -0.265 3.937 -0.306Q3.931 -0.348 3.921 -0.385L3.807 -0.354Q3.81 -0.342 3.816 -0.318Q3.821 -0.295 3.826 -0.266Q3.831 -0.238 3.831 -0.211Q3.831 -0.188 3.825 -0.169Q3.82 -0.15 3.808 -0.138Q3.795 -0.126 3.774 -0.126Q3.74 -0.126 3.725 -0.147Q3.71 -0.167 3.708 -0.2L3.699 -0.323L3.588 -0.309Q3.59 -0.291 3.591 -0.271Q3.592 -0.251 3.593 -0.235Q3.594 -0.219 3.594 -0.212Q3.594 -0.166 3.579 -0.146Q3.564 -0.126 3.52 -0.126Q3.484 -0.126 3.465 -0.146Q3.447 -0.165 3.444 -0.2L3.435 -0.323L3.324 -0.309Q3.325 -0.291 3.327 -0.271Q3.328 -0.252 3.329 -0.236Q3.33 -0.22 3.33 -0.212Q3.33 -0.176 3.319 -0.158Q3.308 -0.139 3.285 -0.133Q3.262 -0.126 3.225 -0.126H3.179V0H3.224Q3.283 0 3.32 -0.017Q3.356 -0.035 3.382 -0.065Q3.402 -0.035 3.435 -0.018Q3.468 0 3.519 0ZM4.173 -0.681H4.055V-0H4.173Z",
  },
} as const;

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
