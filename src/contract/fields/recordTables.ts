import { bounds } from "./bounds.ts";
import {
  bioButtons,
  bioThemes,
  shownOverlayFields,
  shownSplashPageFields,
  type ValueOf,
} from "./shownFields.ts";

/**
 * The fields of our own records, a row each, as plain data. Bodies, answers, what is stored, history,
 * search and forms are made from these rows. What visitors see of them is in `shownFields.ts`.
 */

interface AnyField {
  /** For the API reference. */
  readonly about: string;
  /** `given`: by whoever creates the record. `filled`: by the server where it isn't given. */
  readonly need?: "given" | "filled";
  /** The key of the record, where the field has another name in the contract. */
  readonly storedAs?: string;
  readonly isSearched?: true;
  /** An update can empty it; texts, addresses and numbers that nobody needs are so by themselves. */
  readonly isClearable?: true;
}

export type RecordField = AnyField &
  (
    | { readonly as: "text"; readonly most: number; readonly hasLines?: true }
    | { readonly as: "alias" | "address" }
    /** `isOwn`: also as a data URL, which the record stores. */
    | { readonly as: "picture"; readonly isOwn?: true }
    | {
        readonly as: "code";
        readonly pattern: RegExp;
        readonly fault: string;
        readonly example: string;
      }
    | { readonly as: "colour"; readonly otherwise?: string }
    | {
        readonly as: "number";
        readonly of: string;
        readonly least: number;
        readonly most: number;
        readonly otherwise: number;
      }
    | { readonly as: "choice"; readonly of: readonly string[]; readonly otherwise?: string }
    | { readonly as: "choices"; readonly of: readonly string[] }
    | { readonly as: "flag" }
  );

export type RecordTable = Readonly<Record<string, RecordField>>;

/** Some fields of a record, as callers send them. */
export type GivenOf<Table extends RecordTable> = {
  readonly [Name in keyof Table]?: Readonly<ValueOf<Table[Name]>> | undefined;
};

export type StoredKey<Table extends RecordTable, Name extends keyof Table> = Table[Name] extends {
  readonly storedAs: infer Key extends string;
}
  ? Key
  : Name;

const namedField = { as: "text", most: bounds.title, need: "given", isSearched: true } as const;

export const splashPageFields = {
  name: { ...namedField, about: "Name of the splash page" },
  title: {
    ...shownSplashPageFields.title,
    most: bounds.title,
    isSearched: true,
    about: "Heading of the page",
  },
  message: {
    ...shownSplashPageFields.message,
    most: bounds.text,
    hasLines: true,
    isSearched: true,
    about: "Text of the page",
  },
  banner: { ...shownSplashPageFields.banner, about: "URL of the page's wide image" },
  logo: { ...shownSplashPageFields.logo, about: "URL of the page's logo, a small image" },
  link: {
    ...shownSplashPageFields.link,
    isSearched: true,
    about:
      "URL that the wide image links to. Without a wide image, a link below the message opens this URL",
  },
  delay: {
    ...shownSplashPageFields.delay,
    of: "seconds",
    least: 0,
    most: 60,
    about: "Seconds until visitors are redirected. Defaults to 5",
  },
} as const satisfies RecordTable;

export const overlayFields = {
  type: {
    ...shownOverlayFields.type,
    about: "Overlay type: message (a banner with text) or contact (a contact form)",
  },
  name: { ...namedField, about: "Name of the overlay" },
  message: {
    ...shownOverlayFields.message,
    most: bounds.text,
    hasLines: true,
    isSearched: true,
    about: "Text of the overlay",
  },
  label: {
    ...shownOverlayFields.label,
    most: bounds.title,
    isSearched: true,
    about: "Heading above the overlay's text",
  },
  button: { ...shownOverlayFields.button, most: bounds.title, about: "Label of the button" },
  link: {
    ...shownOverlayFields.link,
    isSearched: true,
    about: "URL that the banner's button opens",
  },
  position: {
    ...shownOverlayFields.position,
    about: "Position of the overlay on the page. Defaults to bottom",
  },
  background: { ...shownOverlayFields.background, about: "Background color of the overlay" },
  foreground: { ...shownOverlayFields.foreground, about: "Text color of the overlay" },
  fields: { ...shownOverlayFields.fields, about: "Fields of the contact form" },
  thanks: {
    ...shownOverlayFields.thanks,
    most: bounds.text,
    hasLines: true,
    about: "Text shown after a visitor sends the form",
  },
} as const satisfies RecordTable;

/**
 * The contract's 13 identifiers and, in the same order, the names that real clients send
 * (docs/api.md, "Pixels"). Stored and answered as the first; in the vendor dialect, as the
 * second.
 */
export const pixelTypes = [
  ["tagmanagerpixel", "gtmpixel"],
  ["analyticspixel", "gapixel"],
  ["socialnetpixel", "fbpixel"],
  ["adsplatformpixel", "adwordspixel"],
  ["professionalnetpixel", "linkedinpixel"],
  ["microblogpixel", "twitterpixel"],
  ["retargetingpixel", "adrollpixel"],
  ["qapixel", "quorapixel"],
  ["imageboardpixel", "pinterest"],
  ["searchenginepixel", "bing"],
  ["messagingpixel", "snapchat"],
  ["forumpixel", "reddit"],
  ["shortvideopixel", "tiktok"],
] as const;

export const pixelFields = {
  type: {
    as: "choice",
    of: pixelTypes.map(([type]) => type),
    need: "given",
    isSearched: true,
    about: "Platform of the pixel",
  },
  name: { ...namedField, about: "Name of the pixel" },
  tag: {
    as: "code",
    need: "given",
    pattern: /^[A-Za-z0-9\-_.:/]{1,100}$/,
    fault: "must be 1 to 100 characters: letters, digits and - _ . : /",
    example: "GTM-ABC123",
    isSearched: true,
    about: "ID that the platform gives the pixel",
  },
} as const satisfies RecordTable;

export const channelFields = {
  name: { ...namedField, about: "Name of the channel, which must be unique" },
  description: {
    as: "text",
    most: bounds.text,
    hasLines: true,
    isSearched: true,
    about: "Description of the channel",
  },
  color: {
    as: "colour",
    need: "filled",
    about: "Color of the channel in lists, #RRGGBB. Defaults to a palette color",
  },
  starred: {
    as: "flag",
    storedAs: "isStarred",
    about: "Whether the channel is starred. Defaults to false",
  },
} as const satisfies RecordTable;

export const campaignFields = {
  name: {
    ...namedField,
    need: "filled",
    about: "Name of the campaign, which must be unique. Generated by default",
  },
  slug: {
    as: "alias",
    need: "filled",
    isSearched: true,
    about: "Alias of the rotator link. Random by default",
  },
  public: {
    as: "flag",
    storedAs: "isPublic",
    about: "Whether visitors can open the rotator link and the public link list. Defaults to false",
  },
} as const satisfies RecordTable;

export const domainFields = {
  redirectroot: {
    as: "address",
    storedAs: "redirectRoot",
    about: "URL to which the root of the domain redirects",
  },
  redirect404: { as: "address", about: "URL to which unknown aliases redirect" },
} as const satisfies RecordTable;

/** Beside its alias, domain, links and channels, which are looked up or kept in other forms. */
export const bioPageFields = {
  name: { ...namedField, about: "Heading of the page" },
  description: {
    as: "text",
    most: bounds.text,
    hasLines: true,
    isSearched: true,
    about: "Text of the page",
  },
  avatar: {
    as: "picture",
    isOwn: true,
    about:
      "Profile image: a URL, or a PNG or JPEG as a data URL, which is stored at 160 by 160 pixels",
  },
  theme: {
    as: "choice",
    of: bioThemes,
    otherwise: "paper",
    isClearable: true,
    about: "Color theme of the page. Defaults to paper, with the color from the setting page.color",
  },
  buttons: {
    as: "choice",
    of: bioButtons,
    otherwise: "rounded",
    isClearable: true,
    about: "Shape of the buttons. Defaults to rounded",
  },
  hidecredit: {
    as: "flag",
    storedAs: "hidesCredit",
    about: 'Whether to hide "Made with Waypost" on the page. Defaults to false',
  },
  status: {
    as: "choice",
    of: ["public", "private"],
    otherwise: "private",
    isClearable: true,
    about:
      "Visibility: public, or private to keep the page out of search engines. Defaults to private",
  },
} as const satisfies RecordTable;

/** Name by name, of a table whose names are known. */
export function fieldsIn<Table extends RecordTable>(
  table: Table,
): readonly (readonly [name: keyof Table & string, field: RecordField])[] {
  return Object.entries(table);
}

const clearable: readonly RecordField["as"][] = ["text", "address", "picture", "number"];

/** What an update can empty by naming it in `clear`. */
export function clearableIn(table: RecordTable): readonly string[] {
  return fieldsIn(table)
    .filter(
      ([, { as, need, isClearable }]) =>
        need === undefined && (isClearable === true || clearable.includes(as)),
    )
    .map(([name]) => name);
}

/** The words of a record that a search looks through. */
export function searchedWords(
  table: RecordTable,
): (record: object) => readonly (string | undefined)[] {
  const keys = fieldsIn(table)
    .filter(([, { isSearched }]) => isSearched === true)
    .map(([name, field]) => storedKey(name, field));
  return (record) => {
    const stored: Readonly<Record<string, unknown>> = { ...record };
    return keys.map((key) => {
      const word = stored[key];
      return typeof word === "string" ? word : undefined;
    });
  };
}

/** What a record has after an update: with what is given, and without what `clear` names. */
export function updatedBy<Item extends object, Table extends RecordTable>(
  table: Table,
  before: Item,
  given: GivenOf<Table>,
  clear: readonly string[] = [],
): Item {
  const after: Record<string, unknown> = Object.fromEntries(Object.entries(before));
  for (const [name, field] of fieldsIn(table)) {
    const key = storedKey(name, field);
    const value: unknown = given[name];
    const isEmpty = Array.isArray(value) && value.length === 0;
    const isUnset = field.as === "flag" && value === false;
    if (isEmpty || isUnset || clear.includes(name)) delete after[key];
    if (value !== undefined && !isEmpty && !isUnset) after[key] = value;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its table says what it may have
  return after as Item;
}

export function storedKey(name: string, { storedAs = name }: RecordField): string {
  return storedAs;
}

/** What answers show of a field where the record has nothing, or this. */
export function answeredValue(field: RecordField, stored: unknown): unknown {
  if (field.as === "flag") return stored === true;
  if (stored !== undefined) return stored;
  if (field.as === "choices") return [];
  return "otherwise" in field ? field.otherwise : "";
}

/** A record's fields as answers show them. */
export function answersOf<Table extends RecordTable>(
  table: Table,
  record: object,
): { readonly [Name in keyof Table]: ValueOf<Table[Name]> } {
  const stored: Readonly<Record<string, unknown>> = { ...record };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the record has what the table says
  return Object.fromEntries(
    fieldsIn(table).map(([field, row]) => [
      field,
      answeredValue(row, stored[storedKey(field, row)]),
    ]),
  ) as { readonly [Name in keyof Table]: ValueOf<Table[Name]> };
}
