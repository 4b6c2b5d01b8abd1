import { parse } from "csv-parse/sync";
import { beforeEach, describe, expect, test } from "vitest";
import { exported, unzipped } from "../../support/exporting.ts";
import { type ImportJob, importing } from "../../support/importing.ts";
import { serverForEach } from "../../support/testServer.ts";
import { fixture } from "../features/exchange/read/readFixture.ts";

/** Rules, splits, limits and dates in files. */

let now = Date.UTC(2026, 5, 2, 12);
const settings = { verifyDomains: "false", timeZone: "Asia/Tehran" };
const server = serverForEach({ clock: () => now, settings });
beforeEach(() => {
  now = Date.UTC(2026, 5, 2, 12);
});

const files = () => importing(server);
const url = "https://example.com/own";

async function add(body: object): Promise<number> {
  const answer = await server.api("POST", "/api/url/add", { url, ...body });
  expect([answer.status, answer.body]).toMatchObject([200, { error: 0 }]);
  return answer.body.id;
}

async function all(): Promise<ImportJob[]> {
  const { body } = await server.api("GET", "/api/urls?limit=100&archived=all&order=alias");
  return Promise.all(
    body.data.urls.map(async ({ id }: ImportJob) => {
      const { details } = (await server.api("GET", `/api/url/${id}`)).body;
      const { id: _, shorturl: _short, lastclick: _last, source: _source, ...rest } = details;
      return rest;
    }),
  );
}

async function empty(): Promise<void> {
  const { preview } = (
    await server.api("POST", "/api/bulk", {
      kind: "links",
      select: { all: true },
      delete: true,
      preview: true,
    })
  ).body;
  await server.api("POST", "/api/bulk", {
    kind: "links",
    select: { all: true },
    delete: true,
    token: preview.token,
    wait: 10,
  });
}

const file = async (format: string) =>
  (await exported(server, { what: "links", format, select: { all: true } })).text;

const decided = {
  custom: "decided",
  rules: [
    {
      url: "https://example.com/r",
      name: "Office",
      enabled: false,
      conditions: [
        {
          type: "time-window",
          value: { days: [1, 2], from: "09:00", to: "17:00", zone: "Europe/Berlin" },
        },
        { type: "after-date", value: "2026-01-02 03:04:05" },
        { type: "language", value: ["de", "fr-CA"], not: true },
      ],
    },
  ],
  starts: "2026-07-01 00:00:00",
  startspublic: true,
  expiry: "2026-12-01 00:00:00",
  beforeurl: "https://example.com/before",
  maxclicks: 12,
  afterurl: "https://example.com/after",
  split: {
    variants: [
      { id: "a", url: "https://example.com/a", weight: 2500 },
      { id: "d", url: "https://example.com/d", weight: 7500 },
    ],
    ends: "2026-11-01 00:00:00",
    winner: "d",
  },
};

describe("Waypost's own files", () => {
  test.each(["json", "csv"])("%s has them all, without the split's seed", async (format) => {
    await add(decided);
    const before = await all();
    const text = await file(format);
    expect(text).not.toContain("seed");
    await empty();
    const preview = await files().preview(text);
    expect(preview.result.valid).toBe(1);
    expect(preview.result.dropped.map(({ code }: ImportJob) => code)).not.toContain(
      "column.unreadable",
    );
    await files().apply(preview);
    expect(await all()).toEqual(before);
    // Once more over what is there: visitors stay with their variants, so that nothing changes.
    const again = await files().apply(await files().preview(text), { onConflict: "overwrite" });
    expect(again.result).toMatchObject({ overwritten: 0 });
  });

  test("what can't be read is left out and named, rule by rule, and the link comes", async () => {
    await add({ custom: "mine" });
    const [row = {}] = parse<Record<string, string>>(await file("csv"), { columns: true });
    const good = {
      url: "https://example.com/good",
      conditions: [{ type: "ip-address", value: "10.0.0.0/8" }],
    };
    const cells: Record<string, string> = {
      ...row,
      alias: "other",
      url: "https://example.com/other",
      source: "",
      rules: JSON.stringify([
        { url: "javascript:alert(1)", conditions: good.conditions },
        good,
        { ...good, conditions: [{ type: "ip-address", value: "300.1.1.1" }] },
        { ...good, url: `${server.baseUrl}/mine` },
      ]),
      split: JSON.stringify({ variants: [{ id: "a", url, weight: 10_000 }] }),
      starts: "2030-01-01T00:00:00Z",
      expiry: "2029-01-01T00:00:00Z",
      maxclicks: "many",
      afterurl: "x".repeat(70_000),
    };
    const quoted = Object.keys(row).map((name) => `"${(cells[name] ?? "").replaceAll('"', '""')}"`);
    const preview = await files().preview(
      `${Object.keys(row).join(",")}\r\n${quoted.join(",")}\r\n`,
    );
    const { dropped, valid } = preview.result;
    expect(valid).toBe(1);
    expect(
      dropped.map(({ column, code, values }: ImportJob) => [column, code, values.cells]),
    ).toEqual([
      ["clicks", "column.toldOnly", undefined],
      ["rules", "column.unreadable", 3],
      ["maxclicks", "column.unreadable", 1],
      ["afterurl", "column.unreadable", 1],
      ["split", "column.unreadable", 1],
      ["starts", "column.unreadable", 1],
    ]);
    await files().apply(preview);
    const [, other] = await all();
    expect(other.rules).toEqual([{ ...good, enabled: true }]);
    for (const field of ["starts", "maxclicks", "afterurl", "split"]) {
      expect(other).not.toHaveProperty(field);
    }
  });
});

describe("Shlink's JSON", () => {
  test("comes, leaves and comes back the same", async () => {
    const preview = await files().preview(fixture("shlink.json"));
    expect(preview.result.dropped.map(({ column, code }: ImportJob) => [column, code])).toEqual([
      ["crawlable", "column.elsewhere"],
      ["forwardQuery", "column.elsewhere"],
      ["visitsSummary.nonBots", "column.described"],
      ["visitsSummary.bots", "column.uncounted"],
      ["redirectRules", "column.unsupported"],
      ["meta.maxVisits", "column.fromZero"],
      ["hasRedirectRules", "column.missing"],
      ["domain", "column.domains"],
    ]);
    await files().apply(preview);
    const first = await all();
    const text = await file("shlink-json");
    await empty();
    const again = await files().preview(text);
    expect(again.result).toMatchObject({ format: "shlink", sureness: "certain", valid: 2 });
    expect(again.result.dropped.map(({ code }: ImportJob) => code)).not.toContain(
      "column.unsupported",
    );
    await files().apply(again);
    expect(await all()).toEqual(first);
    expect(await file("shlink-json")).toBe(text);
    const [launch] = JSON.parse(text).shortUrls.data;
    expect(launch).toMatchObject({
      longUrl: "https://example.org/launch",
      meta: {
        validSince: "2024-06-01T00:00:00+00:00",
        validUntil: "2034-06-01T10:30:00+00:00",
        maxVisits: 100,
      },
      visitsSummary: { total: 40 },
      hasRedirectRules: true,
      redirectRules: [
        { priority: 1, longUrl: "https://example.org/german-phones" },
        { priority: 2, longUrl: "https://example.org/later" },
        { priority: 3, longUrl: "itms-apps://apps.apple.com/app/id1234567890" },
        { priority: 4, longUrl: "market://details?id=org.example.app" },
      ],
    });
  });

  test("of several values each has a rule; what Shlink lacks is named", async () => {
    await add({
      custom: "values",
      parameters: [{ name: "utm_source", value: "a" }],
      rules: [
        {
          url: "https://example.com/r",
          conditions: [
            { type: "language", value: ["de", "fr"] },
            { type: "device", value: ["ios", "android"] },
          ],
        },
      ],
    });
    await add(decided);
    await add({ custom: "over", expiry: "2020-01-01 00:00:00" });
    const text = await file("shlink-json");
    const items = JSON.parse(text).shortUrls.data;
    expect(items.map(({ shortCode }: ImportJob) => shortCode)).toEqual([
      "values",
      "decided",
      "over",
    ]);
    expect(items[0].longUrl).toBe(`${url}?utm_source=a`);
    expect(
      items[0].redirectRules.map(({ longUrl, conditions }: ImportJob) => [
        longUrl,
        ...conditions.map(({ matchValue }: ImportJob) => matchValue),
      ]),
    ).toEqual([
      ["https://example.com/r?utm_source=a", "de", "ios"],
      ["https://example.com/r?utm_source=a", "de", "android"],
      ["https://example.com/r?utm_source=a", "fr", "ios"],
      ["https://example.com/r?utm_source=a", "fr", "android"],
    ]);
    expect(items[1]).toMatchObject({ hasRedirectRules: false, meta: { maxVisits: 12 } });
    const { body } = await server.api("POST", "/api/export/preview", {
      format: "shlink-json",
      select: { all: true },
    });
    expect(body.left.map(({ what, aliases }: ImportJob) => [what, aliases])).toEqual([
      ["conditions", ["decided"]],
      ["split", ["decided"]],
      ["outside", ["decided"]],
      ["notes", []],
    ]);
  });
});

describe("redirects of other servers", () => {
  const left = async (format: string) => {
    const { body } = await server.api("POST", "/api/export/preview", {
      format,
      select: { all: true },
    });
    return Object.fromEntries(body.left.map(({ what, aliases }: ImportJob) => [what, aliases]));
  };

  const rules = [{ url: "https://example.com/r", conditions: [{ type: "device", value: "ios" }] }];
  const variants = [
    { id: "a", url: "https://example.com/a", weight: 5000 },
    { id: "b", url: "https://example.com/b", weight: 5000 },
  ];

  test.each(["netlify", "nginx", "caddy", "apache", "html", "shlink", "yourls"])(
    "%s names what is no plain redirect",
    async (format) => {
      await add({ custom: "ruled", rules });
      await add({ custom: "off", rules: [{ ...rules[0], enabled: false }] });
      await add({ custom: "later", starts: "2026-07-01", beforeurl: url });
      await add({ custom: "begun", starts: "2026-05-01", beforeurl: url });
      await add({ custom: "limited", maxclicks: 2, afterurl: url });
      await add({ custom: "split", split: { variants } });
      expect(await left(format)).toMatchObject({
        rules: ["ruled"],
        starts: ["later"],
        limits: ["limited"],
        split: ["split"],
        outside: ["later", "limited"],
      });
    },
  );

  test("a link with all its clicks has ended, and a test with a winner leads there", async () => {
    await add({ custom: "limited", maxclicks: 1 });
    await add({ custom: "won", split: { variants, ends: "2026-06-01", winner: "b" } });
    await add({ custom: "undecided", split: { variants, ends: "2026-06-01" } });
    expect(await left("netlify")).not.toHaveProperty("split");
    const agent = {
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36",
    };
    expect((await server.visit("/limited", agent)).status).toBe(302);
    expect(await left("netlify")).toMatchObject({ expired: ["limited"] });
    const text = await file("netlify");
    expect(text).not.toContain("/limited ");
    expect(text).toMatch(/^\/won\s+https:\/\/example\.com\/b\s/m);
    expect(text).toMatch(/^\/undecided\s+https:\/\/example\.com\/own\s/m);
    const zip = await exported(server, { what: "links", format: "html", select: { all: true } });
    expect([...(await unzipped(zip.bytes)).keys()].some((name) => name.includes("limited"))).toBe(
      false,
    );
  });
});

test("other products' files come by the API, each with what can't come along named", async () => {
  const dropped = async (name: string) => {
    const preview = await files().preview(fixture(name));
    await files().apply(preview, { publicStatistics: true });
    return preview.result.dropped
      .filter(({ code }: ImportJob) => /unsupported|fromZero|unreadable/.test(code))
      .map(({ column }: ImportJob) => column);
  };
  expect(await dropped("dub.json")).toEqual(["geo"]);
  expect(await dropped("shortio.json")).toEqual(["splitURL"]);
  expect(await dropped("linketry.json")).toEqual([
    "warning_enabled",
    "redirectRules",
    "max_clicks",
    "status",
  ]);
  expect(await dropped("spoo.json")).toEqual(["block_bots", "status"]);
  const links = Object.fromEntries((await all()).map((link) => [link.alias, link]));
  expect(links["launch"]).toMatchObject({
    afterurl: "https://example.org/over",
    geotarget: [{ link: "https://example.org/us" }, { link: "https://example.org/at" }],
    rules: [{ conditions: [{ type: "device", value: "ios" }] }, { conditions: [{}] }],
    split: { variants: [{ weight: 6000 }, { weight: 4000 }], ends: "2026-12-01 03:30:00" },
  });
  expect(links["menu"]).toMatchObject({ maxclicks: 500, split: { variants: [{}, {}] } });
  expect(links["product"]).toMatchObject({
    maxclicks: 1000,
    rules: [{ conditions: [{ value: ["DE", "AT"] }] }, { enabled: false }],
  });
  expect(links["mylink"]).toMatchObject({
    starts: "2024-01-01 04:30:00",
    beforeurl: "https://example.org/soon",
    status: "public",
  });
});
