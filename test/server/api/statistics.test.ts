import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { serverForAll } from "../../support/testServer.ts";
import { androidPhone, chrome, firefox, iphone } from "../../support/userAgents.ts";
import { createOwner, type Owner } from "./owner.ts";

/** A visit as it was made, with what it is known to have been. */
interface Made {
  readonly at: number;
  readonly link: string;
  readonly country: string | null;
  readonly browser: string;
  readonly system: string;
  readonly visitor: string;
  readonly language: string;
  readonly referrer: string | null;
  readonly isBot: boolean;
}

const hour = 3_600_000;
const day = 24 * hour;
/** Tehran's clocks are three and a half hours ahead of UTC, the whole year since 2023. */
const offset = 3.5 * hour;
const start = Date.parse("2026-02-10T00:00:00Z");

const agents = [
  { header: chrome, browser: "Chrome", system: "Linux" },
  { header: firefox, browser: "Firefox", system: "Linux" },
  { header: iphone, browser: "Mobile Safari", system: "iOS" },
  { header: androidPhone, browser: "Chrome", system: "Android" },
] as const;
const countries = ["IR", "DE", "DE", "US", null] as const;
const languages = ["fa", "de", "en"] as const;
const referrers = [null, "news.example", "shop.example"] as const;
const links = ["one", "two", "three"] as const;

let owner: Owner;
let now = start;
let ids: Record<string, number> = {};
let code = 0;
const made: Made[] = [];

/** The same numbers each time. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function at<Item>(list: readonly Item[], place: number): Item {
  const item = list[place];
  if (item === undefined) throw new Error(`There is no item ${place}.`);
  return item;
}

async function visitAs(link: string, dice: (sides: number) => number): Promise<void> {
  const agent = at(agents, dice(agents.length));
  const country = countries[dice(countries.length)] ?? null;
  const language = at(languages, dice(languages.length));
  const referrer = referrers[dice(referrers.length)] ?? null;
  const address = `203.0.113.${dice(20)}`;
  const isBot = dice(10) === 0;
  await server.visit(
    `/${link}`,
    {
      "user-agent": isBot ? "Googlebot/2.1 (+http://www.google.com/bot.html)" : agent.header,
      "accept-language": language,
      "cf-connecting-ip": address,
      "cf-ipcountry": country ?? "XX",
      ...(referrer === null ? {} : { referer: `https://${referrer}/page` }),
    },
    String(server.publicUrl),
  );
  made.push({
    at: now,
    link,
    country,
    browser: agent.browser,
    system: agent.system,
    visitor: `${address} ${agent.header}`,
    language,
    referrer,
    isBot,
  });
}

const server = serverForAll({
  clock: () => now,
  publicPort: 0,
  settings: {
    timeZone: "Asia/Tehran",
    "geo.provider": "cloudflare",
    verifyDomains: "false",
    "privacy.retentionDays": "0",
  },
});
beforeAll(async () => {
  owner = createOwner(() => server);
  const channel = await owner.add("channel", { name: "Shop" });
  for (const alias of links) {
    ids = {
      ...ids,
      [alias]: await owner.add("url", {
        url: `https://example.com/${alias}`,
        custom: alias,
        ...(alias === "three" ? {} : { tags: ["spring"] }),
        ...(alias === "two" ? { channel } : {}),
      }),
    };
  }
  code = await owner.add("qr", { type: "link", data: `${server.baseUrl}/one` });
  const dice = createDice(7);
  for (let visit = 0; visit < 400; visit += 1) {
    now += dice(9 * 60) * 60_000;
    await visitAs(at(links, dice(links.length)), dice);
  }
}, 60_000);

// oxlint-disable-next-line typescript/no-explicit-any -- an answer; tests say what they expect of it
async function statistics(query: string): Promise<any> {
  const { status, body } = await server.api("GET", `/api/statistics?wait=10&${query}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.statistics;
}

/** What the account's clocks show. */
function shown(moment: number): string {
  return new Date(moment + offset).toISOString().slice(0, 19).replace("T", " ");
}

function dayOf(moment: number): string {
  return `${shown(moment).slice(0, 10)} 00:00:00`;
}

/** The slow way: every list of names counted anew from the visits as they were made. */
function counted(visits: readonly Made[], name: (visit: Made) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const visit of visits) counts[name(visit)] = (counts[name(visit)] ?? 0) + 1;
  return counts;
}

function byKey(list: readonly { key: string | null; clicks: number }[]): Record<string, number> {
  return Object.fromEntries(list.map(({ key, clicks }) => [String(key), clicks]));
}

const people = () => made.filter(({ isBot }) => !isBot);
const span = () => `from=${shown(start).slice(0, 10)}&to=${shown(now).slice(0, 10)}`;

describe("sums of the counters", () => {
  test("are the visits of everything, day by day, in the account's time zone", async () => {
    const found = await statistics(span());
    expect(found).toMatchObject({ basis: "counters", of: { kind: "everything", links: 3 } });
    const wanted = counted(people(), (visit) => dayOf(visit.at));
    const days = found.steps.filter(({ clicks }: { clicks: number }) => clicks > 0);
    expect(Object.fromEntries(days.map(({ date, clicks }: never) => [date, clicks]))).toEqual(
      wanted,
    );
    expect(found.clicks).toBe(people().length);
    expect(found.lists.span).toBe("all time");
    expect(byKey(found.lists.countries)).toEqual(
      counted(people(), ({ country }) => country ?? "unknown"),
    );
    expect(found.lastClick).toBe(shown(Math.max(...people().map((visit) => visit.at))));
  });

  test.each([
    ["week", 7],
    ["month", 28],
  ])("by %s hold the same clicks", async (by, least) => {
    const found = await statistics(`by=${by}&${span()}`);
    const sum = found.steps.reduce((all: number, step: { clicks: number }) => all + step.clicks, 0);
    expect(sum).toBe(people().length);
    const [first, second] = found.steps.map(({ date }: { date: string }) =>
      Date.parse(`${date.replace(" ", "T")}Z`),
    );
    expect((second - first) / day).toBeGreaterThanOrEqual(least);
    const begin = new Date(first);
    expect(by === "week" ? begin.getUTCDay() : begin.getUTCDate()).toBe(1);
  });

  test("are those of one link, of a tag, of a channel and of any filter", async () => {
    const of = (names: readonly string[]) =>
      people().filter(({ link }) => names.includes(link)).length;
    expect((await statistics(`link=${ids["one"]}&${span()}`)).clicks).toBe(of(["one"]));
    expect((await statistics(`tag=spring&${span()}`)).clicks).toBe(of(["one", "two"]));
    expect((await statistics(`channel=1&${span()}`)).clicks).toBe(of(["two"]));
    expect((await statistics(`q=three&${span()}`)).clicks).toBe(of(["three"]));
  });

  test("come with the period before, as long as the one that is asked", async () => {
    const to = dayOf(now - day).slice(0, 10);
    const from = dayOf(now - 20 * day).slice(0, 10);
    const found = await statistics(`from=${from}&to=${to}&compare=true`);
    const first = Date.parse(`${from}T00:00:00Z`) - offset;
    const before = people().filter((visit) => visit.at >= first - 20 * day && visit.at < first);
    expect(found.steps).toHaveLength(20);
    expect(found.stepsBefore).toHaveLength(20);
    expect(found.clicksBefore).toBe(before.length);
  });
});

describe("sums of the kept lines", () => {
  test("tell visitors apart over the range, and day by day", async () => {
    const found = await statistics(`lines=true&${span()}`);
    expect(found.basis).toBe("lines");
    expect(found.visitors).toEqual({
      count: new Set(people().map(({ visitor }) => visitor)).size,
      before: null,
      apart: true,
    });
    const byDay = Map.groupBy(people(), (visit) => dayOf(visit.at));
    for (const step of found.steps) {
      const visits = byDay.get(step.date) ?? [];
      expect(step.visitors).toBe(new Set(visits.map(({ visitor }) => visitor)).size);
    }
    expect(found.bots).toBe(made.length - people().length);
    expect(found.kept).toEqual({ since: null, isWhole: true, missing: 0 });
  });

  test("list what visits were, and on which weekday and hour", async () => {
    const found = await statistics(`lines=true&${span()}`);
    expect(found.lists.span).toBe("range");
    expect(byKey(found.lists.browsers)).toEqual(counted(people(), ({ browser }) => browser));
    expect(byKey(found.lists.systems)).toEqual(counted(people(), ({ system }) => system));
    expect(byKey(found.lists.languages)).toEqual(counted(people(), ({ language }) => language));
    expect(byKey(found.lists.referrers)).toEqual(
      counted(people(), ({ referrer }) => referrer ?? "direct"),
    );
    const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
    for (const visit of people()) {
      const clocks = new Date(visit.at + offset);
      const hours = at(week, (clocks.getUTCDay() + 6) % 7);
      hours[clocks.getUTCHours()] = (hours[clocks.getUTCHours()] ?? 0) + 1;
    }
    expect(found.week).toEqual(week);
  });

  test.each([
    [
      "country=IR&browser=Firefox",
      (one: Made) => one.country === "IR" && one.browser === "Firefox",
    ],
    ["country=Germany&country=US", (one: Made) => one.country === "DE" || one.country === "US"],
    ["country=unknown", (one: Made) => one.country === null],
    ["referrer=direct&language=fa", (one: Made) => one.referrer === null && one.language === "fa"],
    ["system=android&tag=spring", (one: Made) => one.system === "Android" && one.link !== "three"],
  ])("hold %s at once", async (query, holds) => {
    const found = await statistics(`${query}&${span()}`);
    const wanted = people().filter(holds);
    expect(wanted.length).toBeGreaterThan(3);
    expect(found).toMatchObject({ basis: "lines", clicks: wanted.length, scans: null });
    expect(found.visitors.count).toBe(new Set(wanted.map(({ visitor }) => visitor)).size);
    const days = counted(wanted, (visit) => dayOf(visit.at));
    for (const step of found.steps) expect(step.clicks).toBe(days[step.date] ?? 0);
  });

  test("count bots too, or alone, where they are asked for", async () => {
    expect((await statistics(`bots=in&${span()}`)).clicks).toBe(made.length);
    const only = await statistics(`bots=only&${span()}`);
    expect(only.clicks).toBe(made.length - people().length);
    expect(only.lists.bots).toEqual([{ key: "Googlebot", name: "Googlebot", clicks: only.clicks }]);
  });

  test("tell the hours of long ago apart", async () => {
    const first = at(made, 0).at;
    const found = await statistics(
      `by=hour&from=${dayOf(first).slice(0, 10)}&to=${dayOf(first + 3 * day).slice(0, 10)}`,
    );
    const hours = counted(people(), (visit) => `${shown(visit.at).slice(0, 13)}:00:00`);
    expect(found.basis).toBe("lines");
    for (const step of found.steps) expect(step.clicks).toBe(hours[step.date] ?? 0);
  });

  test("go on from where they were, as soon as more has come", async () => {
    const dice = createDice(99);
    const before = await statistics(`link=${ids["two"]}&lines=true`);
    const wanted = made.length;
    for (let visit = 0; visit < 20; visit += 1) await visitAs("two", dice);
    const added = made.slice(wanted);
    await expect
      .poll(async () => (await statistics(`link=${ids["two"]}&lines=true`)).bots, {
        timeout: 8_000,
        interval: 500,
      })
      .toBe(before.bots + added.filter(({ isBot }) => isBot).length);
    const after = await statistics(`link=${ids["two"]}&lines=true`);
    expect(after.clicks).toBe(before.clicks + added.filter(({ isBot }) => !isBot).length);
  });
});

test("scans of a code that leads to a link are told with the link's clicks", async () => {
  const { body } = await server.api("GET", `/api/qr/${code}`);
  await server.visit(new URL(body.details.qr ?? body.details.link).pathname.replace("/qr/", "/q/"));
  expect((await statistics(`link=${ids["one"]}`)).scans).toBe(1);
  expect(await statistics(`qr=${code}`)).toMatchObject({ of: { kind: "qr" }, clicks: 1, scans: 1 });
  expect((await statistics(`link=${ids["two"]}`)).scans).toBe(0);
});

test("the last clicks come one by one, newest first, bots named", async () => {
  const { body } = await server.api("GET", `/api/statistics/last?link=${ids["two"]}&limit=50`);
  const wanted = made
    .filter(({ link }) => link === "two")
    .slice(-50)
    .toReversed();
  expect(
    body.clicks.map(({ date, bot }: { date: string; bot: string | null }) => [date, bot !== null]),
  ).toEqual(wanted.map((visit) => [shown(visit.at), visit.isBot]));
  await server.visit("/two");
  const again = await server.api("GET", `/api/statistics/last?link=${ids["two"]}`);
  expect(again.body.clicks).toHaveLength(10);
  expect(again.body.clicks[0]).toMatchObject({ link: { alias: "two" }, browser: "Chrome" });
});

test("what rises and what is quiet is told", async () => {
  const quiet = await owner.add("url", { url: "https://example.com/quiet", custom: "quiet" });
  now += 100 * day;
  for (let visit = 0; visit < 5; visit += 1) await server.visit("/three");
  const { body } = await server.api("GET", "/api/statistics/movers?days=7");
  expect(body.rising).toEqual([
    { link: expect.objectContaining({ alias: "three" }) as unknown, clicks: 5, before: 0 },
  ]);
  expect(body.quiet.total).toBe(3);
  expect(body.quiet.links.at(-1)).toMatchObject({ link: { id: quiet }, lastClick: null });
});

test("GET /statistics/top sums clicks by link, tag, collection, QR code and bio page", async () => {
  const channel = await owner.add("channel", { name: "Window" });
  const campaign = await owner.add("campaign", { name: "Spring" });
  const tags = ["new"];
  const shared = { url: "https://example.com/", tags, channel, campaign };
  for (const custom of ["top-a", "top-b"]) await owner.add("url", { ...shared, custom });
  const url = `${server.baseUrl}/top-a`;
  const bio = await owner.add("bio", { name: "Me", links: [{ title: "A", url }] });
  const poster = await owner.add("qr", {
    type: "link",
    data: "https://elsewhere.example/",
    name: "Poster",
  });
  const { link } = (await server.api("GET", `/api/qr/${poster}`)).body.details;
  for (const path of ["/top-a", "/top-a", "/top-b"]) await server.visit(path);
  await server.visit(new URL(link.replace("/qr/", "/q/")).pathname);
  const { body } = await server.api("GET", "/api/statistics/top?tag=new");
  expect(body).toEqual({
    error: 0,
    links: [
      { link: expect.objectContaining({ alias: "top-a" }) as unknown, clicks: 2 },
      { link: expect.objectContaining({ alias: "top-b" }) as unknown, clicks: 1 },
    ],
    tags: [{ name: "new", clicks: 3 }],
    channels: [{ id: channel, name: "Window", clicks: 3 }],
    campaigns: [{ id: campaign, name: "Spring", clicks: 3 }],
    qrs: [],
    bio: [{ id: bio, name: "Me", clicks: 2 }],
  });
  // A code that leads elsewhere belongs to no link, but to everything.
  const all = await server.api("GET", "/api/statistics/top?limit=1");
  expect(all.body.qrs).toEqual([{ id: poster, name: "Poster", clicks: 1 }]);
  expect(all.body.links).toHaveLength(1);
  expect((await statistics("")).scans).toBeGreaterThan(0);
  // What isn't in the period doesn't count.
  const before = await server.api(
    "GET",
    "/api/statistics/top?tag=new&from=2026-01-01&to=2026-01-02",
  );
  expect(before.body).toMatchObject({ links: [], tags: [], qrs: [] });
});

test("small charts come for many links at once", async () => {
  const { body } = await server.api(
    "GET",
    `/api/statistics/sparklines?ids=${ids["three"]},${ids["one"]},999&days=7`,
  );
  expect(body.links).toEqual([
    { id: ids["three"], clicks: [0, 0, 0, 0, 0, 0, 5] },
    { id: ids["one"], clicks: [0, 0, 0, 0, 0, 0, 0] },
  ]);
});

test("each table is a CSV file", async () => {
  for (const what of ["clicks", "countries", "devices", "week"]) {
    const response = await fetch(
      `${server.baseUrl}/api/statistics/csv?what=${what}&from=2026-02-10&to=2026-02-20`,
      { headers: { authorization: `Bearer ${server.apiKey}` } },
    );
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const rows: string[][] = parse(await response.text());
    expect(rows.length).toBe({ clicks: 12, countries: 5, devices: 4, week: 8 }[what]);
  }
});

test.each([
  ["by=year", "by must be one of hour, day, week, month."],
  ["from=2026-06-03&to=2026-06-02", "from must not be after to."],
  ["by=hour&from=2020-01-01", "from must be at most 3,660 intervals before to."],
  ["link=1&tag=spring", "link can't be combined with other filters."],
  ["country=Atlantis", "country must be a country: Atlantis isn't one."],
  ["link=999", "Link does not exist."],
  [
    "colour=red",
    expect.stringMatching(/^colour isn't a field of this request; there are link, qr, .*, wait\.$/),
  ],
])("%s is refused", async (query, message) => {
  const { status, body } = await server.api("GET", `/api/statistics?${query}`);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body.message).toEqual(message);
});
