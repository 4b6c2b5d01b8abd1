import { qrEyes, qrFrames, qrPatterns } from "../../../src/contract/resources/qrCodes.ts";
import {
  type Arbitrary,
  constant,
  constantFrom,
  integer,
  oneof,
  record,
  string,
  stringMatching,
} from "fast-check";
import { pixelTypes } from "../../contract/rows/contractRows.ts";
import { strangeId } from "./brokenValues.ts";
import { type ContractRow, type FieldKind, type Fields, nameOf } from "../../contract/rows/row.ts";

/** What is there to be named in a body: ids by resource, and the service's own address. */
export interface Known {
  readonly ids: Readonly<Record<string, number>>;
  readonly base: string;
  /** Of the preview of the import that is there. */
  readonly token: string;
}

const addresses = constantFrom(
  "https://example.com/spring?colour=green#top",
  "http://example.com:8080/",
  " https://example.com/ü/سلام ",
);
const line = string({ unit: "grapheme", minLength: 6, maxLength: 40 }).map((text) => `n${text}`);
const link = addresses;

/** Undefined: left out, because only the broken ones are of interest (or valid ones are slow). */
const byKind: Readonly<Record<FieldKind, Arbitrary<unknown> | undefined>> = {
  address: addresses,
  alias: stringMatching(/^[a-z0-9_-]{9,14}$/),
  boolean: constantFrom(true, false, "true", "false", 1, 0, "1", "0"),
  colour: constantFrom("#1A7F64", "#fff", "rgb(26, 127, 100)"),
  columns: constantFrom({}),
  domain: undefined,
  email: constantFrom("me@example.com", " you@example.com "),
  entries: undefined,
  expected: undefined,
  "fields of a link": constantFrom({ name: "Spring" }, { clear: ["expiry"] }, { archived: "1" }),
  "many ids": constantFrom([1], [strangeId], [1, 1, strangeId]),
  members: constantFrom({ tags: ["spring"] }, { channels: [] }),
  true: constant(true),
  id: undefined,
  ids: undefined,
  "ids that may be gone": constantFrom([strangeId], [String(strangeId), 1]),
  logo: undefined,
  name: line,
  number: oneof(integer({ min: 0, max: 1_000_000 }), constant("12")),
  replacement: record({ part: constantFrom("host", "parameter", "text"), from: line, to: line }),
  object: record({
    apple: constant("https://apps.apple.com/app/id284815942"),
    auto: constantFrom(true, "0"),
  }),
  "logo size": constantFrom(22, "22", 40),
  "picture size": constantFrom(100, "300"),
  "parameters of a list": constantFrom({}, { q: "spring" }),
  password: undefined,
  "qr data": constantFrom("https://example.com/spring", "https://example.com/?a=b"),
  rgb: undefined,
  seconds: oneof(integer({ min: 0, max: 60 }), constant("5")),
  selection: constantFrom({ all: true }, { filter: { q: "spring" } }),
  source: record({ service: constantFrom("bitly", "yourls"), id: constantFrom("3aBcD", "1") }),
  tags: constantFrom([], ["Spring"], ["spring", "بهار ۱۴۰۵", " Two words "]),
  text: string({ unit: "grapheme", maxLength: 200 }),
  timestamp: constantFrom(
    "2035-12-31 23:59:59",
    "2035-12-31",
    "2001-01-01 00:00",
    "2035-12-31T23:59:59.000Z",
  ),
  token: undefined,
  type: constantFrom("direct", "frame", "splash"),
  "view kind": constantFrom("links", "mapping", "parameters", "tags"),
  wait: constantFrom(0, "0"),
  word: undefined,
};

/** Of a code: dark on light, or no scanner reads it. */
const inks: Readonly<Record<string, Arbitrary<unknown>>> = {
  background: constantFrom("rgb(255,255,255)", "RGB( 240, 255, 240 )", "#fff"),
  foreground: constantFrom("rgb(0,0,0)", "RGB( 20, 20, 20 )", "#123"),
};

const words: Readonly<Record<string, Arbitrary<unknown>>> = {
  "bulk kind": constantFrom("links", "qr", "bio", "channels", "splash"),
  "trash kind": constantFrom("links", "views", "domains"),
  "import format": constantFrom("csv"),
  "import dates": constantFrom("day first", "month first"),
  "import onConflict": constantFrom("skip", "rename", "overwrite"),
  "overlay type": constantFrom("message", "contact"),
  "overlay position": constantFrom("top", "bottom", "left", "right", "center"),
  "export what": constant("links"),
  "export format": constantFrom("csv", "json", "netlify"),
  "pixel type": constantFrom(...Object.entries(pixelTypes).flat()),
  "pixel tag": stringMatching(/^[A-Za-z0-9\-_.:/]{1,100}$/),
  "qr type": constantFrom("text", "link"),
  "qr correction": constantFrom("L", "M", "Q", "H"),
  "qr pattern": constantFrom(...qrPatterns),
  "qr eyes": constantFrom(...qrEyes),
  "qr frame": constantFrom(...qrFrames),
  "qr format": constantFrom("png", "svg"),
};

/** Of links, where their kind takes more than they do. */
const ofLinks: Readonly<Record<string, Arbitrary<unknown>>> = {
  starts: constantFrom("2000-12-31 23:59:59", "2000-12-31"),
  maxclicks: oneof(integer({ min: 1, max: 1_000_000_000 }), constant("12")),
  split: record({
    variants: record({ url: link, weight: integer({ min: 0, max: 10_000 }) }).map((one) => [
      { ...one, id: "a" },
      { ...one, id: "j", weight: 10_000 - one.weight },
    ]),
    winner: constantFrom("a", "j"),
  }),
};

const conditions = oneof(
  record({ type: constant("device"), value: constantFrom("ios", ["Android", "tablet"]) }),
  record({ type: constant("ip-address"), value: constantFrom("198.51.100.*", "2001:db8::/32") }),
  record({ type: constant("query-param"), key: line, value: line, not: constantFrom(true, "0") }),
);

const lists: Readonly<Record<string, Arbitrary<unknown>>> = {
  rules: record({ url: link, name: line, conditions: conditions.map((one) => [one, one]) }).map(
    (one) => [one],
  ),
  geotarget: record({ location: constantFrom("Germany", "usa", "ir"), link }).map((one) => [one]),
  devicetarget: record({ device: constantFrom("iPhone", "desktop"), link }).map((one) => [one]),
  languagetarget: record({ language: constantFrom("en", "pt-BR"), link }).map((one) => [one]),
  parameters: record({ name: line, value: line }).map((one) => [one, { value: "nameless" }]),
  links: record({ title: line, url: link }).map((one) => [one]),
  fields: constantFrom([], ["name"], ["email", "message"]),
};

function validValue(
  resource: string,
  field: string,
  kind: FieldKind,
  known: Known,
): Arbitrary<unknown> | undefined {
  // They go with clicks, or with one format: chance would seldom leave all of them out.
  if (resource === "export" && ["from", "to", "bom"].includes(field)) return undefined;
  const id = known.ids[field === "pixels" ? "pixel" : field];
  if (kind === "id") return id === undefined ? undefined : constantFrom(id, String(id));
  if (kind === "ids") return id === undefined ? undefined : constantFrom([id], [String(id)], []);
  if (kind === "domain") return constantFrom(known.base, `${known.base}/`);
  if (kind === "entries") return lists[field];
  const ofLink = resource === "url" ? ofLinks[field] : undefined;
  if (ofLink !== undefined) return ofLink;
  if (kind === "rgb") return inks[field];
  if (kind === "token") return constant(known.token);
  if (field === "status") return constantFrom("public", "private");
  if (kind === "word") return words[`${resource} ${field}`];
  // Another one each time: a domain is there once.
  return resource === "domain" && field === "domain"
    ? stringMatching(/^[a-z]{9,14}$/).map((name) => `https://${name}.example.com`)
    : byKind[kind];
}

export interface Taken {
  /** Everything that the row's body takes. */
  readonly fields: Fields;
  readonly valid: Arbitrary<Readonly<Record<string, unknown>>>;
}

/** Bodies of rows whose fields agree with each other too seldom to leave it to chance. */
function plainBody(row: ContractRow, { token }: Known): Taken["valid"] | undefined {
  switch (nameOf(row)) {
    case "POST /api/bulk":
      return constant({ kind: "links", select: { all: true }, delete: true, preview: true });
    case "POST /api/import/:id/apply":
      return constant({ token });
    default:
      return undefined;
  }
}

/** What a row's body takes, and bodies that it accepts. */
export function takenBy(row: ContractRow, known: Known): Taken | undefined {
  if (row.body === undefined) return undefined;
  const { required, optional, additive = {} } = row.body;
  const fields = { ...required, ...optional, ...additive };
  const [, , resource = ""] = row.path.split("/");
  const values = Object.entries(fields).flatMap(([field, kind]) => {
    const value = validValue(resource, field, kind, known);
    return value === undefined ? [] : [[field, value] as const];
  });
  // An account's update wants one field at least.
  const always = nameOf(row) === "PUT /api/account/update" ? ["email"] : Object.keys(required);
  const mixed = record(Object.fromEntries(values), { requiredKeys: always, noNullPrototype: true });
  const plain = plainBody(row, known);
  return { fields, valid: plain === undefined ? mixed : oneof(mixed, plain) };
}
