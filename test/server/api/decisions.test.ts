import { describe, expect, test } from "vitest";
import { send } from "../../support/server.ts";
import { serverForAll } from "../../support/testServer.ts";
import { chrome } from "../../support/userAgents.ts";

let now = Date.UTC(2026, 5, 2, 12);

const server = serverForAll({ clock: () => now, settings: { verifyDomains: "false" } });

const url = "https://example.com/own";
let last = 0;

async function add(body: object): Promise<{ readonly id: number; readonly custom: string }> {
  const custom = `link-${(last += 1)}`;
  const answer = await server.api("POST", "/api/url/add", { url, custom, ...body });
  expect([answer.status, answer.body]).toMatchObject([200, { error: 0 }]);
  return { id: answer.body.id, custom };
}

async function details(id: number) {
  return (await server.api("GET", `/api/url/${id}`)).body.details;
}

const to = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await server.visit(path, headers);
  return answer.status === 302 ? answer.headers.location : answer.status;
};

describe("rules", () => {
  const rules = [
    {
      url: "https://example.com/german-chrome",
      name: "Germans",
      conditions: [
        { type: "language", value: ["de", "de-AT"] },
        { type: "browser", value: "chrome" },
      ],
    },
    {
      url: "https://example.com/off",
      enabled: false,
      conditions: [{ type: "query-param", key: "from", value: "mail" }],
    },
    {
      url: "https://example.com/mail",
      conditions: [{ type: "query-param", key: "from", value: "mail", not: false }],
    },
    {
      url: "https://example.com/not-news",
      conditions: [{ type: "referrer-domain", value: "news.example.org", not: true }],
    },
  ];

  test("the first that matches decides, before the targets; the default is the link's own address", async () => {
    const { custom, id } = await add({
      rules,
      languagetarget: [{ language: "de", link: "https://example.com/de" }],
    });
    const german = { "user-agent": chrome, "accept-language": "de-AT,en;q=0.8" };
    expect(await to(`/${custom}?from=mail`, german)).toBe("https://example.com/german-chrome");
    expect(await to(`/${custom}?from=mail`)).toBe("https://example.com/mail");
    expect(await to(`/${custom}?from=Mail`, { "accept-language": "de;q=0.5" })).toBe(
      "https://example.com/de",
    );
    expect(await to(`/${custom}`, { referer: "https://other.example.org/a" })).toBe(
      "https://example.com/not-news",
    );
    // Without a referrer it isn't known, so `not` doesn't match either.
    expect(await to(`/${custom}`)).toBe(url);
    expect((await details(id)).rules).toEqual([
      { ...rules[0], enabled: true },
      rules[1],
      {
        ...rules[2],
        enabled: true,
        conditions: [{ type: "query-param", key: "from", value: "mail" }],
      },
      { ...rules[3], enabled: true },
    ]);
    // What is answered can be sent again.
    const before = await details(id);
    await server.api("PUT", `/api/url/${id}/update`, { url, rules: before.rules });
    expect((await details(id)).rules).toEqual(before.rules);
    await server.api("PUT", `/api/url/${id}/update`, { url, clear: ["rules"] });
    expect(await details(id)).not.toHaveProperty("rules");
  });

  test("one that can't be reached is warned of", async () => {
    const conditions = [{ type: "device", value: ["ios", "android"] }];
    const narrow = [
      { type: "device", value: "ios" },
      { type: "browser", value: "safari" },
    ];
    const answer = await server.api("POST", "/api/url/add", {
      url,
      rules: [
        { url, conditions },
        { url, conditions: narrow },
      ],
    });
    expect(answer.body.warnings).toEqual([
      "Rule 2 never applies: rule 1 comes first and already matches all of these visits.",
    ]);
  });

  test.each([
    ["no condition", [{ url, conditions: [] }], "rules[0].conditions"],
    [
      "a type that there isn't",
      [{ url, conditions: [{ type: "moon" }] }],
      "rules[0].conditions[0].type",
    ],
    [
      "no key",
      [{ url, conditions: [{ type: "query-param", value: "a" }] }],
      "rules[0].conditions[0].key",
    ],
    ["no value", [{ url, conditions: [{ type: "device" }] }], "rules[0].conditions[0].value"],
    [
      "no device",
      [{ url, conditions: [{ type: "device", value: "toaster" }] }],
      "rules[0].conditions[0].value",
    ],
    [
      "no network",
      [{ url, conditions: [{ type: "ip-address", value: "1.2.3" }] }],
      "rules[0].conditions[0].value",
    ],
    [
      "no date",
      [{ url, conditions: [{ type: "before-date", value: "soon" }] }],
      "rules[0].conditions[0].value",
    ],
    [
      "no zone",
      [
        {
          url,
          conditions: [
            { type: "time-window", value: { days: [1], from: "09:00", to: "17:00", zone: "Mars" } },
          ],
        },
      ],
      "rules[0].conditions[0].value.zone",
    ],
    ["a loop", [{ url: "SHORT", conditions: [{ type: "device", value: "ios" }] }], "rules[0].url"],
    [
      "too many",
      Array.from({ length: 51 }, () => ({ url, conditions: [{ type: "device", value: "ios" }] })),
      "rules",
    ],
    [
      "too long",
      Array.from({ length: 50 }, (_, place) => ({
        url: `${url}?${"a".repeat(200)}${place}`,
        conditions: [{ type: "device", value: "ios" }],
      })),
      "rules",
    ],
  ])("are refused with %s", async (_, wrong, field) => {
    const sent = JSON.parse(JSON.stringify(wrong).replace("SHORT", `${server.shortBase}/x-y-z`));
    const answer = await server.api("POST", "/api/url/add", { url, rules: sent });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(field);
  });
});

describe("dates and limits", () => {
  test("a link that hasn't started is not open yet; nobody learns when, unless that is said", async () => {
    const { id, custom } = await add({ starts: "2026-06-02T12:00:10Z", expiry: "2026-06-03" });
    const shut = await server.visit(`/${custom}`);
    expect([shut.status, shut.headers["retry-after"]]).toEqual([404, undefined]);
    expect(shut.text).toContain("isn’t open yet");
    expect(shut.text).not.toContain("2026");
    await server.api("PUT", `/api/url/${id}/update`, { url, startspublic: true });
    const told = await server.visit(`/${custom}`);
    expect([told.status, told.headers["retry-after"]]).toEqual([404, "10"]);
    expect(told.text).toContain("June 2, 2026");
    await server.api("PUT", `/api/url/${id}/update`, {
      url,
      beforeurl: "https://example.com/soon",
    });
    expect(await to(`/${custom}`)).toBe("https://example.com/soon");
    now += 10_000;
    expect(await to(`/${custom}`)).toBe(url);
    const { body } = await server.api("GET", `/api/url/${id}`);
    expect(body.data.clicks).toBe(1);
    expect(body.details).toMatchObject({
      startspublic: true,
      beforeurl: "https://example.com/soon",
    });
    const wrong = await server.api("PUT", `/api/url/${id}/update`, { url, starts: "2026-06-04" });
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      expect.stringContaining("starts must be before expiry"),
    ]);
  });

  test("of 50 visits at once 10 are let through, machines among them take nothing", async () => {
    const { custom, id } = await add({ maxclicks: 10 });
    const bot = { "user-agent": "TelegramBot (like TwitterBot)" };
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, place) =>
        to(`/${custom}`, place % 8 < 3 ? bot : { "user-agent": chrome }),
      ),
    );
    const people = answers.filter((_, place) => place % 8 >= 3);
    expect(people.filter((answer) => answer === url)).toHaveLength(10);
    expect(people.filter((answer) => answer === 410)).toHaveLength(40);
    expect((await server.api("GET", `/api/url/${id}`)).body.data.clicks).toBe(10);
    await server.api("PUT", `/api/url/${id}/update`, { url, afterurl: "https://example.com/over" });
    expect(await to(`/${custom}`)).toBe("https://example.com/over");
    await server.api("PUT", `/api/url/${id}/update`, { url, maxclicks: 11 });
    expect(await to(`/${custom}`)).toBe(url);
    expect(await to(`/${custom}`)).toBe("https://example.com/over");
  });

  test("wrong passwords, HEAD and prefetches take no click of a limit, and the right password takes one", async () => {
    const { custom, id } = await add({ maxclicks: 1 });
    for (let round = 0; round < 3; round += 1) {
      const head = await send(server.baseUrl, `/${custom}`, {
        method: "HEAD",
        headers: { "user-agent": chrome },
      });
      expect(head.headers.location).toBe(url);
      expect(await to(`/${custom}`, { "sec-purpose": "prefetch" })).toBe(url);
    }
    await server.api("PUT", `/api/url/${id}/update`, { url, password: "open sesame" });
    const open = (password: string, place: number) =>
      send(server.baseUrl, `/${custom}`, {
        method: "POST",
        headers: {
          "user-agent": `${chrome} v${place}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: `password=${password}`,
      });
    for (const [place, wrong] of ["sesame", "barley", ""].entries()) {
      expect((await open(wrong, place)).status).not.toBe(303);
      expect(await to(`/${custom}`)).toBe(401);
    }
    const [cookie = ""] = (await open("open+sesame", 4)).headers["set-cookie"] ?? [];
    const [pair = ""] = cookie.split(";");
    expect(await to(`/${custom}`, { cookie: pair })).toBe(url);
    expect(await to(`/${custom}`, { cookie: pair })).toBe(410);
    expect((await server.api("GET", `/api/url/${id}`)).body.data.clicks).toBe(1);
  });

  test("a limit doesn't end between the page of pixels and the link's own, and no mark goes around it", async () => {
    const pixel = await server.api("POST", "/api/pixel/add", {
      type: "qapixel",
      name: "Pixel",
      tag: "a1b2c3d4e5f6",
    });
    const splash = await server.api("POST", "/api/splash/add", {
      name: "Splash",
      title: "Spring sale",
      message: "Soon",
    });
    const page = { type: String(splash.body.id), maxclicks: 1 };
    const { custom } = await add({ ...page, pixels: [pixel.body.id] });
    const [, hop] = /url=(\?on=\w+)"/.exec((await server.visit(`/${custom}`)).text) ?? [];
    const own = await server.visit(`/${custom}${hop}`);
    expect([own.status, own.text.includes("Spring sale")]).toEqual([200, true]);
    expect(await to(`/${custom}${hop}`)).toBe(410);
    expect(await to(`/${custom}`)).toBe(410);

    const plain = await add(page);
    expect([await to(`/${plain.custom}${hop}`), await to(`/${plain.custom}${hop}`)]).toEqual([
      200, 410,
    ]);
  });
});

describe("splits", () => {
  const variants = [
    { id: "a", url: "https://example.com/a", weight: 5000 },
    { id: "b", url: "https://example.com/b", weight: 5000 },
  ];
  const visitors = Array.from({ length: 40 }, (_, place) => ({
    "user-agent": `${chrome} Visitor/${place}`,
  }));

  test("give a visitor the same variant again, whatever the address of another becomes", async () => {
    const { custom, id } = await add({ split: { variants } });
    const first = await Promise.all(visitors.map((headers) => to(`/${custom}`, headers)));
    expect(new Set(first)).toEqual(new Set(variants.map((one) => one.url)));
    expect(await Promise.all(visitors.map((headers) => to(`/${custom}`, headers)))).toEqual(first);
    const [a, b] = variants;
    const moved = [a, { ...b, url: "https://example.com/b2" }];
    await server.api("PUT", `/api/url/${id}/update`, { url, split: { variants: moved } });
    expect(await Promise.all(visitors.map((headers) => to(`/${custom}`, headers)))).toEqual(
      first.map((one) => (one === b?.url ? "https://example.com/b2" : one)),
    );
    expect((await details(id)).split).toEqual({
      variants: moved,
      ends: null,
      winner: null,
      started: expect.stringMatching(/^2026-06-02 /),
    });
  });

  test("draw everyone again in a new test, and undo brings the former draw back", async () => {
    const { custom, id } = await add({ split: { variants } });
    const draw = () => Promise.all(visitors.map((headers) => to(`/${custom}`, headers)));
    const first = await draw();
    const { split } = await details(id);
    now += 60_000;
    // An answer that is sent again starts nothing.
    await server.api("PUT", `/api/url/${id}/update`, { url, split, expect: { split } });
    expect([await draw(), (await details(id)).split]).toEqual([first, split]);

    const answer = await server.api("PUT", `/api/url/${id}/update`, {
      url,
      split: { variants, restart: true },
      expect: { split },
    });
    const again = await draw();
    const moved = again.filter((one, place) => one !== first[place]).length;
    expect([moved > 0, moved < visitors.length]).toEqual([true, true]);
    const after = (await details(id)).split;
    expect(after.variants).toEqual(split.variants);
    expect(Date.parse(after.started) - Date.parse(split.started)).toBe(60_000);

    const change = `/api/changes/${answer.body.change}`;
    const { data } = (await server.api("GET", `${change}?limit=10`, undefined, server.localKey))
      .body;
    expect(data.records[0].fields).toEqual([{ field: "split", before: split, after }]);
    expect(JSON.stringify(data)).not.toContain("seed");
    const undo = (body: object) => server.api("POST", `${change}/undo`, body, server.localKey);
    const { token } = (await undo({ preview: true })).body.preview;
    await undo({ token, wait: 10 });
    await expect.poll(draw).toEqual(first);
    expect((await details(id)).split).toEqual(split);
  });

  test("end with a winner in one change, and undo brings the test and its draw back", async () => {
    const { custom, id } = await add({ split: { variants } });
    const draw = () => Promise.all(visitors.map((headers) => to(`/${custom}`, headers)));
    const first = await draw();
    const { split } = await details(id);
    const ended = { variants, ends: new Date(now).toISOString(), winner: "b" };
    const body = { url, split: ended, expect: { split } };
    const { change } = (await server.api("PUT", `/api/url/${id}/update`, body)).body;
    expect(new Set(await draw())).toEqual(new Set(["https://example.com/b"]));
    expect((await details(id)).split).toMatchObject({ winner: "b", started: split.started });

    const path = `/api/changes/${change}/undo`;
    const undone = await server.api("POST", path, { ifUnchanged: true }, server.localKey);
    expect([undone.status, undone.body.job?.failureCount ?? 0]).toEqual([200, 0]);
    await expect.poll(draw).toEqual(first);
    expect((await details(id)).split).toEqual(split);
  });

  test("end with the winner, else with the link's own address; a target comes before them", async () => {
    const ends = "2026-06-02T13:00:00Z";
    const { custom, id } = await add({
      split: { variants, ends, winner: "b" },
      languagetarget: [{ language: "fr", link: "https://example.com/fr" }],
    });
    expect(await to(`/${custom}`, { "accept-language": "fr" })).toBe("https://example.com/fr");
    now = Date.parse(ends);
    expect(new Set(await Promise.all(visitors.map((one) => to(`/${custom}`, one))))).toEqual(
      new Set(["https://example.com/b"]),
    );
    await server.api("PUT", `/api/url/${id}/update`, { url, split: { variants, ends } });
    expect(await to(`/${custom}`)).toBe(url);
  });

  test.each([
    ["weights that aren't the whole", [5000, 4999]],
    ["one variant", [10_000]],
  ])("are refused with %s", async (_, weights) => {
    const wrong = weights.map((weight, place) => ({ id: "ab"[place], url, weight }));
    const answer = await server.api("POST", "/api/url/add", { url, split: { variants: wrong } });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      expect.stringContaining("split.variants"),
    ]);
  });
});

describe("trying as a visitor", () => {
  const rules = [
    {
      url: "https://example.com/mail",
      name: "Mail",
      conditions: [
        { type: "query-param", key: "from", value: "mail" },
        { type: "ip-address", value: "198.51.100.0/24", not: true },
      ],
    },
    { url: "https://example.com/ios", conditions: [{ type: "device", value: "ios" }] },
  ];

  async function tried(id: number, body: object) {
    const answer = await server.api("POST", `/api/url/${id}/try`, body, server.localKey);
    expect(answer.status).toBe(200);
    return answer.body.trial;
  }

  test("says of each rule what it asks for, what the visit has, and whether it matches", async () => {
    const { id } = await add({ rules, maxclicks: 5, starts: "2026-01-01" });
    const trial = await tried(id, { query: "?from=mail", ip: "203.0.113.7", device: "iphone" });
    expect(trial.gets).toMatchObject({ kind: "redirect", to: "https://example.com/mail" });
    expect(trial.rules).toMatchObject([
      { rule: "starts", outcome: "fails" },
      { rule: "limit", value: "0 / 5", outcome: "fails" },
      {
        rule: "rule",
        value: "Mail",
        outcome: "holds",
        conditions: [
          { type: "query-param", key: "from", value: "mail", fact: "mail", holds: true },
          { type: "ip-address", not: true, fact: "203.0.113.7", holds: true },
        ],
      },
      {
        rule: "rule",
        value: "2",
        outcome: "passed",
        conditions: [{ fact: "iphone", holds: true }],
      },
      { rule: "otherwise", outcome: "passed" },
    ]);
    const six = await tried(id, { query: "from=mail", ip: "2001:DB8:0:0::7" });
    expect(six.rules[2].conditions[1].fact).toBe("2001:db8::7");
    // What isn't known matches neither way.
    const unknown = await tried(id, { query: "from=mail", device: "mac" });
    expect(unknown.gets.to).toBe(url);
    expect(unknown.rules[2].conditions[1]).toMatchObject({ fact: null, holds: null });
    const refused = await server.api("POST", `/api/url/${id}/try`, { ip: "home" }, server.localKey);
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("ip ")]);
  });

  test("asks an unsaved link, also a new one, and saves and counts nothing", async () => {
    const { id } = await add({ rules, split: undefined });
    const ask = (body: object) => server.api("POST", "/api/try", body, server.localKey);
    const draft = { url, rules: [{ ...rules[1], name: "Phones" }] };
    const iphone = { device: "iphone", draft };
    for (const body of [iphone, { ...iphone, link: id }]) {
      const { trial } = (await ask(body)).body;
      expect(trial).toMatchObject({
        gets: { kind: "redirect", to: "https://example.com/ios" },
        rules: [
          {
            value: "Phones",
            outcome: "holds",
            conditions: [{ type: "device", value: "ios", fact: "iphone", holds: true }],
          },
          { rule: "otherwise", outcome: "passed" },
        ],
      });
    }
    expect((await details(id)).rules).toHaveLength(2);
    const statuses = await Promise.all([
      ask({ draft: { url, rules: [{ url, conditions: [{ type: "moon" }] }] } }),
      ask({ draft: { url, rules: Array.from({ length: 51 }, () => rules[1]) } }),
      ask({ draft: { url }, link: 987_654 }),
      server.api("POST", "/api/try", { draft }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 404, 403]);
    expect((await server.api("GET", `/api/url/${id}`)).body.data).toMatchObject({
      clicks: 0,
      botClicks: 0,
    });
  });

  test("draws the variant of a split, and says where one leads who comes too early or too late", async () => {
    const variants = [
      { id: "a", url: "https://example.com/a", weight: 0 },
      { id: "b", url: "https://example.com/b", weight: 10_000 },
    ];
    const { id } = await add({
      split: { variants },
      starts: "2027-01-01",
      beforeurl: "https://example.com/soon",
    });
    const early = await tried(id, {});
    expect(early).toMatchObject({ gets: { kind: "notStarted" }, counts: "nothing" });
    expect(early.gets.location).toBe("https://example.com/soon");
    const later = await tried(id, { at: "2027-01-02 00:00:00" });
    expect(later.rules).toMatchObject([
      { rule: "starts" },
      { rule: "split", value: "b", url: "https://example.com/b", outcome: "holds" },
      { rule: "otherwise", outcome: "passed" },
    ]);
  });

  test("tells the bucket of a split, and what it comes from", async () => {
    const variants = [
      { id: "a", url: "https://example.com/a", weight: 4_000 },
      { id: "b", url: "https://example.com/b", weight: 6_000 },
    ];
    const { id } = await add({ split: { variants, ends: "2027-01-01" } });
    const split = async (by: object) => {
      const trial = await tried(id, by);
      return trial.rules.find(({ rule }: { rule: string }) => rule === "split");
    };
    const bucket: number = (await split({ ip: "203.0.113.9" })).draw.bucket;
    const value = bucket < 4_000 ? "a" : "b";
    const drawn = { value, draw: { by: "visitor", bucket } };
    expect(await split({ ip: "203.0.113.9" })).toMatchObject(drawn);
    expect(await split({})).toMatchObject({ draw: { by: "chance" } });
    const machine = { value: "b", draw: { by: "machine", bucket: null } };
    expect(await split({ as: "bot" })).toMatchObject(machine);
    const ended = { outcome: "fails", draw: { by: "ended", bucket: null } };
    expect(await split({ at: "2027-01-02 00:00:00" })).toMatchObject(ended);
    await server.api("PUT", `/api/url/${id}/update`, {
      url: "https://example.com/",
      split: { variants, ends: "2027-01-01", winner: "a" },
    });
    expect(await split({ at: "2027-01-02 00:00:00" })).toMatchObject({
      url: "https://example.com/a",
      draw: { by: "winner" },
    });
  });
});

describe("a rotator", () => {
  test("passes over links that haven't started, have ended or are used up, and asks the others' rules", async () => {
    now = Date.UTC(2026, 5, 2, 12);
    const campaign = await server.api("POST", "/api/campaign/add", {
      name: "Turn",
      slug: "turn",
      public: true,
    });
    const links = [
      await add({ starts: "2026-06-03 00:00:00" }),
      await add({ expiry: "2026-06-02 13:00:00" }),
      await add({ maxclicks: 1 }),
      await add({
        rules: [
          {
            url: "https://example.com/by-rule",
            conditions: [{ type: "any-value-query-param", key: "x" }],
          },
        ],
      }),
    ];
    const [early, brief, limited, ruled] = links.map(({ custom }) => custom);
    for (const { id } of links) {
      await server.api("POST", `/api/campaign/${campaign.body.id}/assign/${id}`);
    }
    const turns = async () => {
      const seen = new Set<unknown>();
      for (let turn = 0; turn < 60; turn += 1) seen.add(await to("/r/turn"));
      return seen;
    };
    expect(await turns()).toEqual(new Set([`/${limited}`, `/${ruled}`, url]));
    now = Date.UTC(2026, 5, 2, 14);
    expect(await to(`/${brief}`)).toBe(410);
    expect(await to(`/${limited}`)).toBe(url);
    expect(await turns()).toEqual(new Set([`/${ruled}`]));
    now = Date.UTC(2026, 5, 3, 12);
    expect(await turns()).toEqual(new Set([`/${early}`, `/${ruled}`]));
  });
});
