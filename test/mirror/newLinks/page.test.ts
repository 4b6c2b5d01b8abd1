import { afterAll, beforeAll, expect, test } from "vitest";
import { address } from "../../../src/contract/fields/fields.ts";
import { linkPage } from "../../../src/mirror/wire/calls.ts";
import { isOneAddress } from "../../../src/server/features/links/oneAddress.ts";
import { withoutNonce } from "../../support/server.ts";
import { faultOf, oneTimeLink, ownerOf, shortLink, startWithCopy, type WithCopy } from "./phone.ts";

let all: WithCopy;
let cookie: string;

beforeAll(async () => {
  all = await startWithCopy();
  cookie = await all.phone.pair(await oneTimeLink(all.home));
});
afterAll(() => all.close());

const made = () =>
  all.cloudflare
    .database("waypost")
    .sqlite.prepare("select count(*) as made from mirror where key like 'own/a/%'")
    .get()?.["made"];

/** What everybody gets who asks for what isn't there. */
async function unknown(path: string, headers: Readonly<Record<string, string>> = {}) {
  const [asked, nothing] = [
    await all.phone.ask(path, { headers }),
    await all.phone.ask("/nothing-here"),
  ];
  expect(asked.status).toBe(404);
  expect(withoutNonce(asked)).toBe(withoutNonce(nothing));
}

test("a one-time link pairs one browser, and looking ahead doesn't use it up", async () => {
  const path = await oneTimeLink(all.home);
  for (const method of ["GET", "HEAD", "GET"]) {
    const { status, headers } = await all.phone.ask(path, { method });
    expect([status, headers["set-cookie"]]).toEqual([200, undefined]);
  }
  const both = await Promise.all([all.phone.press(path), all.phone.press(path)]);
  const paired = both.filter(({ status }) => status === 303);
  expect(paired).toHaveLength(1);
  expect(paired[0]?.headers).toMatchObject({ location: linkPage, "cache-control": "no-store" });
  expect(paired[0]?.headers["set-cookie"]?.[0]).toMatch(
    /^waypost_link=[\w.-]+; Path=\/\.well-known\/waypost-link; Max-Age=77\d{5}; HttpOnly; SameSite=Strict$/,
  );
  await unknown(path);
  expect((await all.phone.press(path)).status).toBe(405);
});

test("a one-time link that has ended is no page, and pairs nobody", async () => {
  const path = await oneTimeLink(all.home);
  all.sql(
    "update mirror set data = replace(data, '\"until\":', '\"until\":1,\"x\":') where key = 'browsers'",
  );
  await unknown(path);
  expect((await all.phone.press(path)).headers["set-cookie"]).toBeUndefined();
  await ownerOf(all.home)("POST", "/check");
  expect((await all.phone.ask(path)).status).toBe(200);
});

test("a browser whose time has ended makes no more links", async () => {
  all.sql(
    "update mirror set data = replace(data, '\"ends\":', '\"ends\":1,\"x\":') where key = 'browsers'",
  );
  await unknown(linkPage, { cookie });
  await ownerOf(all.home)("POST", "/check");
  expect((await all.phone.ask(linkPage, { headers: { cookie } })).status).toBe(200);
});

test("to a stranger the page is as any place where nothing is, and asks the database for nothing of it", async () => {
  const [name = "", token = ""] = cookie.split("=");
  const [id = ""] = token.split(".");
  for (const sent of ["", "waypost_link=", `${name}=${id}.${"0".repeat(32)}`, `${name}=x.y`]) {
    await unknown(linkPage, { cookie: sent });
  }
  await unknown(`${linkPage}/`);
  await unknown(`${linkPage}/${id}.${"0".repeat(32)}`);
  await unknown(`${linkPage}/${token}`);
  await unknown(`${linkPage}s`, { cookie });
  const before = made();
  for (const sent of ["", `${name}=${id}.${"0".repeat(32)}`]) {
    const { status } = await all.phone.make(sent, { url: "https://example.org/" });
    expect(status).toBe(405);
  }
  expect(made()).toBe(before);
});

test("another site's page can neither pair a browser nor make a link", async () => {
  const path = await oneTimeLink(all.home);
  const before = made();
  for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }]) {
    const pairing = await all.phone.press(path, headers);
    expect([pairing.status, pairing.headers["set-cookie"]]).toEqual([400, undefined]);
    const making = await all.phone.make(cookie, { url: "https://example.org/" }, headers);
    expect([making.status, faultOf(making)]).toEqual([
      400,
      "The request came from another page. Try again here.",
    ]);
  }
  expect(made()).toBe(before);
  const own = { "sec-fetch-site": "same-origin" };
  expect((await all.phone.press(path, own)).status).toBe(303);
});

test("the page checks addresses and aliases as home does", async () => {
  const { home, phone, copy } = all;
  await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "Spring" });
  await home.edge("POST", "/push");
  const fault = async (url: string, alias = "") =>
    faultOf(await phone.make(cookie, { url, alias }));
  const good = "https://example.org/";
  expect(await fault("")).toContain("full address");
  expect(await fault("javascript:alert(1)")).toContain("full address");
  expect(await fault(`${good}${"x".repeat(8_192)}`)).toContain("full address");
  expect(await fault(`${good} ${good}`)).toContain("full address");
  expect(await fault(`${home.baseUrl}/spring`)).toContain("loop");
  expect(await fault(good, "ab")).toContain("3 to 100");
  expect(await fault(good, "x".repeat(101))).toContain("3 to 100");
  expect(await fault(good, "a b c")).toContain("3 to 100");
  expect(await fault(good, "API")).toContain("reserved");
  expect(await fault(good, "SPRING")).toContain("taken");
  const given = await phone.make(cookie, { url: good, alias: " ب\u064aا " });
  expect(decodeURIComponent(shortLink(given))).toBe(`${copy}/ب\u064aا`);
  expect(await fault(good, "ب\u06ccا")).toContain("taken");
  const random = await phone.make(cookie, { url: good });
  expect(shortLink(random)).toMatch(new RegExp(`^${copy}/[2-9a-zA-Z]{6}$`));
  expect(faultOf(await phone.make(cookie, { url: "<b>", alias: '"x' }))).toContain("full address");
});

test.each([
  "https://example.org",
  "http://example.org/a?b=c#d",
  "HTTPS://EXAMPLE.ORG",
  "https:example.org",
  "https:/example.org",
  "example.org",
  "ftp://example.org",
  "https://",
  "https://a b",
  "https://example.org/ https://example.com/",
  "https://user:word@example.org/",
  "https://بهار.example/",
])("the copy takes %s as a destination exactly where the API does", (text) => {
  expect(isOneAddress(text)).toBe(address.safeParse(text).success);
});

test("the copy takes a destination as long as the API does, and no longer", () => {
  const long = `https://example.org/${"x".repeat(8_172)}`;
  for (const text of [long, `${long}x`]) {
    expect(isOneAddress(text)).toBe(address.safeParse(text).success);
  }
});

test("the copy keeps at most 500 links that home hasn't taken", async () => {
  const { phone } = all;
  await all.home.edge("POST", "/pull");
  all.sql(`insert into mirror (key, hash, data) with recursive n(i) as
    (select 1 union all select i + 1 from n where i < 500)
    select 'own/a/0/full-' || i, 999999, '{}' from n`);
  const full = await phone.make(cookie, { url: "https://example.org/", alias: "more" });
  expect(faultOf(full)).toContain("no room");
  all.sql("delete from mirror where key like 'own/a/0/full-%'");
  const fits = await phone.make(cookie, { url: "https://example.org/", alias: "more" });
  expect(fits.status).toBe(200);
});

test("the owner sees browsers, and can remove each and all", async () => {
  const owner = ownerOf(all.home);
  await owner("POST", "/unpair", {});
  const [one, other] = [
    await all.phone.pair(await oneTimeLink(all.home)),
    await all.phone.pair(await oneTimeLink(all.home)),
  ];
  await all.phone.make(one, { url: "https://example.org/" });
  await oneTimeLink(all.home);
  const { browsers } = await all.home.edge("POST", "/pull");
  expect(browsers).toMatchObject([
    { name: "Chrome, Linux", used: expect.any(String) },
    { name: "Chrome, Linux", used: null },
    { name: null, paired: null },
  ]);
  const first = browsers[0]?.id ?? "";
  expect((await owner("POST", "/unpair", { browser: first })).body.data.browsers).toHaveLength(2);
  expect((await owner("POST", "/unpair", { browser: first })).status).toBe(404);
  await all.home.edge("POST", "/push");
  await unknown(linkPage, { cookie: one });
  expect((await all.phone.ask(linkPage, { headers: { cookie: other } })).status).toBe(200);
  expect((await owner("POST", "/unpair", {})).body.data.browsers).toEqual([]);
  await all.home.edge("POST", "/push");
  await unknown(linkPage, { cookie: other });
});

test("only the owner's own app and command line create one-time links, and only where the copy gets them", async () => {
  expect((await all.home.api("POST", "/api/edge/pair")).status).toBe(403);
  await ownerOf(all.home)("POST", "/unpair", {});
  all.cloudflare.cut((path) => (path.endsWith("/push") ? "cutBefore" : "open"));
  const refused = await ownerOf(all.home)("POST", "/pair");
  all.cloudflare.cut(() => "open");
  expect(refused.status).toBe(409);
  expect(await all.home.edge("POST", "/push")).toMatchObject({ problem: null, browsers: [] });
});
