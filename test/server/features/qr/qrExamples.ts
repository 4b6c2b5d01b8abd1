import { Resvg } from "@resvg/resvg-js";
import jsqr from "jsqr";
import { black, white } from "../../../../src/server/features/qr/qrDrawing.ts";
import type { QrContent } from "../../../../src/server/features/qr/qrPayloads.ts";
import type { Rgb } from "../../../../src/util/contrast.ts";

/** One of each type, with what is hard about it. */
export const examples: readonly QrContent[] = [
  { type: "text", data: "Zwölf Boxkämpfer \u{1F6A9} سلام\nsecond line" },
  { type: "link", data: "https://waypost.example/q/aB3xYz" },
  { type: "email", data: { email: "ann@example.com", subject: "Hi & bye", body: "a\nb" } },
  { type: "phone", data: "+49 30 123456" },
  { type: "sms", data: { phone: "+49 30 123456", message: "Bitte rückrufen" } },
  { type: "wifi", data: { ssid: 'my "home"; net', pass: String.raw`p\a:s,s`, hidden: true } },
  {
    type: "vcard",
    data: {
      fname: "Zoë",
      lname: "Neil",
      phone: "+49 30 123456",
      email: "zoe@example.com",
      site: "https://example.com",
      org: "Signs; Posts",
      note: "longer than one line\nof text",
    },
  },
];

export const palettes: readonly (readonly [foreground: Rgb, background: Rgb])[] = [
  [black, white],
  [
    [20, 60, 120],
    [255, 248, 220],
  ],
  [
    [140, 0, 40],
    [255, 255, 255],
  ],
];

/** A loud picture: many colours, and edges that could be taken for modules. */
export const logoSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="#d33"/><path d="M0 0h40v40h40v40h-40v-40h-40z" fill="#111"/><circle cx="40" cy="40" r="18" fill="#fff"/></svg>`;

function render(svg: string, width: number) {
  const options = {
    fitTo: { mode: "width", value: width },
    font: { loadSystemFonts: false },
  } as const;
  return new Resvg(svg, options).render();
}

export function rasterise(svg: string, width: number): Buffer {
  return render(svg, width).asPng();
}

/** Pixels of a PNG, red, green, blue and opacity. */
export function pixelsOf(png: Uint8Array) {
  const view = new DataView(png.buffer, png.byteOffset);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const data = Buffer.from(png).toString("base64");
  const image = render(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${data}"/></svg>`,
    width,
  );
  return { width, height, data: new Uint8ClampedArray(image.pixels) };
}

/** What jsQR reads from a PNG. */
export function decode(png: Uint8Array): string | undefined {
  const { data, width, height } = pixelsOf(png);
  return jsqr.default(data, width, height)?.data;
}
