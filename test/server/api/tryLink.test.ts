import { beforeAll, describe, expect, test } from "vitest";
import { devices } from "../../../src/contract/fields/devices.ts";
import { serverForAll } from "../../support/testServer.ts";
import { createOwner, type Owner } from "./owner.ts";

let owner: Owner;
const now = Date.parse("2026-06-01T12:00:00Z");
let rich = 0;

const target = (name: string) => `https://example.com/${name}`;

const server = serverForAll({
  clock: () => now,
  publicPort: 0,
  settings: { "geo.provider": "cloudflare" },
});
beforeAll(async () => {
  owner = createOwner(() => server);
  rich = await owner.add("url", {
    url: target("all"),
    custom: "rich",
    languagetarget: [{ language: "fa", link: target("fa") }],
    geotarget: [
      { location: "Germany", link: target("de") },
      { location: "Iran", link: target("ir") },
    ],
    devicetarget: [
      { device: "iPhone", link: target("iphone") },
      { device: "mobile", link: target("mobile") },
      { device: "desktop", link: target("desktop") },
    ],
  });
});

// oxlint-disable-next-line typescript/no-explicit-any -- an answer; tests say what they expect of it
async function tried(id: number, body: object = {}): Promise<any> {
  const answer = await server.api("POST", `/api/url/${id}/try`, body, server.localKey);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body.trial;
}

async function add(fields: object): Promise<number> {
  return owner.add("url", { url: target("plain"), ...fields });
}

/** The headers of its own command, which is what a visitor would send. */
function headersOf(curl: string): Record<string, string> {
  const sent = [...curl.matchAll(/-H '([^:]+): ([^']*)'/g)];
  return Object.fromEntries(sent.map(([, name, value]) => [String(name), String(value)]));
}

describe("a visitor who is tried", () => {
  const countries = [undefined, "DE", "Iran", "US"] as const;
  const languages = [undefined, "fa", "de,fa;q=0.5", "en"] as const;

  test("gets the very address that a visitor with the same headers gets", async () => {
    for (const device of devices) {
      for (const [place, country] of countries.entries()) {
        for (const language of languages.slice(place % 2, (place % 2) + 2)) {
          const trial = await tried(rich, { device, country, language });
          const visit = await server.visit(
            "/rich",
            {
              ...headersOf(trial.curl),
              "cf-connecting-ip": "203.0.113.5",
              "cf-ipcountry": trial.visitor.country?.key ?? "XX",
            },
            String(server.publicUrl),
          );
          expect(trial.gets).toEqual({
            kind: "redirect",
            status: visit.status,
            location: visit.headers.location,
            to: visit.headers.location,
            page: null,
          });
          const held = trial.rules.filter(({ outcome }: never) => outcome === "holds");
          expect(held.map(({ url }: { url: string }) => url)).toEqual([visit.headers.location]);
          const isGroup = ["mobile", "tablet", "desktop"].includes(device);
          expect([isGroup ? trial.visitor.device : device]).toContain(trial.visitor.device);
        }
      }
    }
  });

  test("is told why the rules before the one that held did not", async () => {
    const { rules } = await tried(rich, { country: "IR", device: "iphone", language: "de" });
    expect(rules.map(({ rule, value, outcome }: never) => [rule, value, outcome])).toEqual([
      ["language", "fa", "fails"],
      ["country", "DE", "fails"],
      ["country", "IR", "holds"],
      ["device", "iphone", "passed"],
      ["device", "mobile", "passed"],
      ["device", "desktop", "fails"],
      ["otherwise", null, "passed"],
    ]);
  });

  test("is not counted", async () => {
    const id = await add({ custom: "uncounted" });
    await tried(id);
    await tried(id, { as: "bot" });
    const { body } = await server.api("GET", `/api/statistics?link=${id}&lines=true&wait=10`);
    expect(body.statistics).toMatchObject({ clicks: 0, bots: 0, lastClick: null });
  });

  test("is said to count as what it would be", async () => {
    const id = await add({ custom: "counted", metatitle: "Spring sale" });
    expect(await tried(id)).toMatchObject({ counts: "click", gets: { kind: "redirect" } });
    expect(await tried(id, { as: "bot" })).toMatchObject({ counts: "bot" });
    const preview = await tried(id, { as: "preview", referrer: "https://t.me/" });
    expect(preview).toMatchObject({
      counts: "bot",
      gets: { kind: "preview", location: null, to: target("plain") },
      visitor: { referrer: "t.me" },
    });
    expect(preview.rules.find(({ rule }: { rule: string }) => rule === "preview").outcome).toBe(
      "holds",
    );
  });
});

describe("what closes a link", () => {
  test("is its expiry, from that moment on", async () => {
    const id = await add({ custom: "over", expiry: "2026-06-10 00:00:00" });
    expect((await tried(id, { at: "2026-06-09 23:59:59" })).gets.kind).toBe("redirect");
    const late = await tried(id, { at: "2026-06-10" });
    expect(late).toMatchObject({ counts: "nothing", gets: { kind: "expired", to: null } });
    expect(late.rules[0]).toEqual({
      rule: "expiry",
      value: "2026-06-10 00:00:00",
      url: null,
      outcome: "holds",
    });
  });

  test("is its password, for who doesn't have it", async () => {
    const id = await add({ custom: "locked", password: "open sesame" });
    expect((await tried(id)).gets).toMatchObject({ kind: "password", status: 401, to: null });
    expect((await tried(id, { password: true })).gets.location).toBe(target("plain"));
  });
});

describe("a page of ours", () => {
  test("is the very one, to be looked at where it counts nothing", async () => {
    const splash = await owner.add("splash", {
      name: "Wait",
      title: "One moment, please",
      message: "You go on soon.",
      delay: 5,
    });
    const id = await add({ custom: "waiting", type: String(splash) });
    const { gets } = await tried(id, { language: "fa", look: "dark" });
    expect(gets).toMatchObject({
      kind: "splash",
      status: 200,
      location: null,
      to: target("plain"),
    });
    expect(gets.page).toMatch(/^\/preview\//);
    const pixel = await owner.add("pixel", { type: "fbpixel", name: "One", tag: "1234567890" });
    const tracked = await add({ custom: "tracked", type: String(splash), pixels: [pixel] });
    expect((await tried(tracked)).gets).toMatchObject({ kind: "pixels", page: null });
    expect((await tried(tracked, { as: "bot" })).gets.kind).toBe("splash");
  });

  test("that leads into an app comes on a phone", async () => {
    const apple = "https://apps.apple.com/app/id284815942";
    const id = await add({ custom: "store-app", deeplink: { apple } });
    const phone = await tried(id, { device: "iphone" });
    expect(phone.gets.kind).toBe("deepLink");
    expect(phone.rules.at(-1)).toEqual({
      rule: "app",
      value: "apple",
      url: apple,
      outcome: "holds",
    });
    expect((await tried(id, { device: "windows" })).gets.kind).toBe("redirect");
  });
});

test.each([
  [{ country: "Atlantis" }, "country must be a country: Atlantis isn't one."],
  [{ device: "toaster" }, /^device must be one of iphone/],
  [{ as: "ghost" }, "as must be one of person, bot, preview."],
  [
    { colour: "red", size: 1 },
    "colour isn't a field of this request; there are country, device, language, at, referrer, password, query, ip, useragent, as, look; size isn't a field of this request.",
  ],
])("%j is refused", async (body, message) => {
  const answer = await server.api("POST", `/api/url/${rich}/try`, body, server.localKey);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toMatch(message);
});

test("scripts and strangers can't try", async () => {
  const answer = await server.api("POST", `/api/url/${rich}/try`, {});
  expect(answer.status).toBeGreaterThanOrEqual(401);
});
