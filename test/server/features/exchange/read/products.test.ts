import { message } from "../../../../../src/contract/messages/messages.ts";
import { describe, expect, test } from "vitest";
import { fixture, links, readBytes, readFixture, readText } from "./readFixture.ts";

const at = (moment: string) => Date.parse(moment);

describe("Bitly", () => {
  test("the Links page gives titles, clicks and days, and the back-half that its owner chose", async () => {
    const file = await readFixture("bitly-links.csv");
    expect(links(file)).toEqual([
      {
        url: "https://shop.example.org/spring?size=a",
        alias: "spring",
        domain: "go.example.org",
        name: "Spring sale, first week",
        createdAt: at("2024-03-05T09:11:12Z"),
        clicks: 1234,
      },
      {
        url: "https://example.org/two",
        alias: "4xYz987",
        domain: "bit.ly",
        name: 'A title\nover "two" lines',
        createdAt: at("2023-11-03"),
      },
    ]);
  });

  test("what is deleted there is left out, and counted", async () => {
    const { rows } = await readFixture("bitly-links.csv");
    expect(rows.filter(({ kind }) => kind === "skipped")).toEqual([
      expect.objectContaining({ line: 5, why: "The link is deleted there." }),
    ]);
  });

  test("Bitlinks with semicolons, a mark and months first", async () => {
    const file = await readFixture("bitly-bitlinks.csv");
    expect(file.known).toMatchObject({ format: "bitly", sureness: "certain" });
    expect(file.dates).toBe("month first");
    expect(links(file)).toEqual([
      {
        url: "https://shop.example.org/spring",
        alias: "3aBcDeF",
        domain: "bit.ly",
        tags: ["print", "poster"],
        createdAt: at("2024-05-13"),
        clicks: 1234,
        campaign: "Spring",
      },
      {
        url: "https://example.org/two",
        alias: "4xYz987",
        domain: "bit.ly",
        createdAt: at("2024-06-07"),
        clicks: 12,
      },
    ]);
  });

  test("the small form", async () => {
    const file = await readFixture("bitly-small.csv");
    expect(file.known.format).toBe("bitly");
    expect(links(file)).toEqual([
      {
        url: "https://example.org/one",
        alias: "3one",
        domain: "bit.ly",
        name: "One",
        createdAt: at("2024-03-05T10:11:12Z"),
      },
    ]);
  });

  test("the small form with the clicks of each link", async () => {
    const file = await readText(
      "link,long_url,created_at,total_clicks\nhttps://bit.ly/3one,https://example.org/one,2024-03-05T10:11:12+0000,120\n",
    );
    expect(file.known.format).toBe("bitly");
    expect(links(file)).toMatchObject([{ alias: "3one", clicks: 120 }]);
    expect(file.known.dropped).toEqual([]);
  });
});

test("Dub's links come with its ids, tags and archive; what it counts beside is named", async () => {
  const file = await readFixture("dub.csv");
  expect(file.known.dropped.map(({ column }) => column)).toEqual([
    "Leads",
    "Conversions",
    "Revenue",
    "Updated at",
  ]);
  expect(file.rows.map((row) => row.kind === "link" && row.link.source)).toEqual([
    { service: "dub", id: "link_1" },
    { service: "dub", id: "link_2" },
  ]);
  expect(links(file)).toEqual([
    {
      url: "https://example.org/launch",
      alias: "launch",
      domain: "dub.sh",
      tags: ["launch", "mail"],
      createdAt: at("2024-05-01T08:00:00Z"),
      clicks: 1200,
      archived: false,
    },
    {
      url: "https://example.org/old",
      alias: "Old",
      domain: "go.example.org",
      createdAt: at("2023-05-01T08:00:00Z"),
      archived: true,
    },
  ]);
});

describe("Shlink", () => {
  test("its export keeps days and visits", async () => {
    expect(links(await readFixture("shlink.csv"))).toEqual([
      {
        url: "https://example.org/first",
        alias: "abc12",
        domain: "s.example.org",
        name: "First page",
        tags: ["print", "shop"],
        createdAt: at("2023-02-03T03:05:06Z"),
        clicks: 45,
      },
      {
        url: "https://example.org/spring",
        alias: "Spring",
        domain: "go.example.org",
        createdAt: at("2023-02-04T03:05:06Z"),
      },
    ]);
  });

  test("its import form, whatever its case and spaces, with tags joined either way", async () => {
    const file = await readFixture("shlink-import.csv");
    expect(file.known.format).toBe("shlink");
    expect(links(file)).toEqual([
      { url: "https://example.org/first", alias: "abc12", name: "First", tags: ["print", "shop"] },
      {
        url: "https://example.org/second",
        alias: "x",
        domain: "go.example.org",
        tags: ["one", "two"],
      },
    ]);
  });

  test("its import form with whole short addresses", async () => {
    expect(links(await readFixture("shlink-import-addresses.csv"))).toEqual([
      {
        url: "https://example.org/first",
        alias: "abc12",
        domain: "s.example.org",
        name: "First",
        tags: ["print", "shop"],
      },
    ]);
  });

  test("its visits are clicks; those of no link are left out", async () => {
    const { known, rows } = await readFixture("shlink-visits.csv");
    expect(known).toMatchObject({ format: "shlink-visits", kind: "clicks", sureness: "certain" });
    expect(rows.map((row) => (row.kind === "click" ? row.click : row.kind))).toEqual([
      {
        line: 2,
        id: expect.stringMatching(/^[\w-]{22}$/),
        alias: "abc12",
        domain: "s.example.org",
        at: at("2023-02-05T05:07:08Z"),
        country: "ES",
        city: "Madrid",
        userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0",
        referrer: "https://news.example.org/",
      },
      {
        line: 3,
        id: expect.stringMatching(/^[\w-]{22}$/),
        alias: "abc12",
        domain: "s.example.org",
        at: at("2023-02-05T05:07:09Z"),
        userAgent: "ExampleBot/1.0",
        isBot: true,
      },
      "skipped",
    ]);
  });
});

test("Short.io's days are numbers of seconds or milliseconds", async () => {
  const file = await readFixture("shortio.csv");
  expect(file.known.dropped.map(({ column }) => column)).toEqual(["updatedAt", "createdBy"]);
  expect(links(file)).toEqual([
    {
      url: "https://example.org/menu",
      alias: "Menu",
      domain: "go.example.org",
      name: "Menu",
      tags: ["table", "print"],
      createdAt: at("2024-06-01T12:00:00Z"),
      expiresAt: at("2030-01-01"),
      clicks: 12,
    },
    {
      url: "https://example.org/map",
      alias: "map",
      domain: "go.example.org",
      createdAt: at("2024-06-01T12:00:00Z"),
    },
  ]);
});

test("Rebrandly's links", async () => {
  const file = await readFixture("rebrandly.csv");
  expect(file.known).toMatchObject({ format: "rebrandly", sureness: "certain" });
  expect(links(file)).toEqual([
    {
      url: "https://example.org/first",
      alias: "first",
      domain: "rebrand.ly",
      createdAt: at("2022-07-08T09:10:11Z"),
    },
  ]);
});

describe("TinyURL", () => {
  const first = {
    url: "https://example.org/first",
    alias: "first-one",
    domain: "tinyurl.com",
    tags: ["print", "shop"],
    createdAt: at("2022-07-08T09:10:11Z"),
  };

  test("as CSV", async () => {
    expect(links(await readFixture("tinyurl.csv"))).toEqual([{ ...first, archived: false }]);
  });

  test("as JSON, each link with its line", async () => {
    const file = await readFixture("tinyurl.json");
    expect(file.known).toMatchObject({ format: "tinyurl", sureness: "certain" });
    expect(links(file)).toEqual([{ ...first, archived: true }]);
    expect(file.rows.map(({ kind, line }) => ({ kind, line }))).toEqual([
      { kind: "link", line: 3 },
      { kind: "skipped", line: 14 },
    ]);
  });
});

describe("YOURLS", () => {
  test("the plugin's CSV, with keywords of one character and ones that differ in case", async () => {
    expect(links(await readFixture("yourls-plugin.csv"))).toEqual([
      { url: "https://example.org/shortest", alias: "a", clicks: 1234 },
      { url: "https://example.org/upper", alias: "Ab" },
      { url: "https://example.org/lower", alias: "ab", clicks: 5 },
    ]);
  });

  test("the table of a dump comes without the addresses of those who made links, and says so", async () => {
    const file = await readFixture("yourls-table.csv");
    expect(file.known.dropped).toEqual([{ column: "ip", reason: message("column.madeFrom") }]);
    expect(links(file)).toEqual([
      {
        url: "https://example.org/shortest",
        alias: "a",
        name: "Shortest",
        createdAt: at("2015-06-07T08:09:10Z"),
        clicks: 1234,
      },
      { url: "https://example.org/b", alias: "b", name: "NULL is a title" },
    ]);
  });
});

test("Kutt's links say whether they had a password, and come without", async () => {
  const file = await readFixture("kutt.json");
  expect(file.known.dropped.map(({ column }) => column)).toEqual(["banned", "updated_at"]);
  expect(links(file)).toEqual([
    {
      url: "https://example.org/first",
      alias: "first",
      domain: "k.example.org",
      description: "A note",
      createdAt: at("2021-02-03T04:05:06.789Z"),
      expiresAt: at("2031-01-01"),
      clicks: 7,
      hadPassword: true,
    },
    {
      url: "https://example.org/second",
      alias: "second",
      domain: "go.example.org",
      createdAt: at("2021-02-03T04:05:07Z"),
    },
  ]);
});

describe("GemPixel and kin", () => {
  test("the import file is read by the places of its cells, with names above them or without", async () => {
    const first = {
      url: "https://example.org/first",
      alias: "first",
      name: "First",
      description: "A first note",
    };
    const bare = await readFixture("gempixel-import.csv");
    expect(bare.known).toMatchObject({
      format: "gempixel",
      sureness: "guess",
      formats: ["gempixel", "csv"],
    });
    expect(links(bare)).toEqual([
      first,
      { url: "https://example.org/second" },
      { url: "https://example.org/third", alias: "third", name: "Third, and last" },
    ]);
    expect(links(await readFixture("gempixel-import-named.csv"))).toEqual([first]);
  });

  test("the export", async () => {
    const file = await readFixture("gempixel-export.csv");
    expect(file.known).toMatchObject({ format: "gempixel", sureness: "certain" });
    expect(links(file)).toEqual([
      {
        url: "https://example.org/first",
        alias: "first",
        domain: "gem.example.org",
        createdAt: at("2024-04-05T06:07:08Z"),
        clicks: 12345,
        campaign: "Spring",
      },
      {
        url: "https://example.org/second",
        alias: "second",
        domain: "gem.example.org",
        createdAt: at("2024-04-05T06:07:09Z"),
      },
    ]);
  });

  test("of a click that is in no quotes, what is left over belongs to its referrer", async () => {
    const { known, rows } = await readFixture("gempixel-clicks.csv");
    expect(known).toMatchObject({ format: "gempixel", kind: "clicks", sureness: "certain" });
    expect(rows.map((row) => row.kind === "click" && row.click)).toEqual([
      {
        line: 2,
        id: expect.any(String),
        alias: "first",
        domain: "gem.example.org",
        at: at("2024-04-06T07:08:09Z"),
        country: "AT",
        city: "Graz",
        browser: "Firefox",
        os: "Linux",
        language: "de",
        referrer: 'https://news.example.org/?q=a,b,"c"',
      },
      {
        line: 3,
        id: expect.any(String),
        alias: "first",
        domain: "gem.example.org",
        at: at("2024-04-06T07:08:10Z"),
        browser: "Chrome",
        os: "Android",
        language: "en",
      },
    ]);
  });
});

test("bookmarks keep their folders as tags; what is no web address is left out", async () => {
  const file = await readFixture("bookmarks.html");
  expect(file.known).toMatchObject({ format: "bookmarks", sureness: "certain" });
  expect(links(file)).toEqual([
    {
      url: "https://example.org/?a=1&b=2",
      name: "Tom & Ann's page",
      createdAt: 1_700_000_001_000,
    },
    {
      url: "https://bread.example.org/",
      name: "Rye",
      description: "With a note",
      tags: ["Recipes", "Bread, dark", "rye", "slow"],
      createdAt: 1_700_000_002_000,
    },
    { url: "http://old.example.org/", name: "Old" },
  ]);
  expect(file.rows.flatMap((row) => (row.kind === "skipped" ? [[row.line, row.why]] : []))).toEqual(
    [
      [17, "This isn't a web address: javascript:alert(1)"],
      [19, "This isn't a web address: place:sort=8"],
    ],
  );
});

describe("collections of bookmarks", () => {
  const bread = { url: "https://example.org/bread", name: "Bread", tags: ["rye", "slow"] };
  const tea = { url: "https://example.org/tea", name: "Tea" };
  const note = "Try on Sunday";
  const first = at("2024-03-05T10:11:12Z");
  const second = at("2024-03-06T10:11:12Z");

  async function readAs(name: string, format: string) {
    const file = await readFixture(name);
    expect(file.known.format).toBe(format);
    expect(file.known.sureness).not.toBe("guess");
    expect(file.rows.filter(({ kind }) => kind === "invalid")).toEqual([]);
    return { file, links: links(file), dropped: file.known.dropped.map(({ column }) => column) };
  }

  test("Pocket in HTML", async () => {
    expect((await readAs("pocket.html", "pocket")).links).toEqual([
      {
        url: "https://example.org/bread",
        name: "Bread & salt",
        tags: ["rye", "slow food"],
        createdAt: 1_700_000_001_000,
      },
      { ...tea, name: "https://example.org/tea", createdAt: 1_700_000_002_000 },
    ]);
  });

  test("Pocket in CSV", async () => {
    const { links: found, dropped } = await readAs("pocket.csv", "pocket");
    expect(found).toEqual([
      {
        url: "https://example.org/bread?a=1,2",
        name: "Bread, and salt",
        tags: ["rye", "slow food"],
        createdAt: 1_700_000_001_000,
      },
      { ...tea, createdAt: 1_700_000_002_000 },
    ]);
    expect(dropped).toEqual(["status"]);
  });

  test("Raindrop.io", async () => {
    const { links: found, dropped } = await readAs("raindrop.csv", "raindrop");
    expect(found).toEqual([
      {
        ...bread,
        name: "Bread, and salt",
        description: note,
        tags: ["Recipes", "rye", "slow"],
        createdAt: first + 345,
      },
      { ...tea, tags: ["Unsorted"], createdAt: second + 345 },
    ]);
    expect(dropped).toEqual(["excerpt", "cover", "highlights", "favorite"]);
  });

  test("Pinboard", async () => {
    const { links: found, dropped } = await readAs("pinboard.json", "pinboard");
    expect(found).toEqual([
      { ...bread, tags: ["rye", "slow-food"], description: note, createdAt: first },
      { ...tea, createdAt: second },
    ]);
    expect(dropped).toEqual(["meta", "shared", "toread"]);
  });

  test("linkding in HTML and in JSON", async () => {
    const description = `${note}\n\nWith salt`;
    expect((await readAs("linkding.html", "linkding")).links).toEqual([
      { ...bread, description, createdAt: 1_700_000_001_000 },
      { ...tea, createdAt: 1_700_000_002_000 },
    ]);
    expect((await readAs("linkding.json", "linkding")).links).toEqual([
      { ...bread, description, archived: true, createdAt: first + 345 },
      { ...tea, archived: false, createdAt: second },
    ]);
  });

  test("Shaarli, whose own notes are no links", async () => {
    const { file, links: found } = await readAs("shaarli.html", "shaarli");
    expect(found).toEqual([
      { ...bread, description: `${note}\nWith salt`, createdAt: 1_700_000_001_000 },
    ]);
    expect(file.rows.map(({ kind }) => kind)).toEqual(["link", "skipped"]);
  });

  test("Firefox's backup, with its folders as tags, and nothing twice", async () => {
    const { file, links: found } = await readAs("firefox.json", "firefox");
    expect(found).toEqual([
      { ...bread, tags: ["Recipes", "rye", "slow"], createdAt: 1_700_000_001_234 },
      { ...tea, createdAt: 1_700_000_003_000 },
    ]);
    expect(file.rows.map(({ kind, line }) => `${kind} ${line}`)).toEqual([
      "link 4",
      "link 11",
      "skipped 12",
    ]);
  });

  test("a Firefox backup that is cut, damaged or too deep is named with its place", async () => {
    const whole = fixture("firefox.json").toString();
    const cut = await readText(whole.slice(0, whole.indexOf('"tags________"')));
    expect(cut.rows.map(({ kind }) => kind)).toEqual(["link", "invalid"]);
    await expect(readText(whole.replace('"id":12', "oops"))).rejects.toMatchObject({ line: 11 });
    const folder = '{"type":"text/x-moz-place-container","children":[';
    await expect(readText(folder.repeat(1000))).rejects.toThrow("100 levels deep");
  });
});

describe("a file of one address", () => {
  test.each([
    ["windows.url", "https://example.org/manual?a=1,2"],
    ["mac.webloc", "https://example.org/manual?a=1&b=2"],
  ])("%s", async (name, url) => {
    const file = await readFixture(name, { name: `The manual.${name.split(".")[1]}` });
    expect(file.known).toMatchObject({ format: "shortcut", sureness: "certain" });
    expect(links(file)).toEqual([{ url, name: "The manual" }]);
  });

  test("a binary .webloc", async () => {
    const url = "https://example.org/manual";
    const text = (value: string) =>
      Buffer.concat([Buffer.from([0x5f, 0x10, value.length]), Buffer.from(value)]);
    const objects = [Buffer.from([0xd1, 1, 2]), Buffer.from("\u0053URL", "latin1"), text(url)];
    const offsets = [8, 11, 15];
    const trailer = Buffer.alloc(32);
    trailer.set([1, 1], 6);
    trailer.writeBigUInt64BE(3n, 8);
    trailer.writeBigUInt64BE(BigInt(15 + url.length + 3), 24);
    const bytes = Buffer.concat([
      Buffer.from("bplist00"),
      ...objects,
      Buffer.from(offsets),
      trailer,
    ]);
    expect(links(await readBytes(bytes))).toEqual([{ url }]);
    for (let place = 8; place < bytes.length; place += 1) {
      const hurt = Buffer.from(bytes);
      hurt[place] = 0xff;
      const told = await readBytes(hurt).catch((error: unknown) => error);
      expect(told instanceof Error ? told.name : "rows").toMatch(/^(Unreadable|rows)$/);
    }
  });
});

describe("a list of addresses", () => {
  test("has one on each line, whatever commas are in it", async () => {
    const file = await readFixture("list.txt");
    expect(file.known).toMatchObject({ format: "list", formats: ["list", "csv"] });
    expect(file.rows.map((row) => row.kind === "link" && [row.line, row.link.url])).toEqual([
      [1, "https://example.org/first,with,commas"],
      [3, "https://example.org/second"],
      [4, "http://example.org/third"],
    ]);
  });

  test("is one too where some lines leave the scheme out, as browsers do", async () => {
    const file = await readText("https://example.org/first\nexample.org/second\n");
    expect(file.known).toMatchObject({ format: "list" });
    expect(links(file)).toEqual([
      { url: "https://example.org/first" },
      { url: "https://example.org/second" },
    ]);
  });

  test("stays one with comments, blanks and a bad line, which is named", async () => {
    const text = "https://example.org/first\n# a comment\n\nnotaurl\nhttps://example.org/a,b\n";
    for (const choice of [{}, { format: "list" as const }]) {
      const file = await readText(text, choice);
      expect(file.known.format).toBe("list");
      expect(file.rows.map((row) => (row.kind === "link" ? row.link.url : row.kind))).toEqual([
        "https://example.org/first",
        "skipped",
        "notaurl",
        "https://example.org/a,b",
      ]);
    }
  });

  test("keeps addresses with commas whole, whatever stands before and after them", async () => {
    const lists = [
      ["https://example.com/a?x=1,2", "https://example.com/u/2"],
      ["https://example.com/a?x=1,2", "https://example.com/b?x=3,4"],
      ["https://example.com/a?tags=red,blue", "https://example.com/b?tags=green,white"],
      ["https://example.com/politics,12", "https://example.com/sports,34"],
      ["https://example.com/map?ll=1,2,3", "https://example.com/map?ll=4,5,6"],
      ["# 2026", "https://example.com/a?x=1,2"],
    ];
    for (const lines of lists) {
      const file = await readText(`${lines.join("\n")}\n`);
      expect(file.known.format).toBe("list");
      const addresses = lines.filter((line) => !line.startsWith("#"));
      expect(links(file)).toEqual(addresses.map((url) => ({ url })));
    }
  });

  test("two addresses in one line are not one link", async () => {
    const file = await readText(
      "https://example.org/a\nhttps://example.org/b https://example.org/c\n",
    );
    expect(file.rows).toMatchObject([
      { kind: "link" },
      { kind: "invalid", line: 2, reason: message("row.severalAddresses") },
    ]);
  });

  test("is none where the first line names columns, or the columns are an alias each", async () => {
    const named = await readText(
      "url,alias\nhttps://example.org/a,one\nhttps://example.org/b,two\n",
    );
    expect(named.known.format).toBe("csv");
    const single = await readText("Target\nhttps://example.org/a\nhttps://example.org/b\n");
    expect(single.known.format).toBe("csv");
    const bare = await readText("https://example.org/a,one\nhttps://example.org/b,two\n");
    expect(links(bare)).toMatchObject([{ alias: "one" }, { alias: "two" }]);
  });

  test("may leave the scheme out where it is said to be one", async () => {
    const file = await readText("example.org/first\nmailto:someone@example.org\n", {
      format: "list",
    });
    expect(links(file)).toEqual([
      { url: "https://example.org/first" },
      { url: "mailto:someone@example.org" },
    ]);
  });
});

describe("Waypost", () => {
  const spring = {
    url: "https://example.org/spring",
    alias: "spring",
    domain: "go.example.org",
    name: "=Spring",
    description: " a note\nof two lines ",
    tags: ["print", "a, b"],
    createdAt: at("2025-01-02T03:04:05.678Z"),
    expiresAt: at("2030-01-02T03:04:05Z"),
    clicks: 1200,
    archived: true,
    campaign: "Spring",
    channels: ["Mail", "Print"],
    hadPassword: true,
    rest: {
      status: "public",
      type: "frame",
      metatitle: "[Sale] 50 %",
      parameters: [{ name: "utm_source", value: "a" }],
      geotarget: [{ location: "AT", link: "https://example.org/at" }],
    },
  };

  test.each(["waypost.json", "waypost.csv"])("%s comes whole", async (name) => {
    const file = await readFixture(name);
    expect(file.known).toMatchObject({ format: "waypost", sureness: "certain" });
    expect(links(file)[0]).toEqual(spring);
    expect(file.rows.map((row) => row.kind === "link" && row.link.source)).toEqual([
      { service: "bitly", id: "x1" },
      { service: "waypost", id: expect.stringMatching(/^[\w-]{22}$/) },
    ]);
  });

  test("JSON may leave out of a link what it has none of", async () => {
    const file = await readText(
      '{"waypost":"links","version":1,"links":[{"alias":"a","url":"https://example.org/a"},{"alias":"b","url":"https://example.org/b","metaimage":"https://example.org/b.png"}]}',
    );
    expect(file.known).toMatchObject({ format: "waypost", sureness: "certain" });
    expect(links(file)).toEqual([
      { alias: "a", url: "https://example.org/a" },
      {
        alias: "b",
        url: "https://example.org/b",
        rest: { metaimage: "https://example.org/b.png" },
      },
    ]);
  });

  test("a mark that keeps spreadsheets from running a cell comes off, once", async () => {
    expect(links(await readFixture("waypost.csv"))[1]).toMatchObject({
      alias: "-plain",
      name: "''=twice",
    });
  });
});

test("a row without an id of its own has the same one in every reading", async () => {
  const ids = async () =>
    (await readFixture("shlink.csv")).rows.map((row) => row.kind === "link" && row.link.source.id);
  const first = await ids();
  expect(new Set(first).size).toBe(2);
  expect(await ids()).toEqual(first);
});
