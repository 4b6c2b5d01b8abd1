import { describe, expect, test } from "vitest";
import { assert, constantFrom, oneof, property, string } from "fast-check";
import {
  isDayAlone,
  orderOf,
  readCount,
  readDate,
  readFlag,
  readList,
  readShort,
} from "../../../../../src/server/features/exchange/read/cellValues.ts";
import {
  marked,
  markedThroughout,
  unmarked,
} from "../../../../../src/server/features/exchange/read/formulaMarks.ts";
import { tableRecords } from "../../../../../src/server/features/exchange/read/records.ts";
import { detectFormat } from "../../../../../src/server/features/exchange/read/detectFormat.ts";
import { read } from "../../../../../src/server/features/exchange/read/read.ts";
import { largeTable } from "../largeTable.ts";

describe("a number of clicks", () => {
  test.each([
    ["0", 0],
    ["1234", 1234],
    ["1,234", 1234],
    ["1.234", 1234],
    ["1,234,567", 1_234_567],
    ["1 234", 1234],
    ["1\u202F234", 1234],
    ["1'234", 1234],
    ["12.0", 12],
  ])("%j is %i", (cell, count) => {
    expect(readCount(cell)).toBe(count);
  });

  test.each(["", "-5", "12.5", "1,23", "12 clicks", "1e3", "0x10", "9".repeat(20)])(
    "%j is none",
    (cell) => {
      expect(readCount(cell)).toBeUndefined();
    },
  );
});

describe("a date", () => {
  test.each([
    ["2024-03-05", "2024-03-05T00:00:00Z"],
    ["2024-03-05T10:11:12Z", "2024-03-05T10:11:12Z"],
    ["2024-03-05T10:11:12.345Z", "2024-03-05T10:11:12.345Z"],
    ["2024-03-05T10:11:12+01:00", "2024-03-05T09:11:12Z"],
    ["2024-03-05T10:11:12+0100", "2024-03-05T09:11:12Z"],
    ["2024-03-05T10:11:12-03", "2024-03-05T13:11:12Z"],
    ["2024-03-05 10:11:12", "2024-03-05T10:11:12Z"],
    ["2024-03-05 10:11:12 UTC", "2024-03-05T10:11:12Z"],
    ["2024-03-05 10:11", "2024-03-05T10:11:00Z"],
    ["1709633472", "2024-03-05T10:11:12Z"],
    ["1709633472123", "2024-03-05T10:11:12.123Z"],
    ["Mar 5, 2024", "2024-03-05T00:00:00Z"],
    ["March 5th, 2024 10:11 PM", "2024-03-05T22:11:00Z"],
    ["5 Mar 2024", "2024-03-05T00:00:00Z"],
    ["Tue, 05 Mar 2024 10:11:12 GMT", "2024-03-05T10:11:12Z"],
    ["13/04/2024", "2024-04-13T00:00:00Z"],
    ["04/13/2024 12:05 am", "2024-04-13T00:05:00Z"],
    ["04.03.2024", "2024-03-04T00:00:00Z"],
    ["4/4/2024", "2024-04-04T00:00:00Z"],
    ["1515515697780642", "2018-01-09T16:34:57.780Z"],
    ["959895337780642", "2000-06-01T21:35:37.780Z"],
    ["13354107072123456", "2024-03-05T10:11:12.123Z"],
    ["10/Oct/2000:13:55:36 +0300", "2000-10-10T10:55:36Z"],
    ["[10/Oct/2000:13:55:36 -0700]", "2000-10-10T20:55:36Z"],
    ["Tue, 5 Mar 2024 10:11:12 +0100", "2024-03-05T09:11:12Z"],
    ["Tue, 05 Mar 2024 10:11:12 +0000 (UTC)", "2024-03-05T10:11:12Z"],
    ["5 Mar 2024 10:11 EDT", "2024-03-05T14:11:00Z"],
    ["Tue Mar 05 2024 10:11:12 GMT+0100 (CET)", "2024-03-05T09:11:12Z"],
  ])("%s is %s", (cell, moment) => {
    expect(readDate(cell, undefined)).toEqual({ at: Date.parse(moment) });
  });

  test("day and month that could be either way round are as the file has them elsewhere, or unclear", () => {
    expect(readDate("03/04/2024", undefined)).toBe("unclear");
    expect(readDate("03/04/2024", "day first")).toEqual({ at: Date.UTC(2024, 3, 3) });
    expect(readDate("03/04/2024", "month first")).toEqual({ at: Date.UTC(2024, 2, 4) });
    expect([orderOf("13/04/2024"), orderOf("04-13-2024"), orderOf("2024-04-13")]).toEqual([
      "day first",
      "month first",
      undefined,
    ]);
  });

  test("is a day alone where it has no time", () => {
    expect(["2024-03-05", "31.12.2026", "Mar 5, 2024", "5/3/2024"].every(isDayAlone)).toBe(true);
    expect(
      ["2024-03-05 10:11", "1709633472", "1709633472.5", "1515515697780642"].some(isDayAlone),
    ).toBe(false);
  });

  test.each([
    "",
    "soon",
    "2024-13-01",
    "2024-02-30",
    "31/02/2024",
    "99/99/2024",
    "5 Foo 2024",
    "12",
    "9999-12-31T23:59:59-99:00",
    "0000-01-01T00:00:00+14:00",
  ])("%j is none", (cell) => {
    expect(readDate(cell, undefined)).toBeUndefined();
  });
});

test("a short address is a host and what is behind it, however much of it is written", () => {
  const short = { domain: "go.example.org", alias: "Spring" };
  expect(readShort("https://GO.example.org/Spring")).toEqual(short);
  expect(readShort("go.example.org/Spring/")).toEqual(short);
  expect(readShort("http://go.example.org/Spring?x=1#y")).toEqual(short);
  expect(readShort("https://go.example.org/%D8%A8")).toEqual({
    domain: "go.example.org",
    alias: "ب",
  });
  expect(readShort("go.example.org/100%")).toEqual({ domain: "go.example.org", alias: "100%" });
  expect(readShort("Spring")).toBeUndefined();
});

test("yes and no are written in many ways", () => {
  expect(["true", "TRUE", "yes", "1"].map(readFlag)).toEqual([true, true, true, true]);
  expect(["false", "No", "0", ""].map(readFlag)).toEqual([false, false, false, false]);
  expect(readFlag("maybe")).toBeUndefined();
});

test("a list is JSON or joined, and each of it comes once", () => {
  expect(readList('["a, b", "c"]', /,/)).toEqual(["a, b", "c"]);
  expect(readList(" a , b,a,,", /,/)).toEqual(["a", "b"]);
  expect(readList("[a]|b", /\|/)).toEqual(["[a]", "b"]);
});

describe("a cell as long as a row can be", () => {
  const long = 1_048_576;
  const starts = ["2024-03-05 10:11", "03/04/2024 10:11", "5 Mar 2024 10:11", "Mar 5, 2024 10:11"];
  const readers: Readonly<Record<string, (cell: string) => unknown>> = {
    readCount,
    readDate: (cell) => readDate(cell, undefined),
    readFlag,
    readList: (cell) => readList(cell, /[,;]/),
    readShort,
    orderOf,
  };

  test.each(Object.keys(readers))("%s reads it in a moment", (name) => {
    const reader = readers[name];
    for (const start of [...starts, "1", "yes", "go.example.org/a", "a"]) {
      for (const fill of [" ", ",", "0", "'", "/"]) {
        const cell = `${start}${fill.repeat(long)}x`;
        const before = process.threadCpuUsage().user;
        reader?.(cell);
        // Microseconds of this thread: other files are tested in others. By the square it takes an hour.
        expect(process.threadCpuUsage().user - before).toBeLessThan(250_000);
      }
    }
  });

  test("is neither a date nor a count nor a flag", () => {
    const zeros = "0".repeat(65);
    expect([readCount(`1.${zeros}`), readFlag(zeros)]).toEqual([undefined, undefined]);
    expect(readDate(`2024-03-05 10:11:12.${zeros}`, undefined)).toBeUndefined();
  });
});

const unit = oneof(
  string({ unit: "grapheme" }),
  constantFrom("=", "+", "-", "@", "＝", "＋", "－", "＠", "'", " ", "\t", "\r", "\n", ";", "a"),
);
const texts = oneof(string({ unit, maxLength: 8 }), string({ unit: "binary" }));

test("a mark is taken off again, whatever the text", () => {
  assert(
    property(texts, (cell) => {
      expect(unmarked(marked(cell))).toBe(cell);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  "=1",
  "+1",
  "-1",
  "@a",
  "＝1",
  "＋1",
  "－1",
  "＠a",
  " =1",
  "\u00a0＝1",
  "'=1",
  "\t",
  "\r1",
])("%j is marked as a formula", (cell) => expect(marked(cell)).toBe(`'${cell}`));

test.each(["a=1", "", "'", "it's", " a", "1-1"])("%j isn't a formula", (cell) =>
  expect(marked(cell)).toBe(cell),
);

test("a formula after a semicolon is marked in what strangers write", () => {
  expect(markedThroughout("x;=1+1")).toBe("x;'=1+1");
  expect(markedThroughout("=1; ＋2;a")).toBe("'=1;' ＋2;a");
});

test.each([" ", "'", ";", "="])("1 MiB of %j is looked through in linear time", (sign) => {
  const cell = sign.repeat(1_048_576);
  expect(unmarked(marked(`${cell}x`))).toBe(`${cell}x`);
  expect(markedThroughout(`${cell}x`).endsWith("x")).toBe(true);
});

const shape = { delimiter: ",", isQuoted: true, linesBefore: 0 };

async function timeOf(text: string): Promise<number> {
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.from(text);
  }
  const before = performance.now();
  let count = 0;
  for await (const records of tableRecords(pieces(), shape)) count += records.length;
  expect(count).toBe(20_000);
  return performance.now() - before;
}

test("rows with fewer cells than the first take no longer than those with as many", async () => {
  const even = "x,y\n".repeat(20_000);
  const ragged = `x,y\n${"xyz\n".repeat(19_999)}`;
  let least = { even: Infinity, ragged: Infinity };
  for (let round = 0; round < 10; round += 1) {
    least = {
      even: Math.min(least.even, await timeOf(even)),
      ragged: Math.min(least.ragged, await timeOf(ragged)),
    };
  }
  expect(least.ragged).toBeLessThan(5 * least.even);
});

const rows = 30_000;

test("a reader keeps no more of a long table than a piece", async () => {
  let head = Buffer.alloc(0);
  for await (const piece of largeTable(100)) head = Buffer.concat([head, piece]);
  const known = await detectFormat(head);
  const seen = { links: 0, taken: 0, ahead: 0, clicks: 0 };
  async function* open(): AsyncGenerator<Uint8Array> {
    for await (const piece of largeTable(rows)) {
      seen.taken += piece.toString().split("\n").length - 1;
      yield piece;
    }
  }
  for await (const row of read(open, known).rows) {
    seen.links += Number(row.kind === "link");
    seen.clicks += row.kind === "link" ? (row.link.clicks ?? 0) : 0;
    seen.ahead = Math.max(seen.ahead, seen.taken - seen.links);
  }
  expect(seen).toMatchObject({ links: rows, clicks: ((rows - 1) * rows) / 2 });
  expect(seen.ahead).toBeLessThan(1000);
});
