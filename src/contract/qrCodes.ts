import { z } from "zod";
import { done, listOf, success } from "./envelope.ts";
import {
  bounds,
  clearOf,
  email,
  expectOf,
  flag,
  idPath,
  nothing,
  paging,
  text,
  timestamp,
  rgbColour,
} from "./fields.ts";
import { socialPlatforms } from "./links.ts";
import { operation } from "./operation.ts";

export const qrTypes = ["text", "vcard", "link", "email", "phone", "sms", "wifi"] as const;
export type QrType = (typeof qrTypes)[number];

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

export const qrListItem = z.object({ ...item, type: z.enum(qrTypes), channel: z.array(z.int()) });

const details = z.object({
  ...item,
  // Additive keys: whatever a caller can set, it can read back.
  type: z.enum(qrTypes),
  data: z.unknown(),
  background: z.string(),
  foreground: z.string(),
  logo: z.string(),
  domain: z.string(),
  dynamic: z.boolean(),
  /** What a scan of the picture reads. */
  payload: z.string(),
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

const looks = {
  background: rgbColour.optional(),
  foreground: rgbColour.optional(),
  logo: text(bounds.address).trim().optional(),
  name: text(bounds.title).trim().optional(),
};

export const qrOperations = {
  listQrCodes: operation({
    method: "GET",
    path: "/api/qr",
    scope: "api",
    summary: "List the QR codes.",
    params: nothing,
    query: z.object(paging),
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
    body: z.object({
      type: z.enum(qrTypes, `must be one of ${qrTypes.join(", ")}`),
      data,
      ...looks,
      domain: text(bounds.address).trim().optional(),
      dynamic: flag.optional(),
    }),
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
      clear: clearOf(["background", "foreground", "logo", "name"]).optional(),
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
} as const;
