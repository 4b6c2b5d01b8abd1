import { afterEach, describe, expect, test } from "vitest";
import { send } from "../support/server.ts";
import { chrome } from "../support/userAgents.ts";
import {
  type CloudflareOptions,
  type CloudflareStandIn,
  goodToken,
  startCloudflare,
} from "./cloudflare.ts";
import { startHome, type TestHome } from "./home.ts";

/** What Cloudflare's own clients and documents say that it does, and a friendlier stand-in would not. */

let cloudflare: CloudflareStandIn;
let home: TestHome;

afterEach(async () => {
  await home.stop();
  await cloudflare.close();
});

async function start(options: CloudflareOptions): Promise<void> {
  cloudflare = await startCloudflare(options);
  home = await startHome(cloudflare);
}

const visitor = { headers: { "user-agent": chrome } };
const bothRights = { rights: ["scripts", "databases"] } as const;
const domain = { token: goodToken, domains: ["go.example.org"] };

test("a fresh account gets its name below workers.dev before the Worker", async () => {
  await start({ subdomain: null });
  expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
  const changes = cloudflare.asked.filter((one) => one.startsWith("PUT"));
  expect(changes.map((one) => /subdomain|scripts/.exec(one)?.[0])).toEqual([
    "subdomain",
    "scripts",
  ]);
});

test("a name below workers.dev that somebody else has is no obstacle", async () => {
  await start({ subdomain: null, takenNames: 2 });
  expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
});

test("a new name below workers.dev isn't looked up before it's known", async () => {
  await start({ subdomain: null, slowNames: { known: 150, remembered: 60_000 } });
  expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
});

test("a copy is set up and upgraded while the program of before still answers here and there", async () => {
  await start({ sideBySide: 3 });
  await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
  expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
  expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
  expect(await home.edge("POST", "/push")).toMatchObject({ problem: null, push: { waiting: 0 } });
});

test("an upgrade that fails leaves a copy that works, with the secret that it has", async () => {
  await start({});
  await home.follow("/setup", { token: goodToken });
  const secret = cloudflare.workers.get("waypost")?.secret;
  cloudflare.failNext((method, path) => method === "PUT" && path.endsWith("/waypost"));
  expect((await home.follow("/setup", { token: goodToken })).setUp?.problem?.code).toBe(
    "apiRefused",
  );
  expect(cloudflare.workers.get("waypost")?.secret).toBe(secret);
  await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
  expect(await home.edge("POST", "/push")).toMatchObject({ problem: null, push: { waiting: 0 } });
  expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
  expect(cloudflare.workers.get("waypost")?.secret).not.toBe(secret);
});

test("a copy's data is kept in the EU if its owner wants that, from its start", async () => {
  await start({});
  expect((await home.follow("/setup", { token: goodToken, eu: true })).setUp?.problem).toBeNull();
  expect([...cloudflare.databases.values()]).toMatchObject([{ jurisdiction: "eu" }]);
  expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
  await expect(home.edge("POST", "/setup", { token: goodToken, eu: true })).rejects.toThrow("eu");
});

test("a copy with domains is removed in one go, although deletions answer without a body", async () => {
  await start({ zones: ["example.org", "example.net"] });
  await home.follow("/setup", { token: goodToken, domains: ["go.example.org", "go.example.net"] });
  expect(cloudflare.domains.size).toBe(2);
  const removed = await home.follow("/remove", { token: goodToken });
  expect(removed).toMatchObject({ set: false, setUp: { problem: null } });
  expect([cloudflare.domains.size, cloudflare.workers.size, cloudflare.databases.size]).toEqual([
    0, 0, 0,
  ]);
});

test("a removal that was interrupted after the Worker was deleted ends at the next try", async () => {
  await start({});
  await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
  await home.follow("/setup", { token: goodToken });
  await send(cloudflare.addressOf("waypost"), "/spring", visitor);
  cloudflare.failNext((method, path) => method === "DELETE" && path.includes("/d1/"));
  const cut = await home.follow("/remove", { token: goodToken });
  expect(cut).toMatchObject({ set: true, setUp: { problem: { code: "apiRefused" } } });
  expect(cloudflare.workers.size).toBe(0);
  const removed = await home.follow("/remove", { token: goodToken });
  expect(removed).toMatchObject({ set: false, setUp: { problem: null } });
  expect(cloudflare.databases.size).toBe(0);
  expect((await home.api("GET", "/api/urls")).body.data.urls[0].clicks).toBe(1);
});

test("a token that may not delete the database leaves the copy as it is", async () => {
  const token = "for-workers-only";
  await start({ tokens: { [goodToken]: bothRights, [token]: { rights: ["scripts"] } } });
  await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
  await home.follow("/setup", { token: goodToken });
  const { setUp } = await home.follow("/remove", { token });
  expect(setUp?.problem).toMatchObject({ code: "tokenRights" });
  const visited = await send(cloudflare.addressOf("waypost"), "/spring", visitor);
  expect(visited.status).toBe(302);
});

test("a domain can be replaced by another one", async () => {
  await start({ zones: ["example.org"] });
  await home.follow("/setup", domain);
  const moved = await home.follow("/setup", { token: goodToken, domains: ["s.example.org"] });
  expect(moved.setUp?.problem).toBeNull();
  expect([...cloudflare.domains.keys()]).toEqual(["s.example.org"]);
});

test("a domain that a tunnel has is named, and those before it stay connected", async () => {
  await start({ zones: ["example.org"], records: ["tunnel.example.org"] });
  const both = { token: goodToken, domains: ["go.example.org", "tunnel.example.org"] };
  const { setUp, addresses } = await home.follow("/setup", both);
  expect(setUp?.problem).toMatchObject({
    code: "domainRecord",
    values: { host: "tunnel.example.org" },
  });
  expect(addresses).toContain("https://go.example.org");
  await home.follow("/remove", { token: goodToken });
  expect(cloudflare.domains.size).toBe(0);
});

test("a domain of another Worker isn't taken from it", async () => {
  await start({ zones: ["example.org"] });
  await home.follow("/setup", { ...domain, name: "another" });
  const second = await startHome(cloudflare);
  const { setUp } = await second.follow("/setup", domain);
  await second.stop();
  expect(setUp?.problem).toMatchObject({ code: "domainTaken" });
  expect(cloudflare.domains.get("go.example.org")).toBe("another");
});

test("a token that belongs to the account works with the account's ID", async () => {
  const token = "owned-by-the-account";
  await start({
    tokens: { [token]: { rights: ["scripts", "databases"], isAccountOwned: true } },
  });
  expect((await home.follow("/setup", { token })).setUp?.problem?.code).toBe("accountNeeded");
  const { account } = cloudflare;
  expect((await home.follow("/setup", { token, account })).setUp?.problem).toBeNull();
});

describe("the API's own failures", () => {
  const page = { status: 403, body: "<html>Attention Required!</html>" };
  const refused = (status: number, code: number) => ({
    status,
    body: JSON.stringify({ success: false, errors: [{ code, message: "no" }], result: null }),
  });

  test.each([
    ["a firewall's page", [page], "apiBlocked"],
    ["an unverified email address", [refused(403, 10_034)], "emailUnverified"],
    ["an API that is down", [502, 503, 504].map((status) => ({ status, body: "" })), "apiRefused"],
  ])("%s is told as what it is", async (_, answers, code) => {
    await start({});
    cloudflare.answerNext(...answers);
    expect((await home.follow("/setup", { token: goodToken })).setUp?.problem?.code).toBe(code);
    expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
  });

  test("a failure now and then is tried again", async () => {
    await start({});
    cloudflare.answerNext({ status: 502, body: "" }, { status: 500, body: "" });
    expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
  });

  test("a Worker is published at a second try, after an internal error", async () => {
    await start({});
    const isPublication = (method: string, path: string) =>
      method === "POST" && path.endsWith("/subdomain");
    cloudflare.failNext(isPublication, refused(500, 10_013));
    expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
  });

  test("a connection that breaks once is tried again, but never for what creates something", async () => {
    await start({});
    const cutOnce = (isMeant: (path: string) => boolean) => {
      let isCut = false;
      cloudflare.cut((path) => {
        if (isCut || !isMeant(path)) return "open";
        isCut = true;
        return "cutAfter";
      });
    };
    cutOnce((path) => path.endsWith("/d1/database"));
    expect((await home.follow("/setup", { token: goodToken })).setUp?.problem?.code).toBe(
      "apiUnreachable",
    );
    cutOnce((path) => path.includes("/workers/scripts/waypost?"));
    expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
    expect(cloudflare.databases.size).toBe(1);
  });

  test("a token that may not list accounts is enough where the account is named", async () => {
    await start({});
    const { account } = cloudflare;
    cloudflare.failNext((_, path) => path === "/accounts", refused(403, 9109));
    const made = await home.follow("/setup", { token: goodToken, account });
    expect(made.setUp?.problem).toBeNull();
  });

  test("a Worker that was uploaded and never published is found again", async () => {
    await start({});
    cloudflare.failNext((method, path) => method === "POST" && path.endsWith("/subdomain"));
    expect((await home.follow("/setup", { token: goodToken })).setUp?.problem?.code).toBe(
      "apiRefused",
    );
    expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
  });
});

describe("a Worker with little time", () => {
  const add = (custom: string, more: object = {}) =>
    home.api("POST", "/api/url/add", { url: "https://example.org/", custom, ...more });

  test("gets smaller calls, and a row that is too large alone is left out and named", async () => {
    await start({ heaviest: 20_000 });
    for (let at = 1; at <= 60; at += 1) await add(`link-${at}`);
    const details = `https://example.org/?${"x".repeat(8_000)}`;
    const targets = ["DE", "FR", "US"].map((location) => ({ location, link: details }));
    await add("heavy", { geotarget: targets });
    const made = await home.follow("/setup", { token: goodToken });
    expect([made.setUp?.problem, made.problem]).toEqual([null, null]);
    const address = cloudflare.addressOf("waypost");
    const visits = ["/link-1", "/link-60", "/heavy"].map((path) => send(address, path, visitor));
    expect((await Promise.all(visits)).map(({ status }) => status)).toEqual([302, 302, 404]);
    const { body } = await home.api(
      "GET",
      "/api/edge/links?state=pending",
      undefined,
      home.localKey,
    );
    expect(body.data.links).toMatchObject([{ alias: "heavy", reason: "problem" }]);
  });

  test("hands home what visitors left, a few at a time", async () => {
    await start({ heaviest: 20_000 });
    await add("spring");
    await home.follow("/setup", { token: goodToken });
    for (let at = 0; at < 120; at += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await send(cloudflare.addressOf("waypost"), "/spring", visitor);
    }
    const drained = await home.edge("POST", "/pull");
    expect([drained.problem, drained.drain.taken]).toEqual([null, 120]);
  });
});

test("clicks come home also where no change can be sent", async () => {
  await start({});
  await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
  await home.follow("/setup", { token: goodToken });
  const address = cloudflare.addressOf("waypost");
  await send(address, "/spring", visitor);
  cloudflare.cut((path) => (path.endsWith("/push") ? "cutBefore" : "open"));
  await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "summer" });
  const pushed = await home.edge("POST", "/push");
  expect([pushed.problem?.code, pushed.drain.taken]).toEqual(["network", 1]);
});
