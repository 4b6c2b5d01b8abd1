import { afterAll, describe, expect, test } from "vitest";
import { createDrawingThread } from "../../../../src/server/features/qr/drawingThread.ts";
import { black, white, type QrDesign } from "../../../../src/server/features/qr/qrDrawing.ts";
import { qrPayload, sizeFault } from "../../../../src/server/features/qr/qrPayloads.ts";
import { createQrPictures } from "../../../../src/server/features/qr/qrPictures.ts";
import { readByZbar } from "../../../support/zbar.ts";
import { decode, examples, logoSvg, palettes, pixelsOf, rasterise } from "./qrExamples.ts";
import { isFull } from "../../../support/full.ts";

const thread = createDrawingThread();
const pictures = createQrPictures(thread);
const logo = { png: rasterise(logoSvg, 300) };

afterAll(() => thread.close());

function design(changes: Partial<QrDesign>): QrDesign {
  return { payload: "x", foreground: black, background: white, logo: null, ...changes };
}

/** In the quick run each type has a third of the palettes and logos, and all types together have all. */
const everyDesign = isFull ? 1 : 3;

describe.each(examples)("a code of type $type", (content) => {
  const payload = qrPayload(content).payload ?? "";
  const designs = palettes
    .flatMap(([foreground, background]) =>
      [null, logo].map((mark) => design({ payload, foreground, background, logo: mark })),
    )
    .filter((_, place) => (place + examples.indexOf(content)) % everyDesign === 0);

  test("reads as its payload in the palettes, with a logo and without", async () => {
    expect(payload).not.toBe("");
    for (const drawn of designs) {
      const png = await pictures.picture(drawn, { format: "png", size: 600 }, "owner");
      const svg = await pictures.picture(drawn, { format: "svg" }, "owner");
      expect(decode(png.bytes)).toBe(payload);
      expect(decode(rasterise(svg.bytes.toString(), 600))).toBe(payload);
      expect(await pictures.readability(drawn)).toEqual({
        verdict: "ok",
        concerns: [],
        sentence: "",
      });
    }
  });

  test("zbarimg agrees", async ({ skip }) => {
    for (const drawn of designs) {
      const { bytes } = await pictures.picture(drawn, { format: "png", size: 600 }, "owner");
      const read = await readByZbar(bytes);
      skip(read === null, "zbarimg is not installed (Debian: zbar-tools)");
      expect(read).toBe(payload);
    }
  });
});

test.each([2_000, 99_999])("a picture asked for at %i pixels has 2,000", async (size) => {
  const { bytes } = await pictures.picture(design({ logo }), { format: "png", size }, "owner");
  const { width, height } = pixelsOf(bytes);
  expect([width, height]).toEqual([2_000, 2_000]);
});

test("the largest payloads are held, and one byte more is a failure that harms no other", async () => {
  const plain = "x".repeat(2_953);
  const below = "é".repeat(636);
  expect([sizeFault(plain, false), sizeFault(below, true)]).toEqual([undefined, undefined]);
  const shape = { format: "png", size: 1_110 } as const;
  const full = await pictures.picture(design({ payload: plain }), shape, "owner");
  expect(decode(full.bytes)).toBe(plain);
  const marked = await pictures.picture(design({ payload: below, logo }), shape, "owner");
  expect(decode(marked.bytes)).toBe(below);
  const tooMuch = design({ payload: `${plain}x` });
  await expect(pictures.picture(tooMuch, shape, "owner")).rejects.toThrow("too big");
  expect((await pictures.picture(design({}), shape, "owner")).bytes.length).toBeGreaterThan(0);
});

test("the thread that serves visitors is left alone", async () => {
  // Own time of this thread, in microseconds: what other processes take doesn't count.
  const before = process.threadCpuUsage();
  await Promise.all([
    pictures.picture(
      design({ payload: "a".repeat(1_200), logo }),
      { format: "png", size: 2_000 },
      "owner",
    ),
    pictures.picture(
      design({ payload: "b".repeat(2_900) }),
      { format: "png", size: 1_999 },
      "owner",
    ),
    pictures.readability(design({ payload: "c".repeat(1_200), logo })),
  ]);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(50);
});
