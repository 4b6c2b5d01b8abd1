import { parse } from "csv-parse/sync";
import { Parser } from "htmlparser2";
import { beforeAll, describe, expect, test } from "vitest";
import { exported, unzipped } from "../../support/exporting.ts";
import { importing } from "../../support/importing.ts";
import { serverForAll } from "../../support/testServer.ts";
import { chrome } from "../../support/userAgents.ts";
import { createOwner, type Owner } from "./owner.ts";

let owner: Owner;

/** What spreadsheets, settings and pages would take for something of their own. */
const hostile = [
  '=HYPERLINK("https://evil.example";"x")',
  "+1+cmd|' /C calc'!A0",
  "-2+3",
  "@SUM(1)",
  "\t=1",
  "'=quoted already",
  "''+twice",
  'a "quoted", word; and\nmore\r\nlines | of <script>alert(1)</script> & text',
  '["no","list"]',
  "بهار، ۱۴۰۵",
];

const server = serverForAll({ settings: { verifyDomains: "false" } });
beforeAll(async () => {
  owner = createOwner(() => server);
  const channel = await owner.add("channel", { name: "=Channel, one" });
  const campaign = await owner.add("campaign", { name: "@Campaign" });
  const pixel = await owner.add("pixel", { type: "fbpixel", name: "+Pixel", tag: "1234567890" });
  await owner.add("domain", { domain: "https://brand.example" });
  for (const [place, name] of hostile.entries()) {
    await owner.add("url", {
      url: `https://example.com/${place}?a=1&b="x"`,
      custom: `hostile-${place}`,
      name,
      description: name,
      tags: ["spring", `=tag ${place}`],
    });
  }
  await owner.add("url", {
    url: "https://example.com/whole",
    custom: "whole",
    domain: "brand.example",
    name: "Whole",
    tags: ["a,b", "c|d"],
    channel,
    campaign,
    pixels: [pixel],
    type: "frame",
    expiry: "2099-12-31 23:59:59",
    geotarget: [{ location: "Germany", link: "https://example.com/de" }],
    parameters: [{ name: "utm_source", value: "x y" }],
    source: { service: "bitly", id: "3aBcD" },
    earlierclicks: 12,
    archived: true,
  });
  await owner.add("url", { url: "https://example.com/s", custom: "locked", password: "sesame!" });
  await owner.add("url", { url: "https://example.com/e", custom: "over", expiry: "2001-01-01" });
});

const links = (format: string, further: object = {}) =>
  exported(server, { what: "links", format, select: { all: true }, ...further });

const rowsOf = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, bom: true, relax_column_count: false });

/** What a reader of ours makes of a cell. */
const read = (cell: string | undefined) =>
  cell !== undefined && /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;

describe("CSV", () => {
  test("no cell begins a formula, and each reads as what it was", async () => {
    const { text, name, type } = await links("csv");
    expect(name).toMatch(/^waypost-links-\d{4}-\d\d-\d\d\.csv$/);
    expect(type).toBe("text/csv; charset=utf-8");
    const rows = rowsOf(text);
    const cells = rows.flatMap((row) => Object.values(row));
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    const named = rows.filter(({ alias }) => alias?.startsWith("hostile"));
    // What is sent is trimmed.
    expect(named.map((row) => read(row["name"]))).toEqual(hostile.map((one) => one.trim()));
    expect(named.map((row) => read(row["description"]))).toEqual(hostile);
  });

  test("has everything of a link but its password", async () => {
    const rows = rowsOf((await links("csv")).text);
    expect(rows.find(({ alias }) => alias === "whole")).toMatchObject({
      domain: "brand.example",
      url: "https://example.com/whole",
      tags: '["a,b","c|d"]',
      expiry: "2099-12-31T23:59:59Z",
      archived: "true",
      clicks: "0",
      earlierclicks: "12",
      campaign: "'@Campaign",
      channels: '["=Channel, one"]',
      source: '{"service":"bitly","id":"3aBcD"}',
      type: "frame",
      parameters: '[{"name":"utm_source","value":"x y"}]',
      geotarget: '[{"location":"Germany","link":"https://example.com/de"}]',
      pixels: '[{"type":"socialnetpixel","name":"+Pixel","tag":"1234567890"}]',
      password: "",
    });
    expect(rows.find(({ alias }) => alias === "locked")).toMatchObject({ password: "true" });
  });

  test("begins with a mark where that is asked for, and only there", async () => {
    const marked = await links("csv", { bom: true });
    expect([...marked.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect((await links("csv")).text.startsWith("alias,")).toBe(true);
  });
});

test("JSON has the same, a link a line, without what a link has none of", async () => {
  const { text, type } = await links("json");
  expect(type).toBe("application/json");
  const document = JSON.parse(text);
  expect(document).toMatchObject({ waypost: "links", version: 1 });
  expect(document.links).toHaveLength(hostile.length + 3);
  expect(text.split("\n")).toHaveLength(hostile.length + 3 + 3);
  expect(document.links.at(-2)).toEqual({
    alias: "locked",
    url: "https://example.com/s",
    date: expect.any(String) as string,
    status: "private",
    type: "direct",
    password: true,
  });
  expect(document.links[0].name).toBe(hostile[0]);
});

test("Shlink gets the targets as Waypost leads to them, without links that are closed", async () => {
  const rows = rowsOf((await links("shlink")).text);
  expect(Object.keys(rows[0] ?? {})).toEqual(["Long URL", "Short code", "Domain", "Title", "Tags"]);
  expect(rows.map((row) => row["Short code"])).not.toContain("locked");
  expect(rows.map((row) => row["Short code"])).not.toContain("over");
  expect(rows.at(-1)).toEqual({
    "Long URL": "https://example.com/whole?utm_source=x%20y",
    "Short code": "whole",
    Domain: "brand.example",
    Title: "Whole",
    Tags: "a b|c d",
  });
});

test("YOURLS gets keywords, and of one on two domains the first", async () => {
  await owner.add("url", {
    url: "https://example.com/other",
    custom: "Hostile-0",
    domain: "brand.example",
  });
  const rows = rowsOf((await links("yourls")).text);
  expect(rows.filter(({ source }) => /hostile-0/i.test(source ?? ""))).toEqual([
    { source: "/hostile-0/", target: 'https://example.com/0?a=1&b="x"', hits: "0" },
  ]);
  expect(rows.find(({ source }) => source === "/whole/")).toMatchObject({ hits: "12" });
  const told = await owner.call("POST", "/api/export/preview", {
    format: "yourls",
    select: { all: true },
  });
  expect(told.left).toContainEqual({
    what: "domain",
    links: 1,
    says: "If an alias exists on several domains, only the first link is included",
    aliases: ["Hostile-0"],
  });
});

test("bookmarks lead to the targets, below their first tags, and no text is markup", async () => {
  const { text } = await links("bookmarks");
  const addresses: string[] = [];
  const names: string[] = [];
  const tagNames = new Set<string>();
  let isName = false;
  const parser = new Parser({
    onopentag(name, { href }) {
      tagNames.add(name);
      isName = name === "a";
      if (href !== undefined) addresses.push(href);
      if (isName) names.push("");
    },
    ontext(part) {
      if (isName) names.push(`${names.pop() ?? ""}${part}`);
    },
    onclosetag() {
      isName = false;
    },
  });
  parser.end(text);
  expect(tagNames.has("script")).toBe(false);
  expect(addresses).toContain('https://example.com/0?a=1&b="x"');
  expect(names).toContain(hostile[0]);
  expect(text).toContain("<H3>spring</H3>");
});

describe("clicks", () => {
  const clicks = (format: string, further: object = {}) =>
    exported(server, { what: "clicks", format, select: { all: true }, ...further });

  beforeAll(async () => {
    await server.visit("/hostile-1", { referer: "https://news.example/=1+1" });
    await server.visit("/hostile-2", { "accept-language": "de" });
    await server.visit("/hostile-2", { "user-agent": "Googlebot/2.1" });
  });

  test("are a line each, with nothing that stands for a visitor", async () => {
    const { text } = await clicks("clicks-csv");
    const rows = rowsOf(text);
    expect(rows).toMatchObject([
      { alias: "hostile-1", referrer: "news.example", browser: "Chrome", bot: "" },
      { alias: "hostile-2", language: "de", bot: "" },
      { alias: "hostile-2", bot: "Googlebot" },
    ]);
    expect(Object.keys(rows[0] ?? {})).not.toContain("visitor");
  });

  test("of chosen links and of a time", async () => {
    const [id] = await owner.find("url", "hostile-1");
    expect(rowsOf((await clicks("clicks-csv", { select: { ids: [id] } })).text)).toHaveLength(1);
    expect(rowsOf((await clicks("clicks-csv", { to: "2020-01-01" })).text)).toEqual([]);
  });

  test.each([{}, { from: "2020-01-01" }])("add up to the same in a zip (%j)", async (time) => {
    const files = await unzipped((await clicks("clicks-zip", time)).bytes);
    expect(files.get("languages.csv")).toBe(
      '"languages","clicks"\r\n"Unknown",1\r\n"German",1\r\n',
    );
    expect(files.get("referrers.csv")).toContain('"news.example",1\r\n');
    expect(files.get("bots.csv")).toContain('"Googlebot",1\r\n');
    expect(files.get("days.csv")).toMatch(/^"days","clicks"\r\n"\d{4}-\d\d-\d\d",2\r\n$/);
    expect(files.get("README.txt")).toContain("links");
  });

  test("that were brought along are among them, and say so", async () => {
    const file = [
      "Date,Potential bot,User agent,Referer,Country,Region,City,Visited URL,Redirect URL,Type",
      `2026-02-03T10:00:00+00:00,,"${chrome}",https://old.example/,Germany,,Berlin,${server.baseUrl}/hostile-3,,valid_short_url`,
    ].join("\n");
    const files = importing(server);
    await files.apply(await files.preview(`${file}\n`));
    const body = { to: "2026-02-04" };
    expect(rowsOf((await clicks("clicks-csv", body)).text)).toMatchObject([
      { alias: "hostile-3", country: "DE", referrer: "old.example", imported: "true" },
    ]);
  });
});

test.each<[body: object, says: string]>([
  [{ what: "links", format: "csv" }, "select"],
  [{ what: "links", format: "csv", select: {} }, "select"],
  [{ what: "links", format: "csv", select: { all: false } }, "select.all"],
  [{ what: "links", format: "csv", select: { ids: [1], all: true } }, "one of ids, filter and all"],
  [
    { what: "links", format: "csv", select: { ids: [987654] } },
    "must be IDs of existing links, not 987654",
  ],
  [{ what: "links", format: "csv", select: { filter: { tagg: "x" } } }, "select.filter.tagg"],
  [{ what: "links", format: "csv", select: { filter: { channel: 99 } } }, "channel"],
  [{ what: "links", format: "csv", select: { all: true }, form: "x" }, "form"],
  [{ what: "links", format: "clicks-csv", select: { all: true } }, "format"],
  [{ what: "clicks", format: "csv", select: { all: true } }, "format"],
  [{ what: "links", format: "json", select: { all: true }, bom: true }, "bom"],
  [{ what: "links", format: "csv", select: { all: true }, from: "2026-01-01" }, "from"],
])("a slip never selects more: %j", async (body, says) => {
  const { status, name, text } = await exported(server, body);
  expect([status, name]).toEqual([400, ""]);
  expect(JSON.parse(text)).toMatchObject({
    error: 1,
    message: expect.stringContaining(says) as string,
  });
});

test("ids that nobody has are unknown, as everywhere", async () => {
  const select = { ids: [987654] };
  const { text } = await exported(server, { what: "links", format: "csv", select });
  expect(JSON.parse(text)).toMatchObject({ faults: [{ field: "select.ids", code: "unknown" }] });
  const { body } = await server.api("POST", "/api/qr/export", { ids: [987654] });
  expect(body).toMatchObject({ faults: [{ field: "ids", code: "unknown" }] });
});
