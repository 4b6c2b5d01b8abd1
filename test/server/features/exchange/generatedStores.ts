import {
  array,
  boolean,
  constant,
  constantFrom,
  date,
  integer,
  oneof,
  option,
  record,
  string,
  uniqueArray,
  type Arbitrary,
} from "fast-check";
import type { LinkRecord } from "../../../../src/server/store/records.ts";

/** A link without its id, and what it points at by its place in {@link shelf}. */
export type GeneratedLink = Omit<LinkRecord, "id">;

/** What every store has for its links to point at: id 1 is the first. */
export const shelf = {
  domains: ["https://go.example.org", "http://s.example.org:8080"],
  campaigns: ["Spring", '=1+1 "sale", [x]', "a|b, c"],
  channels: ["Mail", "Print, large", "[posters]", "'@home", "two\nlines"],
  pixels: [
    { type: "socialnetpixel", name: "One", tag: "1234567890" },
    { type: "tagmanagerpixel", name: '"Two", =2', tag: "GTM-ABCDEFG" },
  ],
} as const;

const awkward = [
  '=HYPERLINK("https://example.org")',
  "+1",
  "-1",
  "@SUM(A1)",
  "'=1",
  "''=1",
  "'",
  '"',
  '""',
  "a,b;c\td|e",
  "two\nlines",
  "two\r\nlines",
  "a\rb",
  "[1, 2]",
  '{"a": 1}',
  "null",
  "n/a",
  "never",
  "true",
  "1,234",
  "2024-01-02",
  "__proto__",
  "<b>&amp;</b>",
  "</A><DL>",
  "%00%0a",
  "\\",
  "${x}",
  "سلام دنیا",
  "👩‍👩‍👧 e\u0301",
  "\u202Eabc",
  "a\u2028b",
] as const;

const marks = constantFrom(
  ..."\"',;|=+-@\t\n\r[]{}<>&\\%#?/: aé\u0628😀\u00A0\uFEFF".split(/(?:)/u),
);

function text(most: number): Arbitrary<string> {
  return oneof(
    constantFrom(...awkward),
    string({ unit: marks, minLength: 1, maxLength: 20 }),
    string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  ).map((value) => value.normalize("NFC").slice(0, most).toWellFormed());
}

const isControl = /[^\P{Cc}\t\n\r]/u;

function line(most: number): Arbitrary<string> {
  return text(most)
    .map((value) => value.trim())
    .filter((value) => value !== "" && !isControl.test(value));
}

const tag = line(50)
  .map((value) => value.replaceAll(/[\t\n\r]/g, " "))
  .filter((value) => value.length <= 50);

const alias = oneof(
  string({ unit: constantFrom(...Array.from("abcXYZ019-_")), minLength: 1, maxLength: 6 }),
  string({
    unit: constantFrom(...Array.from("\u0628\u06CC\u06F1éßЖ中a")),
    minLength: 1,
    maxLength: 4,
  }),
)
  .map((value) => value.normalize("NFC"))
  .filter((value) => !/^(api|app|q|qr|r|u|assets)$/i.test(value));

const path = oneof(constantFrom(...awkward), string({ unit: marks, maxLength: 12 })).map((value) =>
  value.replaceAll(/[\t\n\r]/g, "").trim(),
);

const address = path
  .map((value) => `https://example.net/${value}`)
  .filter((value) => URL.canParse(value) && value === value.trim() && !isControl.test(value));

const instant = date({
  min: new Date("2001-01-01"),
  max: new Date("2026-01-01"),
  noInvalidDate: true,
}).map((value) => value.toISOString());

const later = date({
  min: new Date("2035-01-01"),
  max: new Date("2090-01-01"),
  noInvalidDate: true,
}).map((value) => value.toISOString());

function sometimes<Value>(value: Arbitrary<Value>): Arbitrary<Value | undefined> {
  return option(value, { freq: 2, nil: undefined });
}

const seconds = (value: string) => value.replace(/\.\d+Z$/, "Z");

/** Conditions as records have them; Shlink knows the first of them. */
const shlinkCondition = oneof(
  record({
    type: constant("device"),
    values: array(constantFrom("android", "ios", "desktop"), { minLength: 1, maxLength: 1 }),
  }),
  record({
    type: constant("query-param"),
    key: line(20),
    values: array(line(20), { minLength: 1, maxLength: 1 }),
  }),
  record({ type: constant("valueless-query-param"), key: line(20) }),
  record({
    type: constant("after-date"),
    values: array(instant.map(seconds), { minLength: 1, maxLength: 1 }),
  }),
);

const anyCondition = oneof(
  shlinkCondition,
  record({
    type: constant("referrer-domain"),
    values: constant(["a.example", "b.example"]),
    not: constant(true as const),
  }),
  record({
    type: constant("time-window"),
    window: constant({ days: [1, 7], from: "09:00", to: "17:30", zone: "Asia/Tehran" }),
  }),
);

const rule = oneof(
  record({
    url: address,
    conditions: array(shlinkCondition, { minLength: 1, maxLength: 2 }),
  }),
  record({
    url: address,
    conditions: array(anyCondition, { minLength: 1, maxLength: 2 }),
    name: line(40),
    isOff: constant(true as const),
  }),
);

const split = record({
  seed: constant("AAAAAAAAAAAAAAAAAAAAAA"),
  variants: constant([
    { id: "a", url: "https://example.net/a", weight: 3333 },
    { id: "c", url: "https://example.net/c?x=1,2", weight: 6667 },
  ]),
  endsAt: later.map(seconds),
  winner: constantFrom("a", "c"),
});

const tags = uniqueArray(tag, { maxLength: 3, selector: (value) => value.toLowerCase() });

function someOf(count: number): Arbitrary<number[] | undefined> {
  const ids = Array.from({ length: count }, (_, at) => at + 1);
  return sometimes(uniqueArray(constantFrom(...ids), { minLength: 1, maxLength: count }));
}

const everything = record({
  alias,
  domain: option(constantFrom(1, 2), { freq: 2, nil: undefined }),
  url: address,
  createdAt: instant,
  name: sometimes(line(200)),
  description: sometimes(text(200).filter((value) => value !== "" && !isControl.test(value))),
  tags: sometimes(tags.filter(({ length }) => length > 0)),
  isArchived: sometimes(constant(true as const)),
  earlierClicks: sometimes(integer({ min: 1, max: 5_000_000 })),
  campaign: sometimes(constantFrom(1, 2, 3)),
  channels: someOf(shelf.channels.length),
  pixels: someOf(shelf.pixels.length),
  expiresAt: sometimes(later),
  source: sometimes(record({ service: constantFrom("bitly", "csv"), id: line(40) })),
  status: sometimes(constantFrom("public" as const, "private" as const)),
  type: sometimes(constantFrom({ kind: "frame" as const }, { kind: "splash" as const })),
  metaTitle: sometimes(line(100)),
  metaDescription: sometimes(line(100)),
  metaImage: sometimes(address),
  parameters: sometimes(
    array(record({ name: line(20), value: line(20) }), { minLength: 1, maxLength: 2 }),
  ),
  countries: sometimes(
    array(record({ country: constantFrom("AT", "IR", "US"), url: address }), {
      minLength: 1,
      maxLength: 2,
    }),
  ),
  devices: sometimes(
    array(record({ device: constantFrom("iphone", "android"), url: address }), {
      minLength: 1,
      maxLength: 2,
    }),
  ),
  languages: sometimes(
    array(record({ language: constantFrom("en", "fa"), url: address }), {
      minLength: 1,
      maxLength: 2,
    }),
  ),
  deepLink: sometimes(
    record({ apple: constant("https://apps.example.net/a?b=c,d"), auto: boolean() }),
  ),
  rules: sometimes(array(rule, { minLength: 1, maxLength: 3 })),
  startsAt: sometimes(instant.map(seconds)),
  showsStart: sometimes(constant(true as const)),
  beforeUrl: sometimes(address),
  maxClicks: sometimes(integer({ min: 1, max: 1_000_000_000 })),
  afterUrl: sometimes(address),
  split: sometimes(split),
});

function withoutGaps(link: object): GeneratedLink {
  // What the generator leaves out is undefined; a record has no such fields.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(
    Object.entries(link).filter(([, value]) => value !== undefined),
  ) as GeneratedLink;
}

/** The links of a small store; addresses differ, so that each can be told by its own. */
export const generatedStore: Arbitrary<readonly GeneratedLink[]> = uniqueArray(everything, {
  minLength: 1,
  maxLength: 4,
  selector: (link) => `${link.domain ?? 0}/${link.alias}`,
}).map((links) =>
  links.map((link, at) =>
    withoutGaps({
      ...link,
      url: link.url.replace("https://example.net/", `https://example.net/${at}/`),
      source: link.source && { ...link.source, id: `${at} ${link.source.id}` },
    }),
  ),
);
