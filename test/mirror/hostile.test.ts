import { cp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  callPrefix,
  hashHeader,
  signatureHeader,
  timeHeader,
} from "../../src/mirror/wire/calls.ts";
import { bodyHash, sign } from "../../src/mirror/wire/sign.ts";
import { isFull } from "../support/full.ts";
import { makeDataDir, send } from "../support/server.ts";
import { type CloudflareStandIn, goodToken, startCloudflare } from "./cloudflare.ts";
import { startHome, type TestHome } from "./home.ts";

let cloudflare: CloudflareStandIn;
const homes: TestHome[] = [];

beforeEach(async () => {
  cloudflare = await startCloudflare({
    tokens: {
      [goodToken]: { rights: ["scripts", "databases"] },
      "without-scripts": { rights: ["databases"] },
      "without-databases": { rights: ["scripts"] },
      "of-two": { rights: ["scripts", "databases"], accounts: ["Owner", "Other"] },
      "of-none": { rights: ["scripts", "databases"], accounts: [] },
    },
    accounts: ["Owner", "Other"],
    zones: ["example.org"],
  });
});
afterEach(async () => {
  for (const one of homes.splice(0)) await one.stop();
  await cloudflare.close();
});

async function newHome(options: Parameters<typeof startHome>[1] = {}): Promise<TestHome> {
  const home = await startHome(cloudflare, options);
  homes.push(home);
  return home;
}

/** A call of the mirror, as somebody sends it who knows this much. */
async function call(
  name: string,
  body: object,
  over: { readonly secret?: string; readonly time?: number; readonly unsigned?: true } = {},
) {
  const path = callPrefix + name;
  const { time = Date.now() } = over;
  const secret = over.secret ?? cloudflare.workers.get("waypost")?.secret ?? "";
  const text = JSON.stringify(body);
  const hash = await bodyHash(text);
  const signature = await sign(secret, { method: "POST", path, time, hash });
  const signed = {
    [timeHeader]: String(time),
    [hashHeader]: hash,
    [signatureHeader]: signature,
  };
  const answer = await send(cloudflare.addressOf("waypost"), path, {
    method: "POST",
    body: text,
    ...(over.unsigned !== true && { headers: signed }),
  });
  return { status: answer.status, code: JSON.parse(answer.text).code, date: answer.headers.date };
}

test("pushing, draining and emptying need a signature of this home, of now, used once", async () => {
  const home = await newHome();
  await home.follow("/setup", { token: goodToken });
  const {
    home: id,
    generation,
    sequence,
  } = JSON.parse(await readFile(join(home.dataDir, "edge.json"), "utf8"));
  const turn = { home: id, generation, sequence: sequence + 1 };
  for (const name of ["push", "drain", "list", "wipe", "adopt", "state"]) {
    const refused = [
      await call(name, turn, { unsigned: true }),
      await call(name, turn, { secret: "somebody else's secret" }),
      await call(name, turn, { time: Date.now() - 120_000 }),
    ];
    expect(refused.map(({ status, code }) => [status, code])).toEqual([
      [401, "unsigned"],
      [401, "foreign"],
      [401, "old"],
    ]);
    expect(refused.every(({ date }) => date !== undefined)).toBe(true);
  }
  const replayed = { ...turn, sequence, upserts: [], removes: [] };
  expect(await call("push", replayed)).toMatchObject({ status: 401, code: "replayed" });
  const foreign = { ...turn, home: "another", upserts: [], removes: [] };
  expect(await call("push", foreign)).toMatchObject({ status: 409, code: "otherOwner" });
  expect((await home.edge("POST", "/check")).check).toMatchObject({ differences: 0 });
});

test("of two homes on one mirror the second is refused, until it takes the mirror over", async () => {
  const first = await newHome();
  await first.api("POST", "/api/url/add", { url: "https://example.org/1", custom: "first" });
  await first.follow("/setup", { token: goodToken });
  const second = await newHome();
  await second.api("POST", "/api/url/add", { url: "https://example.org/2", custom: "second" });
  const refused = await second.follow("/setup", { token: goodToken });
  expect(refused.setUp?.problem).toMatchObject({
    code: "mirrorThere",
    message: expect.stringContaining("Claim the copy"),
  });
  expect(await first.edge("POST", "/push")).toMatchObject({ problem: null });

  const taken = await second.follow("/claim", { token: goodToken });
  expect(taken).toMatchObject({ set: true, problem: null, setUp: { problem: null } });
  const address = cloudflare.addressOf("waypost");
  const statuses = [await send(address, "/first"), await send(address, "/second")];
  expect(statuses.map(({ status }) => status)).toEqual([404, 302]);
  // With a secret of its own the second has shut the first out.
  expect((await first.edge("POST", "/push")).problem).toMatchObject({ code: "foreign" });

  const back = await first.follow("/claim", { token: goodToken });
  expect(back).toMatchObject({ problem: null, setUp: { problem: null } });
  expect((await second.edge("POST", "/push")).problem?.code).toMatch(/otherOwner|foreign/);
});

test("a copy of the data folder tells the mirror nothing until its owner claims it", async () => {
  const home = await newHome();
  await home.follow("/setup", { token: goodToken });
  const folder = await makeDataDir();
  await cp(home.dataDir, folder, { recursive: true });
  const copy = await newHome({ dataDir: folder });
  await copy.api("POST", "/api/url/add", { url: "https://example.org/", custom: "copied" });
  const waits = { code: "elsewhere", message: expect.stringContaining("Claim the copy") };
  for (const path of ["/push", "/pull", "/check"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await copy.edge("POST", path)).problem).toMatchObject(waits);
  }
  const address = cloudflare.addressOf("waypost");
  expect((await send(address, "/copied")).status).toBe(404);

  await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "own" });
  expect(await home.edge("POST", "/push")).toMatchObject({ problem: null });
  expect(await copy.follow("/claim", {})).toMatchObject({ problem: null });
  expect((await send(address, "/copied")).status).toBe(302);
  expect((await home.edge("POST", "/push")).problem).toMatchObject({
    code: "otherOwner",
    message: expect.stringContaining("Claim the copy"),
  });
  const taken = await home.follow("/claim", {});
  expect(taken).toMatchObject({ problem: null, setUp: { problem: null } });
  expect((await copy.edge("POST", "/push")).problem).toMatchObject({ code: "otherOwner" });
  await copy.stop();
  await rm(folder, { recursive: true });
});

describe("a token", () => {
  test.each([
    ["without-scripts", {}, "tokenRights", "Account: Workers Scripts, Edit"],
    ["without-databases", {}, "tokenRights", "Account: D1, Edit"],
    ["of-none", {}, "accountNeeded", "Enter the account’s ID"],
    ["of-two", {}, "accountUnknown", "Choose an account"],
    ["nobody-knows-it", {}, "tokenWrong", "doesn’t accept the token"],
    ["two words", {}, "tokenWrong", "doesn’t accept the token"],
    [goodToken, { domains: ["go.example.net"] }, "domainUnknown", "go.example.net"],
    [goodToken, { name: "another" }, "nameTaken", "isn’t Waypost’s"],
  ])("%s with %j: %s", async (token, more, code, words) => {
    cloudflare.addForeignWorker("another");
    const home = await newHome();
    const { setUp } = await home.follow("/setup", { token, ...more });
    expect(setUp?.problem).toMatchObject({ code, message: expect.stringContaining(words) });
    if (code !== "accountUnknown") return;
    const names = setUp?.accounts.map(({ name }) => name);
    expect(names).toEqual(["Owner", "Other"]);
    const [, other] = setUp?.accounts ?? [];
    const chosen = await home.follow("/setup", { token, account: other?.id });
    expect(chosen).toMatchObject({ account: { name: "Other" }, setUp: { problem: null } });
  });

  test("stays nowhere: in no file, no line of the log and no answer", async () => {
    const lines: string[] = [];
    const home = await newHome({ log: (line) => void lines.push(line) });
    await home.follow("/setup", { token: "nobody-knows-it" });
    const made = await home.follow("/setup", { token: goodToken, domains: ["go.example.org"] });
    expect(made.setUp?.problem).toBeNull();
    await home.close();
    const names = await readdir(home.dataDir, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile());
    const texts = await Promise.all(
      files.map((entry) => readFile(join(entry.parentPath, entry.name), "utf8")),
    );
    expect(texts.length).toBeGreaterThan(4);
    const said = [...texts, ...lines, JSON.stringify(made)].join("\n");
    expect(said).not.toContain(goodToken);
    expect(said).not.toContain("nobody-knows-it");
  });
});

test("a Worker of another version is told, and renewed in its place", async () => {
  const home = await newHome();
  const made = await home.follow("/setup", { token: goodToken });
  const { own } = made.worker;
  await cloudflare.replace("waypost", (script) => script.replaceAll(`:\`${own}\``, ':"0.0.1"'));
  const told = await home.edge("POST", "/pull");
  expect(told.worker).toEqual({ version: "0.0.1", own, outdated: true });
  const renewed = await home.follow("/setup", { token: goodToken });
  expect(renewed).toMatchObject({
    worker: { version: own, outdated: false },
    setUp: { kind: "upgrade", problem: null },
  });
  expect(cloudflare.databases.size).toBe(1);
});

test("a Worker that is too old to sign its answers keeps its links, and is renewed in its place", async () => {
  const home = await newHome();
  await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "one" });
  await home.follow("/setup", { token: goodToken });
  await cloudflare.replace("waypost", (script) => script.replaceAll("waypost-reply", "x-none"));
  await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "two" });
  expect((await home.edge("POST", "/push")).problem?.code).toBe("unproven");
  const there = async (path: string) => (await send(cloudflare.addressOf("waypost"), path)).status;
  expect([await there("/one"), await there("/two")]).toEqual([302, 404]);
  const renewed = await home.follow("/setup", { token: goodToken });
  expect(renewed).toMatchObject({ problem: null, setUp: { kind: "upgrade", problem: null } });
  expect([await there("/one"), await there("/two")]).toEqual([302, 302]);
  expect(cloudflare.databases.size).toBe(1);
});

test("a clock that is an hour off hinders nothing", async () => {
  const home = await newHome({ clock: () => Date.now() + 3_600_000 });
  await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "late" });
  expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
  expect((await send(cloudflare.addressOf("waypost"), "/late")).status).toBe(302);
  expect(await home.edge("POST", "/pull")).toMatchObject({ problem: null });
});

test("a set-up that is cut off at some call is done by the next one, with nothing twice", async () => {
  const calls = cloudflare.seen;
  const home = await newHome();
  await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "one" });
  await home.follow("/setup", { token: goodToken });
  const most = calls.length;
  await home.follow("/remove", { token: goodToken });
  expect(most).toBeGreaterThan(15);
  for (let at = 0; at < most; at += isFull ? 1 : 5) {
    let seen = 0;
    const how = at % 2 === 0 ? "cutBefore" : "cutAfter";
    cloudflare.cut(() => (seen++ === at ? how : "open"));
    await home.follow("/setup", { token: goodToken });
    cloudflare.cut(() => "open");
    let made = await home.follow("/setup", { token: goodToken });
    // Whoever was cut off before anything was kept finds the mirror there, and takes it over.
    if (made.setUp?.problem?.code === "mirrorThere") {
      made = await home.follow("/claim", { token: goodToken });
    }
    expect([at, how, made.setUp?.problem, made.push.waiting]).toEqual([at, how, null, 0]);
    expect([cloudflare.workers.size, cloudflare.databases.size]).toEqual([1, 1]);
    const gone = await home.follow("/remove", { token: goodToken });
    expect([at, gone.set, cloudflare.databases.size]).toEqual([at, false, 0]);
  }
});

test("where nothing of that name is, nothing is taken over, and nothing is made", async () => {
  const home = await newHome();
  const { set, setUp } = await home.follow("/claim", { token: goodToken, name: "third" });
  expect([set, setUp?.problem]).toMatchObject([
    false,
    { code: "mirrorMissing", values: { name: "third" } },
  ]);
  expect([cloudflare.workers.size, cloudflare.databases.size]).toEqual([0, 0]);

  // What was lost there is made again by a set-up.
  await home.follow("/setup", { token: goodToken });
  await cloudflare.lose("waypost");
  expect((await home.follow("/setup", { token: goodToken })).setUp?.problem).toBeNull();
});

test("whoever takes a mirror over has its domains, too, and removes them with it", async () => {
  const first = await newHome();
  await first.follow("/setup", { token: goodToken, domains: ["go.example.org"] });
  const second = await newHome();
  const taken = await second.follow("/claim", { token: goodToken });
  expect(taken.addresses).toEqual([cloudflare.addressOf("waypost"), "https://go.example.org"]);
  const kept = JSON.parse(await readFile(join(second.dataDir, "edge.json"), "utf8"));
  expect(kept.domains).toEqual(["go.example.org"]);
  await second.follow("/remove", { token: goodToken });
  expect([cloudflare.workers.size, cloudflare.domains.size]).toEqual([0, 0]);
});

test("a renewal finds out that the mirror is another home's before it changes anything", async () => {
  const first = await newHome();
  await first.follow("/setup", { token: goodToken });
  const second = await newHome();
  await second.follow("/claim", { token: goodToken });
  const folder = await makeDataDir();
  await cp(second.dataDir, folder, { recursive: true });
  const copy = await newHome({ dataDir: folder });
  await expect.poll(async () => (await copy.edge("GET")).set).toBe(true);
  await copy.follow("/claim", {});
  const before = cloudflare.workers.get("waypost");
  const changes = () => cloudflare.asked.filter((one) => !one.startsWith("GET")).length;
  const changed = changes();

  const shutOut = await first.follow("/setup", { token: goodToken });
  expect(shutOut.setUp?.problem).toMatchObject({ code: "foreign" });
  const former = await second.follow("/setup", { token: goodToken });
  expect(former.setUp?.problem).toMatchObject({ code: "otherOwner" });
  expect([changes(), cloudflare.workers.get("waypost")]).toEqual([changed, before]);
  expect((await copy.edge("POST", "/push")).problem).toBeNull();
  await copy.stop();
  await rm(folder, { recursive: true });
});
