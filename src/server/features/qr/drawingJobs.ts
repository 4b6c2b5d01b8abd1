import resvg from "@resvg/resvg-js";
import jsqr from "jsqr";
import { drawQr, logoShare, type QrDesign } from "./qrDrawing.ts";

/**
 * Work on pictures that takes longer than others should wait. It runs in a thread of its own (see
 * `drawingThread`), one job after the other.
 */
export type DrawingJob =
  | { readonly kind: "svg"; readonly design: QrDesign; readonly size: number }
  | { readonly kind: "png"; readonly design: QrDesign; readonly size: number }
  /** Whether a scanner reads the picture as what it was made from. */
  | { readonly kind: "scan"; readonly design: QrDesign }
  /** The picture, whether it scans, and where it doesn't, what size of its logo would let it. */
  | { readonly kind: "judge"; readonly design: QrDesign; readonly size: number }
  /** `square`: its middle, so many pixels wide and high. */
  | {
      readonly kind: "shrink";
      readonly picture: SizedPicture;
      readonly square?: number | undefined;
    };

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
  readonly judge: JudgedDrawing;
  /** A PNG of at most {@link shrunkSide} pixels a side; null: broken, or nothing to be seen. */
  readonly shrink: SizedPicture | null;
}

export interface JudgedDrawing {
  readonly svg: string;
  /** From edge to edge, quiet zone included. */
  readonly modules: number;
  readonly scans: boolean;
  /** Share of the code that its logo may take; null: it isn't the logo, or no size helps. */
  readonly bearableLogo: number | null;
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

/** Steps in which a smaller logo is looked for. */
const logoStep = 0.02;
const leastLogo = 0.1;

function bearableLogo(design: QrDesign): number | null {
  const { logo } = design;
  if (logo === null) return null;
  const share = logo.share ?? logoShare;
  for (let less = share - logoStep; less >= leastLogo - logoStep / 2; less -= logoStep) {
    const rounded = Math.round(less * 100) / 100;
    if (isReadable({ ...design, logo: { ...logo, share: rounded } })) return rounded;
  }
  return null;
}

function judge(design: QrDesign, size: number): JudgedDrawing {
  const { svg, modules } = drawQr(design, size);
  const scans = isReadable(design);
  return { svg, modules, scans, bearableLogo: scans ? null : bearableLogo(design) };
}

function shrink(
  { type, width, height, bytes }: SizedPicture,
  square: number | undefined,
): SizedPicture | null {
  const scale = Math.min(1, shrunkSide / Math.max(width, height));
  const [small, low] = [width, height].map(
    (side) => square ?? Math.max(1, Math.round(side * scale)),
  );
  const fit = square === undefined ? "none" : "xMidYMid slice";
  if (small === undefined || low === undefined) return null;
  const data = Buffer.from(bytes).toString("base64");
  const image = rasterise(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${small}" height="${low}"><image width="${small}" height="${low}" preserveAspectRatio="${fit}" href="data:${type};base64,${data}"/></svg>`,
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
    case "judge":
      return judge(job.design, job.size);
    case "shrink":
      return shrink(job.picture, job.square);
  }
}
