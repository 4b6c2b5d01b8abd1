import { afterEach, describe, expect, test } from "vitest";
import type { ServerOptions } from "../../src/app/index.ts";
import { send } from "../support/server.ts";
import { makeStandIns } from "../support/tunnelStandIn.ts";
import {
  type CloudflareOptions,
  type CloudflareStandIn,
  goodToken,
  startCloudflare,
} from "./cloudflare.ts";
import { startHome, type TestHome } from "./home.ts";

/** A name that has a DNS record already, such as a tunnel's: the copy answers in front of it, by a route. */

let cloudflare: CloudflareStandIn;
let home: TestHome;

afterEach(async () => {
  await home.stop();
  await cloudflare.close();
});

const plainToken = "for-workers-and-databases";
const host = "go.example.org";
const wanted = { token: goodToken, domains: [host], route: true };

async function start(
  options: CloudflareOptions = {},
  overrides: Partial<ServerOptions> = {},
): Promise<void> {
  cloudflare = await startCloudflare({
    zones: ["example.org"],
    records: [host],
    tokens: {
      [goodToken]: { rights: ["scripts", "databases", "routes", "zones"] },
      [plainToken]: { rights: ["scripts", "databases"] },
      "without-zones": { rights: ["scripts", "databases", "routes"] },
      "without-routes": { rights: ["scripts", "databases", "zones"] },
    },
    ...options,
  });
  home = await startHome(cloudflare, overrides);
}

const patterns = () => [...cloudflare.routes.values()];
const route = { pattern: `${host}/*`, script: "waypost", request_limit_fail_open: true };

test("a copy answers in front of a tunnel's name where its owner says so", async () => {
  await start();
  const named = await home.follow("/setup", { token: goodToken, domains: [host] });
  expect(named.setUp?.problem).toMatchObject({ code: "domainRecord", values: { host } });
  expect(patterns()).toEqual([]);
  const made = await home.follow("/setup", wanted);
  expect(made.setUp).toMatchObject({
    problem: null,
    steps: expect.arrayContaining([{ step: "route", outcome: "ok" }]),
  });
  expect(patterns()).toEqual([route]);
  expect(made.routes).toEqual([{ host, failsOpen: true }]);
  expect(made.addresses).toContain(`https://${host}`);
  expect(cloudflare.domains.size).toBe(0);
});

test("visitors of the name meet the copy only once it has every link and was verified", async () => {
  await start();
  await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
  const made = await home.follow("/setup", wanted);
  expect(made.setUp?.steps.map(({ step }) => step).slice(-3)).toEqual(["push", "verify", "route"]);
  const routed = cloudflare.seen.findIndex((path) => path.endsWith("/workers/routes"));
  expect(cloudflare.seen.slice(routed).some((path) => path.endsWith("/push"))).toBe(false);
  expect(cloudflare.seen.slice(0, routed)).toContain("/spring");
});

test("an upgrade keeps the route, with a token that may do nothing to it", async () => {
  await start();
  await home.follow("/setup", wanted);
  const upgraded = await home.follow("/setup", { token: plainToken, domains: [host] });
  expect([upgraded.setUp?.problem, upgraded.routes]).toEqual([null, [{ host, failsOpen: true }]]);
  expect(patterns()).toEqual([route]);
});

test("a route that somebody deleted is made again at the next upgrade", async () => {
  await start();
  await home.follow("/setup", wanted);
  const [id = ""] = cloudflare.routes.keys();
  (cloudflare.routes as Map<string, unknown>).delete(id);
  expect((await home.follow("/setup", wanted)).setUp?.problem).toBeNull();
  expect(patterns()).toEqual([route]);
});

test("a name that is taken out loses its route, and the tunnel answers there again", async () => {
  await start();
  await home.follow("/setup", { ...wanted, domains: [host, "s.example.org"] });
  expect([...cloudflare.domains.keys()]).toEqual(["s.example.org"]);
  const without = await home.follow("/setup", { token: plainToken, domains: ["s.example.org"] });
  expect(without.setUp?.problem).toMatchObject({ code: "tokenRights" });
  expect(without.addresses).toContain(`https://${host}`);
  const { setUp, routes } = await home.follow("/setup", {
    token: goodToken,
    domains: ["s.example.org"],
  });
  expect([setUp?.problem, routes, patterns()]).toEqual([null, [], []]);
});

test("a copy with a route is removed in one go, the route first", async () => {
  await start();
  await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
  await home.follow("/setup", wanted);
  await expect(home.edge("POST", "/remove", {})).rejects.toThrow(host);
  for (const token of [plainToken, "without-zones", "without-routes"]) {
    const kept = await home.follow("/remove", { token });
    expect(kept).toMatchObject({ set: true, setUp: { problem: { code: "tokenRights" } } });
    expect((await send(cloudflare.addressOf("waypost"), "/spring")).status).toBe(302);
  }
  const removed = await home.follow("/remove", { token: goodToken });
  expect(removed).toMatchObject({ set: false, routes: [], setUp: { problem: null } });
  expect([cloudflare.routes.size, cloudflare.workers.size, cloudflare.databases.size]).toEqual([
    0, 0, 0,
  ]);
  const order = cloudflare.asked.filter((one) => one.startsWith("DELETE"));
  expect(order[0]).toContain("/workers/routes/");
});

test("a claim finds the routes that lead to the copy", async () => {
  await start();
  await home.follow("/setup", wanted);
  const second = await startHome(cloudflare);
  const claimed = await second.follow("/claim", { token: plainToken });
  expect(claimed.setUp?.problem).toBeNull();
  expect(claimed.addresses).toContain(`https://${host}`);
  expect(claimed.routes).toMatchObject([{ host }]);
  const removed = await second.follow("/remove", { token: goodToken });
  await second.stop();
  expect([removed.set, cloudflare.routes.size]).toEqual([false, 0]);
});

test("the copy knows that this computer is behind its own address", async () => {
  const tunnel = "quiet-harbour-books.trycloudflare.com";
  const standIns = await makeStandIns();
  await standIns.do("quick");
  await start(
    { zones: ["trycloudflare.com"], records: [tunnel] },
    {
      publicPort: 0,
      settings: { verifyDomains: "false" },
      environment: { ...process.env, PATH: `${standIns.folder}:${process.env["PATH"]}` },
    },
  );
  await home.api("PUT", "/api/tunnel", { way: "cloudflared-quick" }, home.localKey);
  await home.api("POST", "/api/tunnel/start", {}, home.localKey);
  const stage = async () =>
    (await home.api("GET", "/api/tunnel", undefined, home.localKey)).body.data.state;
  await expect.poll(stage, { timeout: 10_000 }).toBe("up");
  const { setUp } = await home.follow("/setup", { ...wanted, domains: [tunnel] });
  expect(setUp?.problem).toBeNull();
  await home.api("POST", "/api/domain/add", { domain: "https://brand.example" });
  await home.edge("POST", "/push");
  const { sqlite } = cloudflare.database("waypost");
  const site = sqlite.prepare("select data from mirror where key = 'site'").get();
  expect(JSON.parse(String(site?.["data"]))).toMatchObject({
    home: `https://${tunnel}`,
    domains: [{ domain: "https://brand.example" }],
  });
  await home.api("POST", "/api/tunnel/stop", {}, home.localKey);
  await standIns.remove();
});

describe("what stands against a route is told", () => {
  test.each([
    ["without-routes", "Zone: Workers Routes, Edit"],
    ["without-zones", "Zone: Zone, Read"],
  ])("a token %s", async (token, right) => {
    await start();
    const { setUp } = await home.follow("/setup", { ...wanted, token });
    expect(setUp?.problem).toMatchObject({ code: "tokenRights", values: { right } });
    expect(setUp?.steps.at(-1)).toEqual({ step: "route", outcome: "failed" });
    // The copy itself is there, and the next try goes on from it.
    expect((await home.follow("/setup", wanted)).setUp?.problem).toBeNull();
  });

  test.each(["another", null])(
    "a route that leads to %s is named and left alone",
    async (script) => {
      await start();
      cloudflare.addRoute(`${host}/*`, script);
      const { setUp, addresses } = await home.follow("/setup", wanted);
      expect(setUp?.problem).toMatchObject({
        code: "routeTaken",
        values: { pattern: `${host}/*`, worker: script ?? "–" },
      });
      expect(patterns()).toMatchObject([{ script }]);
      expect(addresses).not.toContain(`https://${host}`);
    },
  );

  test("where Cloudflare doesn't take what leads home past the day's limit, it is said", async () => {
    await start({ isDocumentedOnly: true });
    const { setUp, routes } = await home.follow("/setup", wanted);
    expect([setUp?.problem, routes]).toEqual([null, [{ host, failsOpen: false }]]);
  });
});
