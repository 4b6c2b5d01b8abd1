import { describe, expect, test } from "vitest";
import { send } from "../../support/server.ts";
import { serverForAll } from "../../support/testServer.ts";

let now = Date.UTC(2026, 5, 1, 12, 0, 0);

const server = serverForAll({ clock: () => now, settings: { timeZone: "Europe/Berlin" } });

const target = "https://example.com/page";

async function add(fields: object = {}) {
  const answer = await server.api("POST", "/api/url/add", { url: target, ...fields });
  expect(answer.body).toMatchObject({ error: 0 });
  return { id: answer.body.id as number, shorturl: answer.body.shorturl as string };
}

async function details(id: number) {
  return (await server.api("GET", `/api/url/${id}`)).body.details;
}

/** The message of a refused `add`, after its status was looked at. */
async function refusal(fields: object, status = 400): Promise<string> {
  const answer = await server.api("POST", "/api/url/add", { url: target, ...fields });
  expect([answer.status, answer.body.error]).toEqual([status, 1]);
  expect(Object.keys(answer.body)).toEqual(["error", "message", "code", "faults"]);
  return answer.body.message;
}

const everything = {
  type: "frame",
  expiry: "2027-01-31 23:59:59",
  geotarget: [
    { location: "Germany", link: "https://example.com/de" },
    { location: "usa", link: "https://example.com/us" },
    { location: "IR", link: "https://example.com/ir" },
  ],
  devicetarget: [{ device: "iPhone", link: "https://example.com/iphone" }],
  languagetarget: [{ language: "pt-BR", link: "https://example.com/pt" }],
  name: "What I call it",
  metatitle: "A title",
  metadescription: "A description",
  metaimage: "https://example.com/picture.png",
  description: "A note",
  deeplink: {
    ios: "https://apps.apple.com/app/id1",
    android: "https://play.google.com/a",
    auto: "1",
  },
  status: "public",
  parameters: [{ name: "utm_source", value: "" }, { value: "nameless" }, { name: "a", value: "b" }],
  tags: ["Spring sale", " بهار "],
  archived: true,
  source: { service: "bitly", id: "bit.ly/3aBcD" },
  earlierclicks: 1200,
};

describe("adding", () => {
  test("answers the id and the short address, and nothing else", async () => {
    const answer = await server.api("POST", "/api/url/add", { url: target, custom: "first" });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      error: 0,
      change: expect.any(Number),
      id: expect.any(Number),
      shorturl: `${server.shortBase}/first`,
    });
  });

  test("gives a random alias of six characters without look-alikes", async () => {
    const { shorturl } = await add();
    expect(new URL(shorturl).pathname).toMatch(/^\/[2-9a-km-np-zA-HJ-NP-Z]{6}$/);
  });

  test("keeps every field of the contract, and gives all but the password back", async () => {
    const { id, shorturl } = await add({
      custom: "Everything",
      password: "open sesame",
      ...everything,
    });
    const answer = await server.api("GET", `/api/url/${id}`);
    expect(answer.body).toEqual({
      error: 0,
      id,
      details: {
        id,
        shorturl,
        longurl: target,
        title: "What I call it",
        description: "A note",
        location: {
          germany: "https://example.com/de",
          "united states": "https://example.com/us",
          iran: "https://example.com/ir",
        },
        device: { iphone: "https://example.com/iphone" },
        expiry: "2027-01-31 23:59:59",
        date: "2026-06-01 14:00:00",
        alias: "Everything",
        domain: server.shortBase,
        type: "frame",
        status: "public",
        password: true,
        language: { "pt-BR": "https://example.com/pt" },
        geotarget: [
          { location: "Germany", link: "https://example.com/de" },
          { location: "United States", link: "https://example.com/us" },
          { location: "Iran", link: "https://example.com/ir" },
        ],
        devicetarget: [{ device: "iphone", link: "https://example.com/iphone" }],
        languagetarget: everything.languagetarget,
        name: "What I call it",
        metatitle: "A title",
        metadescription: "A description",
        metaimage: "https://example.com/picture.png",
        pixels: [],
        channel: [],
        campaign: null,
        deeplink: {
          apple: "https://apps.apple.com/app/id1",
          google: "https://play.google.com/a",
          auto: true,
        },
        parameters: [
          { name: "utm_source", value: "" },
          { name: "a", value: "b" },
        ],
        tags: ["Spring sale", "بهار"],
        archived: true,
        source: { service: "bitly", id: "bit.ly/3aBcD" },
        earlierclicks: 1200,
        lastclick: null,
      },
      data: {
        clicks: 0,
        uniqueClicks: 0,
        topCountries: 0,
        topReferrers: 0,
        topBrowsers: 0,
        topOs: 0,
        socialCount: {
          facebook: 0,
          twitter: 0,
          instagram: 0,
          linkedin: 0,
          telegram: 0,
          whatsapp: 0,
          youtube: 0,
          reddit: 0,
          tiktok: 0,
          pinterest: 0,
        },
        botClicks: 0,
        topBots: 0,
        topLanguages: 0,
      },
    });
    expect(answer.text).not.toContain("sesame");
    expect(answer.text).not.toContain("scrypt");
  });

  test("takes null, empty text and missing keys alike for what isn't given", async () => {
    const nothing = Object.fromEntries(Object.keys(everything).map((key) => [key, null]));
    const empty = Object.fromEntries(Object.keys(everything).map((key) => [key, ""]));
    const [one, other, plain] = [
      await details((await add(nothing)).id),
      await details((await add(empty)).id),
      await details((await add()).id),
    ];
    const own = { id: 0, alias: "", shorturl: "" };
    expect({ ...one, ...own }).toEqual({ ...plain, ...own });
    expect({ ...other, ...own }).toEqual({ ...plain, ...own });
  });

  test("takes a date for its last second, and a past one for an expired link", async () => {
    const { id } = await add({ expiry: "2020-02-29" });
    expect((await details(id)).expiry).toBe("2020-02-29 23:59:59");
  });

  test("keeps a link open on the day of its expiry until 23:59:59 on the account's clocks", async () => {
    const begin = now;
    await add({ custom: "last-day", expiry: "2026-06-03" });
    const statusAt = async (moment: number) => {
      now = moment;
      return (await server.visit("/last-day")).status;
    };
    expect(await statusAt(Date.UTC(2026, 5, 3, 21, 59, 58))).toBe(302);
    expect(await statusAt(Date.UTC(2026, 5, 3, 21, 59, 59))).toBe(410);
    now = begin;
  });

  test("says so where the expiry has passed already, beside what it ignored", async () => {
    const expiry = "2020-02-29 10:00:00";
    const past = `"expiry" is in the past (${expiry}), so the link doesn't work.`;
    const added = await server.api("POST", "/api/url/add", { url: target, expiry, colour: "red" });
    expect(added.body.warnings).toEqual([expect.stringContaining("colour"), past]);
    const path = `/api/url/${added.body.id}/update`;
    expect((await server.api("PUT", path, { url: target, expiry })).body.warnings).toEqual([past]);
    expect((await server.api("PUT", path, { url: target })).body.warnings).toBeUndefined();
    const later = { url: target, expiry: "2030-01-01" };
    expect((await server.api("PUT", path, later)).body.warnings).toBeUndefined();
  });

  test("takes a time that the clocks skip for as much later, and 9999 for never", async () => {
    const { id } = await add({ expiry: "2027-03-28 02:30:00" });
    expect((await details(id)).expiry).toBe("2027-03-28 03:30:00");
    const instant = await add({ expiry: "2027-03-28T02:30:00Z" });
    expect((await details(instant.id)).expiry).toBe("2027-03-28 04:30:00");
    const never = await add({ expiry: "9999-12-31 23:59:59" });
    expect((await details(never.id)).expiry).toBe("9999-12-31 23:59:59");
  });

  test("ignores keys it doesn't know, and __proto__ does no harm", async () => {
    const text = `{"url":"${target}","colour":"red","__proto__":{"custom":"polluted"},"constructor":1}`;
    const sent = await send(server.baseUrl, "/api/url/add", {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.apiKey}`,
        "content-type": "application/json; charset=utf-8",
      },
      body: text,
    });
    expect(sent.status).toBe(200);
    expect(sent.text).not.toContain("polluted");
    expect(({} as { custom?: unknown }).custom).toBeUndefined();
  });

  test("of two targets for one country the first counts", async () => {
    const { id } = await add({
      geotarget: [
        { location: "Germany", link: "https://example.com/1" },
        { location: "de", link: "https://example.com/2" },
      ],
    });
    expect((await details(id)).location).toEqual({ germany: "https://example.com/1" });
  });
});

describe("aliases", () => {
  test("are letters and digits of any script, - and _, and printed percent-encoded", async () => {
    const { id, shorturl } = await add({ custom: "بهار-۱۴۰۵_x" });
    expect(shorturl).toBe(`${server.shortBase}/${encodeURIComponent("بهار-۱۴۰۵_x")}`);
    expect((await details(id)).alias).toBe("بهار-۱۴۰۵_x");
    expect((await server.visit(new URL(shorturl).pathname)).status).toBe(302);
  });

  test("that differ in case or Unicode form are the same alias", async () => {
    await add({ custom: "Caf\u00e9-au-Lait" });
    expect(await refusal({ custom: "CAFE\u0301-AU-LAIT" }, 409)).toBe(
      "That alias is taken. Please choose another one.",
    );
    expect((await server.visit("/caf%C3%A9-au-lait")).status).toBe(302);
  });

  test.each([
    ["the Arabic and the Persian yeh", "\u0639\u0644\u06CC-one", "\u0639\u0644\u064A-one"],
    ["the Arabic and the Persian kaf", "\u06A9\u062A\u0627\u0628", "\u0643\u062A\u0627\u0628"],
    ["Persian and Latin digits", "year-\u06F1\u06F4\u06F0\u06F5", "year-1405"],
    ["Arabic and Devanagari digits", "tag-\u0661\u0669", "tag-\u0967\u096F"],
  ])("that differ only in %s are the same alias", async (_what, given, typed) => {
    const { id } = await add({ custom: given });
    expect(await refusal({ custom: typed }, 409)).toBe(
      "That alias is taken. Please choose another one.",
    );
    expect((await server.visit(`/${encodeURIComponent(typed)}`)).status).toBe(302);
    expect((await details(id)).alias).toBe(given);
  });

  const persian = "\u06a9\u06cc-\u06f1\u06f4";
  const alike = ["\u0643\u064a-\u0661\u0664", "\u06a9\u064a-1\u0664", "\u0643\u06cc-14"];

  test("that differ in a Persian and an Arabic letter or in their digits are the same", async () => {
    const { id } = await add({ custom: persian });
    const other = await add({ custom: "differs-5" });
    expect((await details(id)).alias).toBe(persian);
    for (const custom of [...alike, persian]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await refusal({ custom }, 409)).toContain("taken");
      // oxlint-disable-next-line no-await-in-loop
      const update = await server.api("PUT", `/api/url/${other.id}/update`, {
        url: target,
        custom,
      });
      expect(update.status).toBe(409);
      const path = encodeURIComponent(custom);
      // oxlint-disable-next-line no-await-in-loop
      expect((await server.visit(`/${path}`)).status).toBe(302);
      for (const short of [custom, `${server.shortBase}/${path}`]) {
        const query = `short=${encodeURIComponent(short)}`;
        // oxlint-disable-next-line no-await-in-loop
        expect((await server.api("GET", `/api/urls?${query}`)).body.id).toBe(id);
      }
    }
    expect((await server.visit(`/${encodeURIComponent("DIFFERS-\u06f5")}`)).status).toBe(302);
    const [respelled = ""] = alike;
    const update = await server.api("PUT", `/api/url/${id}/update`, {
      url: target,
      custom: respelled,
    });
    expect([update.status, (await details(id)).alias]).toEqual([200, respelled]);
  });

  test("and so are bio pages' aliases, campaigns' slugs and the owner's name", async () => {
    const post = (path: string, body: object) => server.api("POST", path, body);
    await post("/api/bio/add", { name: "Ada", custom: "\u06a9\u06cc-\u06f2" });
    expect(await refusal({ custom: "\u0643\u064a-2" }, 409)).toContain("taken");
    expect((await server.visit(`/${encodeURIComponent("\u0643\u064a-2")}`)).status).toBe(200);

    const slug = "\u06a9\u06cc-\u06f3";
    const campaign = await post("/api/campaign/add", { name: "Spring", slug, public: true });
    const taken = await post("/api/campaign/add", { name: "Other", slug: "\u0643\u064a-3" });
    expect(taken.status).toBe(409);
    await add({ campaign: campaign.body.id });
    const rotator = await server.visit(`/r/${encodeURIComponent("\u0643\u064a-\u0663")}`);
    expect(rotator.status).toBe(302);

    const list = `list-${campaign.body.id}`;
    expect((await server.visit(`/u/OWNER/${list}`)).status).toBe(200);
    expect((await server.visit(`/u/stranger/${list}`)).status).toBe(404);
  });

  test.each(["q", "qr", "api", "API", "assets", "robots.txt", "favicon.ico", ".well-known", "app"])(
    "%s is reserved",
    async (custom) => {
      expect(await refusal({ custom }, 409)).toBe(
        "That alias is reserved. Please choose another one.",
      );
    },
  );

  test("that can't be one is named beside a target that can't be one", async () => {
    const { body } = await server.api("POST", "/api/url/add", { url: "no address", custom: "a b" });
    expect(body.faults.map(({ field }: { field: string }) => field)).toEqual(["url", "custom"]);
  });

  test("shorter than three characters can't be one", async () => {
    for (const custom of ["dd", "x", "۱۲"]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await refusal({ custom })).toBe("custom must be at least 3 characters.");
    }
  });

  test.each([
    "robots.txt!",
    "with space",
    "slash/inside",
    "per%cent",
    "dot.dot",
    "smile😀😀",
    "a​bc",
  ])("%s can't be one", async (custom) => {
    expect(await refusal({ custom })).toBe("custom must contain only letters, digits, - and _.");
  });

  test("have 3 to 100 characters", async () => {
    await add({ custom: "abc" });
    await add({ custom: "x".repeat(100) });
    expect(await refusal({ custom: "x".repeat(101) })).toBe(
      "custom must be at most 100 characters.",
    );
  });

  test("asked for 256 times at once are given once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 256 }, () =>
        server.api("POST", "/api/url/add", { url: target, custom: "race" }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(255);
  });

  test("with a password, too, are given once", { timeout: 20_000 }, async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        server.api("POST", "/api/url/add", { url: target, custom: "slow-race", password: "x" }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });
});

describe("bad input", () => {
  test("one message names every field and its fault", async () => {
    const answer = await server.api("POST", "/api/url/add", {
      type: "popup",
      expiry: "tomorrow",
      geotarget: [{ location: "Germany" }],
      devicetarget: "iphone",
      pixels: ["x"],
      status: "secret",
      deeplink: { apple: "http://example.com" },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(
      "url is required; " +
        "type must be direct, frame, splash, overlay-<id>, or the ID of a splash page or an overlay; " +
        "expiry must be a date such as 2035-12-31 23:59:59 or 2035-12-31T23:59:59Z; " +
        "geotarget[0].link is required; devicetarget must be a list; " +
        "pixels[0] must be a positive integer; " +
        "deeplink.apple must be a full URL that starts with https://; " +
        "status must be public or private.",
    );
  });

  test("what only the store can know is named together, too", async () => {
    const message = await refusal({
      geotarget: [{ location: "Atlantis", link: target }],
      pixels: [7, "8", 7],
      channel: "3",
      campaign: 4,
      type: 5,
      domain: "https://other.example",
    });
    for (const part of [
      'geotarget[0].location must be a country, not "Atlantis"',
      "pixels must be IDs of existing pixels, not 7, 8",
      "channel must be the ID of an existing channel, not 3",
      "campaign must be the ID of an existing campaign, not 4",
      "type must be an existing splash page or overlay, not 5",
      "domain must be a registered domain or the server's own address",
    ]) {
      expect(message).toContain(part);
    }
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " data:text/html,x",
    "file:///etc/passwd",
    "vbscript:x",
    "blob:https://example.com/x",
    "//example.com",
    "example.com",
    "ftp://example.com",
    "http://",
    "https://exa mple.com",
  ])("%s can't be a target", async (url) => {
    expect(await refusal({ url })).toMatch(/^url must be a full URL/);
    expect(await refusal({ geotarget: [{ location: "Iran", link: url }] })).toMatch(/link must be/);
    expect(await refusal({ metaimage: url })).toMatch(/^metaimage must be/);
  });

  test.each([
    [{ url: `https://example.com/${"x".repeat(8192)}` }, /^url must be at most 8,192 characters/],
    [{ metatitle: "x".repeat(2001) }, /^metatitle must be at most 2,000 characters/],
    [{ description: "x".repeat(2001) }, /^description must be at most 2,000 characters/],
    [{ password: "x".repeat(129) }, /^password must be at most 128 characters/],
    [{ parameters: [{ name: "x".repeat(201) }] }, /^parameters\[0\].name must be at most 200/],
    [
      { languagetarget: Array.from({ length: 101 }, () => ({ language: "en", link: target })) },
      /^languagetarget must have at most 100 entries/,
    ],
    [{ languagetarget: [{ language: "e", link: target }] }, /must be a language code/],
    [{ devicetarget: [{ device: "fridge", link: target }] }, /must be one of iphone/],
    [{ expiry: "2027-02-30 00:00:00" }, /^expiry must be a date/],
    [{ url: 5 }, /^url must be a string/],
  ])("%# is refused", async (fields, message) => {
    expect(await refusal(fields)).toMatch(message);
  });
});

describe("short addresses of the service as targets", () => {
  test("are refused under every name that the service has", async () => {
    const { port } = new URL(server.baseUrl);
    for (const host of [
      "127.0.0.1",
      "localhost",
      "LOCALHOST.",
      "127.1",
      "0x7f.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
    ]) {
      const url = `http://${host}:${port}/anything`;
      expect(await refusal({ url })).toBe(
        "url must not be a short URL of this server, which would redirect in a loop.",
      );
    }
    const link = `${server.baseUrl}/%73pring?x=1#y`;
    expect(await refusal({ geotarget: [{ location: "Iran", link }] })).toContain(
      "geotarget[0].link",
    );
    expect(await refusal({ devicetarget: [{ device: "mac", link }] })).toContain(
      "devicetarget[0].link",
    );
    expect(await refusal({ languagetarget: [{ language: "en", link }] })).toContain(
      "redirect in a loop",
    );
  });

  test("are not what only looks like one", async () => {
    await add({ url: "http://127.0.0.1:1/anything" });
    await add({ url: `${server.baseUrl}/qr/abc` });
    const { id } = await add({ url: `${server.baseUrl}/` });
    expect((await details(id)).longurl).toBe(`${server.baseUrl}/`);
  });
});

describe("updating", () => {
  test("changes what is given, and answers the short address under `short`", async () => {
    const { id } = await add({ custom: "before", ...everything });
    const was = await details(id);
    const answer = await server.api("PUT", `/api/url/${id}/update`, {
      url: "https://example.com/other",
      custom: "After",
      metatitle: null,
      description: "",
      expiry: null,
    });
    expect(answer.body).toEqual({
      error: 0,
      change: expect.any(Number),
      id,
      short: `${server.shortBase}/After`,
    });
    expect(await details(id)).toEqual({
      ...was,
      longurl: "https://example.com/other",
      alias: "After",
      shorturl: `${server.shortBase}/After`,
    });
    expect((await server.visit("/before")).status).toBe(404);
    const former = await server.api("GET", "/api/urls?short=before");
    expect([former.status, former.body.message]).toEqual([404, "Link does not exist."]);
  });

  test("a link's title is its name, else its title for previews, until each is cleared", async () => {
    const { id } = await add({ name: " Mine ", metatitle: "For everybody" });
    const titles = async () => {
      const { title, name, metatitle } = await details(id);
      return { title, name, metatitle };
    };
    expect(await titles()).toEqual({ title: "Mine", name: "Mine", metatitle: "For everybody" });
    await server.api("PUT", `/api/url/${id}/update`, { url: target, clear: ["name"] });
    expect(await titles()).toEqual({
      title: "For everybody",
      name: "",
      metatitle: "For everybody",
    });
    await server.api("PUT", `/api/url/${id}/update`, { url: target, clear: ["metatitle"] });
    expect(await titles()).toEqual({ title: "", name: "", metatitle: "" });
    expect(await refusal({ name: "x".repeat(201) })).toMatch(/^name must be at most 200 /);
  });

  test("may be a POST", async () => {
    const { id } = await add();
    const answer = await server.api("POST", `/api/url/${id}/update/`, { url: target });
    expect(answer.body).toMatchObject({ error: 0, id });
  });

  test("empties lists and objects with [] and {}, and the rest by name", async () => {
    const { id } = await add(everything);
    const plain = await details((await add()).id);
    await server.api("PUT", `/api/url/${id}/update`, {
      url: target,
      geotarget: [],
      deeplink: {},
      clear: ["password", "expiry", "devicetarget", "languagetarget", "name", "metatitle"],
    });
    const half = await details(id);
    expect(half).toMatchObject({ location: {}, device: {}, deeplink: null, password: false });
    expect(half).toMatchObject({ metadescription: "A description", title: "", expiry: null });
    await server.api("PUT", `/api/url/${id}/update`, {
      url: target,
      parameters: [],
      status: "private",
      tags: [],
      archived: false,
      earlierclicks: 0,
      clear: ["metadescription", "metaimage", "description", "type", "domain", "channel", "source"],
    });
    const { id: _id, alias: _alias, shorturl: _shorturl, ...rest } = plain;
    expect(await details(id)).toMatchObject(rest);
  });

  test("a form's empty lines are not an emptied list", async () => {
    const { id } = await add(everything);
    await server.api("PUT", `/api/url/${id}/update`, {
      url: target,
      geotarget: [{ location: "", link: "" }],
      deeplink: { apple: "", google: null },
      parameters: [{ name: "", value: "" }],
    });
    const after = await details(id);
    expect(Object.keys(after.location)).toHaveLength(3);
    expect(after.deeplink).not.toBeNull();
    expect(after.parameters).toHaveLength(2);
  });

  test("keeps its own alias in another case, and may not take another link's", async () => {
    const { id } = await add({ custom: "mine" });
    await add({ custom: "theirs" });
    const same = await server.api("PUT", `/api/url/${id}/update`, { url: target, custom: "MINE" });
    expect(same.body.short).toBe(`${server.shortBase}/MINE`);
    const taken = await server.api("PUT", `/api/url/${id}/update`, {
      url: target,
      custom: "Theirs",
    });
    expect(taken.status).toBe(409);
  });

  test.each([
    [{}, "url is required."],
    [{ url: target, clear: ["url"] }, /^clear\[0\] must be one of password, expiry/],
    [{ url: target, clear: "password" }, "clear must be a list."],
    [{ url: target, status: "hidden" }, "status must be public or private."],
  ])("refuses %j", async (body, message) => {
    const { id } = await add();
    const answer = await server.api("PUT", `/api/url/${id}/update`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
  });
});

describe("deleting", () => {
  test("frees the alias, never the id, and can be taken back", async () => {
    const { id } = await add({ custom: "gone", description: "kept" });
    expect((await server.visit("/gone")).status).toBe(302);
    const was = (await server.api("GET", `/api/url/${id}`)).body;
    const answer = await server.api("DELETE", `/api/url/${id}/delete`);
    expect(answer.body).toEqual({
      error: 0,
      change: expect.any(Number),
      message: "Link has been deleted successfully",
    });
    expect((await server.visit("/gone")).status).toBe(404);
    const again = await server.api("DELETE", `/api/url/${id}/delete`);
    expect([again.status, again.body.message]).toEqual([404, "Link does not exist."]);

    const restored = await server.api("POST", `/api/url/${id}/restore`, undefined, server.localKey);
    expect(restored.body).toEqual({
      error: 0,
      change: expect.any(Number),
      message: "Link has been restored successfully.",
    });
    expect((await server.api("GET", `/api/url/${id}`)).body).toEqual(was);
    expect(was.data.clicks).toBe(1);
    expect((await add()).id).toBeGreaterThan(id);
  });

  test("can't be taken back while the alias is taken, and otherwise however late", async () => {
    const restore = (id: number) =>
      server.api("POST", `/api/url/${id}/restore`, undefined, server.localKey);
    const first = await add({ custom: "reused" });
    await server.api("DELETE", `/api/url/${first.id}/delete`);
    const second = await add({ custom: "Reused" });
    expect((await restore(first.id)).status).toBe(409);
    await server.api("DELETE", `/api/url/${second.id}/delete`);
    now += 9 * 24 * 60 * 60_000;
    expect((await restore(first.id)).status).toBe(200);
    expect((await restore(first.id)).status).toBe(404);
  });

  test("is taken back by a script too", async () => {
    const { id } = await add();
    await server.api("DELETE", `/api/url/${id}/delete`);
    expect((await server.api("POST", `/api/url/${id}/restore`)).status).toBe(200);
    expect((await server.api("GET", `/api/url/${id}`)).body.id).toBe(id);
  });
});

test.each(["0", "-1", "1.5", "abc", "1e3", "99999999999999999999", "%00", "1%2F2"])(
  "an id %s in a path is like an unknown one",
  async (id) => {
    const answer = await server.api("GET", `/api/url/${id}`);
    const unknown = await server.api("GET", "/api/url/999999");
    expect([answer.status, answer.body]).toEqual([404, unknown.body]);
  },
);

test("an id in a path whose escapes aren't text: 404", async () => {
  const answer = await server.api("GET", "/api/url/%zz");
  expect([answer.status, answer.body.error]).toEqual([404, 1]);
});
