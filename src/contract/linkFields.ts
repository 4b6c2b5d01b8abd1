import { z } from "zod";
import { deviceName } from "./devices.ts";
import {
  address,
  bounds,
  count,
  entries,
  flag,
  id,
  secureAddress,
  sentEnd,
  tag,
  text,
  timestamp,
} from "./fields.ts";

export const linkStatuses = ["public", "private"] as const;

const geoTarget = z.object({ location: text(bounds.title), link: address });

const deviceTarget = z.object({
  device: deviceName,
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
  apple: z.string().optional(),
  google: z.string().optional(),
  auto: z.boolean(),
});

/** A field of a link but its address and alias: what each of its readers has to know of it. */
interface LinkField {
  /** As callers send it. */
  readonly sent: z.ZodType;
  /** As answers show it. */
  readonly answered: z.ZodType;
  /** The key of its record that it is kept under. */
  readonly keptUnder: string;
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
    sent: text(bounds.linkPassword).optional(),
    /** Whether one is set: the password itself is never answered. */
    answered: z.boolean(),
    keptUnder: "password",
    isClearable: true,
    isListed: true,
  },
  expiry: {
    sent: sentEnd.optional(),
    answered: timestamp.nullable(),
    keptUnder: "expiresAt",
    isClearable: true,
    isListed: true,
  },
  // The targets are answered in the order and form in which they are sent.
  geotarget: {
    sent: entries(geoTarget).optional(),
    answered: z.array(z.object({ location: z.string(), link: z.string() })),
    keptUnder: "countries",
    isClearable: true,
  },
  devicetarget: {
    sent: entries(deviceTarget).optional(),
    answered: z.array(z.object({ device: z.string(), link: z.string() })),
    keptUnder: "devices",
    isClearable: true,
  },
  languagetarget: {
    sent: entries(languageTarget).optional(),
    answered: z.array(z.object({ language: z.string(), link: z.string() })),
    keptUnder: "languages",
    isClearable: true,
  },
  /** What its owner calls it; visitors never see it. */
  name: {
    ...plainText,
    sent: text(bounds.title).trim().optional(),
    keptUnder: "name",
    isListed: true,
    isSearched: true,
    alsoCalled: "title",
    form: { at: "owner", as: "line" },
  },
  metatitle: {
    ...plainText,
    sent: text(bounds.text).optional(),
    keptUnder: "metaTitle",
    isSearched: true,
    form: { at: "preview", as: "line" },
  },
  metadescription: {
    ...plainText,
    sent: text(bounds.text).optional(),
    keptUnder: "metaDescription",
    isSearched: true,
    form: { at: "preview", as: "lines" },
  },
  metaimage: {
    ...plainText,
    sent: address.optional(),
    keptUnder: "metaImage",
    form: { at: "preview", as: "address" },
  },
  description: {
    ...plainText,
    sent: text(bounds.text).optional(),
    keptUnder: "description",
    isListed: true,
    isSearched: true,
    alsoCalled: "note",
    form: { at: "owner", as: "lines" },
  },
  pixels: {
    sent: entries(id).optional(),
    answered: z.array(z.int()),
    keptUnder: "pixels",
    isClearable: true,
  },
  /** One is sent, and joins those that the link is in already; all of them are answered. */
  channel: {
    sent: id.optional(),
    answered: z.array(z.int()),
    keptUnder: "channels",
    isClearable: true,
    isListed: true,
  },
  campaign: {
    sent: id.optional(),
    answered: z.int().nullable(),
    keptUnder: "campaign",
    isClearable: true,
    isListed: true,
  },
  deeplink: {
    sent: z
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
    answered: deepLinkDetails.nullable(),
    keptUnder: "deepLink",
    isClearable: true,
  },
  status: {
    sent: z.enum(linkStatuses, "must be public or private").optional(),
    answered: z.enum(linkStatuses),
    keptUnder: "status",
    otherwise: "private",
    isListed: true,
  },
  parameters: {
    sent: parameters.optional(),
    answered: z.array(parameter),
    keptUnder: "parameters",
    otherwise: [],
    isClearable: true,
  },
  domain: {
    sent: text(bounds.address).trim().optional(),
    answered: z.string(),
    keptUnder: "domain",
    isClearable: true,
    isListed: true,
  },
  type: {
    sent: linkType.optional(),
    answered: z.string(),
    keptUnder: "type",
    isClearable: true,
    isListed: true,
  },
  /** The whole list is sent; each is kept in the spelling in which it came first. */
  tags: {
    sent: z
      .array(tag, "must be a list")
      .max(bounds.tags, `must have at most ${bounds.tags} entries`)
      .optional(),
    answered: z.array(z.string()),
    keptUnder: "tags",
    isClearable: true,
    isListed: true,
  },
  /** It leads on, and is left out of the list of links unless that is asked for it. */
  archived: {
    sent: flag.optional(),
    answered: z.boolean(),
    keptUnder: "isArchived",
    isClearable: true,
    isListed: true,
  },
  source: {
    sent: z
      .object({
        service: text(bounds.title).trim().min(1, "must not be empty"),
        id: text(bounds.source).trim().min(1, "must not be empty"),
      })
      .optional(),
    answered: z.object({ service: z.string(), id: z.string() }).nullable(),
    keptUnder: "source",
    otherwise: null,
    isClearable: true,
    isListed: true,
  },
  /** Never part of `clicks`. */
  earlierclicks: {
    sent: count.optional(),
    answered: z.int().nonnegative(),
    keptUnder: "earlierClicks",
    otherwise: 0,
    isClearable: true,
    isListed: true,
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(names.map((name) => [name, linkFields[name][of]])) as {
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
