import { readdirSync, readFileSync } from "node:fs";
import { mkdir, rm, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { sampled } from "../../support/full.ts";
import { type Importing, importing, type ImportJob } from "../../support/importing.ts";
import { makeDataDir, startTestServer } from "../../support/server.ts";
import { serverForEach } from "../../support/testServer.ts";

let files: Importing;

const server = serverForEach({ settings: { verifyDomains: "false" } });
beforeEach(async () => {
  files = importing(server);
});

const header = "Short link,Destination URL,Clicks,Created at\n";
const good = Array.from(
  { length: 600 },
  (_, at) => `https://go.example.org/good-${at},https://example.org/${at},1,2024-01-02\n`,
).join("");

const linkCount = async (): Promise<number> =>
  (await server.api("GET", "/api/urls?archived=all")).body.data.result;

const fixtures = join(import.meta.dirname, "../features/exchange/fixtures");

test("a job of somebody else's folder removes and reads nothing outside of it", async () => {
  const place = await makeDataDir();
  const dataDir = join(place, "data");
  await mkdir(join(dataDir, "jobs"), { recursive: true, mode: 0o700 });
  const victim = join(place, "victim.csv");
  await writeFile(victim, "url\nhttps://example.org/mine\n");
  const job = (id: number, at: number) => ({
    id,
    kind: "import",
    scope: "api",
    state: "done",
    phase: null,
    done: 1,
    total: 1,
    startedAt: at,
    endedAt: at,
    change: null,
    message: "x",
    failures: [],
    failureCount: 0,
    result: null,
    own: { token: "t", file: "../../victim.csv", name: "a", bytes: 9, choice: {}, firstUnseen: 1 },
  });
  for (const stored of [job(1, 1), job(2, Date.now()), job(3, Date.now())]) {
    await writeFile(join(dataDir, "jobs", `${stored.id}.json`), JSON.stringify(stored));
  }
  const own = await startTestServer({ dataDir });
  onTestFinished(async () => {
    await own.stop();
    await rm(place, { recursive: true, force: true });
  });
  const preview = await own.api("POST", "/api/import/2/preview", { wait: 5 });
  expect([preview.status, preview.body.message]).toEqual([404, "Import does not exist."]);
  expect(readFileSync(victim, "utf8")).toContain("mine");
});

describe("a file that can't be read as a whole", () => {
  const zip = Buffer.concat([Buffer.from("504b0304140000000800", "hex"), Buffer.alloc(5000, 0)]);
  const notUtf8 = Buffer.concat([
    Buffer.from(`${header}${good}https://go.example.org/stra`),
    Buffer.from([0xdf]),
    Buffer.from("e,https://example.org/,1,2024-01-02\n"),
  ]);

  test.each([
    ["an archive, however small it says it is", zip, "unpack the archive"],
    ["bytes that are no text after six hundred links", notUtf8, "Line 602, column 28: "],
    [
      "one line of megabytes",
      `${header}${good}${"a".repeat(3_000_000)}`,
      "Line 602, column 1048577: ",
    ],
    ["ten thousand columns", `${"a,".repeat(10_000)}\n`, "Line 1, column 501: "],
    ["JSON that lies deep in itself", `[{"address": ${"[".repeat(100_000)}`, "Line 1, column "],
  ])(
    "%s: its preview fails in words, nothing is written, and nothing can be applied",
    async (_, bytes, says) => {
      const preview = await files.preview(bytes, { name: "../../../links.csv" });
      expect(preview).toMatchObject({ state: "failed", change: null });
      expect(preview.message).toContain(says);
      const { status } = await server.api("POST", `/api/import/${preview.id}/apply`, {
        token: preview.result?.token ?? "none",
      });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(await linkCount()).toBe(0);
      const beside = readdirSync(dirname(server.dataDir)).filter((name) =>
        name.includes("links.csv"),
      );
      expect(beside).toEqual([]);
    },
  );
});

test("a cell of the list of failed rows has at most 1,000 characters", async () => {
  const preview = await files.preview(`url,title\nnone,${"t".repeat(20_000)}\n`, { format: "csv" });
  const { text } = await files.failures(preview.id);
  expect(text).toContain("t".repeat(1000));
  expect(text).not.toContain("t".repeat(1001));
});

test.each(["Created at", "Expires at"])(
  "a %s that its offset puts past four digits of a year stops no import",
  async (column) => {
    const far = "9999-12-31T23:59:59-99:00";
    const rows = `https://example.org/1,${far}\nhttps://example.org/2,2024-01-02\n`;
    const applied = await files.apply(await files.preview(`URL,${column}\n${rows}`));
    expect(applied).toMatchObject({ state: "done", result: { imported: 2 } });
  },
);

test.each([
  ["a table", `url,${"n".repeat(100_000)}\nhttps://example.org/,x\n`],
  [
    "JSON",
    `[{"address":"a","target":"https://example.org/","visit_count":1,"${"n".repeat(100_000)}":1}]`,
  ],
])("a preview of %s has column names of at most 200 characters", async (_, file) => {
  const { result } = await files.preview(file);
  expect(result.valid).toBe(1);
  expect(result.columns).toContainEqual(expect.objectContaining({ name: "n".repeat(200) }));
  expect(JSON.stringify(result).length).toBeLessThan(10_000);
});

describe("a file with thousands of new names", () => {
  const names = (row: number) => Array.from({ length: 100 }, (_, at) => `c${row}-${at}`).join("|");
  const row = (at: number) => `https://example.org/${at},${names(at)},g${at % 3}\n`;
  const rows = Array.from({ length: 30 }, (_, at) => row(at)).join("");
  const file = `url,channel,campaign\n${rows}https://example.org/again,c0-0|c29-0,g0\n`;

  async function channelsNow(): Promise<number> {
    return (await server.api("GET", "/api/channels")).body.data.result;
  }

  test("the preview counts the records to create, and names the column whose rest is left out", async () => {
    const { result } = await files.preview(file);
    expect(result).toMatchObject({
      valid: 31,
      newChannels: 2000,
      newCampaigns: 3,
      newPixels: 0,
      dropped: [
        {
          column: "channel",
          code: "column.newNames",
          values: { links: 11, most: 2000 },
          why: "Waypost creates only the first 2,000 new entries. 11 links are imported without the other entries.",
        },
      ],
    });
    expect(await channelsNow()).toBe(0);
  });

  test("the import creates at most 2,000 channels, imports all links, and says what they lack", async () => {
    const preview = await files.preview(file);
    const applied = await files.apply(preview);
    expect(applied).toMatchObject({
      state: "done",
      result: { imported: 31, namesLeftOut: 11 },
      message: expect.stringContaining(
        "11 imported without some tags, channels, campaigns or pixels",
      ) as string,
    });
    expect(await channelsNow()).toBe(2000);
    const { body } = await server.api("GET", "/api/urls?limit=1&order=date");
    expect(body.data.result).toBe(31);
  });
});

test("texts that are shortened are counted in all rows, beyond the first that are shown", async () => {
  const rows = Array.from(
    { length: 60 },
    (_, at) => `https://example.org/${at},${"n".repeat(201)}`,
  );
  const { result } = await files.preview(`url,title\n${rows.join("\n")}\n`);
  expect(result.records).toHaveLength(50);
  expect(result.dropped).toMatchObject([{ column: "name", values: { texts: 60 } }]);
});

test("an import is refused while files of others take 1 GiB, and says when to try again", async () => {
  const folder = join(server.dataDir, "jobs");
  await mkdir(folder, { recursive: true });
  const path = join(folder, "import-large.file");
  await writeFile(path, "");
  await truncate(path, 1024 * 1024 * 1024);
  const { status, body, headers } = await files.upload("https://example.org/\n");
  expect(status).toBe(429);
  expect(body.message).toContain("1 GiB");
  expect(body.message).toContain("Try again then");
  // It may be a day: no number of seconds is true.
  expect(headers).not.toHaveProperty("retry-after");
  await truncate(path, 0);
  expect((await files.upload("https://example.org/\n")).status).toBe(200);
});

test("a file that is refused because too many imports wait isn't saved", async () => {
  const slow = Array.from({ length: 200_000 }, (_, at) => `https://example.org/${at}\n`).join("");
  const answers = await Promise.all(
    [slow, ...Array.from({ length: 40 }, () => "https://example.org/\n")].map((file) =>
      files.upload(file, { wait: "0" }),
    ),
  );
  const taken = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(41 - taken);
  expect(taken).toBeLessThan(41);
  const saved = readdirSync(join(server.dataDir, "jobs")).filter((name) => name.endsWith(".file"));
  expect(saved).toHaveLength(taken);
});

test("a formula in a failed row is marked, also with a full-width sign and after a semicolon", async () => {
  const rows = "＝cmd|' /C calc'!A0,wrong\nx;=1+1,wrong\n";
  const preview = await files.preview(
    `title,url\n${rows}https://example.org/,https://example.org/\n`,
  );
  const { text } = await files.failures(preview.id);
  expect(text).toContain("\"'＝cmd|' /C calc'!A0\"");
  expect(text).toContain('"x;\'=1+1"');
});

test("addresses that run scripts and words of the service's own: those rows only", async () => {
  const rows = [
    "https://go.example.org/one,javascript:alert(1),1,2024-01-02",
    "https://go.example.org/two,data:text/html;x,1,2024-01-02",
    "https://go.example.org/api,https://example.org/three,1,2024-01-02",
    "https://go.example.org/..,https://example.org/four,1,2024-01-02",
    '"https://go.example.org/five",https://example.org/five,=1+1,2024-01-02',
  ].join("\n");
  const preview = await files.preview(`${header}${rows}\n${good}`);
  expect(preview.result).toMatchObject({ format: "dub", valid: 601, invalid: 4 });
  const lines = preview.result.problems.map(({ line, column }: ImportJob) => [line, column]);
  expect(lines).toEqual([
    [2, "Destination URL"],
    [3, "Destination URL"],
    [4, "Short link"],
    [5, "Short link"],
  ]);
  expect(preview.result.dropped).toContainEqual(
    expect.objectContaining({ column: "Clicks", code: "column.unreadable" }),
  );
  expect((await files.apply(preview)).result).toMatchObject({ imported: 601, invalid: 4 });
  expect(await linkCount()).toBe(601);
});

// Each file alone is read in features/exchange.
test.each(
  sampled(
    readdirSync(fixtures).filter((name) => !/visits|clicks/.test(name)),
    3,
  ),
)("%s comes through the front door, and once", async (name) => {
  const bytes = readFileSync(join(fixtures, name));
  const preview = await files.preview(bytes, { name });
  expect(preview.state).toBe("done");
  const { valid } = preview.result;
  expect(valid).toBeGreaterThan(0);
  expect((await files.apply(preview)).result).toMatchObject({ imported: valid });
  expect(await linkCount()).toBe(valid);
  const again = await files.apply(await files.preview(bytes, { name }));
  expect(again).toMatchObject({ change: null, result: { imported: 0, unchanged: valid } });
});

describe("a file with parts that act on visitors", () => {
  const pixel = { type: "tagmanagerpixel", name: "Anything", tag: "GTM-ABC123" };
  const file = JSON.stringify({
    waypost: "links",
    version: 1,
    links: [
      {
        alias: "one",
        url: "https://example.org/1",
        pixels: [pixel],
        type: "frame",
        metaimage: "https://cdn.example.org/a.png",
        deeplink: { apple: "https://apps.example.org/a", auto: true },
        geotarget: [{ location: "Germany", link: "https://de.example.org/" }],
        devicetarget: [{ device: "android", link: "https://elsewhere.example.org/a" }],
        languagetarget: [{ language: "en", link: "https://elsewhere.example.org/en" }],
        rules: [
          {
            url: "https://rule.example.org/",
            conditions: [{ type: "device", value: "android" }],
          },
        ],
        split: {
          variants: [
            { id: "a", url: "https://example.org/a", weight: 5000 },
            { id: "b", url: "https://variant.example.org/", weight: 5000 },
          ],
        },
        starts: "2020-01-01",
        beforeurl: "https://before.example.org/",
        maxclicks: 5,
        afterurl: "https://after.example.org/",
      },
      { alias: "two", url: "https://example.org/2", pixels: [pixel] },
    ],
  });

  async function pixels(): Promise<readonly string[]> {
    const { body } = await server.api("GET", "/api/pixels");
    return body.data.pixels.map(({ tag }: { tag: string }) => tag);
  }

  test("the preview names and counts each of them", async () => {
    const { result } = await files.preview(file);
    expect(result.visitorEffects).toEqual([
      { what: "pixel", name: "tagmanagerpixel GTM-ABC123", links: 2 },
      { what: "type", name: "frame", links: 1 },
      { what: "metaimage", name: "cdn.example.org", links: 1 },
      { what: "deeplink", name: "apps.example.org", links: 1 },
      { what: "targeting", name: "de.example.org", links: 1 },
      { what: "targeting", name: "elsewhere.example.org", links: 1 },
      { what: "targeting", name: "rule.example.org", links: 1 },
      { what: "targeting", name: "example.org", links: 1 },
      { what: "targeting", name: "variant.example.org", links: 1 },
      { what: "targeting", name: "before.example.org", links: 1 },
      { what: "targeting", name: "after.example.org", links: 1 },
    ]);
  });

  test("an import leaves pixels out, and says of how many links", async () => {
    const applied = await files.apply(await files.preview(file));
    expect(applied).toMatchObject({
      result: { imported: 2, pixelsLeftOut: 2 },
      message: expect.stringContaining("2 imported without pixels") as string,
    });
    expect(await pixels()).toEqual([]);
    expect((await server.visit("/two")).text).not.toContain("GTM-ABC123");
  });

  test("an import creates pixels when it is told to", async () => {
    const applied = await files.apply(await files.preview(file), { pixels: true });
    expect(applied.result).toMatchObject({ imported: 2, pixelsLeftOut: 0 });
    expect(await pixels()).toEqual(["GTM-ABC123"]);
    expect((await server.visit("/two")).text).toContain("GTM-ABC123");
  });
});
