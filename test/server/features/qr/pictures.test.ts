import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDrawingThread } from "../../../../src/server/features/qr/drawingThread.ts";
import type { FetchRequest, FetchResult } from "../../../../src/server/outside/guardedFetch.ts";
import {
  createPictures,
  largestPicture,
  readPicture,
  uploadSegments,
} from "../../../../src/server/features/qr/pictures.ts";
import { StoreFailed } from "../../../../src/server/common/problems.ts";
import { logoSvg, pixelsOf, rasterise } from "./qrExamples.ts";

const thread = createDrawingThread();
afterAll(() => thread.close());

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name));
const png = rasterise(logoSvg, 40);
const notAPicture = "must be a PNG or JPEG image";
const noSuchUpload =
  "must be a URL, or the path of an image in the uploads folder of the data folder";

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG of one colour, true to its header: megabytes of pixels in kilobytes. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * Math.min(height, 1_000));
  return Buffer.concat([
    png.subarray(0, 8),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("a picture is what its bytes say", () => {
  test.each([
    ["a PNG", png, "image/png", 40, 40],
    ["a JPEG", fixture("baseline.jpg"), "image/jpeg", 24, 16],
    ["a progressive JPEG", fixture("progressive.jpg"), "image/jpeg", 24, 16],
    ["the largest PNG", bomb(4_096, 4_096), "image/png", 4_096, 4_096],
  ])("%s", (_name, bytes, type, width, height) => {
    expect(readPicture(bytes)).toEqual({ picture: { type, width, height, bytes } });
  });

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["SVG", Buffer.from(logoSvg)],
    ["SVG behind an XML declaration", Buffer.from(`<?xml version="1.0"?>${logoSvg}`)],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>".padEnd(100))],
    ["GIF", Buffer.from("GIF89a\u0001\u0000\u0001\u0000".padEnd(60, "\0"), "latin1")],
    ["WebP", Buffer.from("RIFF\0\0\0\0WEBPVP8 ".padEnd(60, "\0"), "latin1")],
    ["the first bytes of a PNG", png.subarray(0, 20)],
    ["a PNG without IHDR", Buffer.concat([png.subarray(0, 8), png.subarray(33)])],
    ["a PNG without width", bomb(0, 10)],
    ["the first bytes of a JPEG", fixture("baseline.jpg").subarray(0, 4)],
    ["a JPEG cut before its frame", fixture("baseline.jpg").subarray(0, 100)],
    ["a JPEG with nothing in it", Buffer.from([0xff, 0xd8, 0xff, ...Array(60).fill(0)])],
    ["bytes that look like JPEG markers", Buffer.alloc(2_000, 0xff)],
  ])("%s is none", (_name, bytes) => {
    expect(readPicture(bytes)).toEqual({ fault: notAPicture });
  });

  test("too large a file, and too many pixels, are refused by the header", () => {
    const tooBig = Buffer.concat([png, Buffer.alloc(largestPicture)]);
    expect(readPicture(tooBig)).toEqual({ fault: "must be at most 2 MiB" });
    for (const bytes of [bomb(30_000, 30_000), bomb(4_097, 1), bomb(1, 2 ** 31)]) {
      expect(readPicture(bytes)).toEqual({ fault: "must be at most 4,096 pixels wide and high" });
    }
  });
});

test("a JPEG whose decoder could find a larger frame than its first header is refused", () => {
  const frame = (side: number) => {
    const header = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
    header.writeUInt16BE(side, 5);
    header.writeUInt16BE(side, 7);
    return header;
  };
  // No segment begins with FF 00: decoders go on at the next byte, where one does.
  const noSegment = Buffer.from([0xff, 0x00, 0xff, 0xe1, 0xff, 0xfd]);
  const comment = Buffer.alloc(0xff_fd - 2);
  frame(64).copy(comment, 0xff_e1 - 4);
  const start = Buffer.from([0xff, 0xd8]);
  const of = (side: number) =>
    readPicture(Buffer.concat([start, noSegment, comment, frame(side), Buffer.alloc(20)]));
  expect(of(64).picture).toMatchObject({ width: 64, height: 64 });
  expect(of(16_000)).toEqual({ fault: "must be at most 4,096 pixels wide and high" });
});

test("a JPEG that goes over its pixels thousands of times is refused", () => {
  const jpeg = fixture("progressive.jpg");
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0, 0]);
  const of = (count: number) =>
    readPicture(Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(count).fill(scan)]));
  expect(of(50).picture).toMatchObject({ width: 24, height: 16 });
  expect(of(5_000)).toEqual({ fault: notAPicture });
});

describe("a path in uploads", () => {
  test.each([
    ["logo.png", ["logo.png"]],
    ["uploads/logo.png", ["logo.png"]],
    ["shop/2026/logo one.png", ["shop", "2026", "logo one.png"]],
    ["نشان\u200cها.png", ["نشان\u200cها.png"]],
    ["..hidden.png", ["..hidden.png"]],
    ["con-logo.png", ["con-logo.png"]],
  ])("%s is one", (path, segments) => {
    expect(uploadSegments(path)).toEqual(segments);
  });

  test.each([
    "",
    ".",
    "..",
    "../logo.png",
    "uploads/../secrets.json",
    "a/../../logo.png",
    "a/./logo.png",
    "a//logo.png",
    "uploads/",
    "/etc/passwd",
    "//server/share/logo.png",
    "..\\logo.png",
    "a\\b.png",
    "\\\\server\\share\\logo.png",
    "C:\\logo.png",
    "C:/logo.png",
    "c:logo.png",
    "logo.png:stream",
    "%2e%2e/logo.png",
    "%2e%2e%2flogo.png",
    "..%2flogo.png",
    "..%5clogo.png",
    "%252e%252e%252flogo.png",
    "..%c0%af..%c0%aflogo.png",
    "logo.png\0.txt",
    "logo.png%00",
    "lo\ngo.png",
    "... /logo.png",
    ".. /logo.png",
    "logo.png.",
    "logo.png ",
    "CON",
    "nul.png",
    "a/COM1.png",
    "file:///etc/passwd",
    "data:image/png;base64,x",
    "~/logo.png?",
    "\ud800.png",
    `${"a/".repeat(2_500)}logo.png`,
  ])("%j is none", (path) => {
    expect(uploadSegments(path)).toBeUndefined();
  });
});

describe("a logo", () => {
  let dataDir = "";
  const asked: FetchRequest[] = [];
  let answer: FetchResult = { failure: { kind: "network" } };

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "waypost-pictures-"));
    await mkdir(join(dataDir, "uploads", "shop"), { recursive: true });
    asked.length = 0;
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  const pictures = () =>
    createPictures({
      dataDir,
      drawing: thread,
      fetch: async (request) => {
        asked.push(request);
        return answer;
      },
    });
  const load = (source: string) => pictures().loadLogo(source);

  const served = (body: Buffer, contentType: string): FetchResult => ({
    page: {
      url: "https://pictures.test/logo",
      status: 200,
      contentType,
      header: () => null,
      body,
      isOwn: false,
    },
  });

  const upload = (name: string, bytes: Buffer) => writeFile(join(dataDir, "uploads", name), bytes);

  test.each([
    ["png", png, 40, 40],
    ["baseline", fixture("baseline.jpg"), 24, 16],
    ["progressive", fixture("progressive.jpg"), 24, 16],
    ["wide", rasterise(logoSvg.replace("80 80", "160 80"), 1_500), 512, 256],
  ])("of a file (%s) becomes a small PNG of the same look", async (_name, bytes, width, height) => {
    await upload("shop/logo", bytes);
    const { picture } = await load("uploads/shop/logo");
    expect({ ...picture, bytes: undefined }).toEqual({
      type: "image/png",
      width,
      height,
      bytes: undefined,
    });
    const { data, ...size } = pixelsOf(picture?.bytes ?? Buffer.alloc(0));
    expect(size).toEqual({ width, height });
    expect(new Set(data).size).toBeGreaterThan(2);
    expect(asked).toEqual([]);
  });

  test("of an address is fetched once, whatever the server calls it", async () => {
    answer = served(png, "text/html");
    const { picture } = await load("https://pictures.test/logo");
    expect(picture).toMatchObject({ type: "image/png", width: 40, height: 40 });
    expect(asked).toEqual([
      {
        url: "https://pictures.test/logo",
        maxBytes: 2 * 2 ** 20,
        accept: "image/png, image/jpeg",
      },
    ]);
    answer = served(Buffer.from("<script>alert(1)</script>"), "image/png");
    expect(await load("HTTP://pictures.test/logo.png")).toEqual({ fault: notAPicture });
  });

  test("keeps nothing of a file but its pixels", async () => {
    const note = "<?php /* hidden */ ?>";
    const text = chunk("tEXt", Buffer.from(`Comment\0${note}`, "latin1"));
    const laden = Buffer.concat([png.subarray(0, 33), text, png.subarray(33), Buffer.from(note)]);
    await upload("laden.png", laden);
    const { picture } = await load("laden.png");
    expect(Buffer.from(picture?.bytes ?? []).includes(note)).toBe(false);
    expect(pixelsOf(picture?.bytes ?? png)).toEqual(pixelsOf(png));
  });

  test.each<[FetchResult["failure"] & {}, string]>([
    [{ kind: "refusedAddress" }, "must not point to a private network"],
    [{ kind: "timeout" }, "couldn't be downloaded within 5 seconds"],
    [{ kind: "tooLarge" }, "must be at most 2 MiB"],
    [{ kind: "status", status: 404 }, "couldn't be downloaded (status 404)"],
    [{ kind: "status", status: 302 }, "redirects to another URL. Use the image's own URL"],
    [{ kind: "network" }, "couldn't be downloaded"],
  ])("that could not be had says why: %j", async (failure, fault) => {
    answer = { failure };
    expect(await load("https://pictures.test/logo.png")).toEqual({ fault });
  });

  test("that is broken, or shows nothing, is refused", async () => {
    await upload("bomb.png", bomb(30_000, 30_000));
    await upload("cut.png", png.subarray(0, 60));
    await upload("clear.png", rasterise(logoSvg.replaceAll(/fill="[^"]*"/g, 'fill="none"'), 40));
    await upload("large.png", Buffer.concat([png, Buffer.alloc(largestPicture)]));
    await upload("page.png", Buffer.from("<html></html>"));
    expect(await load("bomb.png")).toEqual({ fault: "must be at most 4,096 pixels wide and high" });
    expect(await load("cut.png")).toEqual({ fault: notAPicture });
    expect(await load("clear.png")).toEqual({ fault: notAPicture });
    expect(await load("large.png")).toEqual({ fault: "must be at most 2 MiB" });
    expect(await load("page.png")).toEqual({ fault: notAPicture });
  });

  // On Windows making a link takes a right that few accounts have.
  const hasLinks = process.platform !== "win32";

  test.runIf(hasLinks)("is never read from outside uploads", async () => {
    const outside = join(dataDir, "outside.png");
    await writeFile(outside, png);
    await symlink(outside, join(dataDir, "uploads", "file.png"));
    await symlink(dataDir, join(dataDir, "uploads", "folder"));
    await upload("real.png", png);
    await symlink("real.png", join(dataDir, "uploads", "inner.png"));
    for (const source of [
      "file.png",
      "folder/outside.png",
      "inner.png",
      "../outside.png",
      outside,
      "shop",
      "missing.png",
      "real.png/x",
      "ftp://pictures.test/logo.png",
    ]) {
      expect({ source, ...(await load(source)) }).toEqual({ source, fault: noSuchUpload });
    }
    expect((await load("real.png")).fault).toBeUndefined();
  });

  test.runIf(hasLinks)("is not read through uploads that lead elsewhere", async () => {
    const elsewhere = join(dataDir, "elsewhere");
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, "logo.png"), png);
    await rm(join(dataDir, "uploads"), { recursive: true });
    expect(await load("logo.png")).toEqual({ fault: noSuchUpload });
    await symlink(elsewhere, join(dataDir, "uploads"));
    expect(await load("logo.png")).toEqual({ fault: noSuchUpload });
  });

  test("is kept once, under a name made from its content", async () => {
    await rm(join(dataDir, "uploads"), { recursive: true });
    const picture = { type: "image/png", width: 40, height: 40, bytes: png } as const;
    const [file, again] = await Promise.all([pictures().keep(picture), pictures().keep(picture)]);
    expect(file).toMatch(/^kept\/[\w-]{27}\.png$/);
    expect([again, await pictures().keep(picture)]).toEqual([file, file]);
    expect(await readdir(join(dataDir, "uploads", "kept"))).toHaveLength(1);
    expect(await pictures().stored(file)).toEqual(png);
    expect((await load(file)).picture).toMatchObject({ width: 40, height: 40 });
    await writeFile(join(dataDir, "secrets.json"), "{}");
    for (const other of ["kept/../../secrets.json", "secrets.json", "kept/x.png", "", `${file}x`]) {
      expect(await pictures().stored(other)).toBeNull();
    }
    // As a folder or a backup of somebody else may have it.
    await writeFile(join(dataDir, "uploads", file), bomb(30_000, 30_000));
    expect(await pictures().stored(file)).toBeNull();
  });

  test("that can't be kept is a failure of the store", async () => {
    await rm(join(dataDir, "uploads"), { recursive: true });
    await writeFile(join(dataDir, "uploads"), "a file where the folder should be");
    const picture = { type: "image/png", width: 40, height: 40, bytes: png } as const;
    await expect(pictures().keep(picture)).rejects.toThrow(StoreFailed);
  });
});
