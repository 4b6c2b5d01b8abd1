import { message } from "../../../../../src/contract/messages/messages.ts";
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  double,
  integer,
  oneof,
  string,
} from "fast-check";
import { Parser } from "htmlparser2";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { textShortcut } from "../../../../../src/server/features/exchange/read/shortcut.ts";
import { detectFormat } from "../../../../../src/server/features/exchange/read/detectFormat.ts";
import { read } from "../../../../../src/server/features/exchange/read/read.ts";
import type { Row } from "../../../../../src/server/features/exchange/read/rows.ts";
import { fixture, links, readBytes, readText, type ReadFile } from "./readFixture.ts";
import { isFull, runs } from "../../../../support/full.ts";

const header = "Link,Custom Link,Date created,Title,Destination URL,Engagements,Status\n";
const good = "bit.ly/1,,2024-01-01,Good,https://example.org/good,1,Active\n";

/** A file that would go on for a gigabyte, and how much of it was taken. */
function endless(begins: string, goesOn: string) {
  const piece = Buffer.from(goesOn.repeat(Math.ceil(65_536 / goesOn.length)));
  const taken = { bytes: 0 };
  async function* open(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(begins);
    for (taken.bytes = 0; taken.bytes < 1_073_741_824; taken.bytes += piece.length) yield piece;
  }
  return { head: Buffer.concat([Buffer.from(begins), piece]), open, taken };
}

async function readEndless(begins: string, goesOn: string, before = 0) {
  const { head, open, taken } = endless(begins, goesOn);
  const rows: Row[] = [];
  const fault: unknown = await (async () => {
    for await (const row of read(open, await detectFormat(head)).rows) rows.push(row);
  })().catch((error: unknown) => error);
  expect(taken.bytes).toBeLessThan(4_000_000);
  expect(rows).toHaveLength(before);
  return fault;
}

describe("a gigabyte without an end", () => {
  test("of one line is refused with line and column, after a MiB of it", async () => {
    expect(await readEndless(header + good, "a", 1)).toMatchObject({
      name: "Unreadable",
      message: "Line 3, column 1048577: This line is longer than 1 MiB, the limit for a row.",
      line: 3,
      column: "1048577",
    });
  });

  test("of cells", async () => {
    expect(await readEndless(header + good, ",", 1)).toMatchObject({
      message: expect.stringMatching(/^Line 3, column 501: A table can have at most 500 columns\./),
      line: 3,
    });
  });

  test("in a quote that isn't closed", async () => {
    expect(await readEndless(`${header}${good}bit.ly/2,,"2024`, "some lines\n", 1)).toMatchObject({
      message: expect.stringContaining(
        "The row that starts in line 3 is longer than 1 MiB. A closing quote may be missing there.",
      ),
    });
  });

  test("in a list", async () => {
    expect(await readEndless("https://example.org/1\nhttps://", "a", 1)).toMatchObject({ line: 2 });
  });

  test("in one text of JSON", async () => {
    const begins =
      '[{"address": "a", "target": "https://example.org/", "visit_count": 1},\n {"address": "';
    expect(await readEndless(begins, "a", 1)).toMatchObject({
      message: expect.stringContaining("One value here is longer than 1 MiB"),
      line: 2,
    });
  });

  test("of JSON that is no link's", async () => {
    const begins =
      '{"data": [{"address": "a", "target": "https://example.org/", "visit_count": 1}],\n "more": [[';
    expect(await readEndless(begins, "1,", 1)).toMatchObject({ name: "Unreadable", line: 2 });
  });

  test("in one address of a bookmark", async () => {
    const begins = '<DL><DT><A HREF="https://example.org/1">One</A>\n<DT><A HREF="https://';
    expect(await readEndless(begins, "a", 1)).toMatchObject({ name: "Unreadable", line: 2 });
  });
});

describe("what isn't text", () => {
  test.each([
    ["a zip, whatever is in it", "504b030414000000", "unpack the archive and import its files"],
    ["a gzip", "1f8b0800", "Unpack the file"],
    ["an old Excel file", "d0cf11e0a1b11ae1", "Save the sheet as CSV"],
    ["a SQLite database", "53514c69746520666f726d6174203300", "Export its table"],
    ["a picture", "89504e470d0a1a0a", "This is an image."],
    ["a PDF", "255044462d312e37", "This is a PDF."],
  ])("%s is refused, and what to do is said", async (_, begins, says) => {
    const bytes = Buffer.concat([Buffer.from(begins, "hex"), Buffer.alloc(1000, 1)]);
    await expect(detectFormat(bytes, { name: "../../links.csv", format: "csv" })).rejects.toThrow(
      says,
    );
  });
});

describe("bytes that are no UTF-8", () => {
  test("are named by line and column", async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${header}${good}bit.ly/2,,,Stra`),
      Buffer.from([0xdf]),
      Buffer.from("e,https://example.org/,1,Active\n"),
    ]);
    await expect(readBytes(bytes)).rejects.toMatchObject({
      name: "Unreadable",
      line: 3,
      column: "16",
      message: expect.stringContaining("isn’t UTF-8. Save the file as UTF-8"),
    });
  });

  test("are counted in characters, wherever in the file they are", async () => {
    const many = Array.from(
      { length: 3000 },
      (_, at) => `bit.ly/é${at},,,äöü,https://example.org/,1,\n`,
    );
    const bytes = Buffer.concat([
      Buffer.from(header + many.join("")),
      Buffer.from("ääx"),
      Buffer.from([0xff, 0x41]),
    ]);
    await expect(readBytes(bytes)).rejects.toMatchObject({ line: 3002, column: "4" });
  });

  test("may be UTF-16 that is damaged", async () => {
    const bytes = Buffer.from(`\uFEFF${header}${good}`, "utf16le");
    const alone = Buffer.from([0x00, 0xd8, 0x41, 0x00]);
    await expect(readBytes(Buffer.concat([bytes, alone, bytes]))).rejects.toMatchObject({
      name: "Unreadable",
    });
  });
});

describe("tables that are none of links", () => {
  test("of 10,000 columns are refused", async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `column${at}`).join(",");
    await expect(readText(`${names}\nhttps://example.org/\n`)).rejects.toMatchObject({
      message: "Line 1, column 501: A table can have at most 500 columns. This table has 10,000.",
    });
  });

  test("a row of 10,000 cells is one that doesn't come, and the others do", async () => {
    const { rows } = await readText(`${header}${"x,".repeat(9_999)}x\n${good}`);
    expect(rows.map(({ kind, line }) => [kind, line])).toEqual([
      ["invalid", 2],
      ["link", 3],
    ]);
    expect(rows[0]).toMatchObject({
      reason: message("row.cells", { cells: 10_000, columns: 7 }),
    });
  });

  test("columns called as objects are inside mean nothing", async () => {
    const file = await readText("__proto__,constructor,toString,url\na,b,c,https://example.org/\n");
    expect(file.known.columns.map(({ field }) => field)).toEqual([null, null, null, "url"]);
    expect(links(file)).toEqual([{ url: "https://example.org/" }]);
  });
});

test("a NUL makes its own row invalid, and names the column", async () => {
  const { rows } = await readText(
    `${header}${good}bit.ly/2,,,a\0b,https://example.org/2,1,Active\n`,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["link", "invalid"]);
  expect(rows[1]).toMatchObject({ line: 3, column: "Title" });
});

test("formulas are texts, and addresses of other kinds are handed on to be refused by the service", async () => {
  const file = await readText(
    `${header}bit.ly/1,,,"=HYPERLINK(""https://example.org"")",javascript:alert(1),1,Active\nbit.ly/api,,,@SUM(A1),https://example.org/,1,Active\n`,
  );
  expect(links(file)).toEqual([
    {
      url: "javascript:alert(1)",
      alias: "1",
      domain: "bit.ly",
      name: '=HYPERLINK("https://example.org")',
      clicks: 1,
    },
    { url: "https://example.org/", alias: "api", domain: "bit.ly", name: "@SUM(A1)", clicks: 1 },
  ]);
});

describe("cells that can't be what their column is", () => {
  test.each([
    ["an address", "bit.ly/1,,,x,,1,Active", "Destination URL", "no destination URL"],
    [
      "a short address",
      "https://bit.ly/,,,x,https://example.org/,1,Active",
      "Link",
      "nothing after",
    ],
  ])("%s: the row doesn't come, and line and column are named", async (_, row, column, says) => {
    const { rows } = await readText(`${header}${row}\n${good}`);
    expect(rows).toMatchObject([
      { kind: "invalid", line: 2, column, reason: { message: expect.stringContaining(says) } },
      { kind: "link", line: 3 },
    ]);
  });

  test.each([
    ["a date", "bit.ly/1,,someday,x,https://example.org/,1,Active", "Date created", "someday"],
    ["a number", "bit.ly/1,,,x,https://example.org/,unknown,Active", "Engagements", "unknown"],
  ])(
    "%s: the link is read without it, and column and cell are named",
    async (_, row, column, cell) => {
      const { rows } = await readText(`${header}${row}\n${good}`);
      expect(rows).toMatchObject([
        { kind: "link", line: 2, link: { leftOut: [{ column, cell, why: "unreadable" }] } },
        { kind: "link", line: 3 },
      ]);
    },
  );
});

const longHost = `${"a".repeat(300)}.example`;

test.each([
  ["Link", `${longHost}/one,,,x,https://example.org/,1,Active`],
  ["Custom Link", `bit.ly/1,${longHost}/one,,x,https://example.org/,1,Active`],
])("a host in %s that is too long is left out, and the link is imported", async (column, row) => {
  const [imported] = links(await readText(`${header}${row}\n`));
  expect(imported).toMatchObject({ alias: "one", leftOut: [{ column, why: "unreadable" }] });
  expect(imported?.domain).toBeUndefined();
  expect(JSON.stringify(imported).length).toBeLessThan(400);
});

test("a domain that is too long is left out, and the link is imported", async () => {
  const table = `alias,url,domain\none,https://example.org/,${longHost}\n`;
  const [imported] = links(await readText(table));
  expect(imported).toMatchObject({
    alias: "one",
    leftOut: [{ column: "domain", why: "unreadable" }],
  });
  expect(imported?.domain).toBeUndefined();
});

describe("JSON", () => {
  const link = '{"address": "a", "target": "https://example.org/", "visit_count": 1}';

  test("that lies deep in itself is refused with line and column", async () => {
    await expect(readText(`[${link},\n${"[".repeat(100_000)}`)).rejects.toMatchObject({
      line: 2,
      message: expect.stringContaining("more than 50 levels deep"),
    });
  });

  test("with a key that would be an object's ancestry gives an invalid row, and touches nothing", async () => {
    const { rows } = await readText(
      `[${link},\n{"address": "b", "target": "https://example.org/", "__proto__": {"isAdmin": true}}]`,
    );
    expect(rows).toMatchObject([{ kind: "link" }, { kind: "invalid", line: 2 }]);
    expect(Reflect.get({}, "isAdmin")).toBeUndefined();
  });

  test("keeps a mark of byte order within a text", async () => {
    const file = await readText(`[${link.replace("example.org/", "example.org/\uFEFF\uFEFFx")}]`);
    expect(links(file)).toMatchObject([{ url: "https://example.org/\uFEFF\uFEFFx" }]);
  });

  test("a link whose name is such a word is a link", async () => {
    const file = await readText(
      '{"waypost": "links", "links": [{"alias": "a", "url": "https://example.org/", "earlierclicks": 0, "archived": false, "name": "__proto__"}]}',
    );
    expect(links(file)).toMatchObject([{ name: "__proto__" }]);
  });

  test("that stops being JSON is refused where it does", async () => {
    await expect(readText(`[${link},\n ${link},\n oops ${link}]`)).rejects.toMatchObject({
      line: 3,
      column: "2",
    });
  });

  test("items that are no objects are rows that don't come", async () => {
    const { rows } = await readText(`[${link}, 7, "text", null, [1]]`);
    expect(rows.map(({ kind }) => kind)).toEqual([
      "link",
      "invalid",
      "invalid",
      "invalid",
      "invalid",
    ]);
  });
});

test("JSON of 22,000 names is refused before a row is made of it", async () => {
  const names = Array.from({ length: 22_000 }, (_, at) => `"n${at}":1`).join(",");
  const row = '{"address": "a", "target": "https://example.org/", "visit_count": 1}';
  await expect(readText(`[{"address":"a",${names}},${row}]`)).rejects.toMatchObject({
    reason: message("file.manyColumns", { most: 500, columns: 22_003 }),
  });
});

test("a table without names has at most 500 columns, whatever a later row has", async () => {
  const { known } = await readText(`https://example.org/1,a\n${"x,".repeat(20_000)}x\n`);
  expect(known.columns.length).toBeLessThanOrEqual(500);
});

test("a row of 100,000 empty cells is a click like others", async () => {
  const visits = "Date,Visited URL,User Agent,Potential bot\n";
  const click = "2024-01-01T00:00:00Z,https://go.example.org/a,x,";
  const { rows } = await readText(`${visits}${click}\n${click}${",".repeat(100_000)}\n`);
  expect(rows.map(({ kind }) => kind)).toEqual(["click", "click"]);
});

test("a list of a link is bounded, and so is the name of its source", async () => {
  const tags = Array.from({ length: 100_000 }, (_, at) => `t${at}`).join("|");
  const file = await readText(`url,tags,id\nhttps://example.org/,${tags},${"i".repeat(5000)}\n`);
  const [row] = file.rows;
  if (row?.kind !== "link") throw new Error("the row is no link");
  expect(row.link.tags).toHaveLength(100);
  expect(row.link.source.id.length).toBeLessThan(100);
});

test("bookmarks 100 folders deep keep names of a tag's length", async () => {
  const name = "n".repeat(58_000);
  const folders = Array.from({ length: 97 }, (_, at) => `<DT><H3>${at} ${name}</H3>\n<DL><p>\n`);
  const bookmarks = Array.from(
    { length: 400 },
    (_, at) => `<DT><A HREF="https://example.org/${at}">${at}</A>\n`,
  );
  const closed = "</DL><p>\n".repeat(97);
  const first = '<DT><A HREF="https://example.org/first">First</A>\n';
  const { rows } = await readText(
    `<DL><p>\n${first}${folders.join("")}${bookmarks.join("")}${closed}</DL>`,
  );
  expect(rows).toHaveLength(401);
  expect(JSON.stringify(rows).length).toBeLessThan(2_000_000);
  expect(rows[1]).toMatchObject({ kind: "link", line: 197 });
});

test("bookmarks with a text of many elements keep a bounded name", async () => {
  const long = `<A HREF="https://example.org/">${"text <b></b>".repeat(100_000)}</A>`;
  const file = await readText(
    `<DL><p>\n<DT><A HREF="https://a.example/">A</A>\n<DT>${long}\n</DL>`,
  );
  expect(links(file)[1]?.name?.length).toBeLessThanOrEqual(65_536);
});

test("elements 100,000 deep in each other are refused", async () => {
  const deep = `<DL><DT><A HREF="https://example.org/">x</A>\n${"<b>".repeat(100_000)}`;
  await expect(readText(deep)).rejects.toMatchObject({
    reason: message("file.deepValues", { most: 2000 }),
  });
});

test("bookmarks in a thousand folders in each other are refused", async () => {
  const deep = `<DL><DT><A HREF="https://example.org/">x</A>\n${"<DT><H3>f</H3><DL>\n".repeat(1000)}`;
  await expect(readText(deep)).rejects.toMatchObject({
    message: expect.stringContaining("100 levels deep"),
  });
});

test("a shortcut of thousands of elements in each other is given up near its beginning", () => {
  const opened = vi.spyOn(Parser.prototype, "onopentagname");
  onTestFinished(() => opened.mockRestore());
  expect(textShortcut(`<plist>${"<a>".repeat(5000)}`)).toBeUndefined();
  expect(opened.mock.calls.length).toBeGreaterThan(100);
  expect(opened.mock.calls.length).toBeLessThan(1000);
});

test("folders of Firefox take one normalization each, however many bookmarks are in them", async () => {
  const marks = "\u0316\u0301".repeat(400);
  const folder = (at: number) => `{"guid": "f${at}", "title": "${at}${marks}", "children": [`;
  const folders = Array.from({ length: 5 }, (_, at) => folder(at)).join("");
  const bookmarks = Array.from({ length: 100 }, (_, at) => `{"uri": "https://example.org/${at}"}`);
  const root = '{"guid": "root________", "title": "", "type": "text/x-moz-place-container", ';
  const content = `${root}"children": [${folders}${bookmarks.join(",")}${"]}".repeat(6)}`;
  const normalize = vi.spyOn(String.prototype, "normalize");
  onTestFinished(() => normalize.mockRestore());
  const { rows } = await readText(content);
  const lengths = normalize.mock.contexts.map((text) => String(text).length);
  normalize.mockRestore();
  expect(rows).toHaveLength(100);
  const ofFolders = lengths.filter((length) => length > 100).length;
  expect(ofFolders).toBeGreaterThanOrEqual(5);
  expect(ofFolders).toBeLessThan(20);
  expect(Math.max(...lengths)).toBeLessThan(200);
});

test("an empty object in JSON takes no time for the columns that others have", async () => {
  const names = Array.from({ length: 490 }, (_, at) => `"c${at}": ""`).join(",");
  const first = `{"address": "a", "target": "https://example.org/", "visit_count": 1, ${names}}`;
  const asked = vi.spyOn(Object, "hasOwn");
  onTestFinished(() => asked.mockRestore());
  const { rows } = await readText(`[${first}${",{}".repeat(200)}]`);
  const times = asked.mock.calls.length;
  asked.mockRestore();
  expect(rows).toHaveLength(201);
  expect(times).toBeLessThan(10_000);
});

async function readKnown(bytes: Buffer, whole: ReadFile | undefined): Promise<Row[]> {
  if (whole === undefined) throw new Error("There is no such file.");
  const rows: Row[] = [];
  async function* open(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  for await (const row of read(open, whole.known).rows) rows.push(row);
  return rows;
}

describe("a file whose end is missing", () => {
  const kinds = ({ rows }: ReadFile) => rows.map(({ kind, line }) => `${kind} ${line}`);

  test("says so of the line it ends in, and the rest comes", async () => {
    const file = await readText(`${header}${good}bit.ly/2,,2024-01-01,Cut,https://exam`);
    expect(kinds(file)).toEqual(["link 2", "invalid 3"]);
    expect(file.rows[1]).toMatchObject({
      reason: message("row.cut"),
    });
  });

  test("in quotes", async () => {
    expect(kinds(await readText(`${header}${good}bit.ly/2,,2024-01-01,"Cut\nin two`))).toEqual([
      "link 2",
      "invalid 3",
    ]);
  });

  test("inside a character", async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${header}${good}bit.ly/2,,,x,https://example.org/,1,Activ`),
      Buffer.from([0xc3]),
    ]);
    expect(kinds(await readBytes(bytes))).toEqual(["link 2", "invalid 3"]);
  });

  test("in JSON", async () => {
    const bytes = fixture("kutt.json");
    const cut = bytes.subarray(0, bytes.indexOf('"second"'));
    expect(kinds(await readBytes(cut))).toEqual(["link 6", "invalid 21"]);
  });

  test("in bookmarks", async () => {
    const bytes = fixture("bookmarks.html");
    const cut = bytes.subarray(0, bytes.indexOf("slow"));
    expect(kinds(await readBytes(cut))).toEqual(["link 9", "invalid 14"]);
  });

  test("a last line without a break is whole where all of its cells are there", async () => {
    expect(kinds(await readText(header + good.trimEnd()))).toEqual(["link 2"]);
  });

  test("cut anywhere, no whole row before the cut is lost or changed", async () => {
    const names = ["bitly-links.csv", "kutt.json", "bookmarks.html", "yourls-table.csv"];
    const whole = await Promise.all(names.map((name) => readBytes(fixture(name))));
    await assert(
      asyncProperty(
        integer({ min: 0, max: names.length - 1 }),
        double({ min: 0.3, max: 1, noNaN: true }),
        async (at, share) => {
          const name = names[at] ?? "";
          const bytes = fixture(name);
          const rows = whole[at]?.rows ?? [];
          const cut = bytes.subarray(0, Math.floor(bytes.length * share));
          const lines = cut.toString().split("\n").length;
          const file = await readKnown(cut, whole[at]);
          const before = rows.filter(({ line }) => line < lines - 13);
          expect(file.slice(0, before.length)).toEqual(before);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

test("whatever bytes it gets, it ends in rows or in words with a place", async () => {
  const begins = constantFrom(header, "[", '{"data":[', "<DL>", "https://example.org\n", "");
  const piece = oneof(
    string({ unit: "binary" }),
    constantFrom(
      '"',
      ",",
      ";",
      "\t",
      "\n",
      "\r",
      "{",
      "}",
      "[",
      "]",
      ":",
      "\\",
      "<A HREF=",
      "</A>",
    ),
  );
  await assert(
    asyncProperty(begins, array(piece, { maxLength: 60 }), async (start, pieces) => {
      const told = await readText(start + pieces.join("")).catch((error: unknown) => error);
      expect(told instanceof Error ? told.name : "rows").toMatch(/^(Unreadable|rows)$/);
    }),
    { numRuns: isFull ? 750 : 50 },
  );
});
