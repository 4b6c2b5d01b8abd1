import { describe, expect, test } from "vitest";
import { z } from "zod";
import { faultsOf } from "../../src/contract/schemaFaults.ts";
import {
  address,
  bounds,
  colour,
  email,
  flag,
  id,
  paging,
  rgbColour,
  sentEnd,
  sentTimestamp,
  text,
} from "../../src/contract/fields/fields.ts";
import { addressesIn } from "../../src/contract/fields/addresses.ts";
import { completeAddress } from "../../src/contract/fields/completeAddress.ts";
import {
  isForTrial,
  isTemporaryAddress,
  isUnsure,
} from "../../src/contract/fields/temporaryAddress.ts";

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe("an id", () => {
  test.each([
    [5, 5],
    ["5", 5],
    ["005", 5],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])("%j is %j", (sent, parsed) => {
    expect(id.parse(sent)).toBe(parsed);
  });

  test.each([
    0,
    -1,
    1.5,
    "1.5",
    "-1",
    "",
    " 1",
    "1e3",
    "0x1",
    2 ** 53,
    "9007199254740993",
    null,
    [1],
    {},
    true,
  ])("%j is not one", (sent) => {
    expect(accepts(id, sent)).toBe(false);
  });
});

describe("a flag", () => {
  test.each([true, "true", 1, "1"])("%j is true", (sent) => {
    expect(flag.parse(sent)).toBe(true);
  });

  test.each([false, "false", 0, "0"])("%j is false", (sent) => {
    expect(flag.parse(sent)).toBe(false);
  });

  test.each(["yes", 2, null, [], {}, "TRUE"])("%j is neither", (sent) => {
    expect(accepts(flag, sent)).toBe(false);
  });
});

describe("an address", () => {
  test.each([
    "https://example.com",
    "http://localhost:3000/a?b#c",
    "HTTPS://EXAMPLE.com/é",
    "http://münchen.de/",
  ])("%s is kept as sent", (sent) => {
    expect(address.parse(sent)).toBe(sent);
  });

  test("is trimmed", () => {
    expect(address.parse("  https://example.com\n")).toBe("https://example.com");
  });

  test.each([
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "vbscript:x",
    "blob:https://example.com/x",
    "//example.com",
    "example.com",
    "http:example.com",
    "http://",
    "http://a b",
    "https://example.com/\u0000",
    `https://example.com/${"x".repeat(bounds.address)}`,
  ])("%j is refused", (sent) => {
    expect(accepts(address, sent)).toBe(false);
  });
});

describe("text", () => {
  test("takes tabs, line breaks and every script", () => {
    expect(text(100).parse("سلام\tworld\r\n👋")).toBe("سلام\tworld\r\n👋");
  });

  test.each(["\u0000", "\u001b[31m", "\u009f", "\ud800", "a".repeat(101), 5, ["a"], {}])(
    "refuses %j",
    (sent) => {
      expect(accepts(text(100), sent)).toBe(false);
    },
  );
});

describe("a sent end", () => {
  test("means the last second of a bare date, and the moment that is given", () => {
    expect(sentEnd.parse("2030-02-28")).toBe("2030-02-28 23:59:59");
    expect(sentEnd.parse("2030-02-28 00:00:00")).toBe("2030-02-28 00:00:00");
    expect(sentEnd.parse("2030-02-28T12:30Z")).toBe("2030-02-28T12:30:00Z");
    expect(accepts(sentEnd, "2030-02-30")).toBe(false);
  });
});

describe("a sent timestamp", () => {
  test("may be a bare date", () => {
    expect(sentTimestamp.parse("2030-02-28")).toBe("2030-02-28 00:00:00");
    expect(sentTimestamp.parse("2032-02-29 23:59:59")).toBe("2032-02-29 23:59:59");
  });

  test.each([
    ["2030-01-31 23:59", "2030-01-31 23:59:00"],
    ["2030-01-31T23:59:58", "2030-01-31 23:59:58"],
    ["2030-01-31T23:59", "2030-01-31 23:59:00"],
    ["2030-01-31T23:59:58.123Z", "2030-01-31T23:59:58Z"],
    ["2030-01-31T23:59:58+02:00", "2030-01-31T21:59:58Z"],
    ["2030-01-31t23:59-0330", "2030-02-01T03:29:00Z"],
    ["2030-01-31 23:59:58+02", "2030-01-31T21:59:58Z"],
    [" 2030-01-31 ", "2030-01-31 00:00:00"],
  ])("%j means %j", (sent, parsed) => {
    expect(sentTimestamp.parse(sent)).toBe(parsed);
  });

  test.each([
    "2030-02-29",
    "2030-13-01",
    "2030-00-10",
    "2030-01-01 24:00:00",
    "2030-1-1",
    "2030-01-01 00:60",
    "2030-01-01T00",
    "2030-01-01T00:00:00+24:00",
    "2030-01-01Z",
    "0000-01-01",
    "9999-12-31T23:59:59-10:00",
    "tomorrow",
    5,
    ["2030-01-01"],
  ])("%j is refused", (sent) => {
    expect(accepts(sentTimestamp, sent)).toBe(false);
  });
});

describe("paging", () => {
  const query = z.object(paging);

  test.each([
    [{}, { limit: 15, page: 1 }],
    [
      { limit: "5", page: "3" },
      { limit: 5, page: 3 },
    ],
    [{ limit: "5000" }, { limit: 1000, page: 1 }],
    [
      { limit: "0", page: "-2" },
      { limit: 15, page: 1 },
    ],
    [
      { limit: "many", page: "2.5" },
      { limit: 15, page: 1 },
    ],
    [
      { limit: ["5", "6"], page: { a: "1" } },
      { limit: 15, page: 1 },
    ],
    [
      { limit: "", page: " " },
      { limit: 15, page: 1 },
    ],
  ])("%j means %j", (sent, parsed) => {
    expect(query.parse(sent)).toEqual(parsed);
  });
});

test("an e-mail address is trimmed and bounded", () => {
  expect(email.parse(" me@example.com ")).toBe("me@example.com");
  expect(accepts(email, `${"a".repeat(250)}@example.com`)).toBe(false);
  expect(accepts(email, "me@localhost@x")).toBe(false);
});

test.each([
  ["#1a2", "#11AA22", "rgb(17,170,34)"],
  [" #1a2b3c ", "#1A2B3C", "rgb(26,43,60)"],
  ["RGB( 26, 43,60 )", "#1A2B3C", "rgb(26,43,60)"],
  ["rgb(0,0,255)", "#0000FF", "rgb(0,0,255)"],
])("the colour %j is %s, and %s in a QR code", (sent, hex, rgb) => {
  expect(colour.parse(sent)).toBe(hex);
  expect(rgbColour.parse(sent)).toBe(rgb);
});

test.each(["red", "#12", "#1234567", "rgb(256,0,0)", "rgb(1,2)", "rgba(1,2,3,0.5)", "#fff;}", 5])(
  "%j is no colour",
  (sent) => {
    expect(accepts(colour, sent) || accepts(rgbColour, sent)).toBe(false);
  },
);

const three = ["http://example.org/a", "https://example.org/b", "https://example.org/c?d=1,2"];

test.each([" ", "\n", "\r\n\t"])("addresses with %j between them are several", (between) => {
  expect(addressesIn(` ${three.join(between)}\n`)).toEqual(three);
});

test("addresses without a scheme are several too", () => {
  expect(addressesIn("example.org/a example.org/b")).toEqual([
    "https://example.org/a",
    "https://example.org/b",
  ]);
});

test("one address is not several, and neither is a text", () => {
  for (const sent of ["", "https://example.org/a", "https://example.org/a b", "not an address"]) {
    expect(addressesIn(sent)).toBeUndefined();
  }
  expect(addressesIn("https://example.org/?u=https://example.org/b")).toBeUndefined();
});

test("a field of one address takes no second one after a blank", () => {
  expect(address.safeParse("https://example.org/a b").success).toBe(true);
  const { error } = address.safeParse(three.join(" "));
  expect(error?.issues[0]?.message).toBe("must be one URL, not several");
});

test("a bare host is completed, anything else is left as it was typed", () => {
  expect(completeAddress(" example.org/spring?x=1 ")).toBe("https://example.org/spring?x=1");
  expect(completeAddress("نمونه.ایران")).toBe("https://نمونه.ایران");
  expect(completeAddress("http://example.org")).toBe("http://example.org");
  expect(completeAddress("javascript:alert(1)")).toBe("javascript:alert(1)");
  expect(completeAddress("hello")).toBe("hello");
});

const go = "https://go.example.org";
const none = { way: null, address: null, temporary: false } as const;
const up = { way: "ssh", address: go, temporary: false } as const;

test("a name that goes with its tunnel is known as one", () => {
  expect(isTemporaryAddress("https://odd-words-here.trycloudflare.com/spring")).toBe(true);
  expect(isTemporaryAddress("https://abc123.lhr.life")).toBe(true);
  expect(isTemporaryAddress("https://links.example.org")).toBe(false);
  expect(isTemporaryAddress("https://trycloudflare.com.example.org")).toBe(false);
  expect(isTemporaryAddress("http://127.0.0.1:4080")).toBe(false);
});

test("a tunnel's random name is for a try, whatever it is called", () => {
  const named = { ...up, address: "https://quiet.example.net", temporary: true };
  expect(isForTrial("https://quiet.example.net/", named)).toBe(true);
  expect(isForTrial(go, named)).toBe(false);
  expect(isForTrial("https://a-b.trycloudflare.com", none)).toBe(true);
});

test("of a name that a command of one's own told, its owner says whether it lasts", () => {
  const told = { ...up, way: "command" as const, settings: { address: null } };
  expect(isUnsure(go, told)).toBe(true);
  expect(isUnsure(`${go}/`, told)).toBe(true);
  expect(isUnsure("https://other.example.org", told)).toBe(false);
  expect(isUnsure(go, { ...told, settings: { address: go } })).toBe(false);
  expect(isUnsure(go, { ...told, way: "ssh" })).toBe(false);
  expect(isUnsure(go, { ...told, temporary: true })).toBe(false);
});

test("a bound that has no words of its own is said in ours", () => {
  const schema = z.object({
    text: z.string().max(2),
    list: z.array(z.int()).min(1),
    pair: z.array(z.int()).min(2),
    name: z.string().min(1),
    many: z.int().max(9),
  });
  const sent = { text: "abc", list: [], pair: [], name: "", many: 10 };
  expect(faultsOf(schema.safeParse(sent).error ?? new z.ZodError([]), sent)).toEqual({
    text: { code: "long", detail: "must be at most 2 characters", most: 2 },
    list: { code: "short", detail: "must have at least 1 entry", least: 1 },
    pair: { code: "short", detail: "must have at least 2 entries", least: 2 },
    name: { code: "short", detail: "must be at least 1 character", least: 1 },
    many: { code: "format", detail: "must be at most 9", most: 9 },
  });
});
