import { z } from "zod";
import { done, listOf, success } from "../envelope.ts";
import { namedIds } from "../changes/trash.ts";
import {
  bounds,
  clearOf,
  email,
  entries,
  expectOf,
  flag,
  id,
  paging,
  text,
  timestamp,
  rgbColour,
  sorting,
} from "../fields/fields.ts";
import { socialPlatforms } from "../fields/socialPlatforms.ts";
import { api, noJson, owner } from "../operation.ts";

const meanings = {
  channel: "IDs of the channels; replaces the whole list",
  domain: "Scheme and host of its URLs, without a slash at the end",
  caption: "Text below the code on a printed sheet; empty for its name",
  data: "Content as it was sent; beside details, statistics; in a list, the requested page",
  logosize: "Width of the logo, in percent of the code's width. Defaults to 26",
  correction: "Share of the code that may be lost; empty for a choice by content",
  pattern: "Shape of the modules. Defaults to square",
  eyes: "Shape of the corner squares. Defaults to square",
  frame: 'Frame around the code, with "Scan me" in English (scan) or Persian (scanfa)',
  leastwidth: "Minimum printed width in millimeters: 0.4 per module",
  dataOf:
    "Content: a text; for email, sms, wifi and vcard also an object, such as {ssid, pass, encryption}. At most 2,953 bytes, fewer with a logo",
  format: "png or svg. Defaults to png",
  size: "Width in pixels, rounded up to the next hundred. Defaults to 512",
};

export const qrTypes = ["text", "vcard", "link", "email", "phone", "sms", "wifi"] as const;
export type QrType = (typeof qrTypes)[number];

/** How much of a code may be lost: 7, 15, 25 and 30 % (ISO/IEC 18004). */
export const qrCorrections = ["L", "M", "Q", "H"] as const;

/** Shapes of a code's modules, and of the squares in three of its corners. */
export const qrPatterns = ["square", "dots", "rounded", "tiles", "columns", "rows"] as const;
export type QrPattern = (typeof qrPatterns)[number];
export const qrEyes = ["square", "rounded", "circle", "leaf"] as const;
export type QrEyes = (typeof qrEyes)[number];

/** What is drawn around a code: a line alone, or with "Scan me" in English or Persian. */
export const qrFrames = ["border", "scan", "scanfa"] as const;
export type QrFrame = (typeof qrFrames)[number];

/** Of a code's width that its logo takes, in percent. */
export const logoSizes = { least: 10, most: 40, usual: 26 } as const;

/** Bytes of a picture that is sent to be a logo. */
export const largestLogo = 2 * 1024 * 1024;

/** The most bytes any code holds (version 40, error correction L, ISO/IEC 18004). */
const mostBytes = 2953;

const line = text(bounds.title);
const phone = line.trim().min(1, "must not be empty");
const content = text(mostBytes).min(1, "must not be empty");

/** `data` by type (docs/api.md, "Content of a QR code"). A string is taken for every type. */
export const qrData = {
  text: content,
  phone,
  link: text(bounds.address)
    .trim()
    .pipe(
      z.url({
        protocol: /^https?$/,
        error: "must be a full address that begins with http:// or https://",
      }),
    ),
  email: z.union([
    email,
    z.object({ email, subject: line.optional(), body: text(bounds.text).optional() }),
  ]),
  sms: z.union([phone, z.object({ phone, message: text(bounds.text).optional() })]),
  wifi: z.union([
    content,
    z.object({
      ssid: text(32).min(1, "must not be empty"),
      pass: text(63).optional(),
      encryption: text(20).optional(),
      hidden: flag.optional(),
    }),
  ]),
  vcard: z.union([
    content,
    z.object({
      fname: line.optional(),
      lname: line.optional(),
      phone: line.optional(),
      email: line.optional(),
      site: text(bounds.text).optional(),
      org: line.optional(),
      title: line.optional(),
      address: text(bounds.text).optional(),
      note: text(bounds.text).optional(),
    }),
  ]),
} as const satisfies Record<QrType, z.ZodType>;

const item = {
  id: z.int(),
  link: z.url().describe("URL of the image"),
  scans: z.int().nonnegative().describe("Scans"),
  name: z.string(),
  date: timestamp,
};

export const qrListItem = z.object({
  ...item,
  type: z.enum(qrTypes).describe("Kind of content"),
  channel: z.array(z.int()).describe("IDs of the channels"),
  leads: z.string().describe("Destination URL or content in one line"),
  domain: z.string().describe(meanings.domain),
  caption: z.string().describe(meanings.caption),
});
export type QrListItem = z.output<typeof qrListItem>;

const details = z.object({
  ...item,
  // Additive keys: whatever a caller can set, it can read back.
  type: z.enum(qrTypes).describe("Kind of content"),
  data: z.unknown().describe(meanings.data),
  background: z.string().describe("Color behind the code"),
  foreground: z.string().describe("Color of the code"),
  logo: z
    .string()
    .describe(
      "Image in the middle of the code as it was sent, or empty; of an uploaded image, the value for a code's logo",
    ),
  logosize: z.int().describe(meanings.logosize),
  correction: z.enum([...qrCorrections, ""]).describe(meanings.correction),
  pattern: z.enum(qrPatterns).describe(meanings.pattern),
  eyes: z.enum(qrEyes).describe(meanings.eyes),
  frame: z.enum([...qrFrames, ""]).describe(`${meanings.frame}; empty for none`),
  caption: z.string().describe(meanings.caption),
  domain: z.string().describe(meanings.domain),
  dynamic: z.boolean().describe("Whether scans go through the server, which counts them"),
  payload: z.string().describe("Text that a scan reads"),
  named: z.boolean().describe("Whether the name was set; otherwise it comes from the content"),
  leastwidth: z.int().describe(meanings.leastwidth),
  channel: z.array(z.int()).describe("IDs of the channels"),
});

/**
 * docs/api.md, "Top lists": the counts of a QR code's lists are strings, an empty one is an
 * object.
 */
const countsAsText = z.record(z.string(), z.string().regex(/^\d+$/));

const statistics = z.object({
  clicks: z.int().nonnegative().describe("Clicks by people, without bots and link previews"),
  uniqueClicks: z
    .int()
    .nonnegative()
    .describe("Unique visitors; exact up to 1,000, an estimate above (1.6%)"),
  topCountries: countsAsText.describe("Clicks by country, at most 10, most frequent first"),
  topReferrers: countsAsText.describe("Clicks by referring host, at most 10, most frequent first"),
  topBrowsers: countsAsText.describe("Clicks by browser, at most 10, most frequent first"),
  topOs: countsAsText.describe("Clicks by operating system, at most 10, most frequent first"),
  socialCount: z
    .record(z.enum(socialPlatforms), z.int().nonnegative())
    .describe("Clicks by referring social platform, including zeros"),
});

/** Checked against {@link qrData} once the type is known. */
const data = z.union([z.string(), z.record(z.string(), z.unknown())], {
  error: "must be a string or an object, depending on type",
});

const logoSizeFault = `must be a whole number of percent, ${logoSizes.least} to ${logoSizes.most}`;

function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(", ")}`).optional();
}

const looks = {
  background: rgbColour.optional().describe("Color behind the code. Defaults to rgb(255,255,255)"),
  foreground: rgbColour.optional().describe("Color of the code. Defaults to rgb(0,0,0)"),
  logo: text(bounds.address)
    .trim()
    .optional()
    .describe(
      "PNG or JPEG in the middle of the code: a URL, which is fetched once, or a path in the data folder's uploads",
    ),
  logosize: z
    .union(
      [
        z.int().min(logoSizes.least).max(logoSizes.most),
        z
          .string()
          .regex(/^([123]\d|40)$/)
          .transform(Number),
      ],
      logoSizeFault,
    )
    .optional()
    .describe(meanings.logosize),
  correction: z
    .enum(qrCorrections, `must be one of ${qrCorrections.join(", ")}`)
    .optional()
    .describe(
      "Share of the code that may be lost: L 7%, M 15%, Q 25%, H 30%. Defaults to M, to L for long content, to H with a logo",
    ),
  pattern: choice(qrPatterns).describe(meanings.pattern),
  eyes: choice(qrEyes).describe(meanings.eyes),
  frame: choice(qrFrames).describe(meanings.frame),
  name: text(bounds.title)
    .trim()
    .optional()
    .describe("Name; generated from the content by default"),
  caption: text(bounds.title)
    .trim()
    .optional()
    .describe("Text below the code on a printed sheet. Defaults to its name"),
  channel: entries(id).optional().describe(meanings.channel),
};

const type = z.enum(qrTypes, `must be one of ${qrTypes.join(", ")}`);

const whole = {
  type: type.describe("Kind of content"),
  data: data.describe(meanings.dataOf),
  ...looks,
  domain: text(bounds.address)
    .trim()
    .optional()
    .describe("Registered domain, with or without scheme. Defaults to the server's own address"),
  dynamic: flag
    .optional()
    .describe(
      "Whether scans go through the server, which counts them; always so for codes of type link",
    ),
};

export const qrOrders = ["date", "name", "scans", "type"] as const;

/** Which codes are meant, and in what order. */
const listed = {
  type: type.optional().meta({ description: "What kind of thing they say" }),
  channel: id.optional().meta({ description: "Id of a channel that they are in" }),
  link: id.optional().meta({ description: "Id of a short link that they lead to" }),
  unscanned: flag.optional().meta({ description: "Whether they were never scanned" }),
  ...sorting(qrOrders, "date (newest first), name, scans (most first), type"),
};

/** What may keep a code from scanning. */
export const qrConcerns = [
  "tooAlike",
  "lowContrast",
  "inverted",
  "unreadable",
  "logoTooLarge",
] as const;

const verdict = z.object({
  svg: z.string().describe("Image as SVG"),
  payload: z.string().describe("Text that a scan reads"),
  modules: z.int().describe("Width in modules, including the quiet zone"),
  contrast: z.number().describe("Contrast of the two colors, 1 to 21"),
  scans: z.boolean().describe("Scans"),
  leastwidth: z.int().describe(meanings.leastwidth),
  concerns: z
    .array(
      z.object({
        code: z.enum(qrConcerns).describe("Kind of problem"),
        message: z.string(),
        repair: z
          .object({
            foreground: z.string().optional().describe("Color of the code"),
            background: z.string().optional().describe("Color behind the code"),
            logosize: z.int().optional().describe(meanings.logosize),
            correction: z.string().optional().describe(meanings.correction),
          })
          .nullable()
          .describe(
            "Field values that solve it, or null if none do; an empty correction has to be cleared",
          ),
      }),
    )
    .describe("What prevents or may prevent a scan"),
});
export type QrVerdict = z.output<typeof verdict>;

const pictureFormat = z.enum(["png", "svg"], "must be png or svg").optional();

const sizeFault = "must be a whole number of pixels, 100 to 4000";
const pictureSize = z
  .union(
    [
      z.int().min(100).max(4000),
      z
        .string()
        .regex(/^([1-9]\d\d|[123]\d{3}|4000)$/)
        .transform(Number),
    ],
    sizeFault,
  )
  .optional();

const clearable = [
  "background",
  "foreground",
  "logo",
  "logosize",
  "correction",
  "pattern",
  "eyes",
  "frame",
  "name",
  "caption",
  "channel",
] as const;

export const qrOperations = {
  listQrCodes: api.get("/api/qr", {
    summary: "List the QR codes.",
    query: z.object({ ...paging, ...listed }),
    response: listOf("qrs", qrListItem),
  }),
  getQrCode: api.get("/api/qr/:id", {
    summary: "Show a QR code and its statistics.",
    response: success({ details, data: statistics.describe(meanings.data) }),
  }),
  addQrCode: api.post("/api/qr/add", {
    summary: "Create a QR code.",
    body: z.object(whole),
    response: success({ id: z.int(), link: z.url().describe("URL of the image") }),
  }),
  updateQrCode: api.put("/api/qr/:id/update", {
    alsoMethod: "POST",
    summary: "Change the content and design of a QR code.",
    body: z.object({
      data: data.describe(meanings.dataOf),
      ...looks,
      clear: clearOf(clearable).optional(),
      expect: expectOf({ data, ...looks }).optional(),
    }),
    response: done("QR has been updated successfully."),
  }),
  deleteQrCode: api.delete("/api/qr/:id/delete", {
    summary: "Delete a QR code.",
    response: done("QR Code has been deleted successfully."),
  }),
  /** Drawn by what draws the codes that are kept, and kept nowhere. */
  previewQrCode: api.post("/api/qr/preview", {
    summary: "Preview a QR code without saving it, and check whether it scans.",
    body: z.object({
      ...whole,
      id: id.optional().describe("ID of the code whose URL and logo apply"),
    }),
    isStrict: true,
    response: success({ data: verdict.describe(meanings.data) }),
  }),
  getQrPicture: api.get("/api/qr/:id/picture", {
    summary: "Download a QR code image, up to print size.",
    query: z.object({
      format: pictureFormat.describe(meanings.format),
      size: pictureSize.describe(meanings.size),
    }),
    isStrict: true,
    response: noJson,
    answer: "file",
  }),
  exportQrCodes: api.post("/api/qr/export", {
    summary: "Download images of many QR codes as a zip.",
    body: z.object({
      ids: namedIds.describe("IDs of QR codes"),
      format: pictureFormat.describe(meanings.format),
      size: pictureSize.describe(meanings.size),
    }),
    isStrict: true,
    response: noJson,
    answer: "file",
  }),
  /** What `logo` can name then. */
  keepLogo: owner.post("/api/qr/logo", {
    summary: "Upload an image to use as a QR code logo.",
    bytes: { most: largestLogo },
    isStrict: true,
    response: success({ logo: z.string() }),
  }),
} as const;
