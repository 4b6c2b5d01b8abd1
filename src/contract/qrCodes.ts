import { z } from "zod";
import { done, listOf, success } from "./envelope.ts";
import { namedIds } from "./trash.ts";
import {
  bounds,
  clearOf,
  email,
  entries,
  expectOf,
  flag,
  id,
  idPath,
  nothing,
  paging,
  text,
  timestamp,
  rgbColour,
  sorting,
} from "./fields.ts";
import { socialPlatforms } from "./links.ts";
import { noJson, operation } from "./operation.ts";

export const qrTypes = ["text", "vcard", "link", "email", "phone", "sms", "wifi"] as const;
export type QrType = (typeof qrTypes)[number];

/** How much of a code may be lost: 7, 15, 25 and 30 % (ISO/IEC 18004). */
export const qrCorrections = ["L", "M", "Q", "H"] as const;

/** Of a code's width that its logo takes, in percent. */
export const logoSizes = { least: 10, most: 40, usual: 26 } as const;

/** Bytes of a picture that is sent to be a logo. */
export const largestLogo = 2 * 1024 * 1024;

/** The most bytes any code holds (version 40, error correction L, ISO/IEC 18004). */
const mostBytes = 2953;

const line = text(bounds.title);
const phone = line.trim().min(1, "must not be empty");
const content = text(mostBytes).min(1, "must not be empty");

/** `data` by type (docs/contract.md, "Content of a QR code"). A string is taken for every type. */
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
  /** The picture's address. */
  link: z.url(),
  scans: z.int().nonnegative(),
  name: z.string(),
  date: timestamp,
};

export const qrListItem = z.object({
  ...item,
  type: z.enum(qrTypes),
  channel: z.array(z.int()),
  /** Where it leads, or what it holds, in one line. */
  leads: z.string(),
  domain: z.string(),
  caption: z.string(),
});
export type QrListItem = z.output<typeof qrListItem>;

const details = z.object({
  ...item,
  // Additive keys: whatever a caller can set, it can read back.
  type: z.enum(qrTypes),
  data: z.unknown(),
  background: z.string(),
  foreground: z.string(),
  logo: z.string(),
  logosize: z.int(),
  /** Empty: automatic. */
  correction: z.enum([...qrCorrections, ""]),
  caption: z.string(),
  domain: z.string(),
  dynamic: z.boolean(),
  /** What a scan of the picture reads. */
  payload: z.string(),
  /** Whether somebody named it; otherwise its name is made of what it says. */
  named: z.boolean(),
  leastwidth: z.int(),
  channel: z.array(z.int()),
});

/**
 * docs/contract.md, "Top lists": the counts of a QR code's lists are strings, an empty one is an
 * object.
 */
const countsAsText = z.record(z.string(), z.string().regex(/^\d+$/));

const statistics = z.object({
  clicks: z.int().nonnegative(),
  uniqueClicks: z.int().nonnegative(),
  topCountries: countsAsText,
  topReferrers: countsAsText,
  topBrowsers: countsAsText,
  topOs: countsAsText,
  socialCount: z.record(z.enum(socialPlatforms), z.int().nonnegative()),
});

/** Checked against {@link qrData} once the type is known. */
const data = z.union([z.string(), z.record(z.string(), z.unknown())], {
  error: "must be a string or an object, depending on type",
});

const logoSizeFault = `must be a whole number of percent, ${logoSizes.least} to ${logoSizes.most}`;

const looks = {
  background: rgbColour.optional(),
  foreground: rgbColour.optional(),
  logo: text(bounds.address).trim().optional(),
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
    .optional(),
  correction: z.enum(qrCorrections, `must be one of ${qrCorrections.join(", ")}`).optional(),
  name: text(bounds.title).trim().optional(),
  caption: text(bounds.title).trim().optional(),
  /** Exactly those. */
  channel: entries(id).optional(),
};

const type = z.enum(qrTypes, `must be one of ${qrTypes.join(", ")}`);

const whole = {
  type,
  data,
  ...looks,
  domain: text(bounds.address).trim().optional(),
  dynamic: flag.optional(),
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
  /** The picture. */
  svg: z.string(),
  payload: z.string(),
  modules: z.int(),
  contrast: z.number(),
  scans: z.boolean(),
  leastwidth: z.int(),
  concerns: z.array(
    z.object({
      code: z.enum(qrConcerns),
      message: z.string(),
      /** Fields of the look after which all is well; null: nothing of the look would help. */
      repair: z
        .object({
          foreground: z.string().optional(),
          background: z.string().optional(),
          logosize: z.int().optional(),
          correction: z.string().optional(),
        })
        .nullable(),
    }),
  ),
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
  "name",
  "caption",
  "channel",
] as const;

export const qrOperations = {
  listQrCodes: operation({
    method: "GET",
    path: "/api/qr",
    scope: "api",
    summary: "List the QR codes.",
    params: nothing,
    query: z.object({ ...paging, ...listed }),
    body: nothing,
    response: listOf("qrs", qrListItem),
  }),
  getQrCode: operation({
    method: "GET",
    path: "/api/qr/:id",
    scope: "api",
    summary: "Show a QR code and its statistics.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: success({ details, data: statistics }),
  }),
  addQrCode: operation({
    method: "POST",
    path: "/api/qr/add",
    scope: "api",
    summary: "Create a QR code.",
    params: nothing,
    query: nothing,
    body: z.object(whole),
    response: success({ id: z.int(), link: z.url() }),
  }),
  updateQrCode: operation({
    method: "PUT",
    alsoMethod: "POST",
    path: "/api/qr/:id/update",
    scope: "api",
    summary: "Change what a QR code says and how it looks.",
    params: idPath,
    query: nothing,
    body: z.object({
      data,
      ...looks,
      clear: clearOf(clearable).optional(),
      expect: expectOf({ data, ...looks }).optional(),
    }),
    response: done("QR has been updated successfully."),
  }),
  deleteQrCode: operation({
    method: "DELETE",
    path: "/api/qr/:id/delete",
    scope: "api",
    summary: "Delete a QR code.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: done("QR Code has been deleted successfully."),
  }),
  /** Drawn by what draws the codes that are kept, and kept nowhere. */
  previewQrCode: operation({
    method: "POST",
    path: "/api/qr/preview",
    scope: "api",
    summary: "Draw a QR code without keeping it, and say whether it scans.",
    params: nothing,
    query: nothing,
    body: z.object({ ...whole, id: id.optional() }),
    isStrict: true,
    response: success({ data: verdict }),
  }),
  getQrPicture: operation({
    method: "GET",
    path: "/api/qr/:id/picture",
    scope: "api",
    summary: "Take the picture of a QR code along as a file, also large enough for print.",
    params: idPath,
    query: z.object({ format: pictureFormat, size: pictureSize }),
    body: nothing,
    isStrict: true,
    response: noJson,
    answer: "file",
  }),
  exportQrCodes: operation({
    method: "POST",
    path: "/api/qr/export",
    scope: "api",
    summary: "Take the pictures of many QR codes along as a zip.",
    params: nothing,
    query: nothing,
    body: z.object({
      ids: namedIds,
      format: pictureFormat,
      size: pictureSize,
    }),
    isStrict: true,
    response: noJson,
    answer: "file",
  }),
  /** What `logo` can name then. */
  keepLogo: operation({
    method: "POST",
    path: "/api/qr/logo",
    scope: "owner",
    summary: "Keep a picture in the data folder, to be the logo of QR codes.",
    params: nothing,
    query: nothing,
    body: nothing,
    bytes: { most: largestLogo },
    isStrict: true,
    response: success({ logo: z.string() }),
  }),
} as const;
