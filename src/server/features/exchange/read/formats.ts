import type { ImportFormat } from "../../../../contract/changes/imports.ts";
import type { PlainColumnCode } from "../../../../contract/messages/messages.ts";

/** What each product calls its columns. Names are compared without case, spaces and punctuation. */

/** What a column of links can be taken for: the names of adding a link, and what only an import knows. */
export const linkFields = {
  url: "destination URL",
  custom: "alias",
  short: "short URL (domain and alias)",
  domain: "domain",
  name: "name",
  description: "note",
  tags: "tags",
  channel: "channels",
  campaign: "campaign",
  date: "creation date",
  expiry: "expiry date",
  earlierclicks: "clicks before Waypost",
  archived: "archived",
  starts: "when it starts",
  maxclicks: "clicks after which it ends",
  beforeurl: "address before it starts",
  afterurl: "address after it has ended",
  status: "public or private statistics",
  metatitle: "title of the social preview",
  metadescription: "description of the social preview",
  metaimage: "image of the social preview",
  id: "ID in the other product",
} as const;

export type LinkField = keyof typeof linkFields;

/** What a column of clicks can be taken for. */
export const clickFields = {
  short: "visited short URL",
  date: "when",
  country: "country",
  city: "city",
  useragent: "user agent",
  browser: "browser",
  os: "system",
  language: "language",
  referrer: "referrer",
  bot: "bot or not",
  type: "whether the visited URL was a link",
} as const;

export type ClickField = keyof typeof clickFields;
export type Field = LinkField | ClickField;

/** Fields that some product's columns lead to, and that nobody chooses by hand. */
export type OwnField =
  /** Names the link where it is filled in, instead of the short address. */
  "customshort" | "password" | "deleted" | "channels";

export interface Form {
  readonly format: ImportFormat;
  readonly kind: "links" | "clicks";
  /** All of them are there, or the file is another's. */
  readonly marks: readonly string[];
  readonly columns: Readonly<Record<string, Field | OwnField>>;
  /** Why a column that the product is known to write doesn't come along. */
  readonly dropped?: Readonly<Record<string, PlainColumnCode>>;
  /** Our own, handed to the service as they are. */
  readonly handedOn?: readonly string[];
  /** Rules, splits and targets of the product, which several of its columns say together. */
  readonly decides?: readonly string[];
  /** A second list of a JSON file, whose entries belong to the first one's. */
  readonly joined?: {
    /** What it may be called. */
    readonly lists: readonly string[];
    /** The entries' name of what they belong to. */
    readonly by: string;
    readonly to: string;
    readonly as: string;
  };
  readonly tags?: RegExp;
  /** More cells than columns belong to the last one, and quotes mean themselves. */
  readonly isUnquoted?: true;
  /** Rows are known by the place of their cells: there are no headers, or they needn't be there. */
  readonly isPositional?: true;
  /** What a spreadsheet would run has a `'` before it, as Waypost writes it. */
  readonly isNeutralised?: true;
  /** The list that a JSON file of it holds, by the name above it; empty: the list is all there is. */
  readonly json?: readonly string[];
}

const comma = /,/;
const pipe = /\|/;

/** Columns of our own exports that hold JSON. */
export const structuredColumns = [
  "parameters",
  "geotarget",
  "devicetarget",
  "languagetarget",
  "deeplink",
  "pixels",
  "rules",
  "split",
] as const;

/** Columns that only our own exports have. */
export const ownColumns = [
  "source",
  "status",
  "type",
  "metatitle",
  "metadescription",
  "metaimage",
  "starts",
  "startspublic",
  "beforeurl",
  "maxclicks",
  "afterurl",
  ...structuredColumns,
] as const;

/** Objects in JSON files whose parts are columns of their own: `meta.maxVisits`. */
export const nestedObjects: readonly string[] = ["meta", "visitsSummary", "meta_tags"];

const notImported = "column.bookmarkState";
const uncounted = "column.uncounted";
const changedAt = "column.changedAt";
const described = "column.described";
const elsewhere = "column.elsewhere";
const uniqueClicks = "column.uniqueClicks";

const dubDecisions = ["ios", "android", "geo", "testVariants", "testStartedAt", "testCompletedAt"];

export const forms: readonly Form[] = [
  {
    format: "waypost",
    kind: "links",
    marks: ["alias", "url", "earlierclicks", "archived"],
    columns: {
      url: "url",
      alias: "custom",
      domain: "domain",
      name: "name",
      description: "description",
      tags: "tags",
      channels: "channels",
      campaign: "campaign",
      date: "date",
      expiry: "expiry",
      earlierclicks: "earlierclicks",
      archived: "archived",
      password: "password",
    },
    dropped: { clicks: "column.toldOnly" },
    handedOn: ownColumns,
    tags: comma,
    isNeutralised: true,
    json: ["links"],
  },
  {
    format: "bitly",
    kind: "links",
    marks: ["link", "customlink", "destinationurl"],
    columns: {
      link: "short",
      customlink: "customshort",
      datecreated: "date",
      title: "name",
      destinationurl: "url",
      engagements: "earlierclicks",
      status: "deleted",
      tags: "tags",
      campaign: "campaign",
      channel: "channel",
    },
    tags: comma,
  },
  {
    format: "bitly",
    kind: "links",
    marks: ["bitlink", "longurl"],
    columns: {
      bitlink: "short",
      customlink: "customshort",
      longurl: "url",
      created: "date",
      title: "name",
      totalclicks: "earlierclicks",
      tags: "tags",
      campaign: "campaign",
      status: "deleted",
    },
    tags: comma,
  },
  {
    format: "bitly",
    kind: "links",
    marks: ["longurl", "link", "createdat"],
    columns: {
      longurl: "url",
      link: "short",
      title: "name",
      createdat: "date",
      totalclicks: "earlierclicks",
      clicks: "earlierclicks",
      tags: "tags",
      campaign: "campaign",
      status: "deleted",
    },
    tags: comma,
  },
  {
    format: "dub",
    kind: "links",
    marks: ["shortlink", "destinationurl", "clicks", "createdat"],
    columns: {
      shortlink: "short",
      destinationurl: "url",
      clicks: "earlierclicks",
      createdat: "date",
      linkid: "id",
      tags: "tags",
      archived: "archived",
      title: "name",
      description: "description",
      comments: "description",
      expiresat: "expiry",
      expiredurl: "afterurl",
    },
    decides: dubDecisions,
    dropped: {
      leads: uncounted,
      conversions: uncounted,
      revenue: uncounted,
      sales: uncounted,
      updatedat: changedAt,
    },
    tags: comma,
  },
  {
    format: "dub",
    kind: "links",
    marks: ["key", "url", "shortlink", "createdat"],
    columns: {
      id: "id",
      domain: "domain",
      key: "custom",
      shortlink: "short",
      url: "url",
      title: "name",
      comments: "description",
      tags: "tags",
      archived: "archived",
      expiresat: "expiry",
      expiredurl: "afterurl",
      password: "password",
      clicks: "earlierclicks",
      createdat: "date",
    },
    decides: dubDecisions,
    dropped: {
      leads: uncounted,
      conversions: uncounted,
      sales: uncounted,
      saleamount: uncounted,
      updatedat: changedAt,
      qrcode: "column.qrCode",
    },
    tags: comma,
    json: ["", "links", "data"],
  },
  {
    format: "shlink",
    kind: "links",
    marks: ["shortcode", "longurl", "datecreated"],
    columns: {
      datecreated: "date",
      domain: "domain",
      shortcode: "custom",
      shorturl: "short",
      longurl: "url",
      title: "name",
      tags: "tags",
      visitssummarytotal: "earlierclicks",
      visitscount: "earlierclicks",
      metavalidsince: "starts",
      metavaliduntil: "expiry",
      metamaxvisits: "maxclicks",
      validsince: "starts",
      validuntil: "expiry",
      maxvisits: "maxclicks",
    },
    decides: ["redirectRules", "hasRedirectRules"],
    dropped: {
      visitssummarynonbots: described,
      visitssummarybots: uncounted,
      crawlable: elsewhere,
      forwardquery: elsewhere,
    },
    tags: pipe,
    json: ["shortUrls.data", "shortUrls", "data", ""],
  },
  {
    format: "shlink",
    kind: "links",
    marks: ["createdat", "shortcode", "shorturl", "longurl"],
    columns: {
      createdat: "date",
      domain: "domain",
      shortcode: "custom",
      shorturl: "short",
      longurl: "url",
      title: "name",
      tags: "tags",
      visits: "earlierclicks",
    },
    tags: pipe,
  },
  {
    format: "shlink",
    kind: "links",
    marks: ["longurl", "shortcode"],
    columns: {
      longurl: "url",
      shortcode: "custom",
      domain: "domain",
      title: "name",
      tags: "tags",
    },
    tags: /[|,]/,
    isNeutralised: true,
  },
  {
    format: "shlink",
    kind: "links",
    marks: ["longurl", "shorturl"],
    columns: { longurl: "url", shorturl: "short", title: "name", tags: "tags" },
    tags: /[|,]/,
    isNeutralised: true,
  },
  {
    format: "shlink-visits",
    kind: "clicks",
    marks: ["date", "potentialbot", "useragent", "visitedurl"],
    columns: {
      date: "date",
      potentialbot: "bot",
      useragent: "useragent",
      referer: "referrer",
      country: "country",
      city: "city",
      visitedurl: "short",
      type: "type",
    },
    dropped: {
      region: "column.country",
      redirecturl: "column.ofLink",
    },
  },
  {
    format: "shortio",
    kind: "links",
    marks: ["idstring", "shorturl", "originalurl"],
    columns: {
      idstring: "id",
      shorturl: "short",
      originalpath: "custom",
      path: "custom",
      originalurl: "url",
      title: "name",
      clicks: "earlierclicks",
      createdat: "date",
      expiresat: "expiry",
      expiredurl: "afterurl",
      clickslimit: "maxclicks",
      tags: "tags",
      archived: "archived",
      haspassword: "password",
    },
    decides: ["splitURL", "splitPercent", "iphoneURL", "androidURL"],
    dropped: {
      updatedat: changedAt,
      createdby: "column.madeBy",
      createdbyid: "column.madeBy",
    },
    tags: comma,
    json: ["links", ""],
  },
  {
    format: "rebrandly",
    kind: "links",
    marks: ["shorturl", "slashtag", "destination"],
    columns: {
      id: "id",
      createdat: "date",
      shorturl: "short",
      domain: "domain",
      slashtag: "custom",
      destination: "url",
      title: "name",
      clicks: "earlierclicks",
      tags: "tags",
    },
    tags: comma,
  },
  {
    format: "tinyurl",
    kind: "links",
    marks: ["alias", "tinyurl"],
    columns: {
      alias: "custom",
      domain: "domain",
      tinyurl: "short",
      url: "url",
      longurl: "url",
      destinationurl: "url",
      target: "url",
      tags: "tags",
      createdat: "date",
      expiresat: "expiry",
      archived: "archived",
      deleted: "deleted",
      description: "description",
      hits: "earlierclicks",
      clicks: "earlierclicks",
    },
    tags: comma,
    json: ["data", ""],
  },
  {
    format: "yourls",
    kind: "links",
    marks: ["keyword", "url", "timestamp", "clicks"],
    columns: {
      keyword: "custom",
      url: "url",
      title: "name",
      timestamp: "date",
      clicks: "earlierclicks",
    },
    dropped: { ip: "column.madeFrom" },
  },
  {
    format: "yourls",
    kind: "links",
    marks: ["source", "target", "hits"],
    columns: { source: "custom", target: "url", hits: "earlierclicks" },
  },
  {
    format: "kutt",
    kind: "links",
    marks: ["address", "target", "visitcount"],
    columns: {
      id: "id",
      address: "custom",
      target: "url",
      description: "description",
      domain: "domain",
      link: "short",
      createdat: "date",
      expirein: "expiry",
      visitcount: "earlierclicks",
      password: "password",
    },
    dropped: {
      updatedat: changedAt,
      banned: "column.banned",
      reuse: "column.reuse",
    },
    json: ["data", ""],
  },
  {
    format: "linketry",
    kind: "links",
    marks: ["slug", "longurl", "redirecttype", "clicks"],
    columns: {
      id: "id",
      slug: "custom",
      domain: "domain",
      longurl: "url",
      shorturl: "short",
      title: "name",
      description: "description",
      tags: "tags",
      clicks: "earlierclicks",
      createdat: "date",
      expiresat: "expiry",
      maxclicks: "maxclicks",
      fallbackurl: "afterurl",
      archived: "archived",
      passwordhash: "password",
      passwordprotected: "password",
    },
    decides: ["redirectRules", "status", "warning_enabled"],
    joined: {
      lists: ["redirectRules", "redirect_rules"],
      by: "link_id",
      to: "id",
      as: "redirectRules",
    },
    dropped: {
      redirecttype: elsewhere,
      updatedat: changedAt,
      lastclickedat: described,
      source: described,
      sourceid: described,
    },
    tags: comma,
    json: ["links", ""],
  },
  {
    format: "spoo",
    kind: "links",
    marks: ["alias", "longurl", "totalclicks", "createdat"],
    columns: {
      id: "id",
      alias: "custom",
      domain: "domain",
      longurl: "url",
      tags: "tags",
      totalclicks: "earlierclicks",
      createdat: "date",
      expireafter: "expiry",
      startsat: "starts",
      prestarturl: "beforeurl",
      maxclicks: "maxclicks",
      expiredredirecturl: "afterurl",
      passwordset: "password",
      metatagstitle: "metatitle",
      metatagsdescription: "metadescription",
      metatagsimage: "metaimage",
    },
    decides: ["ab_variants", "geo_rules", "private_stats", "block_bots", "status"],
    dropped: { lastclick: uncounted, metatagscolor: elsewhere, metatagswarnings: elsewhere },
    tags: comma,
    json: ["items", ""],
  },
  {
    // The first version of spoo.me.
    format: "spoo",
    kind: "links",
    marks: ["id", "url", "maxclicks", "totalclicks"],
    columns: {
      id: "custom",
      shortcode: "custom",
      url: "url",
      totalclicks: "earlierclicks",
      creationdate: "date",
      expirationtime: "expiry",
      maxclicks: "maxclicks",
      password: "password",
    },
    decides: ["block-bots"],
    dropped: { uniquecounter: uniqueClicks, lastclick: uncounted },
    json: [""],
  },
  {
    format: "gempixel",
    kind: "links",
    marks: ["shorturl", "longurl", "campaign", "uniqueclicks"],
    columns: {
      shorturl: "short",
      longurl: "url",
      campaign: "campaign",
      date: "date",
      clicks: "earlierclicks",
    },
    dropped: {
      qrcode: "column.qrCode",
      uniqueclicks: uniqueClicks,
    },
  },
  {
    format: "gempixel",
    kind: "clicks",
    marks: ["shorturl", "date", "browser", "platform", "referer"],
    columns: {
      shorturl: "short",
      date: "date",
      city: "city",
      country: "country",
      browser: "browser",
      platform: "os",
      language: "language",
      referer: "referrer",
    },
    dropped: { domain: "column.ofPage" },
    isUnquoted: true,
  },
  {
    format: "gempixel",
    kind: "links",
    marks: ["longurl", "alias", "title", "description"],
    columns: { longurl: "url", alias: "custom", title: "name", description: "description" },
    isPositional: true,
  },
  {
    format: "pocket",
    kind: "links",
    marks: ["title", "url", "timeadded", "tags"],
    columns: { title: "name", url: "url", timeadded: "date", tags: "tags" },
    dropped: { status: notImported },
    tags: pipe,
  },
  {
    format: "raindrop",
    kind: "links",
    marks: ["excerpt", "url", "folder", "created"],
    columns: {
      id: "id",
      title: "name",
      note: "description",
      url: "url",
      folder: "tags",
      tags: "tags",
      created: "date",
    },
    dropped: { favorite: notImported },
    tags: comma,
  },
  {
    format: "pinboard",
    kind: "links",
    marks: ["href", "description", "extended", "time"],
    columns: {
      href: "url",
      description: "name",
      extended: "description",
      hash: "id",
      time: "date",
      tags: "tags",
    },
    dropped: { meta: changedAt, shared: notImported, toread: notImported },
    tags: / /,
    json: [""],
  },
  {
    format: "linkding",
    kind: "links",
    marks: ["url", "tagnames", "dateadded"],
    columns: {
      id: "id",
      url: "url",
      title: "name",
      description: "description",
      notes: "description",
      isarchived: "archived",
      tagnames: "tags",
      dateadded: "date",
    },
    dropped: { unread: notImported, shared: notImported, datemodified: changedAt },
    tags: comma,
    json: ["results", ""],
  },
];

/** Makers of bookmarks in HTML, by what they write at its beginning; any other's are bookmarks. */
export const htmlMakers: readonly (readonly [ImportFormat, RegExp])[] = [
  ["pocket", /<title>\s*Pocket Export/i],
  ["shaarli", /<!--\s*Shaarli\b/i],
  ["linkding", /\[linkding-notes\]/],
];

/** What HTML can be read as. */
export const htmlFormats: readonly ImportFormat[] = [
  "bookmarks",
  "pocket",
  "raindrop",
  "pinboard",
  "linkding",
  "shaarli",
];

/** Names that columns of any product have, for tables that are nobody's; the first that fits. */
export const guesses: readonly (readonly [LinkField, readonly string[]])[] = [
  [
    "url",
    [
      "longurl",
      "url",
      "target",
      "targeturl",
      "destination",
      "destinationurl",
      "originalurl",
      "original",
      "redirect",
      "redirecturl",
      "redirectto",
      "longlink",
      "address",
      "href",
      "website",
      "webaddress",
      "to",
    ],
  ],
  [
    "custom",
    [
      "custom",
      "alias",
      "slug",
      "shortcode",
      "shortname",
      "customname",
      "keyword",
      "backhalf",
      "slashtag",
      "code",
      "key",
      "path",
      "from",
      "source",
    ],
  ],
  ["short", ["shorturl", "shortlink", "short", "shortaddress", "bitlink", "tinyurl", "link"]],
  ["domain", ["domain", "host", "hostname", "shortdomain"]],
  ["name", ["name", "title", "label"]],
  ["description", ["description", "note", "notes", "comment", "comments"]],
  ["tags", ["tags", "tag", "labels", "categories", "category", "folder", "group"]],
  ["campaign", ["campaign", "campaignname"]],
  ["channel", ["channel", "channels"]],
  [
    "date",
    [
      "date",
      "createdat",
      "created",
      "datecreated",
      "creationdate",
      "createdon",
      "createddate",
      "timestamp",
      "added",
      "addedon",
    ],
  ],
  [
    "expiry",
    ["expiry", "expires", "expiresat", "expirationdate", "expiration", "expirydate", "validuntil"],
  ],
  [
    "earlierclicks",
    [
      "earlierclicks",
      "clicks",
      "totalclicks",
      "visits",
      "hits",
      "engagements",
      "visitcount",
      "clickcount",
      "views",
    ],
  ],
  ["archived", ["archived", "isarchived"]],
  ["starts", ["starts", "startsat", "validsince", "activefrom"]],
  ["maxclicks", ["maxclicks", "clickslimit", "clicklimit", "maxvisits"]],
  ["beforeurl", ["beforeurl"]],
  ["afterurl", ["afterurl", "expiredurl", "expirationurl"]],
  ["id", ["id", "linkid", "uuid", "idstring"]],
  ["metatitle", ["metatitle", "ogtitle"]],
  ["metadescription", ["metadescription", "ogdescription"]],
  ["metaimage", ["metaimage", "ogimage"]],
];

/** What else people call a field, in a mapping of theirs. */
export const alsoCalled: Readonly<Record<string, Field>> = {
  alias: "custom",
  title: "name",
  note: "description",
  clicks: "earlierclicks",
  created: "date",
  createdat: "date",
  expires: "expiry",
  channels: "channel",
};

/** What is longer is no name of a column. */
const longestName = 200;

export function plainName(column: string): string {
  return column
    .slice(0, longestName)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
