import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { linkPage } from "../../../src/mirror/wire/calls.ts";
import { makeDataDir } from "../../support/server.ts";
import { goodToken } from "../cloudflare.ts";
import { startHome, type TestHome } from "../home.ts";
import { oneTimeLink, ownerOf, shortLink, startWithCopy, type WithCopy } from "./phone.ts";

let dataDir: string;
let all: WithCopy;
let home: TestHome;
let cookie: string;

beforeEach(async () => {
  dataDir = await makeDataDir();
  all = await startWithCopy(dataDir);
  ({ home } = all);
  cookie = await all.phone.pair(await oneTimeLink(home));
});
afterEach(async () => {
  await home.stop();
  await all.close();
  await rm(dataDir, { recursive: true, force: true });
});

const links = async (of = home) => (await of.api("GET", "/api/urls")).body.data.urls;
const rowsThere = () =>
  all.cloudflare
    .database("waypost")
    .sqlite.prepare("select key from mirror where key like '%/phone'")
    .all()
    .map(({ key }) => key);

test("a link that a paired browser makes redirects at once, and comes home with its clicks", async () => {
  const { phone, copy } = all;
  const made = await phone.make(cookie, { url: "example.org/phone", alias: "Phone" });
  expect([made.status, shortLink(made)]).toEqual([200, `${copy}/Phone`]);
  const visited = await phone.ask("/phone");
  expect([visited.status, visited.headers.location]).toEqual([302, "https://example.org/phone"]);

  expect(await home.edge("POST", "/pull")).toMatchObject({ problem: null, drain: { taken: 1 } });
  expect((await links())[0]).toMatchObject({
    alias: "Phone",
    longurl: "https://example.org/phone",
    clicks: 1,
  });
  // Until the link's own row is there, it redirects as it did.
  expect(rowsThere()).toContain("own/a/0/phone");
  expect((await phone.ask("/phone")).status).toBe(302);
  await home.edge("POST", "/push");
  await home.edge("POST", "/push");
  expect(rowsThere()).toEqual(["a/0/phone"]);
  expect((await phone.ask("/PHONE")).headers.location).toBe("https://example.org/phone");
  await home.edge("POST", "/pull");
  expect(await links()).toMatchObject([{ alias: "Phone", clicks: 3 }]);

  const { body } = await home.api("GET", "/api/changes?by=copy");
  expect(body.data.changes).toMatchObject([{ operation: "addLink", name: "Phone" }]);
  const undo = `/api/changes/${body.data.changes[0].id}/undo`;
  const { token } = (await home.api("POST", undo, { preview: true })).body.preview;
  await home.api("POST", undo, { token, wait: 10 });
  expect(await links()).toEqual([]);
});

test("a comparison of both sides leaves a link alone that home doesn't have yet", async () => {
  await all.phone.make(cookie, { url: "https://example.org/", alias: "phone" });
  const checked = await home.edge("POST", "/check");
  expect(checked).toMatchObject({ problem: null, check: { differences: 0 } });
  expect((await all.phone.ask("/phone")).status).toBe(302);
  expect(rowsThere()).toEqual(["own/a/0/phone"]);
});

test.each(["cutBefore", "cutAfter"] as const)(
  "a network that is %s any one call on the way home makes no second link, and loses none",
  async (wire) => {
    for (let lost = 1, calls = 1; calls >= lost; lost += 1) {
      await all.phone.make(cookie, { url: "https://example.org/", alias: `phone-${lost}` });
      await all.phone.ask(`/phone-${lost}`);
      calls = 0;
      all.cloudflare.cut((path) => {
        if (!path.startsWith("/.well-known/waypost-edge/")) return "open";
        calls += 1;
        return calls === lost ? wire : "open";
      });
      await home.edge("POST", "/pull");
      await home.edge("POST", "/push");
      all.cloudflare.cut(() => "open");
      expect(await home.edge("POST", "/pull")).toMatchObject({ problem: null });
      const found = await links();
      expect(found).toHaveLength(lost);
      expect(found).toContainEqual(expect.objectContaining({ alias: `phone-${lost}`, clicks: 1 }));
    }
  },
);

test("a link that was created just before this computer was killed isn't created again", async () => {
  await all.phone.make(cookie, { url: "https://example.org/", alias: "phone" });
  // The copy isn't told yet that it is home.
  await home.edge("POST", "/push");
  expect(await links()).toHaveLength(1);
  await home.stop();
  // As if it had been killed before this was written.
  await rm(join(dataDir, "mirror-answers.json"));
  home = await startHome(all.cloudflare, { dataDir });
  await all.phone.ask("/phone");
  await expect.poll(async () => (await home.edge("POST", "/pull")).problem).toBeNull();
  expect(await links()).toMatchObject([{ alias: "phone", clicks: 1 }]);
});

test("a link whose alias was taken here meanwhile gets another one, and its owner is told", async () => {
  await all.phone.make(cookie, { url: "https://example.org/there", alias: "both" });
  await all.phone.ask("/both");
  await home.api("POST", "/api/url/add", { url: "https://example.org/here", custom: "BOTH" });
  const { notes } = await home.edge("POST", "/pull");
  const found = await links();
  const other = found.find(({ longurl }: { longurl: string }) => longurl.endsWith("/there"));
  expect(found).toHaveLength(2);
  expect(other).toMatchObject({ clicks: 1 });
  expect(notes).toMatchObject([
    {
      alias: "both",
      url: "https://example.org/there",
      link: { id: other.id, shorturl: other.shorturl },
      reason: null,
    },
  ]);
  await home.edge("POST", "/push");
  expect((await all.phone.ask("/both")).headers.location).toBe("https://example.org/here");
  expect((await ownerOf(home)("POST", "/notes/clear")).body.data.notes).toEqual([]);
});

test("a link that this computer refuses is told with its destination", async () => {
  const url = `${home.baseUrl}/loop`;
  const line = JSON.stringify({ at: 1, browser: "x", made: { alias: "loop", url } });
  all.sql(`insert into answers (overlay, visitor, at, line) values (0, '', 0, '${line}')`);
  const { notes, problem } = await home.edge("POST", "/pull");
  expect(problem).toBeNull();
  expect(await links()).toEqual([]);
  expect(notes).toMatchObject([{ alias: "loop", url, link: null }]);
  expect(notes[0]?.reason).toContain("loop");
});

test("a click comes home after its link, however many messages stand before the link", async () => {
  all.sql(`insert into answers (overlay, visitor, at, line) with recursive n(i) as
    (select 1 union all select i + 1 from n where i < 1100) select 1, '', 0, 'x' from n`);
  await all.phone.make(cookie, { url: "https://example.org/", alias: "phone" });
  await all.phone.ask("/phone");
  expect((await home.edge("POST", "/push")).problem).toBeNull();
  expect(await links()).toMatchObject([{ alias: "phone", clicks: 1 }]);
});

test("a link that is made at a domain of one's own belongs to that domain", async () => {
  const brand = { host: "brand.example" };
  await home.api("POST", "/api/domain/add", { domain: "http://brand.example" });
  await home.api("POST", "/api/url/add", { url: "https://example.org/own", custom: "same" });
  await home.edge("POST", "/push");
  const at = (alias: string) =>
    all.phone.make(cookie, { url: "https://example.org/brand", alias }, brand);
  expect(shortLink(await at("same"))).toBe("http://brand.example/same");
  expect((await all.phone.ask("/same", { headers: brand })).headers.location).toMatch(/brand$/);
  expect((await all.phone.ask("/same")).headers.location).toMatch(/own$/);
  const { notes } = await home.edge("POST", "/pull");
  expect(notes).toEqual([]);
  const [{ id, shorturl }] = await links();
  expect(shorturl).toBe("http://brand.example/same");

  await at("later");
  await home.api("DELETE", `/api/url/${id}/delete`);
  const { body } = await home.api("GET", "/api/domains");
  await home.api("DELETE", `/api/domain/${body.data.domains[0].id}/delete`);
  const told = await home.edge("POST", "/pull");
  expect(told.notes).toMatchObject([{ alias: "later", link: { shorturl: expect.any(String) } }]);
});

test("removing the copy takes home the links that still wait there", async () => {
  await all.phone.make(cookie, { url: "https://example.org/", alias: "phone" });
  const removed = await home.follow("/remove", { token: goodToken });
  expect(removed).toMatchObject({ set: false, setUp: { problem: null }, browsers: [] });
  expect(await links()).toMatchObject([{ alias: "phone" }]);
});

test("a Waypost that claims the copy takes home what waits there, and ends its browsers", async () => {
  await all.phone.make(cookie, { url: "https://example.org/", alias: "phone" });
  const other = await startHome(all.cloudflare);
  const claimed = await other.follow("/claim", { token: goodToken });
  expect(claimed).toMatchObject({ problem: null, setUp: { problem: null }, browsers: [] });
  await other.edge("POST", "/pull");
  expect(await links(other)).toMatchObject([{ alias: "phone" }]);
  expect((await all.phone.ask(linkPage, { headers: { cookie } })).status).toBe(404);
  await other.stop();
});

test("a claim by the same Waypost ends its browsers, too", async () => {
  const claimed = await home.follow("/claim", {});
  expect(claimed).toMatchObject({ problem: null, browsers: [] });
  expect((await all.phone.ask(linkPage, { headers: { cookie } })).status).toBe(404);
});
