import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { makeDataDir, send } from "../support/server.ts";
import { chrome } from "../support/userAgents.ts";
import { type CloudflareStandIn, goodToken, startCloudflare } from "./cloudflare.ts";
import { startHome, type TestHome } from "./home.ts";

let cloudflare: CloudflareStandIn;
let home: TestHome;

afterEach(async () => {
  await home.stop();
  await cloudflare.close();
});

const visitor = { headers: { "user-agent": chrome } };

test("a mirror is made, answers visitors, hands clicks home and is removed without a trace", async () => {
  cloudflare = await startCloudflare();
  home = await startHome(cloudflare);
  await home.api("POST", "/api/url/add", { url: "https://example.org/a", custom: "before" });
  expect(await home.edge("GET")).toMatchObject({ set: false, problem: { code: "notSet" } });

  const made = await home.follow("/setup", { token: goodToken });
  expect(made.setUp).toMatchObject({
    kind: "setup",
    problem: null,
    steps: expect.arrayContaining([{ step: "verify", outcome: "ok" }]),
  });
  const { address } = made;
  expect(address).toBe(cloudflare.addressOf("waypost"));
  expect(made).toMatchObject({ set: true, problem: null, push: { waiting: 0 } });

  const visited = await send(address ?? "", "/before", visitor);
  expect([visited.status, visited.headers.location]).toEqual([302, "https://example.org/a"]);

  const drained = await home.edge("POST", "/pull");
  expect(drained.drain).toMatchObject({ taken: 1, waiting: 0 });
  const { body } = await home.api("GET", "/api/urls");
  expect(body.data.urls[0]).toMatchObject({ alias: "before", clicks: 1 });

  const removed = await home.follow("/remove", { token: goodToken });
  expect(removed).toMatchObject({ set: false, setUp: { kind: "remove", problem: null } });
  expect([...cloudflare.workers, ...cloudflare.databases]).toEqual([]);
});

test("a mirror whose Worker was deleted by hand is given up when its owner says so", async () => {
  cloudflare = await startCloudflare();
  home = await startHome(cloudflare);
  await home.follow("/setup", { token: goodToken });
  await cloudflare.lose("waypost");
  const stuck = await home.follow("/remove", { token: goodToken });
  expect(stuck).toMatchObject({ set: true, setUp: { problem: { code: "notWaypost" } } });
  const forgotten = await home.follow("/remove", { token: goodToken, forget: true });
  expect(forgotten).toMatchObject({ set: false, secret: null, setUp: { problem: null } });
  expect(cloudflare.databases.size).toBe(0);
  // As new: nothing of before is in the way.
  const again = await home.follow("/setup", { token: goodToken });
  expect(again.setUp?.problem).toBeNull();
});

test("a renewal gives a lost Worker back, with everything in it", async () => {
  cloudflare = await startCloudflare();
  home = await startHome(cloudflare);
  await home.api("POST", "/api/url/add", { url: "https://example.org/a", custom: "kept" });
  await home.follow("/setup", { token: goodToken });
  await cloudflare.lose("waypost");
  expect((await home.edge("POST", "/push")).problem).toMatchObject({ code: "notWaypost" });
  const renewed = await home.follow("/setup", { token: goodToken });
  expect(renewed).toMatchObject({ problem: null, setUp: { kind: "upgrade", problem: null } });
  expect((await send(cloudflare.addressOf("waypost"), "/kept", visitor)).status).toBe(302);
});

test("a set-up uses no secret that came with the folder, and each upgrade has a new one", async () => {
  cloudflare = await startCloudflare();
  const dataDir = await makeDataDir();
  const path = join(dataDir, "secrets.json");
  const key = "P".repeat(32);
  const planted = { keeper: null, value: "a-secret-of-whoever-filled-the-folder" };
  const secrets = { apiKey: key, hashKey: key, cookieKey: key, edgeSecret: planted };
  await writeFile(path, JSON.stringify(secrets), { mode: 0o600 });
  home = await startHome(cloudflare, { dataDir });
  const secret = () => cloudflare.workers.get("waypost")?.secret;
  const kept = async () => JSON.parse(await readFile(path, "utf8"));
  expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
  const first = secret();
  expect(first).not.toBe(planted.value);
  expect((await kept()).edgeSecret.value).toBe(first);
  expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
  const second = secret();
  expect(second).not.toBe(first);
  expect(await kept()).toMatchObject({ edgeSecret: { value: second } });
  expect((await home.follow("/claim", { token: goodToken })).setUp?.problem).toBeNull();
  expect([first, second]).not.toContain(secret());
  expect(JSON.stringify(await kept())).not.toMatch(new RegExp(`${first}|${second}`));
});

test("an account without a name below workers.dev gets one", async () => {
  cloudflare = await startCloudflare({ subdomain: null });
  home = await startHome(cloudflare);
  expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
  expect(cloudflare.asked.filter((one) => one.startsWith("PUT"))).toHaveLength(2);
});

test("a set-up tells a copy that doesn't answer from one that leads elsewhere", async () => {
  cloudflare = await startCloudflare();
  home = await startHome(cloudflare);
  await home.api("POST", "/api/url/add", { url: "https://example.org/a", custom: "kept" });
  const address = cloudflare.addressOf("waypost");
  const silent = { code: "silent", values: { address, seconds: 20 } };
  cloudflare.cut((path) => (path.startsWith("/kept") ? "cutBefore" : "open"));
  const { setUp } = await home.follow("/setup", { token: goodToken });
  expect(setUp?.problem).toMatchObject(silent);
  expect(setUp?.steps.at(-1)).toEqual({ step: "verify", outcome: "failed" });
  cloudflare.cut((path) => {
    if (path === "/kept") cloudflare.database("waypost").sqlite.exec("delete from mirror");
    return "open";
  });
  const elsewhere = await home.follow("/setup", { token: goodToken });
  expect(elsewhere.setUp?.problem).toMatchObject({
    code: "proofFailed",
    values: { link: `${address}/kept`, location: "404", expected: "https://example.org/a" },
  });
});

test("links are listed by where they stand, a page at a time", async () => {
  cloudflare = await startCloudflare();
  home = await startHome(cloudflare);
  for (let at = 1; at <= 5; at += 1) {
    const locked = at % 2 === 0 ? { password: "open sesame" } : {};
    await home.api("POST", "/api/url/add", {
      url: "https://example.org/",
      custom: `l-${at}`,
      ...locked,
    });
  }
  await home.follow("/setup", { token: goodToken });
  const list = async (query: string) => {
    const { body } = await home.api("GET", `/api/edge/links?${query}`, undefined, home.localKey);
    const { result, maxpage, links } = body.data;
    const told = links.map(({ alias, reason }: { alias: string; reason: string | null }) =>
      reason === null ? alias : `${alias} ${reason}`,
    );
    return [result, maxpage, ...told];
  };
  expect(await list("state=synced&limit=2&page=2")).toEqual([3, 2, "l-5"]);
  expect(await list("state=synced&limit=2")).toEqual([3, 2, "l-1", "l-3"]);
  expect(await list("state=localOnly")).toEqual([2, 1, "l-2 password", "l-4 password"]);
  expect(await list("state=pending")).toEqual([0, 1]);
  expect(await list("limit=3")).toEqual([5, 2, "l-1", "l-2 password", "l-3"]);
  expect(await list("ids=4,5,99")).toEqual([2, 1, "l-4 password", "l-5"]);
});
