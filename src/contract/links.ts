import { z } from "zod";
import { done, listOf, success } from "./envelope.ts";
import {
  address,
  alias,
  bounds,
  clearOf,
  entries,
  expectOf,
  flag,
  id,
  idPath,
  nothing,
  paging,
  secureAddress,
  sentTimestamp,
  text,
  timestamp,
} from "./fields.ts";
import { operation } from "./operation.ts";

/** `details.device` keys and `devicetarget.device` values; the last three are groups. */
export const devices = [
  "iphone",
  "ipad",
  "android",
  "windows",
  "mac",
  "linux",
  "chromeos",
  "mobile",
  "tablet",
  "desktop",
] as const;

/** Keys of `socialCount`, in the order of docs/contract.md, "Social platforms". */
export const socialPlatforms = [
  "facebook",
  "twitter",
  "instagram",
  "linkedin",
  "telegram",
  "whatsapp",
  "youtube",
  "reddit",
  "tiktok",
  "pinterest",
] as const;

export const linkStatuses = ["public", "private"] as const;

/** Fields of a link that an update can empty by naming them in `clear`. */
export const clearableLinkFields = [
  "password",
  "expiry",
  "geotarget",
  "devicetarget",
  "languagetarget",
  "name",
  "metatitle",
  "metadescription",
  "metaimage",
  "description",
  "pixels",
  "channel",
  "campaign",
  "deeplink",
  "parameters",
  "domain",
  "type",
] as const;

const count = z.int().nonnegative();

/** docs/contract.md, "Top lists": the integer 0 stands for an empty list. */
const topList = z.union([z.literal(0), z.record(z.string(), z.int().positive())]);

const socialCount = z.record(z.enum(socialPlatforms), count);

export const linkListItem = z.object({
  id: z.int(),
  alias: z.string(),
  shorturl: z.url(),
  longurl: z.string(),
  clicks: count,
  /** `name`, else `metatitle`, else the target's own title, else "" (docs/contract.md, "Links"). */
  title: z.string(),
  description: z.string(),
  date: timestamp,
  // Additive keys (docs/contract.md, "Links").
  /** What its owner calls it; visitors never see it. */
  name: z.string(),
  uniqueclicks: count,
  domain: z.string(),
  campaign: z.int().nullable(),
  channel: z.array(z.int()),
  status: z.enum(linkStatuses),
  type: z.string(),
  expiry: timestamp.nullable(),
  password: z.boolean(),
});
export type LinkListItem = z.output<typeof linkListItem>;

const parameter = z.object({ name: z.string(), value: z.string() });

const deepLinkDetails = z.object({
  apple: z.string().optional(),
  google: z.string().optional(),
  auto: z.boolean(),
});

export const linkDetails = z.object({
  id: z.int(),
  shorturl: z.url(),
  longurl: z.string(),
  title: z.string(),
  description: z.string(),
  location: z.record(z.string(), z.string()),
  device: z.record(z.string(), z.string()),
  expiry: timestamp.nullable(),
  date: timestamp,
  // Additive keys: whatever a caller can set, it can read back.
  alias: z.string(),
  domain: z.string(),
  type: z.string(),
  status: z.enum(linkStatuses),
  /** Whether a password is set. The password itself is never answered. */
  password: z.boolean(),
  language: z.record(z.string(), z.string()),
  // The targets once more, in the order and form in which they are sent.
  geotarget: z.array(z.object({ location: z.string(), link: z.string() })),
  devicetarget: z.array(z.object({ device: z.string(), link: z.string() })),
  languagetarget: z.array(z.object({ language: z.string(), link: z.string() })),
  name: z.string(),
  metatitle: z.string(),
  metadescription: z.string(),
  metaimage: z.string(),
  pixels: z.array(z.int()),
  channel: z.array(z.int()),
  campaign: z.int().nullable(),
  deeplink: deepLinkDetails.nullable(),
  parameters: z.array(parameter),
});
export type LinkDetails = z.output<typeof linkDetails>;

export const linkStatistics = z.object({
  clicks: count,
  uniqueClicks: count,
  topCountries: topList,
  topReferrers: topList,
  topBrowsers: topList,
  topOs: topList,
  socialCount,
  // Additive keys: visits of programs, which are never in `clicks`.
  botClicks: count,
  topBots: topList,
  topLanguages: topList,
});
export type LinkStatistics = z.output<typeof linkStatistics>;

const singleLink = success({ id: z.int(), details: linkDetails, data: linkStatistics });

const geoTarget = z.object({ location: text(bounds.title), link: address });

const deviceTarget = z.object({
  device: text(bounds.title)
    .trim()
    .toLowerCase()
    .pipe(z.enum(devices, `must be one of ${devices.join(", ")}`)),
  link: address,
});

const languageTarget = z.object({
  language: text(bounds.title)
    .trim()
    .regex(/^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/, "must be a language code such as en or pt-BR"),
  link: address,
});

/** `ios` and `android` are taken for `apple` and `google` (docs/contract.md, "Deep links"). */
const deepLink = z
  .object({
    apple: secureAddress.optional(),
    google: secureAddress.optional(),
    ios: secureAddress.optional(),
    android: secureAddress.optional(),
    auto: flag.optional(),
  })
  .transform(({ apple, google, ios, android, auto }) => ({
    apple: apple ?? ios,
    google: google ?? android,
    auto: auto ?? false,
  }));

/**
 * Entries without a name are ignored: a published sample body has one (docs/contract.md,
 * "Parameters").
 */
const parameters = entries(
  z.object({
    name: text(bounds.parameterName).optional(),
    value: text(bounds.parameterValue).optional(),
  }),
).transform((sent) =>
  sent.flatMap(({ name, value }) => (name === undefined ? [] : [{ name, value: value ?? "" }])),
);

const typeFault =
  "must be direct, frame, splash, overlay-<id>, or the id of a splash page or an overlay";

/** A link's redirect type as callers send it; `id` is a splash page or, failing that, an overlay. */
const linkType = z.union(
  [
    z.enum(["direct", "frame", "splash"]).transform((kind) => ({ kind })),
    z
      .string()
      .regex(/^overlay-[1-9]\d{0,14}$/)
      .transform((value) => ({ kind: "overlay" as const, id: Number(value.slice(8)) })),
    id.transform((value) => ({ kind: "id" as const, id: value })),
  ],
  { error: typeFault },
);

const linkFields = {
  url: address,
  custom: alias.optional(),
  type: linkType.optional(),
  password: text(bounds.linkPassword).optional(),
  domain: text(bounds.address).trim().optional(),
  expiry: sentTimestamp.optional(),
  geotarget: entries(geoTarget).optional(),
  devicetarget: entries(deviceTarget).optional(),
  languagetarget: entries(languageTarget).optional(),
  name: text(bounds.title).trim().optional(),
  metatitle: text(bounds.text).optional(),
  metadescription: text(bounds.text).optional(),
  metaimage: address.optional(),
  description: text(bounds.text).optional(),
  pixels: entries(id).optional(),
  channel: id.optional(),
  campaign: id.optional(),
  deeplink: z
    .union(
      [
        deepLink,
        z
          .array(z.never())
          .length(0)
          .transform(() => ({ apple: undefined, google: undefined, auto: false })),
      ],
      "must be an object with apple and google addresses",
    )
    .optional(),
  status: z.enum(linkStatuses, "must be public or private").optional(),
  parameters: parameters.optional(),
};

export const addLinkBody = z.object(linkFields);

export const updateLinkBody = z.object({
  ...linkFields,
  clear: clearOf(clearableLinkFields).optional(),
  expect: expectOf(linkFields).optional(),
});

export const linkOperations = {
  listLinks: operation({
    method: "GET",
    path: "/api/urls",
    scope: "api",
    summary: "List short links, or find one by its short address.",
    params: nothing,
    query: z.object({
      ...paging,
      /** Anything that isn't `click` or `clicks` means `date`. */
      order: z
        .unknown()
        .optional()
        .transform((value) => (value === "click" || value === "clicks" ? "click" : "date"))
        .meta({
          description: "date (newest first) or click (most first)",
          type: "string",
          enum: ["date", "click"],
        }),
      short: text(bounds.address + bounds.alias)
        .trim()
        .optional()
        .meta({ description: "A short address or alias; everything else is then ignored" }),
    }),
    soleQuery: "short",
    body: nothing,
    response: z.union([listOf("urls", linkListItem), singleLink]),
  }),
  getLink: operation({
    method: "GET",
    path: "/api/url/:id",
    scope: "api",
    summary: "Show a short link and its statistics.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: singleLink,
  }),
  addLink: operation({
    method: "POST",
    path: "/api/url/add",
    scope: "api",
    summary: "Create a short link.",
    params: nothing,
    query: nothing,
    body: addLinkBody,
    response: success({ id: z.int(), shorturl: z.url() }),
  }),
  updateLink: operation({
    method: "PUT",
    alsoMethod: "POST",
    path: "/api/url/:id/update",
    scope: "api",
    summary: "Change a short link; fields that aren't given stay as they are.",
    params: idPath,
    query: nothing,
    body: updateLinkBody,
    response: success({ id: z.int(), short: z.url() }),
  }),
  deleteLink: operation({
    method: "DELETE",
    path: "/api/url/:id/delete",
    scope: "api",
    summary: "Delete a short link.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: done("Link has been deleted successfully"),
  }),
  /** The undo of a deletion: the same id, alias and statistics, within ten minutes and this run. */
  restoreLink: operation({
    method: "POST",
    path: "/api/url/:id/restore",
    scope: "api",
    summary: "Take back the deletion of a short link.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: done("Link has been restored successfully."),
  }),
} as const;
