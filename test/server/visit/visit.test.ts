import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, afterEach, describe } from "vitest";
import { type Device, devices } from "../../../src/contract/fields/devices.ts";
import { send } from "../../support/server.ts";
import { serverForAll } from "../../support/testServer.ts";
import {
  androidPhone,
  chrome,
  chromeOnMac,
  chromeOnWindows,
  chromebook,
  ipad,
  iphone,
  firefox,
} from "../../support/userAgents.ts";
import { openVisitDoor, type VisitDoor } from "../../support/visitDoor.ts";
import { quickHash } from "../../support/quickHash.ts";
import type { LinkRecord } from "../../../src/server/store/records.ts";
import { zeroSocialCount } from "../../../src/server/visitor/socialPlatforms.ts";

describe("devices", () => {
  /** A device that the contract gets and nobody meets here doesn't compile. */
  const userAgents: Readonly<Record<Device, string>> = {
    iphone,
    ipad,
    android: androidPhone,
    windows: chromeOnWindows,
    mac: chromeOnMac,
    linux: chrome,
    chromeos: chromebook,
    mobile: androidPhone,
    tablet: ipad,
    desktop: chrome,
  };

  const server = serverForAll();

  test.each(devices)("a target for %s is kept, answered and followed", async (device) => {
    const { body } = await server.api("POST", "/api/url/add", {
      url: "https://example.org/",
      devicetarget: [{ device, link: `https://example.org/${device}` }],
    });
    const { body: shown } = await server.api("GET", `/api/url/${body.id}`);
    expect(shown.details.devicetarget).toEqual([{ device, link: `https://example.org/${device}` }]);
    const { headers } = await server.visit(new URL(body.shorturl).pathname, {
      "user-agent": userAgents[device],
    });
    expect(headers.location).toBe(`https://example.org/${device}`);
  });
});

describe("host domain", () => {
  let door: VisitDoor;
  beforeAll(async () => {
    door = await openVisitDoor({ settings: { baseUrl: "https://sho.rt/s" } });
  });
  afterEach(async () => {
    await door.clear();
    const { items } = await door.domains.page({ page: 1, limit: 100 });
    for (const { id } of items) {
      // oxlint-disable-next-line no-await-in-loop
      await door.domains.remove(id);
    }
  });
  afterAll(() => door.close());

  async function locationOf(path: string, host: string) {
    return (await door.visit(path, { host })).headers.location;
  }

  describe("branded domains", () => {
    test("the same alias leads to each domain's own link", async () => {
      const one = await door.domains.add({ domain: "https://one.example" });
      const two = await door.domains.add({ domain: "http://two.example:8080" });
      await door.addLink();
      await door.addLink({ domain: one.id, url: "https://example.com/one" });
      await door.addLink({ domain: two.id, url: "https://example.com/two" });
      const own = "https://example.com/spring";
      expect(await locationOf("/spring", "sho.rt")).toBe(own);
      for (const host of ["one.example", "ONE.example", "one.example.", "one.example:443"]) {
        // oxlint-disable-next-line no-await-in-loop
        expect(await locationOf("/spring", host)).toBe("https://example.com/one");
      }
      expect(await locationOf("/spring", "two.example:8080")).toBe("https://example.com/two");
      for (const host of ["two.example", "one.example:8080", "one.example.evil", "x".repeat(500)]) {
        // oxlint-disable-next-line no-await-in-loop
        expect(await locationOf("/spring", host)).toBe(own);
      }
    });

    test("a link of one address is nothing at another", async () => {
      const one = await door.domains.add({ domain: "https://one.example" });
      await door.addLink();
      await door.addLink({ alias: "summer", domain: one.id });
      expect((await door.visit("/spring", { host: "one.example" })).status).toBe(404);
      expect((await door.visit("/summer")).status).toBe(404);
    });

    test("their bare address and what isn't there lead where their owner says", async () => {
      await door.domains.add({
        domain: "https://one.example",
        redirectroot: "https://example.com/home",
        redirect404: "https://example.com/lost",
      });
      await door.domains.add({ domain: "https://two.example" });
      await door.addLink({ alias: "spring", status: "private" });
      expect(await locationOf("/", "one.example")).toBe("https://example.com/home");
      expect(await locationOf("/?x=1", "one.example")).toBe("https://example.com/home");
      for (const path of ["/nothing", "/a/b/c", "/spring/stats", "/r/none", "/%zz"]) {
        // oxlint-disable-next-line no-await-in-loop
        expect(await locationOf(path, "one.example")).toBe("https://example.com/lost");
      }
      expect((await door.visit("/", { host: "two.example" })).status).toBe(200);
      expect((await door.visit("/nothing", { host: "two.example" })).status).toBe(404);
      expect((await door.visit("/robots.txt", { host: "one.example" })).status).toBe(200);
    });

    test("what was edited by hand into something else leads nowhere", async () => {
      const one = await door.domains.add({ domain: "https://one.example" });
      const record = { ...one, redirectRoot: "javascript:alert(1)", redirect404: "//evil.example" };
      await door.store.commit([{ put: "domains", record }]);
      await door.domains.update(one.id, {}, [], () => undefined);
      expect((await door.visit("/", { host: "one.example" })).status).toBe(200);
      expect((await door.visit("/nothing", { host: "one.example" })).status).toBe(404);
    });

    test("a password's cookie and way back know no path prefix there", async () => {
      const one = await door.domains.add({ domain: "https://one.example" });
      await door.addLink({ domain: one.id, password: quickHash("open sesame") });
      const { headers } = await door.post(
        "/spring",
        { password: "open sesame" },
        { host: "one.example", origin: "https://one.example" },
      );
      expect(headers.location).toBe("/spring");
      expect(headers["set-cookie"]?.[0]).toMatch(
        /; Path=\/spring; HttpOnly; SameSite=Lax; Secure$/,
      );
    });
  });
});

describe("owners name", () => {
  let door: VisitDoor;
  beforeAll(async () => {
    door = await openVisitDoor();
    await door.nameOwner();
  });
  afterEach(() => door.clear());
  afterAll(() => door.close());

  const name = "Only-for-its-owner";
  const createdAt = "2026-01-01T00:00:00Z";
  const whatsApp = { "user-agent": "WhatsApp/2.23.20.0" };
  const person = { "user-agent": firefox };

  const pages: readonly (readonly [
    page: string,
    link: Partial<LinkRecord>,
    path: string,
    headers: Readonly<Record<string, string>>,
  ])[] = [
    ["redirect", {}, "/spring", person],
    ["redirect of a preview's fetcher", {}, "/spring", whatsApp],
    ["preview", { metaDescription: "Everything" }, "/spring", whatsApp],
    ["frame", { type: { kind: "frame" } }, "/spring", person],
    ["splash page", { type: { kind: "splash" } }, "/spring", person],
    ["overlay", { type: { kind: "overlay", id: 1 } }, "/spring", person],
    ["pixel page", { pixels: [1] }, "/spring", person],
    [
      "deep link's page",
      { deepLink: { apple: "https://apps.apple.com/app/id1", auto: false } },
      "/spring",
      { "user-agent": iphone },
    ],
    ["password form", { password: quickHash("x") }, "/spring", person],
    ["notice of its end", { expiresAt: createdAt }, "/spring", person],
    ["statistics", { status: "public" }, "/spring/stats", person],
    ["campaign's list", { campaign: 1 }, "/u/max%20muster/list-1", person],
  ];

  test.each(pages)("a link's %s doesn't say its name", async (_page, link, path, headers) => {
    await door.store.commit([
      { put: "overlays", record: { id: 1, type: "message", name: "Overlay", createdAt } },
      {
        put: "pixels",
        record: { id: 1, type: "analyticspixel", name: "Pixel", tag: "G-1", createdAt },
      },
      { put: "campaigns", record: { id: 1, name: "C", slug: "c-c", isPublic: true, createdAt } },
    ]);
    await door.addLink({ ...link, name });
    const answer = await door.visit(path, headers);
    expect(answer.status).not.toBe(404);
    expect(JSON.stringify(answer)).not.toContain(name);
  });

  test("naming a link leaves its preview to its target", async () => {
    await door.addLink({ name });
    const named = await door.visit("/spring", whatsApp);
    expect([named.status, named.headers.location]).toEqual([302, "https://example.com/spring"]);
  });
});

describe("right password", () => {
  const service = serverForAll({ publicPort: 0, settings: { "geo.provider": "forwarded" } });
  beforeAll(async () => {
    const fields = { url: "https://example.org/", custom: "secret", password: "open sesame" };
    await service.api("POST", "/api/url/add", fields);
  });

  function tryPassword(password: string, address: string) {
    return send(service.publicUrl ?? "", "/secret", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": address },
      body: new URLSearchParams({ password }).toString(),
    });
  }

  test("the right password opens a link while another network tries wrong ones at the same time", async () => {
    const order: string[] = [];
    const note = (what: string) => () => void order.push(what);
    const wrong = Array.from({ length: 10 }, () => tryPassword("wrong", "203.0.113.7"));
    const all = Promise.all(wrong.map((one) => one.then(note("wrong"))));
    // One of them has been refused: the places of guessers are all taken.
    await Promise.race(wrong);
    const right = tryPassword("open sesame", "198.51.100.1");
    await right.then(note("right"));
    expect((await right).status).toBe(303);
    await all;
    expect(order.indexOf("right")).toBeLessThan(order.length - 1);
    expect((await Promise.all(wrong)).map(({ status }) => status)).toContain(429);
  });
});

describe("record visit", () => {
  let door: VisitDoor;
  beforeAll(async () => {
    door = await openVisitDoor();
  });
  afterEach(() => door.clear());
  afterAll(() => door.close());

  test("a person's visit is a click with all that is known of it", async () => {
    const { id } = await door.addLink();
    await door.visit("/spring", { referer: "https://t.co/abc", "accept-language": "de" });
    await door.visit("/spring", { "user-agent": iphone });
    expect(door.statistics.of(id)).toEqual({
      clicks: 2,
      uniqueClicks: 2,
      countries: [["Unknown", 2]],
      referrers: [
        ["t.co", 1],
        ["Direct, email and other", 1],
      ],
      browsers: [
        ["Firefox", 1],
        ["Mobile Safari", 1],
      ],
      systems: [
        ["Linux", 1],
        ["iOS", 1],
      ],
      languages: [
        ["German", 1],
        ["Unknown", 1],
      ],
      bots: [],
      social: { ...zeroSocialCount, twitter: 1 },
      botClicks: 0,
    });
    expect(door.statistics.clicksToday()).toBe(2);
  });

  test("programs are answered like people and counted apart", async () => {
    const { id } = await door.addLink();
    for (const agent of ["curl/8.5.0", "node", "", "WhatsApp/2.23.20.0"]) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await door.visit("/spring", { "user-agent": agent })).status).toBe(302);
    }
    expect(door.statistics.of(id)).toMatchObject({
      clicks: 0,
      uniqueClicks: 0,
      botClicks: 4,
      bots: [
        ["curl", 1],
        ["node", 1],
        ["No name given", 1],
        ["WhatsApp", 1],
      ],
    });
  });

  test.each([
    ["HEAD", {}],
    ["GET", { "sec-purpose": "prefetch" }],
    ["GET", { "sec-purpose": "prefetch;prerender" }],
    ["GET", { purpose: "prefetch" }],
    ["GET", { "x-moz": "prefetch" }],
    ["GET", { "x-purpose": "preview" }],
  ])("%s with %j counts nothing", async (method, headers) => {
    const { id } = await door.addLink();
    expect((await door.visit("/spring", headers, method)).status).toBe(302);
    expect(
      (await door.visit("/spring", { ...headers, "user-agent": "curl/8" }, method)).status,
    ).toBe(302);
    expect(door.statistics.of(id)).toMatchObject({ clicks: 0, botClicks: 0 });
  });

  test("a click is on disk when its visitor is answered, and has no address in it", async () => {
    await door.addLink();
    await door.visit("/spring");
    const [log = ""] = await readdir(join(door.dir, "clicks"));
    const text = await readFile(join(door.dir, "clicks", log), "utf8");
    expect(text).toContain('"browser":"Firefox"');
    expect(text).not.toContain("127.0.0.1");
  });

  test("endless headers are cut, and strange ones harm nobody", async () => {
    const { id } = await door.addLink();
    const long = "x".repeat(3_000);
    const answers = [
      await door.visit("/spring", { "user-agent": `Mozilla/5.0 (Windows NT 10.0) ${long}` }),
      await door.visit("/spring", { referer: `https://example.org/${long}` }),
      await door.visit("/spring", { referer: `https://${long}.org/` }),
      await door.visit("/spring", { "accept-language": "de-DE,".repeat(500) }),
      await door.visit("/spring", { referer: "https://__proto__/", "accept-language": ";;q=,*" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
    const log = await readFile(join(door.dir, "clicks", "2026-03.ndjson"), "utf8");
    expect(Math.max(...log.split("\n").map((line) => line.length))).toBeLessThan(500);
    expect(door.statistics.of(id).referrers).toContainEqual(["__proto__", 1]);
  });
});
