import { afterAll, describe, expect, test } from "vitest";
import { qrEyes, qrFrames, qrPatterns } from "../../../../src/contract/resources/qrCodes.ts";
import { sampled } from "../../../support/full.ts";
import { readByZbar } from "../../../support/zbar.ts";
import { createDrawingThread } from "../../../../src/server/features/qr/drawingThread.ts";
import {
  black,
  readColour,
  white,
  type QrDesign,
} from "../../../../src/server/features/qr/qrDrawing.ts";
import { createQrPictures } from "../../../../src/server/features/qr/qrPictures.ts";
import { decode, logoSvg, pixelsOf, rasterise } from "./qrExamples.ts";
import { contrast, type Rgb } from "../../../../src/util/contrast.ts";

const thread = createDrawingThread();
const pictures = createQrPictures(thread);
afterAll(() => thread.close());

const logo = { png: rasterise(logoSvg, 300) };

function design(changes: Partial<QrDesign> = {}): QrDesign {
  return {
    payload: "https://waypost.example/q/aB3xYz",
    foreground: black,
    background: white,
    logo: null,
    ...changes,
  };
}

test("so many strangers wait for pictures, whether for the same one or not, and the owner beside them", async () => {
  const drawing = Promise.withResolvers<never>();
  const slow = createQrPictures({ ...thread, run: () => drawing.promise });
  const ask = (caller: "owner" | "stranger") => slow.picture(design(), { format: "png" }, caller);
  const waiting = Array.from({ length: 500 }, () => ask("stranger"));
  await expect(ask("stranger")).rejects.toThrow("Too many images at once");
  const owners = ask("owner");
  drawing.reject(new Error("the drawing failed"));
  const ended = await Promise.allSettled([...waiting, owners]);
  expect(ended.map((one) => one.status === "rejected" && String(one.reason))).toEqual(
    ended.map(() => "Error: the drawing failed"),
  );
  await expect(ask("stranger")).rejects.toThrow("the drawing failed");
});

describe("the picture", () => {
  test.each([
    [100, 100],
    [333, 400],
    [401, 500],
    [2_000, 2_000],
    [1, 100],
    [Number.NaN, 512],
    [undefined, 512],
    [250.4, 300],
  ])("asked for at %s pixels is %s wide and high", async (size, expected) => {
    const { bytes, type } = await pictures.picture(design(), { format: "png", size }, "owner");
    const { width, height } = pixelsOf(bytes);
    expect({ type, width, height }).toEqual({
      type: "image/png",
      width: expected,
      height: expected,
    });
    expect(decode(bytes)).toBe(design().payload);
  });

  test("has a quiet zone of at least four modules in the background's colour", async () => {
    const { bytes } = await pictures.picture(
      design({ foreground: [10, 20, 30], background: [250, 240, 230] }),
      { format: "png", size: 500 },
      "owner",
    );
    const { data, width } = pixelsOf(bytes);
    const at = (x: number, y: number) =>
      Array.from(data.slice(4 * (y * width + x), 4 * (y * width + x) + 4));
    const first = Array.from({ length: width }, (_, place) => place).find(
      (place) => at(place, place)[0] === 10,
    );
    // 29 modules and the zone: 37 modules, 13 pixels each.
    expect(first).toBeGreaterThanOrEqual(4 * 13);
    expect(at(0, 0)).toEqual([250, 240, 230, 255]);
    expect(at(width - 1, width - 1)).toEqual([250, 240, 230, 255]);
  });

  test("as SVG holds nothing but shapes", async () => {
    const { bytes, type } = await pictures.picture(
      design({ logo }),
      { format: "svg", size: 300 },
      "owner",
    );
    const tags = [...bytes.toString().matchAll(/<\/?([a-z]+)/g)].map(([, name]) => name);
    expect(type).toBe("image/svg+xml");
    expect(tags).toEqual(["svg", "rect", "path", "image", "svg"]);
  });

  test("keeps its validator while it stays the same, and changes it with every part", async () => {
    const png = { format: "png", size: 300 } as const;
    const etag = pictures.etag(design(), png);
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect((await pictures.picture(design(), png, "owner")).etag).toBe(etag);
    const others = [
      pictures.etag(design({ payload: "other" }), png),
      pictures.etag(design({ foreground: [1, 0, 0] }), png),
      pictures.etag(design({ background: [1, 0, 0] }), png),
      pictures.etag(design({ logo }), png),
      pictures.etag(design({ logo: { ...logo, share: 0.2 } }), png),
      pictures.etag(design({ logo: { png: rasterise(logoSvg, 30) } }), png),
      pictures.etag(design(), { format: "svg", size: 300 }),
      pictures.etag(design(), { format: "png", size: 301 }),
    ];
    expect(new Set([etag, ...others]).size).toBe(others.length + 1);
    // Clamped to the same picture.
    expect(pictures.etag(design(), { format: "png", size: 2_001 })).toBe(
      pictures.etag(design(), { format: "png", size: 9_000 }),
    );
  });

  test("is drawn once for all who ask at the same time, and kept", async () => {
    const own = design({ payload: "kept" });
    const shape = { format: "png", size: 400 } as const;
    const [one, two] = await Promise.all([
      pictures.picture(own, shape, "owner"),
      pictures.picture(own, shape, "owner"),
    ]);
    expect(one.bytes).toBe(two.bytes);
    expect((await pictures.picture(own, shape, "owner")).bytes).toBe(one.bytes);
  });
});

describe("styles", () => {
  const frames = [undefined, ...qrFrames];
  const styles = qrPatterns.flatMap((pattern) => qrEyes.map((eyes) => [pattern, eyes] as const));
  test.each(sampled(styles, 3))(
    "a code of %s with eyes of %s scans in every frame, in color and with a logo",
    async (pattern, eyes) => {
      for (const frame of frames) {
        const styled = design({ pattern, eyes, frame, foreground: [43, 60, 87] });
        const { bytes } = await pictures.picture(styled, { format: "png", size: 600 }, "owner");
        const read = decode(bytes);
        // Without zbar there is one reader fewer.
        expect([frame, read, (await readByZbar(bytes)) ?? read]).toEqual([
          frame,
          styled.payload,
          styled.payload,
        ]);
      }
      const { verdict } = await pictures.readability(design({ pattern, eyes, logo }));
      expect(verdict).toBe("ok");
    },
  );

  test("change the picture's validator, and a frame makes it wider", async () => {
    const svg = { format: "svg", size: 500 } as const;
    const etags = [
      {},
      ...qrPatterns.slice(1).map((pattern) => ({ pattern })),
      ...qrEyes.slice(1).map((eyes) => ({ eyes })),
      ...qrFrames.map((frame) => ({ frame })),
    ].map((style) => pictures.etag(design(style), svg));
    expect(new Set(etags).size).toBe(etags.length);
    const plain = await pictures.judged(design());
    const framed = await pictures.judged(design({ frame: "scan" }));
    expect(framed.modules).toBeGreaterThan(plain.modules);
    expect(framed.scans).toBe(true);
  });
});

describe("readability", () => {
  const colours = (foreground: Rgb, background: Rgb) => design({ foreground, background });

  test("warns about low contrast, and tells the figure", async () => {
    expect(await pictures.readability(colours([150, 150, 150], white))).toEqual({
      verdict: "warning",
      concerns: ["lowContrast"],
      sentence: "The two colors are too similar for some cameras (contrast 2.9:1; 4.5:1 is safe).",
    });
  });

  test("refuses colours that are nearly the same", async () => {
    expect(await pictures.readability(colours([255, 255, 0], white))).toEqual({
      verdict: "refusal",
      concerns: ["tooAlike"],
      sentence: "The two colors are too similar to scan (contrast 1.0:1; 4.5:1 is safe).",
    });
    expect((await pictures.readability(colours(black, black))).verdict).toBe("refusal");
  });

  test("warns about a code that is lighter than its background", async () => {
    expect(await pictures.readability(colours(white, black))).toEqual({
      verdict: "warning",
      concerns: ["inverted"],
      sentence: "The code is lighter than its background. Some scanners can't read such codes.",
    });
    expect((await pictures.readability(colours([150, 150, 150], [40, 40, 40]))).concerns).toEqual([
      "inverted",
    ]);
  });

  test("refuses a logo that covers what a decoder needs", async () => {
    for (const share of [0.2, 0.26]) {
      const drawn = design({ logo: { ...logo, share } });
      expect(await pictures.readability(drawn)).toMatchObject({ verdict: "ok" });
    }
    for (const share of [0.5, 0.6]) {
      const drawn = design({ logo: { ...logo, share } });
      expect(await pictures.readability(drawn)).toEqual({
        verdict: "refusal",
        concerns: ["unreadable"],
        sentence: "Scanners can't read this image, because the logo covers too much of it.",
      });
    }
  });

  test("contrast is WCAG's", () => {
    expect(contrast(black, white)).toBeCloseTo(21, 5);
    expect(contrast(white, [118, 118, 118])).toBeCloseTo(4.54, 2);
  });
});

test.each([
  ["rgb(0,0,0)", [0, 0, 0]],
  [" RGB( 12 , 34 , 255 ) ", [12, 34, 255]],
  ["rgb(256,0,0)", null],
  ["rgb(1,2)", null],
  ["#fff", null],
  ['rgb(1,2,3)"/><script>', null],
  ["", null],
])("the colour %j is %j", (text, expected) => {
  expect(readColour(text)).toEqual(expected);
});

describe("the drawing thread", () => {
  test("when closed ends what it does and takes nothing more", async () => {
    const own = createDrawingThread();
    const svg = { kind: "svg", design: design(), size: 100 } as const;
    const running = own.run(svg, "owner");
    const waiting = own.run(svg, "owner");
    const ended = Promise.allSettled([running, waiting]);
    await own.close();
    expect((await ended).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(own.run(svg, "owner")).rejects.toThrow("closed");
    await own.close();
  });

  test("does the owner's jobs before those of strangers, who can't fill the owner's places", async () => {
    const own = createDrawingThread();
    const done: string[] = [];
    const svg = { kind: "svg", design: design(), size: 100 } as const;
    const ask = (caller: "owner" | "stranger") =>
      own.run(svg, caller).then(() => done.push(caller));
    const jobs = Array.from({ length: 101 }, () => ask("stranger"));
    await expect(own.run(svg, "stranger")).rejects.toThrow("Too many images at once");
    jobs.push(ask("owner"), ask("owner"));
    await Promise.all(jobs);
    // The one that was being drawn is finished first.
    expect(done.slice(0, 4)).toEqual(["stranger", "owner", "owner", "stranger"]);
    await own.close();
  });

  test("takes a hundred waiting jobs and refuses more", async () => {
    const own = createDrawingThread();
    const svg = { kind: "svg", design: design(), size: 100 } as const;
    const jobs = Array.from({ length: 101 }, () => own.run(svg, "owner"));
    await expect(own.run(svg, "owner")).rejects.toThrow("Too many images at once");
    expect(new Set(await Promise.all(jobs)).size).toBe(1);
    await own.close();
  });
});
