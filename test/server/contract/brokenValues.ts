import type { FieldKind } from "../../contract/rows/row.ts";

/** `[[[…]]]` */
export function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < depth; level += 1) value = [value];
  return value;
}

const loneSurrogate = "a\ud800b";
const controlCharacter = "a\u0000b";
const longText = "x".repeat(10_000);
/** 2^53: the first integer that isn't told apart from its neighbour. */
const unsafe = 2 ** 53;

const noText = [5, -1.5, unsafe, true, ["x"], { a: 1 }, [""], { $gt: "" }, nested(50)];
const badText = [...noText, loneSurrogate, controlCharacter, longText];
const noId = [
  -1,
  1.5,
  unsafe,
  1e300,
  "x",
  "1.5",
  "-1",
  true,
  [1],
  { a: 1 },
  [""],
  { $gt: "" },
  nested(50),
];
const noList = ["x", 5, true, { a: 1 }, ["x"], [5], [["x"]], nested(50)];
const foreignAddresses = [
  "javascript:alert(1)",
  "data:text/html,x",
  "example.com",
  "//example.com",
];

/** No resource has it. */
export const strangeId = 987_654_321;

/** Values that a field of the kind never takes. */
export const brokenValues: Readonly<Record<FieldKind, readonly unknown[]>> = {
  address: [...badText, ...foreignAddresses],
  alias: badText,
  boolean: ["yes", "TRUE", 2, -1, 0.5, ["x"], { a: 1 }, [""], { $gt: "" }, longText, nested(50)],
  colour: [...badText, "red", "#12345", "rgb(0,0,256)"],
  columns: ["x", 5, true, ["x"], { a: 1 }, { a: ["x"] }, nested(50)],
  domain: [...badText, "https://nobody.example.com"],
  email: [...badText, "me", "me@", "@example.com"],
  entries: noList,
  "fields of a link": ["x", 5, true, ["x"], {}, { alias: "x" }, { url: "" }, nested(50)],
  "many ids": ["x", 5, true, { a: 1 }, [], ["1"], [0], [-1], [1.5], [unsafe], nested(50)],
  members: ["x", 5, true, ["x"], { tag: ["x"] }, { tags: "x" }, { channels: ["x"] }, nested(50)],
  true: [false, "true", 1, "x", ["x"], { a: 1 }, nested(50)],
  expected: ["x", 5, true, ["x"], { "no such field": 1 }, nested(50)],
  id: [...noId, 0, strangeId],
  ids: [
    "x",
    5,
    true,
    { a: 1 },
    nested(50),
    ["x"],
    [["x"]],
    [-1],
    [1.5],
    [unsafe],
    [strangeId],
    [{ a: 1 }],
    strangeId,
  ],
  "ids that may be gone": ["x", 5, true, { a: 1 }, ["x"], [["x"]], [-1], [1.5], [unsafe]],
  logo: [...badText, "../../etc/passwd", "/etc/passwd", "file:///etc/passwd"],
  "logo size": ["x", true, ["x"], { a: 1 }, 9, 41, 22.5, "9", nested(50)],
  name: badText,
  number: ["x", true, ["x"], { a: 1 }, -1, 1.5, unsafe, longText, nested(50)],
  "parameters of a list": ["x", 5, true, ["x"], { a: { b: 1 } }, { a: [[1]] }, nested(50)],
  "picture size": ["x", true, ["x"], { a: 1 }, 99, 4001, 100.5, "99", nested(50)],
  replacement: ["x", 5, true, ["x"], {}, { part: "host" }, { part: "path", from: "a" }, nested(50)],
  object: [
    "x",
    5,
    true,
    ["x"],
    [5],
    { apple: 5, variants: 5 },
    { google: "javascript:alert(1)" },
    nested(50),
  ],
  password: [...badText, "x".repeat(129)],
  "qr data": [5, true, ["x"], nested(50), loneSurrogate, controlCharacter, longText],
  rgb: [...badText, "red", "#12345", "rgb(0,0,256)", "rgb(0,0)"],
  seconds: [-1, 61, 1.5, unsafe, "x", true, ["x"], { a: 1 }, [""], { $gt: "" }, longText],
  selection: ["x", 5, true, ["x"], { ids: [] }, { ids: [1], all: true }, { all: false }, { a: 1 }],
  source: ["x", 5, true, ["x"], { service: "x" }, { id: "x" }, { service: 5, id: 5 }, nested(50)],
  tags: ["x", 5, true, { a: 1 }, [5], [["x"]], ["x".repeat(51)], ["a\nb"], nested(50)],
  text: badText,
  timestamp: [...badText, "tomorrow", "2030-02-30 00:00:00", "2030-01-01T00:00:00+25:00"],
  token: badText,
  type: ["nonsense", "overlay-0", `overlay-${strangeId}`, strangeId, ...noId],
  "view kind": [...badText, "no such kind"],
  wait: [-1, 11, 1.5, unsafe, "x", true, ["x"], { a: 1 }, [""], { $gt: "" }, longText],
  word: [...badText, "no such word!"],
};

/** What finds its way into places that it was never meant for. */
export const hostileValues: readonly unknown[] = [
  null,
  "",
  " ",
  0,
  -0,
  -1,
  1.5,
  unsafe,
  1e308,
  true,
  [],
  {},
  [null],
  [[]],
  { "": "" },
  nested(200),
  loneSurrogate,
  controlCharacter,
  longText,
  "\ufeff\u202e\u2028",
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "%00%ff",
  "${7*7}{{7*7}}",
  JSON.parse('{"__proto__":{"isOwner":true},"constructor":{"prototype":{"isOwner":true}}}'),
  JSON.parse('[{"__proto__":[1]},{"hasOwnProperty":1,"toString":null,"toJSON":"x","length":-1}]'),
];

/** Path segments that are no id, as they go over the wire. */
export const strangeSegments: readonly string[] = [
  String(strangeId),
  "0",
  "-1",
  "1.5",
  "9007199254740993",
  "1e3",
  "x",
  "__proto__",
  "constructor",
  "%00",
  "%20",
  "%ff",
  "%E0%A4%A",
  "..",
  "%2e%2e%2f1",
  "1;1",
  "x".repeat(2_000),
];
