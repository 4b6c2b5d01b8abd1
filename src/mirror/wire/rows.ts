import {
  bioButtons,
  bioThemes,
  type ShownOf,
  shownOverlayFields,
  shownSplashPageFields,
  type ShownTable,
} from "../../contract/fields/shownFields.ts";
import {
  either,
  exactly,
  fields,
  fieldsOf,
  flag,
  listOf,
  maybe,
  orNull,
  type Shape,
  type Shaped,
  text,
  whole,
} from "./shape.ts";

/**
 * What the edge holds: a map from key to text. Each text is the JSON of one of these rows, and says
 * in which format it is written. Home writes them, the Worker answers visits from them.
 */

/** Formats that a Worker of this version reads; home writes the newest that both know. */
export const formats = { oldest: 1, newest: 3 } as const;

/** A longer one, in UTF-8 bytes, is not mirrored: a Worker has 10 ms to take it, and as many to answer from it. */
export const mostRowBytes = 500_000;
/** A picture that is longer stays at home. */
export const mostPictureBytes = 64_000;

/** Aliases, slugs and codes are given folded, as the store's indexes have them. */
export const keys = {
  site: "site",
  alias: (domain: number | undefined, folded: string) => `a/${domain ?? 0}/${folded}`,
  campaign: (id: number) => `c/${id}`,
  slug: (folded: string) => `r/${folded}`,
  qr: (folded: string) => `q/${folded}`,
  splashPage: (id: number) => `p/splash/${id}`,
  overlay: (id: number) => `p/overlay/${id}`,
  pixel: (id: number) => `p/pixel/${id}`,
  browsers: "browsers",
  /** Rows below `own/` are of the edge's making: home neither writes nor counts them. A link that was made there. */
  made: (domain: number | undefined, folded: string) => `own/a/${domain ?? 0}/${folded}`,
  /** The hash of the cookie that a browser got for its one-time link. */
  browser: (id: string) => `own/b/${id}`,
} as const;

/** A link that was made there has the number of its line beyond this as its id, until home has it. No id of home's is larger. */
export const firstMade = 2 ** 48;

/**
 * Since 2 links have rules, splits and dates, since 3 limits of clicks: a row is unreadable to a Worker that
 * would pass over what decides.
 */
const format = exactly(1, 2, 3);

/** What holds for every visit. */
const siteRow = fields({
  v: format,
  /** What home's own addresses begin with while visitors reach it; null: they don't. */
  home: orNull(text),
  isDark: flag,
  domains: listOf(
    fields({
      id: whole,
      /** Scheme, host and port. */
      domain: text,
      redirectRoot: maybe(text),
      redirect404: maybe(text),
    }),
  ),
  shortBase: text,
  formerBases: listOf(text),
  prefix: text,
  formerPrefixes: listOf(text),
  /** Those of home's doors for visitors: addresses with them lead back to a link too. */
  ports: listOf(whole),
  pageName: text,
  pageColor: text,
  respectDnt: flag,
  /** The present one and those before it. */
  usernames: listOf(text),
  /** Derived from home's own key for visitors, base64url. */
  visitorKey: text,
});

const target = { url: text };
const parameter = fields({ name: text, value: text });

/** As `prepareLink` reads it; what it doesn't understand matches nobody. */
const condition = fields({
  type: text,
  key: maybe(text),
  values: maybe(listOf(text)),
  window: maybe(fields({ days: listOf(whole), from: text, to: text, zone: text })),
  not: maybe(exactly(true)),
});

/** What decides before a password is asked for. */
const dates = {
  expiresAt: maybe(text),
  startsAt: maybe(text),
  showsStart: maybe(exactly(true)),
  beforeUrl: maybe(text),
  afterUrl: maybe(text),
};

/** A link with all that answers visits: `prepareLink` reads it as it does the record. */
const openLink = fields({
  id: whole,
  alias: text,
  domain: maybe(whole),
  url: text,
  type: maybe(
    either(
      fields({ kind: exactly("direct", "frame") }),
      either(
        fields({ kind: exactly("splash"), id: maybe(whole) }),
        fields({ kind: exactly("overlay"), id: whole }),
      ),
    ),
  ),
  countries: maybe(listOf(fields({ country: text, ...target }))),
  devices: maybe(listOf(fields({ device: text, ...target }))),
  languages: maybe(listOf(fields({ language: text, ...target }))),
  metaTitle: maybe(text),
  metaDescription: maybe(text),
  metaImage: maybe(text),
  fetchedTitle: maybe(text),
  framing: maybe(fields({ allowed: flag })),
  pixels: maybe(listOf(whole)),
  /** The clicks that it may have in all, and those that it had when it was handed over, in this generation. */
  limit: maybe(fields({ most: whole, from: whole, generation: whole })),
  deepLink: maybe(fields({ apple: maybe(text), google: maybe(text), auto: flag })),
  parameters: maybe(listOf(parameter)),
  status: maybe(exactly("public", "private")),
  rules: maybe(
    listOf(
      fields({
        ...target,
        name: maybe(text),
        isOff: maybe(exactly(true)),
        conditions: listOf(condition),
      }),
    ),
  ),
  ...dates,
  split: maybe(
    fields({
      seed: text,
      variants: listOf(fields({ id: text, ...target, weight: whole })),
      endsAt: maybe(text),
      winner: maybe(text),
    }),
  ),
});

/** A link with a password, or with a limit that home keeps: home alone answers, and where it leads never leaves it. */
const lockedLink = fields({
  id: whole,
  alias: text,
  domain: maybe(whole),
  ...dates,
  /** Those of `beforeUrl` and `afterUrl`. */
  parameters: maybe(listOf(parameter)),
  /** Where the list of a public campaign shows it. */
  metaTitle: maybe(text),
  /** Whether there are statistics for everybody, at home. */
  status: maybe(exactly("public", "private")),
  isLocked: exactly(true),
  /** Clicks alone lock it: lists show it like an open link. */
  isLimitedOnly: maybe(exactly(true)),
  fetchedTitle: maybe(text),
});

/** All that is reached under one alias on one domain, in any spelling. */
const aliasRow = fields({
  v: format,
  /** The oldest first; those that lead nowhere too, without an address: they keep others from being found. */
  links: listOf(either(lockedLink, openLink)),
  /** Those whose addresses these are, the oldest first. */
  bioPages: maybe(
    listOf(
      fields({
        id: whole,
        alias: text,
        domain: maybe(whole),
        name: text,
        description: maybe(text),
        avatar: maybe(text),
        theme: maybe(exactly(...bioThemes)),
        buttons: maybe(exactly(...bioButtons)),
        hidesCredit: maybe(flag),
        links: maybe(listOf(fields({ title: text, ...target }))),
        status: maybe(exactly("public", "private")),
      }),
    ),
  ),
});

/** A campaign that is public. */
const campaignRow = fields({
  v: format,
  id: whole,
  name: text,
  /** Those that lead somewhere, in the order of its list. */
  links: listOf(
    fields({
      id: whole,
      alias: text,
      domain: maybe(whole),
      startsAt: maybe(text),
      expiresAt: maybe(text),
      isLocked: maybe(exactly(true)),
    }),
  ),
});

/** The campaigns whose rotators have this slug, in any spelling; the oldest first. */
const slugRow = fields({ v: format, campaigns: listOf(fields({ id: whole, slug: text })) });

/** The QR codes of this code, in any spelling; the oldest first. */
const qrRow = fields({
  v: format,
  codes: listOf(
    fields({
      id: whole,
      code: text,
      type: exactly("text", "vcard", "link", "email", "phone", "sms", "wifi"),
      /** As the record has it. */
      data: either(text, fieldsOf(either(text, flag))),
      /** The picture as `/qr/<code>?format=svg` gives it; left out where it is too long. */
      svg: maybe(text),
    }),
  ),
});

const splashPageRow = pageRow(shownSplashPageFields);
const overlayRow = pageRow(shownOverlayFields);

const pixelRow = fields({ v: format, id: whole, type: text, tag: text });

/** Browsers that may make links there. Moments are milliseconds since 1970 by the edge's clock. */
const browsersRow = fields({
  v: format,
  /** Of random aliases. */
  aliasLength: whole,
  browsers: listOf(
    fields({
      id: text,
      /** SHA-256 of the secret in the one-time link, hex; and until when that can be opened. */
      token: text,
      until: whole,
      /** Until when the browser may make links. */
      ends: whole,
    }),
  ),
});

export type BrowsersRow = Shaped<typeof browsersRow>;
export type SiteRow = Shaped<typeof siteRow>;
export type AliasRow = Shaped<typeof aliasRow>;
export type MirroredLink = AliasRow["links"][number];
export type MirroredLimit = NonNullable<Extract<MirroredLink, { readonly url: string }>["limit"]>;
export type CampaignRow = Shaped<typeof campaignRow>;
export type SlugRow = Shaped<typeof slugRow>;
export type QrRow = Shaped<typeof qrRow>;
export type SplashPageRow = Shaped<typeof splashPageRow>;
export type OverlayRow = Shaped<typeof overlayRow>;
export type PixelRow = Shaped<typeof pixelRow>;

/** What visitors see of a page, by the table of its fields. */
function pageRow<Table extends ShownTable>(
  table: Table,
): Shape<{ readonly v: 1; readonly id: number } & ShownOf<Table>> {
  const shown = Object.entries(table).map(([name, field]) => {
    const shape = shapeOf(field);
    return [name, field.need === undefined ? maybe(shape) : shape];
  });
  const row = fields({ v: format, id: whole, ...Object.fromEntries(shown) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has asked for each field
  return row as Shape<{ readonly v: 1; readonly id: number } & ShownOf<Table>>;
}

function shapeOf(field: ShownTable[string]): Shape<unknown> {
  switch (field.as) {
    case "number":
      return whole;
    case "choice":
      return exactly(...field.of);
    case "choices":
      return listOf(exactly(...field.of));
    case "text":
    case "address":
    case "picture":
    case "colour":
      return text;
  }
}

/** A reader of each kind of row. Null: it isn't one, or of a format that isn't known here. */
export const readRow = {
  site: readerOf(siteRow),
  alias: readerOf(aliasRow),
  campaign: readerOf(campaignRow),
  slug: readerOf(slugRow),
  qr: readerOf(qrRow),
  splashPage: readerOf(splashPageRow),
  overlay: readerOf(overlayRow),
  pixel: readerOf(pixelRow),
  browsers: readerOf(browsersRow),
} as const;

function readerOf<Row>(shape: Shape<Row>): (data: string) => Row | null {
  return (data) => {
    try {
      const row: unknown = JSON.parse(data);
      return shape(row) ? row : null;
    } catch {
      return null;
    }
  };
}
