import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { disk, isOutOfSpace, replaceFile } from "../../store/fileSystem.ts";
import type { SizedPicture } from "./drawingJobs.ts";
import type { FetchFailure } from "../../outside/guardedFetch.ts";
import { Busy, StoreFailed, StoreFull } from "../../common/problems.ts";
import type { App } from "../../common/context.ts";

/** Pictures as bytes: what they are by content, never by name or by what a server says. */

/** Bytes. */
export const largestPicture = 2 * 2 ** 20;
/** Pixels a side: a picture is refused by its header, before anything is unpacked. */
const longestSide = 4_096;

/**
 * Scans of a progressive JPEG, which usually has ten. Each goes over all pixels, and takes a few bytes: tens of
 * thousands fit into a picture.
 */
const mostScans = 100;

/** Pixels; on a page it takes 96. */
const portraitSide = 160;

/** A picture, or what is wrong with it, as the rest of a sentence that begins with a field's name. */
export type PictureResult =
  | { readonly picture: SizedPicture; readonly fault?: undefined }
  | { readonly fault: string; readonly picture?: undefined };

const notAPicture = "must be a PNG or JPEG image";
const noSuchUpload =
  "must be a URL, or the path of an image in the uploads folder of the data folder";

interface Size {
  readonly width: number;
  readonly height: number;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Width and height of `IHDR`, which always comes first (PNG, 5.6). */
function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(pngSignature)) return undefined;
  if (bytes.readUInt32BE(8) !== 13 || bytes.toString("latin1", 12, 16) !== "IHDR") return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Whether a JPEG marker begins a frame: SOF0 to SOF15 without DHT, JPG and DAC (T.81, table B.1). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Width and height of the first frame header, found by walking over the segments before it. */
function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8 || bytes[2] !== 0xff) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
    } else if (isFrame(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    } else {
      at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
    }
  }
  return undefined;
}

/**
 * The longest side of whatever looks like a frame header anywhere in a JPEG: a decoder forgives what
 * isn't a segment, so it can find another frame than {@link jpegSize} does.
 */
function longestFrame(bytes: Buffer): number {
  let longest = 0;
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    if (at + 10 > bytes.length) break;
    const isHeader = bytes.readUInt16BE(at + 2) === 8 + 3 * (bytes[at + 9] ?? 0);
    if (!isHeader || !isFrame(bytes[at + 1] ?? 0)) continue;
    longest = Math.max(longest, bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7));
  }
  return longest;
}

const startOfScan = Buffer.from([0xff, 0xda]);

function hasManyScans(bytes: Buffer): boolean {
  let at = -1;
  for (let count = 0; count <= mostScans; count += 1) {
    at = bytes.indexOf(startOfScan, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** What a `data:` address of a picture says. */
export function bytesOfPicture(address: string): Buffer {
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
}

/** What a picture is, by its content: PNG or JPEG, at most 2 MiB and 4,096 pixels a side. */
export function readPicture(bytes: Buffer): PictureResult {
  if (bytes.length > largestPicture) return { fault: "must be at most 2 MiB" };
  const png = pngSize(bytes);
  const size = png ?? jpegSize(bytes);
  if (size === undefined || Math.min(size.width, size.height) < 1) return { fault: notAPicture };
  if (png === undefined && hasManyScans(bytes)) return { fault: notAPicture };
  const longest = png === undefined ? longestFrame(bytes) : 0;
  if (Math.max(size.width, size.height, longest) > longestSide) {
    return { fault: "must be at most 4,096 pixels wide and high" };
  }
  return { picture: { type: png === undefined ? "image/jpeg" : "image/png", ...size, bytes } };
}

/** Names that Windows takes for devices, whatever their ending. */
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;
/** What has a meaning in a path somewhere, and every encoding of it. */
const forbidden = /[\p{Cc}\\:%*?"<>|]/u;
const longestPath = 512;

/**
 * The segments of a path below `uploads/`, which may begin with that name; undefined: it leads, or
 * could be read to lead, anywhere else.
 */
export function uploadSegments(path: string): readonly string[] | undefined {
  if (path.length > longestPath || !path.isWellFormed() || forbidden.test(path)) return undefined;
  const segments = path.replace(/^uploads\//, "").split("/");
  const isPlain = segments.every(
    (segment) => segment !== "" && !/^\.+$|[. ]$|^ /.test(segment) && !device.test(segment),
  );
  return isPlain ? segments : undefined;
}

/** Below `uploads/`; what is in it is the service's own. */
const storedFolder = "kept";
const storedFile = /^kept\/[\w-]{27}\.(png|jpg)$/;

function failureSentence(failure: FetchFailure): string {
  switch (failure.kind) {
    case "refusedAddress":
      return "must not point to a private network";
    case "timeout":
      return "couldn't be downloaded within 5 seconds";
    case "tooLarge":
      return "must be at most 2 MiB";
    case "status":
      return failure.status >= 300 && failure.status <= 399
        ? "redirects to another URL. Use the image's own URL"
        : `couldn't be downloaded (status ${failure.status})`;
    case "network":
      return "couldn't be downloaded";
  }
}

/** A picture that the thread failed on is none; a thread with too much to do says so itself. */
function orNothing(error: unknown): null {
  if (error instanceof Busy) throw error;
  return null;
}

export interface Pictures {
  /**
   * The picture behind an http(s) address, fetched once, or behind a path in `uploads/`, as a PNG
   * of at most 512 pixels a side with nothing in it but pixels.
   */
  loadLogo(source: string): Promise<PictureResult>;
  /** The same of a picture that is at hand. */
  asLogo(bytes: Buffer): Promise<PictureResult>;
  /** The middle of a picture, {@link portraitSide} pixels wide and high, as a PNG. */
  asPortrait(bytes: Buffer): Promise<PictureResult>;
  /**
   * Keeps a picture in `uploads/` under a name made from its content, and answers that name once
   * it is there. The same picture is kept once. Rejects with {@link StoreFull} or
   * {@link StoreFailed}.
   */
  keep(picture: SizedPicture): Promise<string>;
  /** The bytes of a kept picture; null: it is gone, or the name is none of ours. */
  stored(file: string): Promise<Buffer | null>;
}

export function createPictures(app: Pick<App, "dataDir" | "fetch" | "drawing">): Pictures {
  async function fetched(url: string): Promise<Buffer | string> {
    const { page, failure } = await app.fetch({
      url,
      maxBytes: largestPicture,
      accept: "image/png, image/jpeg",
    });
    return failure === undefined ? page.body : failureSentence(failure);
  }

  /** Reads a file without following a link at any step from `uploads` on. */
  async function uploaded(source: string): Promise<Buffer | string> {
    const segments = uploadSegments(source);
    if (segments === undefined) return noSuchUpload;
    try {
      let path = app.dataDir;
      for (const segment of ["uploads", ...segments]) {
        path = join(path, segment);
        if ((await lstat(path)).isSymbolicLink()) return noSuchUpload;
      }
      return await readRegular(path);
    } catch {
      return noSuchUpload;
    }
  }

  async function stored(file: string): Promise<Buffer | null> {
    const bytes = storedFile.test(file) ? await uploaded(file) : "";
    // Whoever fills a data folder or a backup may name any content by its hash.
    return typeof bytes === "string" || readPicture(bytes).picture === undefined ? null : bytes;
  }

  async function redrawn(bytes: Buffer, square?: number): Promise<PictureResult> {
    const { picture, fault } = readPicture(bytes);
    if (picture === undefined) return { fault };
    const job = { kind: "shrink", picture, square } as const;
    const small = await app.drawing.run(job, "owner").catch(orNothing);
    return small === null ? { fault: notAPicture } : { picture: small };
  }
  const asLogo = (bytes: Buffer) => redrawn(bytes);

  return {
    stored,
    asLogo,
    asPortrait: (bytes) => redrawn(bytes, portraitSide),
    async keep({ bytes, type }) {
      const ending = type === "image/png" ? "png" : "jpg";
      const name = createHash("sha256").update(bytes).digest("base64url").slice(0, 27);
      const file = `${storedFolder}/${name}.${ending}`;
      if ((await stored(file)) === null) await writeWhole(app.dataDir, file, bytes);
      return file;
    },
    async loadLogo(source) {
      const isAddress = /^https?:/i.test(source);
      const bytes = isAddress ? await fetched(source) : await uploaded(source);
      return typeof bytes === "string" ? { fault: bytes } : asLogo(bytes);
    },
  };
}

/** Under another name first, so that a name never stands for half a picture. */
async function writeWhole(dataDir: string, file: string, bytes: Uint8Array): Promise<void> {
  const path = join(dataDir, "uploads", ...file.split("/"));
  const partial = `${path}.${randomUUID()}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await replaceFile(disk, path, bytes, partial);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    if (isOutOfSpace(error)) {
      throw new StoreFull("The disk is full.", { cause: error });
    }
    throw new StoreFailed("The image couldn't be saved.", { cause: error });
  }
}

async function readRegular(path: string): Promise<Buffer | string> {
  // On Windows the last two are undefined, and count for nothing here.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags);
  try {
    const found = await file.stat();
    if (!found.isFile()) return noSuchUpload;
    if (found.size > largestPicture) return "must be at most 2 MiB";
    const bytes = Buffer.alloc(found.size);
    const { bytesRead } = await file.read(bytes, 0, found.size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
