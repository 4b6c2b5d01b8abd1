import { message } from "../../../../../src/contract/messages/messages.ts";
import { assert, asyncProperty, integer } from "fast-check";
import { describe, expect, test } from "vitest";
import { detectFormat } from "../../../../../src/server/features/exchange/read/detectFormat.ts";
import { fixture, links, readBytes, readFixture, readText } from "./readFixture.ts";
import { runs } from "../../../../support/full.ts";

const utf16le = (text: string) => Buffer.from(text, "utf16le");
const utf16be = (text: string) => utf16le(text).swap16();

describe("what a file is", () => {
  test("comes from its columns, never from its name", async () => {
    const known = await detectFormat(fixture("dub.csv"), { name: "bitly-export.csv" });
    expect(known.format).toBe("dub");
  });

  test("is a table of anybody's where the columns are nobody's", async () => {
    const known = await detectFormat(Buffer.from("Link,Where\nx,https://example.org/a\n"), {
      name: "bitly.csv",
    });
    expect(known).toMatchObject({ format: "csv", formats: ["csv"] });
  });

  test("can be said otherwise by its owner", async () => {
    const file = await readFixture("dub.csv", { format: "csv" });
    expect(file.known.format).toBe("csv");
    expect(links(file)[0]).toMatchObject({ url: "https://example.org/launch", alias: "launch" });
  });

  test("where a format is said whose columns aren't there, what they seem to be is what they are taken for", async () => {
    const file = await readText(
      "Kurzlink,Ziel\nhttps://bit.ly/a1,https://example.org/1\nhttps://bit.ly/a2,https://other.example.org/2/3\n",
      { format: "bitly" },
    );
    expect(file.known).toMatchObject({ format: "bitly", sureness: "guess" });
    expect(links(file)[1]).toMatchObject({
      url: "https://other.example.org/2/3",
      alias: "a2",
      domain: "bit.ly",
    });
  });

  test.each([
    [
      "a CSV said to be bookmarks",
      "a,b\nc,https://example.org\n",
      "bookmarks",
      "This isn’t a bookmarks file",
    ],
    ["JSON said to be Bitly's", "[]", "bitly", "This JSON isn’t a bitly file."],
    ["HTML said to be YOURLS's", "<DL><DT><A HREF='x'>y</A></DL>", "yourls", "This is HTML"],
  ] as const)("%s is refused", async (_, text, format, says) => {
    await expect(detectFormat(Buffer.from(text), { format })).rejects.toThrow(says);
  });

  test.each([
    ["nothing", "", "The file is empty."],
    ["blank lines", "\n \n\n", "The file is empty."],
    ["a text", "Dear reader,\nthere is nothing here.\n", "This file has no URLs"],
    ["JSON of somebody else", '{"things": [{"a": 1}]}', "CSV export"],
    ["a folder's own document", '{"waypost":3,\n"links":[]}', "waypost restore FILE"],
    ["HTML without bookmarks", "<html><body>Hello</body></html>", "has no bookmarks"],
    ["our export without links", '{"waypost":"links","version":1,"links":[]}', "has no links"],
  ])("%s is refused in words", async (_, text, says) => {
    await expect(detectFormat(Buffer.from(text))).rejects.toThrow(says);
  });
});

describe("a column that is named for where links lead", () => {
  test.each(["url", "Long URL", "Destination", "destination_url", "Original URL"])(
    "%s is taken for it however many of its cells are bad, and each bad one is refused by itself",
    async (name) => {
      const file = await readText(
        `alias,${name}\na,https://example.org/a\nb,nowhere at all\nc,\nd,neither this\n`,
      );
      expect(file.known.columns.map(({ field }) => field)).toEqual(["custom", "url"]);
      expect(links(file).map(({ url }) => url)).toContain("https://example.org/a");
      expect(file.known).toMatchObject({ format: "csv", sureness: "likely" });
    },
  );

  test("gives way to another of these names whose cells are addresses", async () => {
    const file = await readText("url,destination\nspring,https://example.org/a\n");
    expect(file.known.columns.map(({ field }) => field)).toEqual([null, "url"]);
  });

  test("is found where nothing in it is an address", async () => {
    const file = await readText("alias,url\na,nothing here\nb,nor here\n");
    expect(file.known.columns.map(({ field }) => field)).toEqual(["custom", "url"]);
  });
});

describe("how a file is written makes no difference", () => {
  const text = fixture("bitly-links.csv").toString();
  const told = (file: Awaited<ReturnType<typeof readBytes>>) => file.rows;

  test.each([
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16 LE with a mark", utf16le(`\uFEFF${text}`)],
    ["UTF-16 BE with a mark", utf16be(`\uFEFF${text}`)],
    ["UTF-16 LE without one", utf16le(text)],
    ["UTF-16 BE without one", utf16be(text)],
  ])("%s", async (_, bytes) => {
    const plain = await readText(text);
    expect(told(await readBytes(bytes))).toEqual(told(plain));
    expect(told(await readBytes(bytes, {}, 7))).toEqual(told(plain));
  });

  test("lines may end in either way, and lines with quotes over several keep their number", async () => {
    const plain = await readText(text);
    const lines = (file: typeof plain) => file.rows.map(({ kind, line }) => [kind, line]);
    expect(lines(plain)).toEqual([
      ["link", 2],
      ["link", 3],
      ["skipped", 5],
    ]);
    expect(lines(await readText(text.replaceAll("\n", "\r\n")))).toEqual(lines(plain));
    expect(lines(await readText(text.replaceAll("\n", "\r")))).toEqual(lines(plain));
  });

  test.each([";", "\t"])("cells parted by %j", async (mark) => {
    const table = `source${mark}target${mark}hits\n/a/${mark}https://example.org/?a,b${mark}1,234\n`;
    const file = await readText(table);
    expect(file.known.format).toBe("yourls");
    expect(links(file)).toEqual([{ url: "https://example.org/?a,b", alias: "a", clicks: 1234 }]);
  });

  test("a spreadsheet's line that says what parts the cells is no row", async () => {
    const file = await readText("sep=;\r\nsource;target;hits\r\n/a/;https://example.org/;3\r\n");
    expect(file.known.format).toBe("yourls");
    expect(file.rows).toMatchObject([{ kind: "link", line: 3, link: { alias: "a" } }]);
  });

  test("case, spaces and underscores of column names", async () => {
    const file = await readText(
      "LONG_URL,Link,title,Created At\nhttps://example.org/,bit.ly/1,x,\n",
    );
    expect(file.known.format).toBe("bitly");
  });
});

describe("a table of anybody's", () => {
  test("is guessed by the names of its columns, and by what is in them", async () => {
    const file = await readFixture("any.csv");
    expect(file.known).toMatchObject({ format: "csv", sureness: "likely" });
    expect(file.known.columns.map(({ name, field }) => [name, field])).toEqual([
      ["Name", "name"],
      ["Redirects to", "url"],
      ["Slug", "custom"],
      ["Added", "date"],
      ["Hits", "earlierclicks"],
      ["Note", "description"],
    ]);
    expect(links(file)[0]).toEqual({
      url: "https://example.org/first",
      alias: "first",
      name: "First",
      description: "a note",
      createdAt: Date.UTC(2023, 11, 31),
      clicks: 1234,
    });
  });

  test("of two columns of addresses, the one of one host and short ways is the short one", async () => {
    const file = await readText(
      "A,B\nhttps://s.example.org/one,https://example.org/a/b\nhttps://s.example.org/two,https://other.example.org/c\n",
    );
    expect(file.known.columns.map(({ field }) => field)).toEqual(["short", "url"]);
  });

  test("takes a column that is called short for the alias, or for a short address, as its cells are", async () => {
    const fields = async (cell: string) => {
      const { known } = await readText(`url,Short\nhttps://example.org/a,${cell}\n`);
      return known.columns.map(({ field }) => field);
    };
    expect(await fields("spring")).toEqual(["url", "custom"]);
    expect(await fields("go.example.org/spring")).toEqual(["url", "short"]);
  });

  test("needs no names of columns", async () => {
    const file = await readText("one,https://example.org/a,x\ntwo,https://other.example.org/c,y\n");
    expect(file.known.columns.map(({ name, field }) => [name, field])).toEqual([
      ["column 1", null],
      ["column 2", "url"],
      ["column 3", null],
    ]);
    expect(links(file)).toHaveLength(2);
  });

  test("is mapped as its owner says; what was guessed for the same gives way", async () => {
    const text = "Title,Target,Other,Key\nx,https://example.org/a,https://example.org/b,k\n";
    const file = await readText(text, {
      mapping: { Other: "url", Title: "tags", Key: "alias" },
    });
    expect(links(file)).toEqual([{ url: "https://example.org/b", alias: "k", tags: ["x"] }]);
    expect(file.known.dropped).toEqual([{ column: "Target", reason: message("column.noField") }]);
    expect(links(await readText(text, { mapping: { Key: null } }))[0]).not.toHaveProperty("alias");
  });

  test("a mapping of any product's file can be changed", async () => {
    const file = await readFixture("bitly-links.csv", { mapping: { Title: "description" } });
    expect(links(file)[0]).toMatchObject({ description: "Spring sale, first week" });
    expect(links(file)[0]).not.toHaveProperty("name");
  });

  test("a column or a field that isn't there is refused in words", async () => {
    const text = Buffer.from("a,b\nx,https://example.org/\n");
    await expect(detectFormat(text, { mapping: { c: "url" } })).rejects.toThrow("no column “c”");
    await expect(detectFormat(text, { mapping: { a: "colour" } })).rejects.toThrow(
      "“colour” isn’t a field",
    );
    await expect(detectFormat(text, { mapping: { a: "constructor" } })).rejects.toThrow(
      "isn’t a field",
    );
  });

  test("columns of one name are told apart, and one without a name has its number", async () => {
    const { columns } = await detectFormat(Buffer.from("a,a,\nx,y,https://example.org/\n"));
    expect(columns.map(({ name }) => name)).toEqual(["a", "a (2)", "column 3"]);
  });
});

describe("days and months", () => {
  const table = (...days: string[]) =>
    `Name,Target,Created\n${days.map((day) => `x,https://example.org/,${day}\n`).join("")}`;

  test("one date that says which is which says it for the whole file", async () => {
    const file = await readText(table("03/04/2024", "13/04/2024"));
    expect(file.dates).toBe("day first");
    expect(links(file)[0]?.createdAt).toBe(Date.UTC(2024, 3, 3));
  });

  test("where both fit everywhere it is asked, and read as it is answered", async () => {
    const asked = await readText(table("03/04/2024", "05/04/2024"));
    expect(asked.dates).toBe("unknown");
    expect(links(asked)[0]).not.toHaveProperty("createdAt");
    const answered = await readText(table("03/04/2024"), { dates: "month first" });
    expect(links(answered)[0]?.createdAt).toBe(Date.UTC(2024, 2, 4));
  });

  test("other dates ask nothing", async () => {
    expect((await readText(table("2024-04-03", "04.03.2024"))).dates).toBeUndefined();
  });
});

test("in whatever pieces a file arrives, its rows are the same", async () => {
  const names = [
    "bitly-links.csv",
    "kutt.json",
    "bookmarks.html",
    "list.txt",
    "gempixel-clicks.csv",
  ];
  const whole = await Promise.all(names.map((name) => readFixture(name)));
  await assert(
    asyncProperty(
      integer({ min: 0, max: names.length - 1 }),
      integer({ min: 1, max: 97 }),
      async (at, size) => {
        const file = await readBytes(fixture(names[at] ?? ""), {}, size);
        expect(file.rows).toEqual(whole[at]?.rows);
      },
    ),
    { numRuns: runs(60) },
  );
});
