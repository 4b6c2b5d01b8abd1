import type { DrawingThread } from "./drawingThread.ts";
import { black, logoShare, type QrDesign, white } from "./qrDrawing.ts";
import { contrast, luminance, type Rgb } from "../../../util/contrast.ts";

/** Why a code may not scan, or will not. */
export type QrConcern = "tooAlike" | "lowContrast" | "inverted" | "unreadable";

/** One change of the look after which it would scan. */
export interface QrRepair {
  readonly foreground?: Rgb;
  readonly background?: Rgb;
  /** Share of the code's width. */
  readonly logoShare?: number;
  /** As much as goes with the content. */
  readonly isCorrectionAutomatic?: true;
}

/** What is to be said of a drawing. */
export interface QrVerdict {
  readonly svg: string;
  /** From edge to edge, quiet zone included. */
  readonly modules: number;
  readonly contrast: number;
  /** Whether it was decoded, as it is drawn, to what it was made from. */
  readonly scans: boolean;
  readonly concerns: readonly {
    readonly concern: QrConcern;
    readonly sentence: string;
    readonly repair: QrRepair | null;
  }[];
}

export interface QrReadability {
  readonly verdict: "ok" | "warning" | "refusal";
  readonly concerns: readonly QrConcern[];
  /** One or two sentences for the owner; empty when all is well. */
  readonly sentence: string;
}

/** Contrast that every camera bears, and the least that any decoder should be asked to. */
const safeContrast = 4.5;
const leastContrast = 2;

function colourConcerns({ foreground, background }: QrDesign): QrConcern[] {
  const ratio = contrast(foreground, background);
  const inverted: QrConcern[] = luminance(foreground) > luminance(background) ? ["inverted"] : [];
  if (ratio < leastContrast) return ["tooAlike"];
  return ratio < safeContrast ? ["lowContrast", ...inverted] : inverted;
}

function sentenceOf(concern: QrConcern, { foreground, background, logo }: QrDesign): string {
  const ratio = `${(Math.floor(contrast(foreground, background) * 10) / 10).toFixed(1)}:1`;
  switch (concern) {
    case "tooAlike":
      return `The two colors are too similar to scan (contrast ${ratio}; ${safeContrast}:1 is safe).`;
    case "lowContrast":
      return `The two colors are too similar for some cameras (contrast ${ratio}; ${safeContrast}:1 is safe).`;
    case "inverted":
      return "The code is lighter than its background. Some scanners can't read such codes.";
    case "unreadable":
      return logo === null
        ? "Scanners can't read this image."
        : "Scanners can't read this image, because the logo covers too much of it.";
  }
}

/**
 * Whether the picture will scan: by its colours, and by really decoding it. Low contrast and
 * inverted colours are warned about; what no decoder reads is refused. Rejects as the thread does.
 */
export async function checkReadability(
  design: QrDesign,
  thread: DrawingThread,
): Promise<QrReadability> {
  const ofRgbs = colourConcerns(design);
  const isRefused = ofRgbs.includes("tooAlike");
  const isRead = isRefused || (await thread.run({ kind: "scan", design }, "owner"));
  const concerns: QrConcern[] = isRead ? ofRgbs : ["unreadable", ...ofRgbs];
  const worst = isRefused || !isRead ? "refusal" : "warning";
  return {
    verdict: concerns.length === 0 ? "ok" : worst,
    concerns,
    sentence: concerns.map((concern) => sentenceOf(concern, design)).join(" "),
  };
}

/** Steps in which a colour is brought nearer to black or white. */
const shades = 20;

/** The darker colour made darker, then the lighter one lighter, until the two can be told apart. */
function contrastRepair({ foreground, background }: QrDesign): QrRepair {
  const isDark = luminance(foreground) <= luminance(background);
  const [dark, light] = isDark ? [foreground, background] : [background, foreground];
  for (let step = 1; step <= shades; step += 1) {
    const darker = towards(dark, black, step / shades);
    if (contrast(darker, light) >= safeContrast) return asRepair(isDark, darker, light);
  }
  for (let step = 1; step < shades; step += 1) {
    const lighter = towards(light, white, step / shades);
    if (contrast(black, lighter) >= safeContrast) return asRepair(isDark, black, lighter);
  }
  return asRepair(isDark, black, white);
}

function towards(from: Rgb, to: Rgb, share: number): Rgb {
  const [red = 0, green = 0, blue = 0] = from.map((value, at) =>
    Math.round(value + ((to[at] ?? 0) - value) * share),
  );
  return [red, green, blue];
}

function asRepair(isDark: boolean, dark: Rgb, light: Rgb): QrRepair {
  return isDark ? { foreground: dark, background: light } : { foreground: light, background: dark };
}

function repairOf(
  concern: QrConcern,
  design: QrDesign,
  bearableLogo: number | null,
): QrRepair | null {
  switch (concern) {
    case "tooAlike":
    case "lowContrast":
      return contrastRepair(design);
    case "inverted":
      return { foreground: design.background, background: design.foreground };
    case "unreadable":
      if (bearableLogo !== null && bearableLogo < (design.logo?.share ?? logoShare)) {
        return { logoShare: bearableLogo };
      }
      return design.correction === undefined ? null : { isCorrectionAutomatic: true };
  }
}

/** Draws it and decodes that very drawing; says what keeps it from scanning, and what would mend it. */
export async function judgeDrawing(design: QrDesign, thread: DrawingThread): Promise<QrVerdict> {
  const ofRgbs = colourConcerns(design);
  const size = 640;
  const { svg, modules, scans, bearableLogo } = await thread.run(
    { kind: "judge", design, size },
    "owner",
  );
  const isRefused = ofRgbs.includes("tooAlike");
  const concerns: QrConcern[] = scans || isRefused ? ofRgbs : ["unreadable", ...ofRgbs];
  return {
    svg,
    modules,
    contrast: contrast(design.foreground, design.background),
    scans: scans && !isRefused,
    concerns: concerns.map((concern) => ({
      concern,
      sentence: sentenceOf(concern, design),
      repair: repairOf(concern, design, bearableLogo),
    })),
  };
}
