import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { zeroSocialCount } from "../../../src/server/visitor/socialPlatforms.ts";
import { iphone } from "../../support/userAgents.ts";
import { openVisitDoor, type VisitDoor } from "../../support/visitDoor.ts";

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
  expect((await door.visit("/spring", { ...headers, "user-agent": "curl/8" }, method)).status).toBe(
    302,
  );
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
