import resvg from "@resvg/resvg-js";
import jsqr from "jsqr";
import { drawQr, type QrDesign } from "./qrDrawing.ts";

/**
 * Work on pictures that takes longer than others should wait. It runs in a thread of its own (see
 * `drawingThread`), one job after the other.
 */
export type DrawingJob =
  | { readonly kind: "svg"; readonly design: QrDesign; readonly size: number }
  | { readonly kind: "png"; readonly design: QrDesign; readonly size: number }
  /** Whether a scanner reads the picture as what it was made from. */
  | { readonly kind: "scan"; readonly design: QrDesign }
  | { readonly kind: "shrink"; readonly picture: SizedPicture };

export interface SizedPicture {
  readonly type: "image/png" | "image/jpeg";
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

export interface DrawingResults {
  readonly svg: string;
  readonly png: Uint8Array;
  readonly scan: boolean;
  /** A PNG of at most {@link shrunkSide} pixels a side; null: broken, or nothing to be seen. */
  readonly shrink: SizedPicture | null;
}

/** Sharp in the middle of the largest picture: 26 % of 2,000 pixels. */
const shrunkSide = 512;

function rasterise(svg: string, width: number) {
  return new resvg.Resvg(svg, {
    fitTo: { mode: "width", value: width },
    font: { loadSystemFonts: false },
    logLevel: "off",
  }).render();
}

/** Pixels a module. More than one try: a decoder may miss a good picture at one scale. */
const scanScales = [4, 3, 6];

function isReadable(design: QrDesign): boolean {
  return scanScales.some((scale) => {
    const { modules } = drawQr(design, 1);
    const width = modules * scale;
    const image = rasterise(drawQr(design, width).svg, width);
    const found = jsqr.default(new Uint8ClampedArray(image.pixels), image.width, image.height);
    return found?.data === design.payload;
  });
}

function shrink({ type, width, height, bytes }: SizedPicture): SizedPicture | null {
  const scale = Math.min(1, shrunkSide / Math.max(width, height));
  const [small, low] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  if (small === undefined || low === undefined) return null;
  const data = Buffer.from(bytes).toString("base64");
  const image = rasterise(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${small}" height="${low}"><image width="${small}" height="${low}" preserveAspectRatio="none" href="data:${type};base64,${data}"/></svg>`,
    small,
  );
  // A picture that can't be decoded is left out of the drawing, which then is empty.
  const isEmpty = image.pixels.every((value, index) => index % 4 !== 3 || value === 0);
  if (isEmpty) return null;
  return { type: "image/png", width: image.width, height: image.height, bytes: image.asPng() };
}

export function runDrawingJob(job: DrawingJob): DrawingResults[DrawingJob["kind"]] {
  switch (job.kind) {
    case "svg":
      return drawQr(job.design, job.size).svg;
    case "png":
      return rasterise(drawQr(job.design, job.size).svg, job.size).asPng();
    case "scan":
      return isReadable(job.design);
    case "shrink":
      return shrink(job.picture);
  }
}
