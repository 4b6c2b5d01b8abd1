import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isRedirectLoop } from "../../../src/server/visit/redirectLoops.ts";
import type { LinkRecord } from "../../../src/server/store/records.ts";
import { firefox } from "../../support/userAgents.ts";
import { link, visit, visitFacts } from "../resolve/builders.ts";
import { openVisitDoor, type VisitDoor } from "../../support/visitDoor.ts";

const base = "http://go.example";
const root = `${base}/`;

let door: VisitDoor;
let domain: number;
beforeAll(async () => {
  door = await openVisitDoor({ settings: { baseUrl: "http://sho.rt" } });
  ({ id: domain } = await door.domains.add({ domain: base }));
});
afterEach(async () => {
  await door.clear();
  const ids = [...door.store.campaigns.values()].map(({ id }) => id);
  await door.store.commit(ids.map((id) => ({ remove: "campaigns", id })));
  await door.domains.update(domain, {}, ["redirectroot", "redirect404"], () => undefined);
});
afterAll(() => door.close());

/** Goes where a browser with scripts would, also where a page sends it; where it stops, and after how many steps. */
async function follow(start: string, headers: Record<string, string> = {}) {
  let address = start;
  for (let steps = 0; steps < 30; steps += 1) {
    const { host, pathname, search } = new URL(address);
    if (host !== "go.example" && host !== "sho.rt") return { address, steps, status: 0 };
    // oxlint-disable-next-line no-await-in-loop
    const answer = await door.visit(pathname + search, { host, ...headers });
    const onward =
      answer.headers.location ??
      /http-equiv="refresh" content="[\d.]+; ?url=([^"]+)"/iu.exec(answer.body)?.[1];
    if (onward === undefined) return { address, steps, status: answer.status };
    address = new URL(onward.replaceAll("&#38;", "&"), address).href;
  }
  throw new Error(`From ${start} there is no end.`);
}

const splash = { type: { kind: "splash" } } as const;

test.each([
  ["its splash page", () => door.addLink({ url: root, domain, ...splash }), "/spring"],
  ["pixels", () => door.addLink({ url: root, domain, pixels: [1] }), "/spring"],
  ["an unknown path", () => door.addLink({ url: `${base}/a/b`, domain, ...splash }), "/spring"],
  [
    "another domain's root and back",
    () => door.addLink({ url: "HTTP://GO.example:80", ...splash }),
    "http://sho.rt/spring",
  ],
])("a bare domain that leads back to itself over %s ends in a notice", async (_, add, to) => {
  await add();
  const redirect = new URL(to, base).href;
  await door.domains.update(
    domain,
    { redirectroot: redirect, redirect404: redirect },
    [],
    () => undefined,
  );
  for (const start of [root, redirect, `${base}/nothing/there`]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await follow(start)).status).toBe(508);
  }
});

test("so does one that leads to a campaign whose links lead back", async () => {
  const campaign = door.store.nextId("campaigns");
  await door.store.commit([
    {
      put: "campaigns",
      record: {
        id: campaign,
        name: "Round",
        slug: "round",
        isPublic: true,
        createdAt: "2026-03-01T00:00:00Z",
      },
    },
  ]);
  await door.addLink({ url: root, domain, campaign, ...splash });
  await door.domains.update(domain, { redirectroot: `${base}/r/round` }, [], () => undefined);
  expect((await follow(root)).status).toBe(508);
});

test("two links that came to lead to each other end in a notice, once a page is between them", async () => {
  await door.addLink({ alias: "one", url: `${base}/two`, domain, ...splash });
  await door.addLink({ alias: "two", url: `${base}/one`, domain });
  expect((await follow(`${base}/one`)).status).toBe(508);
  expect((await follow(`${base}/two`)).status).toBe(508);
});

test.each<[string, Partial<LinkRecord>]>([
  [
    "a rule",
    { rules: [{ url: `${base}/one`, conditions: [{ type: "browser", values: ["firefox"] }] }] },
  ],
  ["the address after its end", { expiresAt: "2026-03-01T00:00:00Z", afterUrl: `${base}/one` }],
  ["the address before its start", { startsAt: "2027-03-01T00:00:00Z", beforeUrl: `${base}/one` }],
])("so do two links of which the second leads back by %s", async (_, given) => {
  await door.addLink({ alias: "one", url: `${base}/two`, domain, ...splash });
  await door.addLink({ alias: "two", url: "https://example.com/", domain, ...given });
  expect((await follow(`${base}/one`)).status).toBe(508);
});

test("what only passes its own addresses goes on, for each visitor by their own way", async () => {
  const languages = [{ language: "fa", url: root }];
  const { id } = await door.addLink({ url: "https://example.com/", domain, languages, ...splash });
  await door.domains.update(
    domain,
    { redirectroot: `${base}/spring`, redirect404: root },
    [],
    () => undefined,
  );
  expect(await follow(`${base}/nothing/there`)).toMatchObject({
    address: "https://example.com/",
  });
  expect((await follow(root, { "accept-language": "fa" })).status).toBe(508);
  expect(door.statistics.clicksOf(id)).toBe(1);
  await door.addLink({ alias: "home", url: root });
  const home = await door.visit("/home", { host: "sho.rt", "user-agent": firefox });
  expect([home.status, home.headers.location]).toEqual([302, root]);
});

/** Checks a way over bare domains and rotators of 100 links each; how many rules were asked. */
function checkRotators(rotators: number, urlOf: (id: number) => string) {
  let asked = 0;
  const holds = () => {
    asked += 1;
    return false;
  };
  const rules = [{ name: "1", url: root, conditions: [{ stored: { type: "browser" }, holds }] }];
  const decisions = {
    startsAt: null,
    showsStart: false,
    beforeUrl: null,
    afterUrl: null,
    maxClicks: null,
    rules,
    split: null,
  };
  const links = Array.from({ length: rotators * 100 }, (_, id) => ({
    id,
    link: link({ url: urlOf(id), decisions }),
    record: { alias: `link-${id}`, url: urlOf(id) },
  }));
  const isLoop = isRedirectLoop(
    {
      preparedLinks: { find: () => undefined },
      qrCodes: { find: () => undefined },
      places: {
        bioPage: () => undefined,
        campaignOfSlug: (slug) => ({ id: Number(slug), name: slug }),
        liveLinks: (id) => ({
          size: 100,
          draw: () => undefined,
          inOrder: () => links.slice(id * 100, (id + 1) * 100),
        }),
      },
      domains: {
        get: (id) => ({ id, domain: "", redirectRoot: `http://own.example/r/${id % rotators}` }),
      },
      ownPlace(address) {
        const { hostname, port, pathname } = new URL(address);
        return hostname === "own.example" ? { domain: Number(port), path: pathname } : null;
      },
    },
    {
      from: "root 5000",
      to: "http://own.example:4000/",
      visit: visit({
        detail: { facts: visitFacts(), clicks: 0, splitKey: null, isBot: false, roll: 0 },
      }),
    },
  );
  return { isLoop, asked };
}

test("a check for loops decides about each link of a rotator once, however many domains lead to it", () => {
  const checked = checkRotators(1, (id) => `http://own.example:${1_000 + id}/`);
  expect(checked).toEqual({ isLoop: false, asked: 100 });
});

test("a check for loops that needs more than 200 decisions ends as a loop", () => {
  const checked = checkRotators(30, (id) => `http://own.example:${1_000 + (id % 90)}/`);
  expect(checked).toEqual({ isLoop: true, asked: 200 });
});
