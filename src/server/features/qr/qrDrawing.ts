import qrcode from "qrcode";
import type { QrEyes, QrFrame, QrPattern } from "../../../contract/resources/qrCodes.ts";
import { drawFrame, eyesPath, frameRoom, isInEye, moduleShape } from "./qrStyles.ts";
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
  /** Absent: squares, and no frame. */
  readonly pattern?: QrPattern | undefined;
  readonly eyes?: QrEyes | undefined;
  readonly frame?: QrFrame | undefined;
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

/** Modules from edge to edge, quiet zone and frame included. */
export function modulesOf(code: Parameters<typeof matrixOf>[0] & Pick<QrDesign, "frame">): number {
  return matrixOf(code).modules.size + 2 * quietZone + frameRoom(code.frame);
}

/** The square in the middle that a logo takes, on whole modules. */
function plateOf(modules: number, { share = logoShare }: QrLogo): { start: number; side: number } {
  const most = Math.floor(modules * share);
  // A code has an odd number of modules; an even plate would not sit in its middle.
  const side = most % 2 === 1 ? most : Math.max(most - 1, 1);
  return { start: (modules - side) / 2, side };
}

/** Dark modules as paths, squares a run of a row at a time; what a plate covers is left out. */
function modulesPaths(
  modules: qrcode.QRCode["modules"],
  plate: { start: number; side: number } | null,
  { pattern = "square", eyes = "square" }: Pick<QrDesign, "pattern" | "eyes">,
): readonly string[] {
  const { size } = modules;
  const isPlain = pattern === "square" && eyes === "square";
  const isCovered = (at: number) =>
    plate !== null && at >= plate.start && at < plate.start + plate.side;
  const isDark = (row: number, column: number) =>
    Math.min(row, column) >= 0 &&
    Math.max(row, column) < size &&
    Boolean(modules.get(row, column)) &&
    !(isCovered(row) && isCovered(column)) &&
    (isPlain || !isInEye(size, row, column));
  // As the pattern is drawn: moved by the quiet zone.
  const isDrawnDark = (row: number, column: number) => isDark(row - quietZone, column - quietZone);
  let path = "";
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (pattern !== "square") {
        if (isDark(row, column))
          path += moduleShape(pattern, isDrawnDark, row + quietZone, column + quietZone);
        continue;
      }
      const start = column;
      while (isDark(row, column)) column += 1;
      const run = column - start;
      if (run > 0) path += `M${start + quietZone} ${row + quietZone}h${run}v1h-${run}z`;
    }
  }
  return isPlain ? [path] : [path, eyesPath(eyes, size, quietZone)];
}

function hexOf(colour: Rgb): string {
  return `#${colour.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Most of a picture's width that may go to a wider margin for the sake of whole pixels. */
const mostSlack = 0.12;

export interface QrDrawing {
  readonly svg: string;
  /** Modules from edge to edge, quiet zone and frame included. */
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
  const { pattern, eyes, frame } = design;
  const modules = matrix.size + 2 * quietZone + frameRoom(frame);
  const pixels = Math.floor(size / modules);
  const isWhole = pixels >= 1 && size - pixels * modules <= size * mostSlack;
  const isSharp = isWhole && (pattern ?? "square") === "square" && (eyes ?? "square") === "square";
  const width = isWhole ? size / pixels : modules;
  const margin = isWhole ? Math.floor((size - pixels * modules) / 2) / pixels : 0;
  const [ink, ground] = [hexOf(foreground), hexOf(background)];
  const framed =
    frame === undefined ? null : drawFrame(frame, matrix.size + 2 * quietZone, { ink, ground });
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-margin} ${-margin} ${width} ${width}" shape-rendering="${isSharp && framed === null ? "crispEdges" : "geometricPrecision"}">`,
    `<rect x="${-margin}" y="${-margin}" width="${width}" height="${width}" fill="${ground}"/>`,
    ...(framed === null ? [] : [framed.svg, `<g transform="translate(${framed.x} ${framed.y})">`]),
    ...modulesPaths(matrix, plate, { pattern, eyes }).map(
      (path, place) =>
        `<path fill="${ink}"${place === 0 ? "" : ' fill-rule="evenodd"'} d="${path}"/>`,
    ),
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
  if (framed !== null) parts.push("</g>");
  return { svg: `${parts.join("")}</svg>`, modules };
}
