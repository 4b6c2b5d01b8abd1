import { entriesFault } from "../counted.ts";
import { z } from "zod";
import { answeredRules, answeredSplit, sentRules, sentSplit } from "./decisionFields.ts";
import { devices } from "./devices.ts";
import {
  address,
  bounds,
  count,
  entries,
  flag,
  id,
  secureAddress,
  sentEnd,
  sentTimestamp,
  tag,
  text,
  timestamp,
} from "./fields.ts";

/** A device or a group of them, in any case; an unknown one is refused. */
export const deviceName = text(bounds.title)
  .trim()
  .toLowerCase()
  .pipe(z.enum(devices, `must be one of ${devices.join(", ")}`));

export const linkStatuses = ["public", "private"] as const;

const targetMeanings = {
  location: "Country: English name, a common short name such as USA, or ISO 3166 alpha-2 code",
  device: "Device such as iphone, or device group: mobile, tablet or desktop",
  language: "BCP 47 language code such as en or pt-BR. en also matches en-GB",
  link: "Destination URL",
};

/** Bytes of a link's targets by country, device and language, and of its parameters, as JSON. */
export const longestTargets = 65_536;
/** Bytes of a link's parameters as a URL has them. */
export const longestParameters = 16_384;

const geoTarget = z.object({
  location: text(bounds.title).describe(targetMeanings.location),
  link: address.describe(targetMeanings.link),
});

const deviceTarget = z.object({
  device: deviceName.describe(targetMeanings.device),
  link: address.describe(targetMeanings.link),
});

const languageTarget = z.object({
  language: text(bounds.title)
    .trim()
    .regex(/^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/, "must be a language code such as en or pt-BR")
    .describe(targetMeanings.language),
  link: address.describe(targetMeanings.link),
});

const appMeanings = {
  apple: "URL of the app in the App Store, or a URL that opens the app on iPhones and iPads",
  google: "URL of the app in Google Play, or a URL that opens the app on Android",
  auto: "Whether to open the app immediately instead of showing a button",
};

/** `ios` and `android` are taken for `apple` and `google` (docs/api.md, "Deep links"). */
const deepLink = z
  .object({
    apple: secureAddress.optional().describe(appMeanings.apple),
    google: secureAddress.optional().describe(appMeanings.google),
    ios: secureAddress.optional().describe("Another name for apple"),
    android: secureAddress.optional().describe("Another name for google"),
    auto: flag.optional().describe(appMeanings.auto),
  })
  .transform(({ apple, google, ios, android, auto }) => ({
    apple: apple ?? ios,
    google: google ?? android,
    auto: auto ?? false,
  }));

/**
 * Entries without a name are ignored: a published sample body has one (docs/api.md,
 * "Parameters").
 */
const parameters = entries(
  z.object({
    name: text(bounds.parameterName)
      .optional()
      .describe("Name of the parameter. Entries without a name are ignored"),
    value: text(bounds.parameterValue)
      .optional()
      .describe("Value of the parameter. Defaults to an empty string"),
  }),
).transform((sent) =>
  sent.flatMap(({ name, value }) => (name === undefined ? [] : [{ name, value: value ?? "" }])),
);

const typeFault =
  "must be direct, frame, splash, overlay-<id>, or the ID of a splash page or an overlay";

/** A link's redirect type as callers send it; `id` is a splash page or, failing that, an overlay. */
export const linkType = z.union(
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

const parameter = z.object({ name: z.string(), value: z.string() });

const deepLinkDetails = z.object({
  apple: z.string().optional().describe(appMeanings.apple),
  google: z.string().optional().describe(appMeanings.google),
  auto: z.boolean().describe(appMeanings.auto),
});

const limitFault = "must be a whole number from 1 to 1,000,000,000";

/** A field of a link but its address and alias: what each of its readers has to know of it. */
interface LinkField {
  /** As callers send it. */
  readonly sent: z.ZodType;
  /** As answers show it. */
  readonly answered: z.ZodType;
  /** What both are for; absent: each says so itself. */
  readonly meaning?: string;
  /** The key of its record that it is kept under. */
  readonly storedAs: string;
  /**
   * What answers show where there is none. Present: the field is plain, its record keeps it as the
   * schema hands it over. The others have checks and forms of their own, in the services and `api`.
   */
  readonly otherwise?: unknown;
  /** Whether an update can empty it by naming it in `clear`. */
  readonly isClearable?: true;
  /** Whether lists show it too. */
  readonly isListed?: true;
  /** Whether a search looks through it; a plain text. */
  readonly isSearched?: true;
  /** What people call it on a command line, where its own name isn't what they would think of. */
  readonly alsoCalled?: string;
  /** How a form asks for it, among what is for the owner or for previews; a plain text. */
  readonly form?: { readonly at: "owner" | "preview"; readonly as: "line" | "lines" | "address" };
}

const plainText = { answered: z.string(), otherwise: "", isClearable: true } as const;

/**
 * The fields of a link, a row each, in the order of answers and of what `clear` takes. Beside its
 * row a plain field needs its key in the record (`store/records`) and its words.
 */
export const linkFields = {
  password: {
    sent: text(bounds.linkPassword)
      .optional()
      .describe("Password that visitors must enter. Never returned"),
    answered: z.boolean().describe("Whether the link has a password"),
    storedAs: "password",
    isClearable: true,
    isListed: true,
  },
  expiry: {
    sent: sentEnd
      .optional()
      .describe("Time when the link expires. A date without a time means 23:59:59 on that day"),
    answered: timestamp
      .nullable()
      .describe("Time when the link expires, in the account's time zone, or null"),
    storedAs: "expiresAt",
    isClearable: true,
    isListed: true,
  },
  // The targets are answered in the order and form in which they are sent.
  geotarget: {
    meaning: "Destination URLs by country. The first match applies",
    sent: entries(geoTarget).optional(),
    answered: z.array(
      z.object({
        location: z.string().describe(targetMeanings.location),
        link: z.string().describe(targetMeanings.link),
      }),
    ),
    storedAs: "countries",
    isClearable: true,
  },
  devicetarget: {
    meaning: "Destination URLs by device. The first match applies",
    sent: entries(deviceTarget).optional(),
    answered: z.array(
      z.object({
        device: z.string().describe(targetMeanings.device),
        link: z.string().describe(targetMeanings.link),
      }),
    ),
    storedAs: "devices",
    isClearable: true,
  },
  languagetarget: {
    meaning: "Destination URLs by language. The first match applies",
    sent: entries(languageTarget).optional(),
    answered: z.array(
      z.object({
        language: z.string().describe(targetMeanings.language),
        link: z.string().describe(targetMeanings.link),
      }),
    ),
    storedAs: "languages",
    isClearable: true,
  },
  /** What its owner calls it; visitors never see it. */
  name: {
    meaning: "Name of the link, which visitors never see",
    ...plainText,
    sent: text(bounds.title).trim().optional(),
    storedAs: "name",
    isListed: true,
    isSearched: true,
    alsoCalled: "title",
    form: { at: "owner", as: "line" },
  },
  metatitle: {
    meaning: "Title for social previews and for the pages that the link shows",
    ...plainText,
    sent: text(bounds.text).optional(),
    storedAs: "metaTitle",
    isSearched: true,
    form: { at: "preview", as: "line" },
  },
  metadescription: {
    meaning: "Description for social previews",
    ...plainText,
    sent: text(bounds.text).optional(),
    storedAs: "metaDescription",
    isSearched: true,
    form: { at: "preview", as: "lines" },
  },
  metaimage: {
    meaning: "URL of a PNG or JPEG image for social previews",
    ...plainText,
    sent: address.optional(),
    storedAs: "metaImage",
    form: { at: "preview", as: "address" },
  },
  description: {
    meaning: "Note about the link",
    ...plainText,
    sent: text(bounds.text).optional(),
    storedAs: "description",
    isListed: true,
    isSearched: true,
    alsoCalled: "note",
    form: { at: "owner", as: "lines" },
  },
  pixels: {
    meaning: "IDs of the tracking pixels that fire when the link is visited",
    sent: entries(id).optional(),
    answered: z.array(z.int()),
    storedAs: "pixels",
    isClearable: true,
  },
  /** One is sent, and joins those that the link is in already; all of them are answered. */
  channel: {
    sent: id.optional().describe("ID of a channel to add the link to"),
    answered: z.array(z.int()).describe("IDs of the channels"),
    storedAs: "channels",
    isClearable: true,
    isListed: true,
  },
  campaign: {
    sent: id.optional().describe("ID of the campaign to move the link to"),
    answered: z.int().nullable().describe("ID of the campaign, or null"),
    storedAs: "campaign",
    isClearable: true,
    isListed: true,
  },
  deeplink: {
    meaning: "URLs that open an app or its store on phones and tablets",
    sent: z
      .union(
        [
          deepLink,
          z
            .array(z.never())
            .length(0)
            .transform(() => ({ apple: undefined, google: undefined, auto: false })),
        ],
        "must be an object with apple and google URLs",
      )
      .optional(),
    answered: deepLinkDetails.nullable(),
    storedAs: "deepLink",
    isClearable: true,
  },
  status: {
    sent: z
      .enum(linkStatuses, "must be public or private")
      .optional()
      .describe(
        "Visibility of the statistics: public (shown at the short URL followed by /stats) or private. Defaults to private",
      ),
    answered: z.enum(linkStatuses).describe("Whether the statistics are public or private"),
    storedAs: "status",
    otherwise: "private",
    isListed: true,
  },
  parameters: {
    meaning: "Query parameters to add to the destination URL",
    sent: parameters.optional(),
    answered: z.array(parameter),
    storedAs: "parameters",
    otherwise: [],
    isClearable: true,
  },
  domain: {
    sent: text(bounds.address)
      .trim()
      .optional()
      .describe(
        "Registered domain, with or without its scheme. Defaults to the server's own address",
      ),
    answered: z.string().describe("Scheme and host of the short URL, without a trailing slash"),
    storedAs: "domain",
    isClearable: true,
    isListed: true,
  },
  type: {
    sent: linkType
      .optional()
      .describe(
        "Link type: direct, frame, splash, overlay-<id>, or the ID of a splash page or an overlay. If a splash page and an overlay have the same ID, the ID means the splash page. Defaults to direct",
      ),
    answered: z
      .string()
      .describe("Link type: direct, frame, splash, the ID of a splash page, or overlay-<id>"),
    storedAs: "type",
    isClearable: true,
    isListed: true,
  },
  /** The whole list is sent; each is kept in the spelling in which it came first. */
  tags: {
    sent: z
      .array(tag, "must be a list")
      .max(bounds.tags, entriesFault(bounds.tags))
      .optional()
      .describe(
        "Tags of the link, at most 20. Replaces the current list. A tag that differs from an existing tag only in case uses the existing spelling",
      ),
    answered: z.array(z.string()),
    storedAs: "tags",
    isClearable: true,
    isListed: true,
  },
  /** It leads on, and is left out of the list of links unless that is asked for it. */
  archived: {
    meaning:
      "Whether the link is archived. Archived links are hidden from lists, but still redirect",
    sent: flag.optional(),
    answered: z.boolean(),
    storedAs: "isArchived",
    isClearable: true,
    isListed: true,
  },
  source: {
    meaning:
      "Service from which the link was imported, with the link's ID at that service, or null",
    sent: z
      .object({
        service: text(bounds.title)
          .trim()
          .min(1, "must not be empty")
          .describe("Name of the service"),
        id: text(bounds.source)
          .trim()
          .min(1, "must not be empty")
          .describe("ID of the link at that service"),
      })
      .optional(),
    answered: z.object({ service: z.string(), id: z.string() }).nullable(),
    storedAs: "source",
    otherwise: null,
    isClearable: true,
    isListed: true,
  },
  /** Never part of `clicks`. */
  earlierclicks: {
    meaning: "Clicks before the import, which aren't included in clicks",
    sent: count.optional(),
    answered: z.int().nonnegative(),
    storedAs: "earlierClicks",
    otherwise: 0,
    isClearable: true,
    isListed: true,
  },
  // A link without them answers as if they didn't exist.
  rules: {
    meaning:
      "Rules with conditions and destinations. The first matching rule applies, before targeting",
    sent: sentRules.optional(),
    answered: answeredRules.optional(),
    storedAs: "rules",
    isClearable: true,
  },
  starts: {
    sent: sentTimestamp
      .optional()
      .describe(
        "Time when the link starts to redirect. A date without a time means 00:00:00 on that day",
      ),
    answered: timestamp
      .optional()
      .describe("Time when the link starts to redirect, in the account's time zone"),
    storedAs: "startsAt",
    isClearable: true,
  },
  startspublic: {
    meaning: "Whether visitors see when the link starts",
    sent: flag.optional(),
    answered: z.literal(true).optional(),
    storedAs: "showsStart",
    isClearable: true,
  },
  beforeurl: {
    meaning: "URL to redirect to before the link starts, instead of showing a page",
    sent: address.optional(),
    answered: z.string().optional(),
    storedAs: "beforeUrl",
    isClearable: true,
  },
  maxclicks: {
    meaning: "Number of clicks after which the link ends",
    sent: z
      .union([
        z.int(limitFault),
        z
          .string()
          .regex(/^\d{1,10}$/, limitFault)
          .transform(Number),
      ])
      .refine((sent) => sent >= 1 && sent <= 1_000_000_000, limitFault)
      .optional(),
    answered: z.int().positive().optional(),
    storedAs: "maxClicks",
    isClearable: true,
  },
  afterurl: {
    meaning: "URL to redirect to after the link has ended, instead of showing a page",
    sent: address.optional(),
    answered: z.string().optional(),
    storedAs: "afterUrl",
    isClearable: true,
  },
  split: {
    meaning: "Split of the visitors among several destinations, which replace url",
    sent: sentSplit.optional(),
    answered: answeredSplit.optional(),
    storedAs: "split",
    isClearable: true,
  },
} as const satisfies Readonly<Record<string, LinkField>>;

type Rows = typeof linkFields;

/** Names of the fields whose rows have a mark. */
type Marked<Mark extends keyof LinkField> = {
  [Name in keyof Rows]: Mark extends keyof Rows[Name] ? Name : never;
}[keyof Rows];

export type LinkFieldName = keyof Rows;
export type PlainLinkField = Marked<"otherwise">;
type ListedPlainLinkField = PlainLinkField & Marked<"isListed">;
export type FormLinkField = Marked<"form">;

function marked<Mark extends keyof LinkField>(mark: Mark) {
  // Object.keys forgets which keys they are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const names = Object.keys(linkFields) as LinkFieldName[];
  return names.filter((name): name is Marked<Mark> => mark in linkFields[name]);
}

function column<Name extends LinkFieldName, Of extends "sent" | "answered">(
  names: readonly Name[],
  of: Of,
) {
  const described = names.map((name) => {
    const row: LinkField = linkFields[name];
    return [name, row.meaning === undefined ? row[of] : row[of].describe(row.meaning)];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(described) as {
    readonly [Key in Name]: Rows[Key][Of];
  };
}

export const plainLinkFields: readonly PlainLinkField[] = marked("otherwise");
export const listedPlainLinkFields = plainLinkFields.filter(
  (name): name is ListedPlainLinkField => "isListed" in linkFields[name],
);
export const searchedLinkFields: readonly Marked<"isSearched">[] = marked("isSearched");
export const calledLinkFields: readonly Marked<"alsoCalled">[] = marked("alsoCalled");
export const formLinkFields: readonly FormLinkField[] = marked("form");
export const clearableLinkFields: readonly Marked<"isClearable">[] = marked("isClearable");

export const sent = column(marked("sent"), "sent");
export const answered = column(marked("answered"), "answered");
export const answeredInLists = column(marked("isListed"), "answered");
