import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { Busy } from "../../common/problems.ts";
import type { DrawingCaller, DrawingThread } from "./drawingThread.ts";
import type { QrDesign, QrLogo } from "./qrDrawing.ts";
import {
  checkReadability,
  judgeDrawing,
  type QrReadability,
  type QrVerdict,
} from "./qrReadability.ts";

/** Pixels a side: the bounds, and what is drawn when nobody asks. */
const smallest = 100;
const largest = 2_000;
/** For posters, and for the owner alone. */
const largestForPrint = 4_000;
export const usualSize = 512;
/** Nobody can ask for each of two thousand sizes. */
const sizeStep = 100;

/** Bytes of pictures kept. */
const cacheSize = 32 * 2 ** 20;

/** Requests of the owner, or of strangers, that may wait for pictures: each holds its head. */
const mostWaiting = 500;

/** Part of every key: a change of the drawing must not be hidden by caches out there. */
const drawingEdition = 1;

export interface QrShape {
  readonly format: "png" | "svg";
  /** Pixels a side; clamped to 100..2,000 and rounded up to the next hundred. */
  readonly size?: number | undefined;
  /** Then it may have 4,000. */
  readonly isForPrint?: boolean | undefined;
}

export interface QrPicture {
  readonly type: "image/png" | "image/svg+xml";
  readonly bytes: Buffer;
  /** A strong validator in quotes, ready for `ETag` (RFC 9110, 8.8.3). */
  readonly etag: string;
}

export interface QrPictures {
  /** The validator alone, without drawing: a caller that has the picture needs no other. */
  etag(design: QrDesign, shape: QrShape): string;
  /**
   * The picture, drawn in another thread or from the cache; the owner's before others'. Throws `Busy` when too many are
   * waiting, and an `Error` when it can't be drawn (a payload that doesn't fit: see `sizeFault`).
   */
  picture(design: QrDesign, shape: QrShape, caller: DrawingCaller): Promise<QrPicture>;
  /** Whether it will scan. */
  readability(design: QrDesign): Promise<QrReadability>;
  /** The drawing of a design that isn't kept, and what is to be said of it. */
  judged(design: QrDesign): Promise<QrVerdict>;
}

function sizeOf({ size, isForPrint = false }: QrShape): number {
  if (size === undefined || Number.isNaN(size)) return usualSize;
  const most = isForPrint ? largestForPrint : largest;
  return Math.ceil(Math.min(most, Math.max(smallest, size)) / sizeStep) * sizeStep;
}

const logoKeys = new WeakMap<Uint8Array, string>();

/** A logo is a hundred kilobytes and in every key of its code. */
function logoKey({ png }: QrLogo): string {
  const known = logoKeys.get(png);
  if (known !== undefined) return known;
  const key = createHash("sha256").update(png).digest("base64url");
  logoKeys.set(png, key);
  return key;
}

function keyOf(design: QrDesign, shape: QrShape): string {
  const { payload, foreground, background, logo, correction = null } = design;
  const { pattern, eyes, frame } = design;
  const content = [
    drawingEdition,
    payload,
    foreground,
    background,
    correction,
    logo === null ? null : [logoKey(logo), logo.share ?? null],
    shape.format,
    sizeOf(shape),
    ...[pattern, eyes, frame].map((one) => one ?? null),
  ];
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 27);
}

/** QR codes as pictures, drawn on demand. */
export function createQrPictures(thread: DrawingThread): QrPictures {
  const cache = new LRUCache<string, Buffer>({
    maxSize: cacheSize,
    sizeCalculation: (bytes) => Math.max(bytes.length, 1),
  });
  const underWay = new Map<string, Promise<Buffer>>();

  async function draw(design: QrDesign, shape: QrShape, caller: DrawingCaller): Promise<Buffer> {
    const size = sizeOf(shape);
    switch (shape.format) {
      case "svg":
        return Buffer.from(await thread.run({ kind: "svg", design, size }, caller));
      case "png":
        return Buffer.from(await thread.run({ kind: "png", design, size }, caller));
    }
  }

  const waiting: Record<DrawingCaller, number> = { owner: 0, stranger: 0 };

  async function wait(drawing: Promise<Buffer>, caller: DrawingCaller): Promise<Buffer> {
    waiting[caller] += 1;
    try {
      return await drawing;
    } finally {
      waiting[caller] -= 1;
    }
  }

  /** The same picture is drawn once, however many ask for it meanwhile; the owner waits for no stranger. */
  function drawn(
    key: string,
    { design, shape, caller }: { design: QrDesign; shape: QrShape; caller: DrawingCaller },
  ): Promise<Buffer> {
    if (waiting[caller] >= mostWaiting) {
      return Promise.reject(new Busy("Too many images at once. Please retry later."));
    }
    const errand = `${caller} ${key}`;
    const before = underWay.get(errand);
    if (before !== undefined) return wait(before, caller);
    const drawing = draw(design, shape, caller)
      .then((bytes) => {
        cache.set(key, bytes);
        return bytes;
      })
      .finally(() => underWay.delete(errand));
    underWay.set(errand, drawing);
    return wait(drawing, caller);
  }

  return {
    etag: (design, shape) => `"${keyOf(design, shape)}"`,
    async picture(design, shape, caller) {
      const key = keyOf(design, shape);
      return {
        type: shape.format === "svg" ? "image/svg+xml" : "image/png",
        bytes: cache.get(key) ?? (await drawn(key, { design, shape, caller })),
        etag: `"${key}"`,
      };
    },
    readability: (design) => checkReadability(design, thread),
    judged: (design) => judgeDrawing(design, thread),
  };
}
