import { describe, expect, test } from "vitest";
import { productDecisions } from "../../../../../src/server/features/exchange/read/productDecisions.ts";
import { links, readFixture, readText } from "./readFixture.ts";

const at = (moment: string) => Date.parse(moment);
const notThere = "unsupported" as const;

describe("Shlink's API", () => {
  test("gives rules in the order of their priority, dates, limits and stores of apps", async () => {
    const file = await readFixture("shlink.json");
    expect(file.known).toMatchObject({ format: "shlink", sureness: "certain" });
    const [launch, plain] = links(file);
    expect(launch).toMatchObject({
      url: "https://example.org/launch",
      alias: "launch",
      domain: "go.example.org",
      name: "Launch",
      tags: ["launch", "mail"],
      createdAt: at("2024-05-01T08:00:00Z"),
      expiresAt: at("2034-06-01T10:30:00Z"),
      clicks: 40,
      rest: {
        starts: "2024-06-01T00:00:00.000Z",
        maxclicks: 100,
        deeplink: {
          google: "https://play.google.com/store/apps/details?id=org.example.app",
          apple: "https://apps.apple.com/app/id1234567890",
          auto: true,
        },
        rules: [
          {
            url: "https://example.org/german-phones",
            conditions: [
              { type: "device", value: "android" },
              { type: "language", value: "de-DE" },
              { type: "query-param", key: "from", value: "mail" },
              { type: "any-value-query-param", key: "id" },
              { type: "valueless-query-param", key: "debug" },
              { type: "geolocation-country-code", value: "DE" },
              { type: "geolocation-city-name", value: "Berlin" },
              { type: "browser", value: "firefox" },
            ],
          },
          {
            url: "https://example.org/later",
            conditions: [
              { type: "before-date", value: "2030-01-01T00:00:00+00:00" },
              { type: "ip-address", value: "1.2.*.4" },
            ],
          },
        ],
      },
    });
    // A rule without one of its conditions would take too many visits.
    expect(launch?.leftOut).toEqual([
      {
        column: "redirectRules",
        why: notThere,
        cell: expect.stringContaining("example-app://open/launch"),
      },
      { column: "redirectRules", why: notThere, cell: expect.stringContaining("/moon") },
      { column: "meta.maxVisits", why: "fromZero", cell: "100" },
    ]);
    expect(plain).toEqual({
      url: "https://example.org/plain",
      alias: "plain",
      domain: "s.example.org",
      createdAt: at("2024-05-02T08:00:00Z"),
      leftOut: [{ column: "hasRedirectRules", cell: "true", why: "missing" }],
    });
    expect(file.known.dropped.map(({ column }) => column)).toEqual([
      "crawlable",
      "forwardQuery",
      "visitsSummary.nonBots",
      "visitsSummary.bots",
    ]);
  });

  test("rules are found behind many links without", async () => {
    const link = (place: number, more: object) => ({
      shortCode: `a${place}`,
      longUrl: `https://example.org/${place}`,
      dateCreated: "2024-05-01T10:00:00+02:00",
      ...more,
    });
    const rules = [
      {
        priority: 1,
        longUrl: "https://example.org/r",
        conditions: [{ type: "query-param", matchKey: "a", matchValue: "" }],
      },
    ];
    const list = Array.from({ length: 200 }, (_, place) => link(place, {}));
    const text = JSON.stringify([...list, link(200, { redirectRules: rules })]);
    expect(links(await readText(text)).at(-1)?.rest).toEqual({
      rules: [
        {
          url: "https://example.org/r",
          conditions: [{ type: "valueless-query-param", key: "a" }],
        },
      ],
    });
  });
});

describe("a rule that opens an app store", () => {
  const device = (value: string, ...more: object[]) => [{ type: "device", value }, ...more];
  const german = { type: "language", value: "de" };
  const market = "market://details?id=a.b";
  const store = "https://play.google.com/store/apps/details?id=a.b";
  const shlink = (...rules: readonly (readonly [url: string, conditions: object[]])[]) => {
    const sent = rules.map(([longUrl, conditions], place) => ({
      priority: place + 1,
      longUrl,
      conditions: conditions.map(({ value, ...one }: { value?: string }) => ({
        ...one,
        matchKey: null,
        matchValue: value,
      })),
    }));
    return productDecisions("shlink", (name) => (name === "redirectrules" ? sent : undefined));
  };
  const later = "https://example.org/later";

  test("becomes an app link if no rule after it is for the same visitors", () => {
    const ios = { url: later, conditions: device("ios") };
    expect(shlink([market, device("android")], [later, ios.conditions])).toEqual({
      leftOut: [],
      fields: { deeplink: { google: store, auto: true }, rules: [ios] },
    });
  });

  test("stays at its place before others, with the store's web page", () => {
    expect(shlink([market, device("android")], [later, [german]])).toEqual({
      leftOut: [],
      fields: {
        rules: [
          { url: store, conditions: device("android") },
          { url: later, conditions: [german] },
        ],
      },
    });
  });

  test("stays a rule if it has other conditions, is off, or countries come after it", () => {
    const both = device("android", german);
    expect(shlink([market, both])).toEqual({
      leftOut: [],
      fields: { rules: [{ url: store, conditions: both }] },
    });
    const off = { values: ["android"], targetUrl: market, enabled: false };
    const linketry = [{ rule_type: "device", rule_config: JSON.stringify(off) }];
    expect(
      productDecisions("linketry", (name) => (name === "redirectrules" ? linketry : undefined)),
    ).toMatchObject({ fields: { rules: [{ url: store, enabled: false }] } });
    const dub: Readonly<Record<string, unknown>> = {
      android: market,
      geo: { US: "https://example.org/us" },
    };
    expect(productDecisions("dub", (name) => dub[name]).fields).toEqual({
      rules: [{ url: store, conditions: device("android") }],
      geotarget: [{ location: "US", link: "https://example.org/us" }],
    });
  });
});

test("Dub's apps, countries and test; there devices come before countries", async () => {
  const file = await readFixture("dub.json");
  expect(file.known).toMatchObject({ format: "dub", sureness: "certain" });
  const [launch, plain] = links(file);
  expect(launch).toMatchObject({
    url: "https://example.org/launch",
    alias: "launch",
    name: "Launch",
    description: "A note",
    tags: ["launch"],
    expiresAt: at("2034-05-01T08:00:00Z"),
    clicks: 12,
    hadPassword: true,
    rest: {
      afterurl: "https://example.org/over",
      geotarget: [
        { location: "US", link: "https://example.org/us" },
        { location: "AT", link: "https://example.org/at" },
      ],
      rules: [
        {
          url: "https://apps.apple.com/app/id1234567890",
          conditions: [{ type: "device", value: "ios" }],
        },
        {
          url: "https://example.org/android",
          conditions: [{ type: "device", value: "android" }],
        },
      ],
      split: {
        variants: [
          { id: "a", url: "https://example.org/launch", weight: 6000 },
          { id: "b", url: "https://example.org/b", weight: 4000 },
        ],
        ends: "2026-12-01T00:00:00.000Z",
      },
    },
    leftOut: [{ column: "geo", cell: '{"QQ":"https://example.org/qq"}', why: notThere }],
  });
  expect(JSON.stringify(launch)).not.toContain("sesame");
  expect(plain).toEqual({
    url: "https://example.org/plain",
    alias: "plain",
    domain: "dub.sh",
    createdAt: at("2024-05-01T08:00:00Z"),
    archived: true,
  });
});

test("Short.io's split, limit and addresses for phones", async () => {
  const file = await readFixture("shortio.json");
  expect(file.known.format).toBe("shortio");
  const [menu, map] = links(file);
  expect(menu).toMatchObject({
    alias: "menu",
    expiresAt: at("2030-01-01T00:00:00Z"),
    hadPassword: true,
    rest: {
      afterurl: "https://example.org/closed",
      maxclicks: 500,
      deeplink: {
        google: "https://play.google.com/store/apps/details?id=org.example.menu",
        auto: true,
      },
      rules: [
        {
          url: "https://example.org/iphone",
          conditions: [{ type: "device", value: "ios" }],
        },
      ],
      split: {
        variants: [
          { id: "a", url: "https://example.org/menu", weight: 6500 },
          { id: "b", url: "https://example.org/menu-b", weight: 3500 },
        ],
      },
    },
  });
  expect(map?.rest).toBeUndefined();
  expect(map?.leftOut).toMatchObject([{ column: "splitURL", why: notThere }]);
});

test("Linketry's rules stand in a list of their own, with their settings in a text", async () => {
  const file = await readFixture("linketry.json");
  expect(file.known).toMatchObject({ format: "linketry", sureness: "certain" });
  const [product, off] = links(file);
  expect(product).toMatchObject({
    url: "https://example.org/product",
    alias: "product",
    tags: ["demo", "launch"],
    clicks: 84,
    hadPassword: true,
    rest: {
      afterurl: "https://example.org/over",
      maxclicks: 1000,
      rules: [
        {
          url: "https://example.org/german",
          conditions: [{ type: "geolocation-country-code", value: ["de", "at"] }],
        },
        {
          url: "https://example.org/phones",
          enabled: false,
          conditions: [
            { type: "device", value: ["mobile"] },
            { type: "device", value: "tablet", not: true },
          ],
        },
      ],
      split: {
        variants: [
          { id: "a", url: "https://example.org/a", weight: 3333 },
          { id: "b", url: "https://example.org/b", weight: 6667 },
        ],
      },
    },
  });
  expect(product?.leftOut).toEqual([
    { column: "warning_enabled", cell: "1", why: notThere },
    { column: "redirectRules", cell: expect.stringContaining("netscape"), why: notThere },
    // After a weighted rule none is reached.
    { column: "redirectRules", cell: expect.stringContaining("news.example.net"), why: notThere },
    { column: "max_clicks", cell: "1000", why: "fromZero" },
  ]);
  expect(off).toMatchObject({ alias: "off", archived: true });
  expect(off?.leftOut).toEqual([{ column: "status", cell: "disabled", why: notThere }]);
});

describe("a Linketry backup", () => {
  const link = (id: number) => ({
    id,
    slug: `a${id}`,
    long_url: `https://example.org/${id}`,
    redirect_type: 302,
    clicks: 0,
    description: "d".repeat(1500),
  });
  const rule = (id: number, priority = 0) => ({
    link_id: id,
    rule_type: "country",
    priority,
    rule_config: JSON.stringify({
      values: ["at"],
      targetUrl: `https://example.org/at/${priority}`,
    }),
  });
  const many = Array.from({ length: 1000 }, (_, id) => link(id));
  const backup = (parts: object) => JSON.stringify({ name: "Linketry Backup", ...parts });

  test("of more than 1 MiB is read, whether it has rules or not", async () => {
    const plain = await readText(backup({ links: many }));
    expect(links(plain)).toHaveLength(1000);
    const redirectRules = many.map(({ id }) => rule(id));
    const file = await readText(backup({ links: many, redirectRules }));
    expect(links(file).filter(({ rest }) => rest?.["rules"] !== undefined)).toHaveLength(1000);
  });

  test("may have another list of more than 1 MiB between its links and its rules", async () => {
    const clicks = Array.from({ length: 800 }, () => ({ text: "d".repeat(1500) }));
    const content = backup({ links: [link(1)], clicks, redirect_rules: [rule(1)] });
    const [one] = links(await readText(content));
    expect(one?.rest?.["rules"]).toHaveLength(1);
  });

  test("with more than 100 rules for a link names them as left out", async () => {
    const redirectRules = Array.from({ length: 150 }, (_, priority) => rule(1, priority));
    const [one] = links(await readText(backup({ links: [link(1)], redirectRules })));
    expect(one?.rest?.["rules"]).toBeUndefined();
    expect(one?.leftOut).toMatchObject([{ column: "redirectRules", why: "unreadable" }]);
  });

  test("that has a link's ID again gives the rules to the first link alone", async () => {
    const file = await readText(
      backup({ links: [link(1), link(1), link(2)], redirectRules: [rule(1), rule(2)] }),
    );
    expect(links(file).map(({ rest }) => rest?.["rules"] !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe("spoo.me", () => {
  test("variants take their share, and the link's own address the rest", async () => {
    const file = await readFixture("spoo.json");
    expect(file.known.format).toBe("spoo");
    const [first, off] = links(file);
    expect(first).toMatchObject({
      alias: "mylink",
      domain: "links.example.org",
      tags: ["print"],
      createdAt: at("2024-01-01T00:00:00Z"),
      expiresAt: 2_051_222_400_000,
      hadPassword: true,
      rest: {
        status: "public",
        starts: "2024-01-01T01:00:00.000Z",
        beforeurl: "https://example.org/soon",
        maxclicks: 100,
        afterurl: "https://example.org/ended",
        metatitle: "A card",
        metaimage: "https://example.org/card.png",
        geotarget: [{ location: "IN", link: "https://example.org/in" }],
        split: {
          variants: [
            { id: "a", url: "https://example.org/long", weight: 4000 },
            { id: "b", url: "https://example.org/b", weight: 3000 },
            { id: "c", url: "https://example.org/c", weight: 3000 },
          ],
        },
      },
      leftOut: [{ column: "block_bots", cell: "true", why: notThere }],
    });
    expect(off).toMatchObject({
      clicks: 5,
      leftOut: [{ column: "status", cell: "INACTIVE", why: notThere }],
    });
  });

  test("its first version writes names with hyphens", async () => {
    const file = await readFixture("spoo-first.json");
    expect(file.known.format).toBe("spoo");
    expect(links(file)).toMatchObject([
      { alias: "ga", url: "https://example.org/ga", clicks: 12, rest: { maxclicks: 500 } },
    ]);
  });
});

test("any table may say when links start and end", async () => {
  const file = await readText(
    "alias,url,starts,max clicks\nspring,https://example.org/1,2024-03-05,1.000\n",
  );
  expect(links(file)).toMatchObject([{ rest: { starts: "2024-03-05", maxclicks: 1000 } }]);
});

test("values in values without an end stay text, and the link comes", async () => {
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  const head = "alias,url,earlierclicks,archived,rules,split";
  const file = await readText(
    `${head}\nspring,https://example.com/1,,,${deep},"{""a"":${deep}}"\n`,
  );
  expect(file.known.format).toBe("waypost");
  expect(links(file)).toMatchObject([{ alias: "spring", rest: { rules: deep } }]);
  const dub = await readText(
    `key,url,shortLink,createdAt,geo\nspring,https://example.com/1,https://dub.sh/spring,,${deep}\n`,
  );
  expect(links(dub)).toMatchObject([
    { alias: "spring", leftOut: [{ column: "geo", why: "unreadable" }] },
  ]);
});

test.each([
  ["dub", "geo"],
  ["spoo", "georules"],
] as const)(
  "thousands of unknown countries of a %s row are counted, not listed",
  (format, name) => {
    const unknown = Array.from({ length: 20_000 }, (_, place) => [
      `x${place}`,
      "https://example.org/",
    ]);
    const countries: unknown = Object.fromEntries(unknown);
    const { leftOut } = productDecisions(format, (column) =>
      column === name ? countries : undefined,
    );
    expect(leftOut.length).toBeLessThanOrEqual(50);
    expect(leftOut.reduce((sum, { cells = 1 }) => sum + cells, 0)).toBe(20_000);
  },
);
