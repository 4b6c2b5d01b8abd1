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
  channel: "IDs of all channels of the QR code. Replaces the current list",
  domain: "Scheme and host of the code's URLs, without a trailing slash",
  caption: "Text below the code on a printed sheet. If empty, the code's name is printed",
  data: "Content as it was sent",
  logosize: "Logo width as a percentage of the code's width. Defaults to 26",
  correction: "Error correction level: L, M, Q or H; empty if chosen automatically",
  pattern: "Shape of the code's dots. Defaults to square",
  eyes: "Shape of the three corner markers. Defaults to square",
  frame:
    'Frame around the code: a border, or a border with "Scan me" in English (scan) or Persian (scanfa)',
  leastwidth: "Recommended minimum width in print, in millimeters (0.4 mm per module)",
  dataOf:
    "Content of the code: text or, for email, sms, wifi and vcard, also an object such as {ssid, pass, encryption}. At most 2,953 bytes, and fewer with a logo",
  format: "Image format: png or svg. Defaults to png",
  size: "Image width in pixels, from 100 to 4,000, rounded up to the next hundred. Defaults to 512",
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
        error: "must be a full URL that starts with http:// or https://",
      }),
    ),
  email: z.union([
    email,
    z.object({
      email,
      subject: line.optional().describe("Subject of the email"),
      body: text(bounds.text).optional().describe("Text of the email"),
    }),
  ]),
  sms: z.union([
    phone,
    z.object({ phone, message: text(bounds.text).optional().describe("Text of the message") }),
  ]),
  wifi: z.union([
    content,
    z.object({
      ssid: text(32).min(1, "must not be empty").describe("Name of the network"),
      pass: text(63).optional().describe("Password of the network"),
      encryption: text(20).optional().describe("Encryption of the network"),
      hidden: flag.optional().describe("Whether the network is hidden"),
    }),
  ]),
  vcard: z.union([
    content,
    z.object({
      fname: line.optional().describe("First name"),
      lname: line.optional().describe("Last name"),
      phone: line.optional().describe("Phone number"),
      email: line.optional().describe("Email address"),
      site: text(bounds.text).optional().describe("Website"),
      org: line.optional().describe("Organization"),
      title: line.optional().describe("Job title"),
      address: text(bounds.text).optional().describe("Postal address"),
      note: text(bounds.text).optional().describe("Note"),
    }),
  ]),
} as const satisfies Record<QrType, z.ZodType>;

const item = {
  id: z.int(),
  link: z.url().describe("URL of the image"),
  scans: z.int().nonnegative().describe("Number of scans"),
  name: z.string(),
  date: timestamp,
};

export const qrListItem = z.object({
  ...item,
  type: z.enum(qrTypes).describe("Type of content"),
  channel: z.array(z.int()).describe("IDs of the channels"),
  leads: z.string().describe("Destination URL, or the content on one line"),
  domain: z.string().describe(meanings.domain),
  caption: z.string().describe(meanings.caption),
});
export type QrListItem = z.output<typeof qrListItem>;

const details = z.object({
  ...item,
  // Additive keys: whatever a caller can set, it can read back.
  type: z.enum(qrTypes).describe("Type of content"),
  data: z.unknown().describe(meanings.data),
  background: z.string().describe("Background color of the code"),
  foreground: z.string().describe("Color of the code"),
  logo: z.string().describe("Image in the middle of the code, as it was sent, or empty"),
  logosize: z.int().describe(meanings.logosize),
  correction: z.enum([...qrCorrections, ""]).describe(meanings.correction),
  pattern: z.enum(qrPatterns).describe(meanings.pattern),
  eyes: z.enum(qrEyes).describe(meanings.eyes),
  frame: z.enum([...qrFrames, ""]).describe(`${meanings.frame}; empty for none`),
  caption: z.string().describe(meanings.caption),
  domain: z.string().describe(meanings.domain),
  dynamic: z.boolean().describe("Whether the server redirects and counts scans"),
  payload: z.string().describe("Text that scanners read"),
  named: z
    .boolean()
    .describe("Whether you set the name. If false, the name was generated from the content"),
  leastwidth: z.int().describe(meanings.leastwidth),
  channel: z.array(z.int()).describe("IDs of the channels"),
});

/**
 * docs/api.md, "Top lists": the counts of a QR code's lists are strings, an empty one is an
 * object.
 */
const countsAsText = z.record(z.string(), z.string().regex(/^\d+$/));

const statistics = z.object({
  clicks: z.int().nonnegative().describe("Scans, without bots and link previews"),
  uniqueClicks: z
    .int()
    .nonnegative()
    .describe("Unique visitors: exact up to 1,000, then estimated with an error of about 1.6%"),
  topCountries: countsAsText.describe("Scans by country, at most 10, most frequent first"),
  topReferrers: countsAsText.describe("Scans by referring host, at most 10, most frequent first"),
  topBrowsers: countsAsText.describe("Scans by browser, at most 10, most frequent first"),
  topOs: countsAsText.describe("Scans by operating system, at most 10, most frequent first"),
  socialCount: z
    .record(z.enum(socialPlatforms), z.int().nonnegative())
    .describe("Scans by referring social platform, including platforms without scans"),
});

/** Checked against {@link qrData} once the type is known. */
const data = z.union([z.string(), z.record(z.string(), z.unknown())], {
  error: "must be a string or an object, depending on type",
});

const logoSizeFault = `must be a whole percentage from ${logoSizes.least} to ${logoSizes.most}`;

function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(", ")}`).optional();
}

const looks = {
  background: rgbColour
    .optional()
    .describe("Background color of the code. Defaults to rgb(255,255,255)"),
  foreground: rgbColour.optional().describe("Color of the code. Defaults to rgb(0,0,0)"),
  logo: text(bounds.address)
    .trim()
    .optional()
    .describe(
      "PNG or JPEG image in the middle of the code: a URL, which is downloaded once, or a path in the uploads folder of the data folder",
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
      "Error correction level, with the share of damage a scan tolerates: L 7%, M 15%, Q 25%, H 30%. Defaults to M, to L for long content, and to H with a logo",
    ),
  pattern: choice(qrPatterns).describe(meanings.pattern),
  eyes: choice(qrEyes).describe(meanings.eyes),
  frame: choice(qrFrames).describe(meanings.frame),
  name: text(bounds.title)
    .trim()
    .optional()
    .describe("Name of the QR code. Generated from the content by default"),
  caption: text(bounds.title)
    .trim()
    .optional()
    .describe("Text below the code on a printed sheet. Defaults to the code's name"),
  channel: entries(id).optional().describe(meanings.channel),
};

const type = z.enum(qrTypes, `must be one of ${qrTypes.join(", ")}`);

const whole = {
  type: type.describe("Type of content"),
  data: data.describe(meanings.dataOf),
  ...looks,
  domain: text(bounds.address)
    .trim()
    .optional()
    .describe(
      "Registered domain, with or without its scheme. Defaults to the server's own address",
    ),
  dynamic: flag
    .optional()
    .describe("Whether the server redirects and counts scans. Always true for codes of type link"),
};

export const qrOrders = ["date", "name", "scans", "type"] as const;

/** Which codes are meant, and in what order. */
const listed = {
  type: type.optional().meta({ description: "Only QR codes with this type of content" }),
  channel: id.optional().meta({ description: "Only QR codes in the channel with this ID" }),
  link: id.optional().meta({ description: "Only QR codes for the short link with this ID" }),
  unscanned: flag
    .optional()
    .meta({ description: "Filter by whether QR codes have never been scanned" }),
  ...sorting(
    qrOrders,
    "Sort order: date (newest first), name, scans (most first) or type. Defaults to date",
  ),
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
  svg: z.string().describe("Image of the code as SVG"),
  payload: z.string().describe("Text that scanners read"),
  modules: z.int().describe("Width of the code in modules, including the quiet zone"),
  contrast: z.number().describe("Contrast ratio of the two colors, from 1 to 21"),
  scans: z.boolean().describe("Whether a scanner can read the code"),
  leastwidth: z.int().describe(meanings.leastwidth),
  concerns: z
    .array(
      z.object({
        code: z.enum(qrConcerns).describe("Kind of problem"),
        message: z.string(),
        repair: z
          .object({
            foreground: z.string().optional().describe("Color of the code"),
            background: z.string().optional().describe("Background color of the code"),
            logosize: z.int().optional().describe(meanings.logosize),
            correction: z.string().optional().describe(meanings.correction),
          })
          .nullable()
          .describe(
            "Field values that solve the problem, or null if no values do. If correction is empty, clear the field",
          ),
      }),
    )
    .describe("Problems that can keep scanners from reading the code"),
});
export type QrVerdict = z.output<typeof verdict>;

const pictureFormat = z.enum(["png", "svg"], "must be png or svg").optional();

const sizeFault = "must be a whole number of pixels from 100 to 4,000";
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
    summary: "List QR codes.",
    query: z.object({ ...paging, ...listed }),
    response: listOf("qrs", qrListItem),
  }),
  getQrCode: api.get("/api/qr/:id", {
    summary: "Show a QR code and its statistics.",
    response: success({ details, data: statistics.describe("Statistics of the QR code") }),
  }),
  addQrCode: api.post("/api/qr/add", {
    summary: "Create a QR code.",
    body: z.object(whole),
    response: success({ id: z.int(), link: z.url().describe("URL of the image") }),
  }),
  updateQrCode: api.put("/api/qr/:id/update", {
    alsoMethod: "POST",
    summary: "Update the content or design of a QR code; omitted fields don't change.",
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
    summary: "Preview a QR code without saving it, and check whether scanners can read it.",
    body: z.object({
      ...whole,
      id: id.optional().describe("ID of an existing QR code whose URL and logo to use"),
    }),
    isStrict: true,
    response: success({ data: verdict.describe("Preview of the QR code") }),
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
    summary: "Download the images of several QR codes as a zip file.",
    body: z.object({
      ids: namedIds.describe("IDs of the QR codes"),
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
