import { expect, test, vi } from "vitest";
import { createWorker } from "../../src/mirror/worker/createWorker.ts";
import type { EdgeDatabase } from "../../src/mirror/worker/database.ts";
import { schema } from "../../src/mirror/worker/control/schema.ts";
import { hashOf } from "../../src/mirror/wire/hash.ts";
import { answerQuestion, signQuestion } from "../../src/mirror/wire/sign.ts";
import { keys, type MirroredLink, type SiteRow } from "../../src/mirror/wire/rows.ts";
import { HotRows } from "../../src/mirror/worker/visits/rowCache.ts";
import { openEdgeDatabase } from "../support/edgeDatabase.ts";
import { chrome } from "../support/userAgents.ts";

const start = Date.parse("2026-03-10T12:00:00Z");
const secret = "a secret";
const base = "https://go.example";
const site: SiteRow = {
  v: 1,
  home: null,
  isDark: false,
  domains: [{ id: 7, domain: "https://brand.example" }],
  shortBase: base,
  formerBases: [base],
  prefix: "",
  formerPrefixes: [],
  ports: [4080, 4081],
  pageName: "Way & Post",
  pageColor: "",
  respectDnt: true,
  usernames: ["maker"],
  visitorKey: "AAAA",
};
const form = { kind: "overlay", id: 1 } as const;
const link = (given: Partial<MirroredLink & { url: string }> = {}) => ({
  id: 1,
  alias: "spring",
  url: "https://example.com/spring",
  ...given,
});

interface EdgeOptions {
  /** Rows that may be written yet. */
  readonly budget?: () => number;
  readonly areReadsSpent?: () => boolean;
  readonly isBare?: boolean;
}

interface Sent extends Pick<RequestInit, "method" | "body"> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly at?: string;
}

/** A Worker whose mirror has these rows: a text is written as it is. */
function edgeWith(
  rows: Readonly<Record<string, unknown>>,
  { isBare, ...options }: EdgeOptions = {},
) {
  let now = start;
  let asked = 0;
  let keysAsked = 0;
  const opened = openEdgeDatabase(options);
  const write = (key: string, row: unknown) =>
    opened.sqlite
      .prepare("insert or replace into mirror values (?, 0, ?)")
      .run(key, typeof row === "string" ? row : JSON.stringify(row));
  if (isBare !== true) {
    for (const statement of schema) opened.sqlite.exec(statement);
    for (const [key, row] of Object.entries({ [keys.site]: site, ...rows })) write(key, row);
  }
  const database: EdgeDatabase = {
    prepare(sql) {
      const statement = opened.prepare(sql);
      if (!sql.includes("from mirror")) return statement;
      asked += 1;
      return {
        ...statement,
        bind(keysJson) {
          keysAsked += JSON.parse(String(keysJson)).length;
          return statement.bind(keysJson);
        },
      };
    },
    batch: (statements) => opened.batch(statements),
  };
  const worker = createWorker({
    version: "0.1.0",
    clock: () => now,
    random: () => 0,
    hotRows: new HotRows(),
  });
  const lines = (table: "clicks" | "answers"): unknown[] =>
    opened.sqlite
      .prepare(`select line from ${table} order by id`)
      .all()
      .map(({ line }) => JSON.parse(String(line)));
  return {
    write,
    lines,
    asked: () => asked,
    /** Of all rows that visits looked for. */
    keysAsked: () => keysAsked,
    later(milliseconds: number) {
      now += milliseconds;
    },
    state: () => ({ ...opened.sqlite.prepare("select lost, unreadable from state").get() }),
    async visit(path: string, given: Sent = {}) {
      const { at = base, headers, ...others } = given;
      const goingOn: Promise<unknown>[] = [];
      const request = new Request(at + path, {
        redirect: "manual",
        headers: { "user-agent": chrome, "cf-connecting-ip": "203.0.113.9", ...headers },
        ...others,
      });
      const context = { waitUntil: (work: Promise<unknown>) => goingOn.push(work) };
      const answered = await worker.fetch(request, { DB: database, SECRET: secret }, context);
      const text = await answered.text();
      await Promise.all(goingOn);
      return { status: answered.status, headers: answered.headers, text };
    },
  };
}

const post = (fields: Readonly<Record<string, string>>): Sent => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});

const thanked = 'id="thanks-title">Message sent';
const refused = 'class="fault"';
const spring = keys.alias(undefined, "spring");

test("a visit asks the database once, and what holds for all visits every five seconds", async () => {
  const edge = edgeWith({
    [spring]: { v: 1, links: [link()] },
    [keys.alias(7, "spring")]: {
      v: 1,
      links: [link({ id: 2, domain: 7, url: "https://b.example/" })],
    },
  });
  for (const expected of [1, 2, 3]) {
    expect((await edge.visit("/Spring?x=1")).headers.get("location")).toBe(
      "https://example.com/spring",
    );
    expect(edge.asked()).toBe(expected);
  }
  edge.write(keys.site, { ...site, isDark: true });
  expect((await edge.visit("/spring")).status).toBe(302);
  edge.later(5_001);
  expect((await edge.visit("/spring")).status).toBe(503);
  expect(edge.asked()).toBe(5);
});

test("a branded domain has its own links, and a click is written as home writes its own", async () => {
  const rows = { [keys.alias(7, "spring")]: { v: 1, links: [link({ id: 2, domain: 7 })] } };
  const edge = edgeWith(rows);
  expect((await edge.visit("/spring")).status).toBe(404);
  expect((await edge.visit("/spring", { at: "https://brand.example" })).status).toBe(302);
  expect(
    (await edge.visit("/spring", { at: "https://brand.example", method: "HEAD" })).status,
  ).toBe(302);
  const prefetch = { at: "https://brand.example", headers: { "sec-purpose": "prefetch" } };
  expect((await edge.visit("/spring", prefetch)).status).toBe(302);
  expect(edge.lines("clicks")).toEqual([
    {
      at: start,
      link: 2,
      visitor: expect.stringMatching(/^[\w-]{16}$/u),
      browser: "Chrome",
      os: "Linux",
      device: "linux",
    },
  ]);
});

test.each([
  ["no JSON", "{"],
  ["another shape", { v: 1, links: {} }],
  ["a format that nobody knows yet", { v: 99, links: [link()] }],
  ["a link without an address", { v: 1, links: [{ id: 1, alias: "spring" }] }],
  ["targets that are none", { v: 1, links: [{ ...link(), countries: [{ country: 3 }] }] }],
  ["a time that is none", { v: 1, links: [{ ...link(), expiresAt: 5 }] }],
  ["null", null],
])("a row that is %s is a row that isn't there, and told of once", async (_what, row) => {
  const edge = edgeWith({ [spring]: row });
  for (let again = 0; again < 3; again += 1) {
    const answered = await edge.visit("/spring");
    expect([answered.status, answered.text]).toEqual([
      404,
      expect.stringContaining("Nothing here"),
    ]);
  }
  expect(edge.state()).toEqual({ lost: 0, unreadable: 1 });
  edge.write(spring, { v: 1, links: [link()] });
  expect((await edge.visit("/spring")).status).toBe(302);
});

test("no other row can break an answer either", async () => {
  const typed = { v: 1, links: [link({ type: form, pixels: [4] })] };
  const rows = {
    [spring]: typed,
    [keys.overlay(1)]: "[]",
    [keys.pixel(4)]: { v: 1, id: 4 },
    [keys.qr("aaa")]: { v: 1, codes: [{ id: 1, code: "aaa", type: "wifi", data: { ssid: 4 } }] },
    [keys.slug("tea")]: { v: 1, campaigns: [{ id: 3, slug: "tea" }] },
    [keys.campaign(3)]: { v: 1, id: 3, name: "Tea", links: [{ id: 9 }] },
    [keys.qr("bbb")]: { v: 1, codes: [{ id: 1, code: "bbb", type: "vcard", data: "x" }] },
  };
  const edge = edgeWith(rows);
  // Without its page, and without its pixels, a link leads on.
  expect((await edge.visit("/spring")).status).toBe(302);
  for (const path of ["/q/aaa", "/qr/aaa", "/r/tea", "/u/maker/list-3"]) {
    expect([path, (await edge.visit(path)).status]).toEqual([path, 404]);
  }
  expect((await edge.visit("/q/bbb")).status).toBe(200);
  edge.write(keys.site, "nonsense");
  edge.later(10_000);
  expect((await edge.visit("/spring")).status).toBe(302);
  expect(edge.state()).toEqual({ lost: 0, unreadable: 5 });
});

test("a rotator draws from what is answered here, and leaves the draw to home where it is reached", async () => {
  const links = [1, 2, 3].map((id) => ({
    id,
    alias: `tea-${id}`,
    ...(id < 3 && { isLocked: true }),
  }));
  const edge = edgeWith({
    [keys.slug("tea")]: { v: 1, campaigns: [{ id: 3, slug: "tea" }] },
    [keys.campaign(3)]: { v: 1, id: 3, name: "Tea", links },
    [keys.slug("locked")]: { v: 1, campaigns: [{ id: 4, slug: "locked" }] },
    [keys.campaign(4)]: { v: 1, id: 4, name: "Locked", links: links.slice(0, 2) },
    [keys.alias(undefined, "tea-1")]: { v: 1, links: [{ id: 1, alias: "tea-1", isLocked: true }] },
    [keys.alias(undefined, "tea-3")]: { v: 1, links: [link({ id: 3, alias: "tea-3" })] },
  });
  const asleep = await edge.visit("/r/tea");
  expect([asleep.status, asleep.headers.get("location")]).toEqual([
    302,
    "https://example.com/spring",
  ]);
  expect((await edge.visit("/r/locked")).status).toBe(503);
  expect((await edge.visit("/r/tea", { at: "https://brand.example" })).status).toBe(302);

  edge.write(keys.site, { ...site, home: "https://tunnel.example/s" });
  edge.later(10_000);
  const awake = await edge.visit("/r/tea?x=1");
  expect(awake.headers.get("location")).toBe("https://tunnel.example/s/r/tea?x=1");
});

test("a rotator reads a few rows of its links, also where most of them aren't there yet", async () => {
  const links = Array.from({ length: 200 }, (_, at) => ({ id: at + 1, alias: `tea-${at + 1}` }));
  const rows = {
    [keys.slug("tea")]: { v: 1, campaigns: [{ id: 3, slug: "tea" }] },
    [keys.campaign(3)]: { v: 1, id: 3, name: "Tea", links },
    [keys.alias(undefined, "tea-4")]: { v: 1, links: [link({ id: 4, alias: "tea-4" })] },
  };
  const edge = edgeWith(rows);
  expect((await edge.visit("/r/tea")).status).toBe(302);
  expect(edge.keysAsked()).toBeLessThan(15);
  const bare = edgeWith({ ...rows, [keys.alias(undefined, "tea-4")]: "" });
  expect((await bare.visit("/r/tea")).status).toBe(404);
  expect(bare.keysAsked()).toBeLessThan(15);
});

test("nothing is there before the first push", async () => {
  const edge = edgeWith({}, { isBare: true });
  expect((await edge.visit("/spring")).status).toBe(404);
});

test("what home alone can answer opens again later, or there where visitors reach it", async () => {
  const locked = { id: 1, alias: "spring", status: "public", isLocked: true } as const;
  const rows = {
    [spring]: { v: 1, links: [locked] },
    [keys.alias(7, "spring")]: { v: 1, links: [{ ...locked, id: 2, domain: 7 }] },
  };
  const edge = edgeWith(rows);
  const asleep = await edge.visit("/spring", { headers: { "accept-language": "fa" } });
  expect([asleep.status, asleep.headers.get("retry-after")]).toEqual([503, "600"]);
  expect(asleep.text).toContain("این نشانی بعداً دوباره باز می‌شود");

  edge.write(keys.site, { ...site, home: "https://tunnel.example/s" });
  edge.later(10_000);
  const sent = async (path: string, given: Sent = {}) => {
    const { status, headers } = await edge.visit(path, given);
    return [status, headers.get("location")];
  };
  expect(await sent("/spring?x=1")).toEqual([302, "https://tunnel.example/s/spring?x=1"]);
  expect(await sent("/spring/stats")).toEqual([302, "https://tunnel.example/s/spring/stats"]);
  expect(await sent("/spring", post({ password: "x" }))).toEqual([
    307,
    "https://tunnel.example/s/spring",
  ]);
  // Home would take its own link of that name for it.
  expect(await sent("/spring", { at: "https://brand.example" })).toEqual([503, null]);
  expect(edge.lines("clicks")).toEqual([]);
});

test("in front of home's own address, home answers what the copy can't, while it is awake", async () => {
  const locked = { id: 2, alias: "locked", isLocked: true } as const;
  const edge = edgeWith({
    [keys.site]: { ...site, home: base },
    [spring]: { v: 1, links: [link()] },
    [keys.alias(undefined, "locked")]: { v: 1, links: [locked] },
  });
  let isAwake = true;
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push(`${request.method} ${request.url} ${await request.text()}`);
    return isAwake ? new Response("home", { status: 401 }) : new Response("1033", { status: 530 });
  });
  const answered = async (path: string, given: Sent = {}) => {
    const { status, text } = await edge.visit(path, given);
    return text === "home" ? "home" : status;
  };
  expect(await answered("/spring")).toBe(302);
  const paths = ["/locked?x=1", "/not-there-yet", "/spring/stats", "/api/urls"];
  for (const path of paths) expect([path, await answered(path)]).toEqual([path, "home"]);
  expect(await answered("/locked", post({ password: "open sesame" }))).toBe("home");
  expect(asked).toEqual([
    ...paths.map((path) => `GET ${base}${path} `),
    `POST ${base}/locked password=open+sesame`,
  ]);
  // Under another address of the copy, visitors are led to home's own.
  expect(await answered("/locked", { at: "https://copy.example" })).toBe(302);
  isAwake = false;
  expect(await Promise.all(paths.map((path) => answered(path)))).toEqual([503, 404, 404, 403]);
  vi.unstubAllGlobals();
});

test("a form's answer is kept for home, as many as home would keep", async () => {
  const overlay = { v: 1, id: 1, type: "contact", fields: ["name", "message"] };
  const rows = { [spring]: { v: 1, links: [link({ type: form })] }, [keys.overlay(1)]: overlay };
  const edge = edgeWith(rows);
  const given = post({ form: "contact", name: "Ada", message: "Two teas" });
  for (let number = 1; number <= 5; number += 1) {
    expect((await edge.visit("/spring", given)).text).toContain(thanked);
    edge.later(1_000);
  }
  expect((await edge.visit("/spring", given)).text).toContain(refused);
  expect(edge.lines("answers")).toHaveLength(5);
  expect(edge.lines("answers")[0]).toEqual({
    at: start,
    overlay: 1,
    link: 1,
    fields: { name: "Ada", message: "Two teas" },
    visitor: expect.stringMatching(/^[\w-]{16}$/u),
  });
  edge.later(3_600_000);
  expect((await edge.visit("/spring", given)).text).toContain(thanked);
  const long = post({ form: "contact", name: "Ada", message: "x".repeat(30_000) });
  expect((await edge.visit("/spring", long)).status).toBe(413);
  expect(edge.lines("answers")).toHaveLength(6);
});

test("where the day's budget is spent, links go on answering and lost clicks are told later", async () => {
  let budget = 0;
  const edge = edgeWith({ [spring]: { v: 1, links: [link()] } }, { budget: () => budget });
  for (let again = 0; again < 3; again += 1) expect((await edge.visit("/spring")).status).toBe(302);
  expect(edge.lines("clicks")).toEqual([]);
  budget = 100;
  expect((await edge.visit("/spring")).status).toBe(302);
  expect(edge.lines("clicks")).toHaveLength(1);
  expect(edge.state()).toEqual({ lost: 3, unreadable: 0 });
});

test("where the day's reads are spent, links that were just visited go on, and lost clicks are told later", async () => {
  let areReadsSpent = false;
  const rows = {
    [spring]: { v: 1, links: [link()] },
    [keys.alias(undefined, "summer")]: { v: 1, links: [link({ id: 2, alias: "summer" })] },
  };
  const edge = edgeWith(rows, { areReadsSpent: () => areReadsSpent });
  expect((await edge.visit("/spring")).status).toBe(302);
  expect((await edge.visit("/nowhere")).status).toBe(404);
  areReadsSpent = true;
  // The row of the site is asked for again by then.
  edge.later(60_000);
  const { status, headers } = await edge.visit("/spring");
  expect([status, headers.get("location")]).toEqual([302, "https://example.com/spring"]);
  expect((await edge.visit("/nowhere")).status).toBe(404);
  expect((await edge.visit("/summer")).status).not.toBe(302);
  areReadsSpent = false;
  expect((await edge.visit("/summer")).status).toBe(302);
  expect(edge.lines("clicks")).toHaveLength(2);
  expect(edge.state()).toEqual({ lost: 1, unreadable: 0 });
});

test("rows that are kept for when the database refuses have a bound, and what is visited most stays", () => {
  const hot = new HotRows();
  const data = "x".repeat(10_000);
  for (let at = 0; at < 1_000; at += 1) {
    hot.keep(`row-${at}`, [data, at]);
    hot.keep("often", [data, at]);
  }
  expect(hot.get("often")).toEqual([data, 999]);
  const kept = Array.from({ length: 1_000 }, (_, at) => hot.get(`row-${at}`)).filter(Boolean);
  expect(kept.length).toBeGreaterThan(90);
  expect(kept.length).toBeLessThan(200);
});

test("rows that are kept for when the database refuses have the same bound when they grow", () => {
  const hot = new HotRows();
  const names = Array.from({ length: 1_000 }, (_, at) => `row-${at}`);
  for (const data of ["x", "x".repeat(10_000)]) {
    for (const [at, name] of names.entries()) hot.keep(name, [data, at]);
  }
  const kept = names.filter((name) => (hot.get(name)?.[0]?.length ?? 0) > 1);
  expect(kept.length).toBeGreaterThan(90);
  expect(kept.length).toBeLessThan(200);
  // What shrinks makes room.
  const first = new HotRows();
  for (let at = 0; at < 1_000; at += 1) {
    first.keep(`row-${at}`, ["x".repeat(10_000), at]);
    first.keep(`row-${at}`, [null, at]);
  }
  expect(first.get("row-0")).toEqual([null, 0]);
});

test("home is answered by what it signs, and nobody else", async () => {
  const edge = edgeWith({});
  const nonce = "nonce-1";
  const signature = await signQuestion(secret, nonce);
  const asked = await edge.visit(`/s/.well-known/waypost?nonce=${nonce}&signature=${signature}`);
  expect(asked.text).toBe(`${await answerQuestion(secret, nonce)}\n`);
  for (const wrong of ["", await signQuestion("another", nonce)]) {
    expect(
      (await edge.visit(`/.well-known/waypost?nonce=${nonce}&signature=${wrong}`)).status,
    ).toBe(404);
  }
});

test("a click is given by the row that is there when it's taken, not by the one that was read", async () => {
  const database = openEdgeDatabase();
  for (const statement of schema) database.sqlite.exec(statement);
  const key = keys.alias(undefined, "spring");
  const write = (of: string, row: object) =>
    database.sqlite
      .prepare("insert or replace into mirror values (?, ?, ?)")
      .run(of, hashOf(of, JSON.stringify(row)), JSON.stringify(row));
  write(keys.site, site);
  const limit = { most: 5, from: 0, generation: 1 };
  write(key, { v: 3, links: [link({ limit })] });
  const between: EdgeDatabase = {
    prepare: (sql) => database.prepare(sql),
    batch(statements) {
      write(key, {
        v: 1,
        links: [{ id: 1, alias: "spring", isLocked: true, isLimitedOnly: true }],
      });
      return database.batch(statements);
    },
  };
  const worker = createWorker({ version: "0.1.0", clock: () => start, random: () => 0 });
  const visit = async (db: EdgeDatabase) => {
    const request = new Request(`${base}/spring`, { headers: { "user-agent": chrome } });
    const context = { waitUntil: () => undefined };
    return (await worker.fetch(request, { DB: db, SECRET: secret }, context)).status;
  };
  expect(await visit(database)).toBe(302);
  expect(await visit(between)).toBe(503);
  const count = (table: string) =>
    database.sqlite.prepare(`select count(*) as rows from ${table}`).get()?.["rows"];
  expect([count("clicks"), count("limits")]).toEqual([1, 1]);
});
