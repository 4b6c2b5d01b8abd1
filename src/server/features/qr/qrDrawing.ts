import qrcode from "qrcode";
import type { Rgb } from "../../../util/contrast.ts";

/** How much of a code may be lost: 7, 15, 25 and 30 % (ISO/IEC 18004). */
export type QrCorrection = "L" | "M" | "Q" | "H";

/** Everything that a QR picture shows. */
export interface QrDesign {
  /** What a scan reads; it must fit (see `sizeFault`). */
  readonly payload: string;
  readonly foreground: Rgb;
  readonly background: Rgb;
  readonly logo: QrLogo | null;
  /** Absent: as much as goes with the content, the most below a logo. */
  readonly correction?: QrCorrection | undefined;
}

export interface QrLogo {
  /** A PNG, as `loadLogo` gives it. */
  readonly png: Uint8Array;
  /** Width of its plate as a share of the code's. Default 0.26, the most that every scanner bears. */
  readonly share?: number | undefined;
}

export const black: Rgb = [0, 0, 0];
export const white: Rgb = [255, 255, 255];

/** `rgb(r,g,b)` as a colour; null: it is none. */
export function readColour(text: string): Rgb | null {
  const [, ...values] = /^rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$/i.exec(text.trim()) ?? [];
  const [red = 256, green = 256, blue = 256] = values.map(Number);
  return Math.max(red, green, blue) > 255 ? null : [red, green, blue];
}

/** Light modules around the code (ISO/IEC 18004, 6.3.8). */
const quietZone = 4;
export const logoShare = 0.26;
/** A logo on a smaller code would be no more than a few modules wide. */
const leastVersionWithLogo = 4;
/** Bytes at error correction M (version 40). Longer ones take L. */
const mostBytesAtM = 2_331;

function matrixOf({
  payload,
  hasLogo,
  correction,
}: Pick<QrDesign, "payload" | "correction"> & { readonly hasLogo: boolean }): qrcode.QRCode {
  const bytes = Buffer.from(payload);
  // In one segment of bytes, so that a scanner that guesses the characters guesses once.
  const text: string | qrcode.QRCodeSegment[] =
    bytes.length === payload.length ? payload : [{ data: bytes, mode: "byte" }];
  const automatic = hasLogo ? "H" : bytes.length > mostBytesAtM ? "L" : "M";
  const errorCorrectionLevel = correction ?? automatic;
  const code = qrcode.create(text, { errorCorrectionLevel });
  return !hasLogo || code.version >= leastVersionWithLogo
    ? code
    : qrcode.create(text, { errorCorrectionLevel, version: leastVersionWithLogo });
}

/** Modules from edge to edge, quiet zone included. */
export function modulesOf(code: Parameters<typeof matrixOf>[0]): number {
  return matrixOf(code).modules.size + 2 * quietZone;
}

/** The square in the middle that a logo takes, on whole modules. */
function plateOf(modules: number, { share = logoShare }: QrLogo): { start: number; side: number } {
  const most = Math.floor(modules * share);
  // A code has an odd number of modules; an even plate would not sit in its middle.
  const side = most % 2 === 1 ? most : Math.max(most - 1, 1);
  return { start: (modules - side) / 2, side };
}

/** Dark modules as one path, a run of a row at a time; what a plate covers is left out. */
function modulesPath(
  modules: qrcode.QRCode["modules"],
  plate: { start: number; side: number } | null,
): string {
  const { size } = modules;
  const isCovered = (at: number) =>
    plate !== null && at >= plate.start && at < plate.start + plate.side;
  const isDark = (row: number, column: number) =>
    column < size && Boolean(modules.get(row, column)) && !(isCovered(row) && isCovered(column));
  let path = "";
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const start = column;
      while (isDark(row, column)) column += 1;
      const run = column - start;
      if (run > 0) path += `M${start + quietZone} ${row + quietZone}h${run}v1h-${run}z`;
    }
  }
  return path;
}

function hexOf(colour: Rgb): string {
  return `#${colour.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Most of a picture's width that may go to a wider margin for the sake of whole pixels. */
const mostSlack = 0.12;

export interface QrDrawing {
  readonly svg: string;
  /** Modules from edge to edge, quiet zone included. */
  readonly modules: number;
}

/**
 * The picture as SVG, `size` pixels wide and high. Modules get whole pixels where the margin pays
 * for it; otherwise edges are smooth, which scanners read better than modules of unequal width.
 */
export function drawQr(design: QrDesign, size: number): QrDrawing {
  const { foreground, background, logo } = design;
  const { modules: matrix } = matrixOf({ ...design, hasLogo: logo !== null });
  const plate = logo === null ? null : plateOf(matrix.size, logo);
  const modules = matrix.size + 2 * quietZone;
  const pixels = Math.floor(size / modules);
  const isWhole = pixels >= 1 && size - pixels * modules <= size * mostSlack;
  const width = isWhole ? size / pixels : modules;
  const margin = isWhole ? Math.floor((size - pixels * modules) / 2) / pixels : 0;
  const path = modulesPath(matrix, plate);
  const ground = hexOf(background);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-margin} ${-margin} ${width} ${width}" shape-rendering="${isWhole ? "crispEdges" : "geometricPrecision"}">`,
    `<rect x="${-margin}" y="${-margin}" width="${width}" height="${width}" fill="${ground}"/>`,
    `<path fill="${hexOf(foreground)}" d="${path}"/>`,
  ];
  if (logo !== null && plate !== null) {
    // Half a module of the plate stays free on each side of the logo.
    const at = plate.start + quietZone + 0.5;
    const side = plate.side - 1;
    const data = Buffer.from(logo.png).toString("base64");
    parts.push(
      `<image x="${at}" y="${at}" width="${side}" height="${side}" href="data:image/png;base64,${data}"/>`,
    );
  }
  return { svg: `${parts.join("")}</svg>`, modules };
}
