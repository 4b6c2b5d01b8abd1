import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { ServerOptions } from "../../../src/app/options.ts";
import { makeDataDir, send, startTestServer, type TestServer } from "../../support/server.ts";
import { chrome } from "../../support/userAgents.ts";

/** A number of the public internet; nothing here ever connects to it. */
const outside = "93.184.215.14";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Names lead to the public internet, and whatever is asked there to a port of this computer. */
function internet(names: Readonly<Record<string, () => number>>) {
  const ports = new Map<string, () => number>();
  return {
    async resolve(name: string) {
      const port = names[name];
      if (port === undefined) throw new Error("no such name");
      ports.set(outside, port);
      return [outside];
    },
    connect: () => connect({ host: "127.0.0.1", port: ports.get(outside)?.() ?? 1 }),
  } satisfies ServerOptions["network"];
}

async function started(overrides: Partial<ServerOptions> = {}): Promise<TestServer> {
  const server = await startTestServer(overrides);
  closing.push(() => server.stop());
  return server;
}

async function call(server: TestServer, method: string, path: string, body?: object) {
  const target = path === "" ? "/api/public-address" : `/api/public-address/${path}`;
  return server.api(method, target, body, server.localKey);
}

async function done(server: TestServer, method: string, path: string, body?: object) {
  const answer = await call(server, method, path, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.data;
}

const stateOf = (server: TestServer) => done(server, "GET", "");
const portOf = async (server: TestServer): Promise<number> => (await stateOf(server)).door.port;

async function taken(): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  closing.push(async () => server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { port: (server.address() as AddressInfo).port, server };
}

const atDoor = (port: number, path: string, headers: Readonly<Record<string, string>> = {}) =>
  send(`http://127.0.0.1:${port}`, path, { headers: { "user-agent": chrome, ...headers } });

const spring = { url: "https://example.com/spring", custom: "spring" };

describe("the public door", () => {
  test("opens and closes while the service runs, and is what it was after a restart", async () => {
    const dataDir = await makeDataDir();
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    const first = await startTestServer({ dataDir });
    await first.api("POST", "/api/url/add", spring);
    expect((await stateOf(first)).door).toBe(null);
    const { door } = await done(first, "POST", "open", { port: 0 });
    expect(door).toEqual({
      port: expect.any(Number),
      address: `http://127.0.0.1:${door.port}`,
    });
    expect(await atDoor(door.port, "/spring")).toMatchObject({ status: 302 });
    expect(await atDoor(door.port, "/api/url")).toMatchObject({ status: 403 });
    const { body } = await first.api("GET", "/api/service", undefined, first.localKey);
    expect(body.data.publicUrl).toBe(door.address);
    await first.stop();

    const second = await startTestServer({ dataDir });
    expect((await stateOf(second)).door).toEqual(door);
    expect((await done(second, "POST", "close")).door).toBe(null);
    await expect(atDoor(door.port, "/spring")).rejects.toThrow(/ECONNREFUSED/);
    expect((await done(second, "POST", "open")).door.port).toBe(door.port);
    await done(second, "POST", "close");
    await second.stop();

    const third = await startTestServer({ dataDir });
    expect((await stateOf(third)).door).toBe(null);
    await third.stop();
  });

  test("says which port is free where one is taken, and leaves the door as it was", async () => {
    const server = await started();
    const other = await taken();
    const { door } = await done(server, "POST", "open", { port: 0 });
    const { status, body } = await call(server, "POST", "open", { port: other.port });
    const [fault] = body.faults;
    expect([status, body.code, fault.field, fault.code]).toEqual([409, "taken", "port", "taken"]);
    expect(fault.free).toBeGreaterThan(other.port);
    expect(body.message).toBe(
      `The address 127.0.0.1:${other.port} is already in use by another program. Port ${fault.free} is free.`,
    );
    expect((await stateOf(server)).door).toEqual(door);
    const own = Number(new URL(server.baseUrl).port);
    expect(await call(server, "POST", "open", { port: own })).toMatchObject({
      status: 400,
      body: { faults: [{ field: "port", code: "taken" }] },
    });
  });

  test("moves to another port without a gap", async () => {
    const server = await started({ settings: { publicPort: "off" } }).then(async (one) => {
      expect(await call(one, "POST", "open")).toMatchObject({ status: 409 });
      return started();
    });
    const before = await done(server, "POST", "open", { port: 0 });
    const after = await done(server, "POST", "open", { port: 0 });
    expect(after.door.port).not.toBe(before.door.port);
    // Reset: it was connected just before the old port closed.
    await expect(atDoor(before.door.port, "/")).rejects.toThrow(/ECONN(REFUSED|RESET)/);
    await expect.poll(() => atDoor(before.door.port, "/").catch(String)).toContain("ECONNREFUSED");
    expect(await atDoor(after.door.port, "/")).toMatchObject({ status: 200 });
  });

  test("the address is tried anew when the door is closed or its tunnel is ended", async () => {
    let door = 1;
    const server = await started({
      baseUrl: "http://go.example.org",
      settings: { "targets.ask": "true" },
      network: internet({ "go.example.org": () => door }),
      log: () => {},
    });
    door = (await done(server, "POST", "open", { port: 0 })).door.port;
    expect((await done(server, "POST", "verify")).state).toBe("reachable");
    await done(server, "POST", "close");
    const state = async () => (await stateOf(server)).state;
    await expect.poll(state).toBe("unreachable");

    const tunnel = (method: string, path: string, body: object = {}) =>
      server.api(method, `/api/tunnel${path}`, body, server.localKey);
    door = (await done(server, "POST", "open")).door.port;
    await tunnel("PUT", "", { way: "pasted", address: "http://go.example.org" });
    await tunnel("POST", "/start");
    await expect.poll(state).toBe("reachable");
    door = 1;
    await tunnel("POST", "/stop");
    await expect.poll(state).toBe("unreachable");
  });

  test("is closed where a flag opened it, and another port than the flag's is refused", async () => {
    const server = await started({ publicPort: 0 });
    const { door, fixed } = await stateOf(server);
    expect(fixed).toEqual({ address: false, door: true, provider: false });
    expect(await call(server, "POST", "open", { port: door.port + 1 })).toMatchObject({
      status: 409,
      body: { code: "fixed" },
    });
    expect((await done(server, "POST", "close")).door).toBe(null);
    expect((await done(server, "POST", "open")).door).not.toBe(null);
  });
});

describe("the base address", () => {
  test("is another one at once, for everything that knows it, and after a restart", async () => {
    const dataDir = await makeDataDir();
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    const first = await startTestServer({ dataDir });
    await first.api("POST", "/api/url/add", spring);
    await first.api("POST", "/api/campaign/add", { name: "Spring", slug: "spr", public: true });
    const local = first.baseUrl;
    const used = await done(first, "PUT", "use", { address: "https://go.example.org/s/" });
    expect(used).toMatchObject({
      state: "unverified",
      address: "https://go.example.org/s",
      former: [{ address: local, temporary: false }],
    });
    const shown = (await first.api("GET", "/api/url/1")).body.details;
    expect(shown.shorturl).toBe("https://go.example.org/s/spring");
    expect((await first.api("GET", "/api/campaigns")).body.data.campaigns[0].rotator).toBe(
      "https://go.example.org/s/r/spr",
    );
    // The reserved first segment, the loop check, what `short` finds, the domain's own address.
    expect((await first.api("POST", "/api/url/add", { ...spring, custom: "s" })).body.message).toBe(
      "That alias is reserved. Please choose another one.",
    );
    for (const url of ["https://go.example.org/s/spring", `${local}/spring`]) {
      expect((await first.api("POST", "/api/url/add", { url })).status).toBe(400);
    }
    const found = await first.api("GET", `/api/urls?short=${local}/spring`);
    expect(found.body.details.id).toBe(1);
    expect(
      (await first.api("POST", "/api/domain/add", { domain: "https://go.example.org" })).status,
    ).toBe(409);
    // Where a request may come by that name, and below that path.
    const host = { host: "go.example.org" };
    expect(await first.visit("/spring", host)).toMatchObject({ status: 302 });
    expect(await first.visit("/s/spring", host)).toMatchObject({ status: 302 });
    expect(await first.visit("/api/url", host)).toMatchObject({ status: 403 });
    const run = JSON.parse(await readFile(join(dataDir, "run.json"), "utf8"));
    expect(run.baseUrl).toBe(`${local}/s`);
    expect((await send(local, "/s/api/url", {})).status).toBe(401);
    const { body } = await first.api("GET", "/api/settings", undefined, first.localKey);
    expect(body.settings.find(({ key }: { key: string }) => key === "baseUrl")).toMatchObject({
      value: "https://go.example.org/s",
      waiting: false,
    });
    await first.stop();

    const second = await startTestServer({ dataDir });
    expect(await stateOf(second)).toMatchObject({ address: "https://go.example.org/s" });
    // Back to this computer's own: what was printed meanwhile goes on working.
    const back = await done(second, "PUT", "use", { local: true });
    expect(back).toMatchObject({ state: "local", address: new URL(second.baseUrl).origin });
    expect(back.former[0]).toEqual({ address: "https://go.example.org/s", temporary: false });
    expect(await second.visit("/s/spring", host)).toMatchObject({ status: 302 });
    expect(await second.visit("/spring", { host: "other.example.org" })).toMatchObject({
      status: 421,
    });
    await second.stop();
  });

  test("stays what a flag says, and the refusal says why", async () => {
    const server = await started({
      baseUrl: "https://go.example.org",
      settings: { "geo.provider": "none" },
    });
    const refused = await call(server, "PUT", "use", { address: "https://other.example.org" });
    expect(refused).toMatchObject({ status: 409, body: { code: "fixed" } });
    expect(refused.body.message).toContain("--base-url");
    expect(
      await call(server, "PUT", "use", {
        address: "https://go.example.org",
        provider: "cloudflare",
      }),
    ).toMatchObject({ status: 409, body: { code: "fixed", faults: [{ field: "provider" }] } });
    expect(await stateOf(server)).toMatchObject({ address: "https://go.example.org" });
  });

  test("brings along whose headers are believed", async () => {
    const server = await started();
    await server.api("POST", "/api/url/add", spring);
    const { door } = await done(server, "POST", "open", { port: 0 });
    expect(
      await done(server, "PUT", "use", {
        address: "https://go.example.org",
        provider: "cloudflare",
        proxies: "10.0.0.2",
      }),
    ).toMatchObject({ provider: "cloudflare", proxies: "10.0.0.2" });
    expect(await done(server, "PUT", "use", { provider: "none" })).toMatchObject({
      address: "https://go.example.org",
      provider: "none",
      proxies: "10.0.0.2",
    });
    await done(server, "PUT", "use", { provider: "cloudflare" });
    await atDoor(door.port, "/spring", { "cf-ipcountry": "IS", "cf-connecting-ip": "192.0.2.1" });
    const { body } = await server.api("GET", "/api/url/1");
    expect(body.data.topCountries).toEqual({ Iceland: 1 });
  });

  test.each([
    ["ftp://go.example.org", 400],
    ["https://go.example.org/?a", 400],
    ["https://go.example.org/api", 400],
    ["https://go.example.org/spring", 409],
    ["https://go.example.org/q", 409],
    ["https://brand.example.org", 409],
  ])("%s can't be it", async (address, status) => {
    const server = await started({ settings: { verifyDomains: "false" } });
    await server.api("POST", "/api/url/add", spring);
    await server.api("POST", "/api/domain/add", { domain: "https://brand.example.org" });
    const refused = await call(server, "PUT", "use", { address });
    expect(refused).toMatchObject({ status, body: { faults: [{ field: "address" }] } });
    expect((await stateOf(server)).former).toEqual([]);
  });

  test("is marked where a tunnel made its name up", async () => {
    const server = await started();
    const address = "https://red-blue.trycloudflare.com";
    expect(await done(server, "PUT", "use", { address })).toMatchObject({ temporary: true });
    const own = "https://go.example.org";
    expect(await done(server, "PUT", "use", { address: own, temporary: true })).toMatchObject({
      temporary: true,
      former: [
        { address, temporary: true },
        { address: server.baseUrl, temporary: false },
      ],
    });
    expect(await done(server, "PUT", "use", { address: own, temporary: false })).toMatchObject({
      temporary: false,
    });
  });

  test("tells beforehand what was given out under it, and what goes on working", async () => {
    const server = await started({
      settings: { verifyDomains: "false" },
      network: internet({ "old.example.org": () => Number(new URL(server.baseUrl).port) }),
    });
    await done(server, "PUT", "use", { address: "http://old.example.org" });
    await server.api("POST", "/api/domain/add", { domain: "https://brand.example.org" });
    for (const body of [
      spring,
      { ...spring, custom: "summer" },
      { ...spring, custom: "autumn", domain: "https://brand.example.org" },
    ]) {
      await server.api("POST", "/api/url/add", body);
    }
    await server.api("POST", "/api/qr/add", { type: "link", data: spring.url });
    await server.api("POST", "/api/qr/add", { type: "text", data: "Hello" });
    await server.api("POST", "/api/bio/add", { name: "Rose" });
    const given = await done(server, "POST", "preview", { address: "https://new.example.org" });
    expect(given).toEqual({
      address: "http://old.example.org",
      temporary: false,
      links: 2,
      qrCodes: 1,
      bioPages: 1,
      bases: [
        { address: "http://old.example.org", temporary: false, works: "yes", message: null },
        { address: server.baseUrl, temporary: false, works: "here", message: null },
      ],
      unasked: 0,
    });
  });
});

describe("the proof from outside", () => {
  test("goes step by step, and is recorded nowhere", async () => {
    const server = await started({
      network: internet({ "go.example.org": () => port }),
      clock: () => Date.parse("2026-03-21T12:00:00Z"),
    });
    const { door } = await done(server, "POST", "open", { port: 0 });
    const { port } = door;
    await done(server, "PUT", "use", { address: "http://go.example.org" });
    const blank = {
      code: null,
      message: null,
      addresses: [],
      inside: false,
      status: null,
      link: null,
      location: null,
      expected: null,
    };
    expect((await done(server, "POST", "verify")).proof.steps[2]).toMatchObject({
      step: "redirect",
      outcome: "skipped",
      code: "noLink",
    });
    await server.api("POST", "/api/url/add", spring);
    // Newer ones that don't lead everybody there.
    await server.api("POST", "/api/url/add", { ...spring, custom: "secret", password: "word" });
    await server.api("POST", "/api/url/add", { ...spring, custom: "framed", type: "frame" });
    await server.api("POST", "/api/url/add", {
      ...spring,
      custom: "lands",
      geotarget: [{ location: "Iceland", link: "https://example.com/is" }],
    });
    await server.api("POST", "/api/url/add", { ...spring, custom: "limited", maxclicks: 1 });
    await server.api("POST", "/api/url/add", {
      ...spring,
      custom: "ruled",
      rules: [
        {
          url: "https://example.com/x",
          conditions: [{ type: "before-date", value: "2030-01-01" }],
        },
      ],
    });
    expect(await done(server, "POST", "verify")).toMatchObject({
      state: "reachable",
      provedAt: "2026-03-21 12:00:00",
      proof: {
        address: "http://go.example.org",
        startedAt: "2026-03-21 12:00:00",
        endedAt: "2026-03-21 12:00:00",
        steps: [
          { ...blank, step: "name", outcome: "ok", addresses: [outside] },
          { ...blank, step: "nonce", outcome: "ok" },
          {
            ...blank,
            step: "redirect",
            outcome: "ok",
            link: "http://go.example.org/spring",
            location: "https://example.com/spring",
            expected: "https://example.com/spring",
          },
        ],
      },
    });
    const { clicks, uniqueClicks } = (await server.api("GET", "/api/url/1")).body.data;
    expect([clicks, uniqueClicks]).toEqual([0, 0]);
    expect(await readClicks(server)).toBe("");
  });

  test("a header that nobody asked with counts like any visit", async () => {
    const server = await started();
    await server.api("POST", "/api/url/add", spring);
    await server.visit("/spring", { "waypost-proof": "made-up" });
    expect((await server.api("GET", "/api/url/1")).body.data.clicks).toBe(1);
  });

  test("a visit of the proof counts nothing, whatever a proxy makes of it", async () => {
    let port = 0;
    // It asks with a whole GET, as caching proxies do for a HEAD.
    const proxy = createServer((request, response) => {
      void send(`http://127.0.0.1:${port}`, request.url ?? "/", {
        headers: { ...(request.headers as Record<string, string>), "user-agent": chrome },
      }).then((answer) => response.writeHead(answer.status, answer.headers).end(answer.text));
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, "127.0.0.1", resolve);
    });
    closing.push(async () => proxy.close());
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { port: front } = proxy.address() as AddressInfo;
    const server = await started({ network: internet({ "go.example.org": () => front }) });
    port = (await done(server, "POST", "open", { port: 0 })).door.port;
    await server.api("POST", "/api/url/add", spring);
    const proved = await done(server, "POST", "verify", { address: "http://go.example.org" });
    expect(proved).toMatchObject({
      state: "local",
      proof: {
        address: "http://go.example.org",
        steps: [{ outcome: "ok" }, { outcome: "ok" }, { outcome: "ok" }],
      },
    });
    expect((await server.api("GET", "/api/url/1")).body.data.clicks).toBe(0);
    expect(await readClicks(server)).toBe("");
    // What was proved before it is used is proved.
    expect(await done(server, "PUT", "use", { address: "http://go.example.org" })).toMatchObject({
      state: "reachable",
    });
  });

  test.each([
    [
      "no such name",
      {},
      [
        ["failed", "noName"],
        ["skipped", "before"],
        ["skipped", "before"],
      ],
    ],
    [
      "nothing that listens",
      { "go.example.org": () => 1 },
      [
        ["ok", null],
        ["failed", "network"],
        ["skipped", "before"],
      ],
    ],
  ])("%s is told at its step", async (_name, names, outcomes) => {
    const server = await started({ network: internet(names), baseUrl: "http://go.example.org" });
    const { state, proof } = await done(server, "POST", "verify");
    expect(state).toBe("unreachable");
    const told = proof.steps.map((step: { outcome: string; code: string | null }) => [
      step.outcome,
      step.code,
    ]);
    expect(told).toEqual(outcomes);
  });

  test.each([
    [200, undefined, "status"],
    [302, "https://elsewhere.example.com/", "elsewhere"],
  ])("a link that ends in %i there is told", async (status, location, code) => {
    let port = 0;
    const proxy = createServer((request, response) => {
      if (request.url?.startsWith("/.well-known/") === true) {
        void send(`http://127.0.0.1:${port}`, request.url).then(({ text }) => response.end(text));
      } else {
        response.writeHead(status, location === undefined ? {} : { location }).end();
      }
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, "127.0.0.1", resolve);
    });
    closing.push(async () => proxy.close());
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { port: front } = proxy.address() as AddressInfo;
    const server = await started({
      baseUrl: "http://go.example.org",
      network: internet({ "go.example.org": () => front }),
    });
    port = Number(new URL(server.baseUrl).port);
    await server.api("POST", "/api/url/add", spring);
    const { state, proof } = await done(server, "POST", "verify");
    expect([state, proof.steps[2]]).toMatchObject([
      "unreachable",
      { outcome: "failed", code, status, location: location ?? null, expected: spring.url },
    ]);
    const reach = await server.api("GET", "/api/reach", undefined, server.localKey);
    expect(reach.body.data.problem.code).toBe(code === "elsewhere" ? "other" : code);
  });

  test("another address is proved before it is used, below its path too", async () => {
    const server = await started({ network: internet({ "go.example.org": () => port }) });
    const { port } = (await done(server, "POST", "open", { port: 0 })).door;
    await server.api("POST", "/api/url/add", spring);
    const { address, proof } = await done(server, "POST", "verify", {
      address: "http://go.example.org/deep/s",
    });
    expect([address, proof.address]).toEqual([server.baseUrl, "http://go.example.org/deep/s"]);
    expect(proof.steps.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      "ok",
      "ok",
      "ok",
    ]);
    expect(await atDoor(port, "/deep/s/spring")).toMatchObject({ status: 404 });
    expect(await call(server, "POST", "verify", { address: "nonsense" })).toMatchObject({
      status: 400,
    });
  });

  test("an address of this computer needs none", async () => {
    const server = await started();
    const { state, proof } = await done(server, "POST", "verify");
    expect([state, proof.steps[0].code]).toEqual(["local", "local"]);
  });

  test("who watches is told when it lies and when it is back, once each", async () => {
    let port = 1;
    const said: string[] = [];
    const server = await started({
      baseUrl: "http://go.example.org",
      network: internet({ "go.example.org": () => port }),
      log: (line) => said.push(line),
    });
    const own = Number(new URL(server.baseUrl).port);
    const told: string[] = [];
    const stop = server.onEvent((event) => {
      if (event.kind === "publicAddress") told.push(event.state);
    });
    // A tunnel may still be on its way: the first failure after a start says nothing yet.
    await done(server, "POST", "verify");
    expect([told, said]).toEqual([[], []]);
    for (const next of [own, own, 1, 1, own]) {
      port = next;
      await done(server, "POST", "verify");
    }
    expect(told).toEqual(["reachable", "unreachable", "reachable"]);
    expect(said).toEqual([
      expect.stringMatching(/^The public address http:\/\/go\.example\.org isn't reachable: /),
      "The public address http://go.example.org is reachable again.",
    ]);
    stop();
    await done(server, "PUT", "dark", { dark: true });
    expect(told).toHaveLength(3);
  });
});

describe("going dark", () => {
  test("tells everybody outside to come later, also after a restart", async () => {
    const dataDir = await makeDataDir();
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    const options = { dataDir, settings: { "public.api": "true" } };
    const first = await startTestServer(options);
    await first.api("POST", "/api/url/add", spring);
    const { door } = await done(first, "POST", "open", { port: 0 });
    await done(first, "PUT", "use", { address: "https://go.example.org" });
    expect(await done(first, "PUT", "dark", { dark: true })).toMatchObject({
      state: "paused",
      dark: true,
    });
    for (const path of ["/spring", "/", "/qr/x", "/r/x", "/.well-known/waypost?nonce=x"]) {
      const { status, headers } = await atDoor(door.port, path);
      expect([path, status, headers["retry-after"], headers["cache-control"]]).toEqual([
        path,
        503,
        "600",
        "no-store",
      ]);
    }
    expect((await atDoor(door.port, "/")).text).toContain("Closed for now");
    expect((await atDoor(door.port, "/", { "accept-language": "fa" })).text).toContain(
      "فعلاً در دسترس نیست",
    );
    const api = await atDoor(door.port, "/api/url", { authorization: `Bearer ${first.apiKey}` });
    expect([api.status, api.headers["retry-after"], JSON.parse(api.text).error]).toEqual([
      503,
      "600",
      1,
    ]);
    // Also who comes by the service door under the public name; this computer's own goes on.
    expect(await first.visit("/spring", { host: "go.example.org" })).toMatchObject({ status: 503 });
    expect(await first.visit("/spring")).toMatchObject({ status: 302 });
    const reach = await first.api("GET", "/api/reach", undefined, first.localKey);
    expect(reach.body.data.state).toBe("paused");
    await first.stop();

    const second = await startTestServer(options);
    expect(await atDoor(door.port, "/spring")).toMatchObject({ status: 503 });
    expect(await done(second, "PUT", "dark", { dark: false })).toMatchObject({ dark: false });
    expect(await atDoor(door.port, "/spring")).toMatchObject({ status: 302 });
    await second.stop();
  });

  test("can be proved meanwhile: the service's own question is answered", async () => {
    const server = await started({
      baseUrl: "http://go.example.org",
      publicPort: 0,
      network: internet({ "go.example.org": () => port }),
    });
    const port = await portOf(server);
    await done(server, "PUT", "dark", { dark: true });
    const { state, proof } = await done(server, "POST", "verify");
    expect([state, proof.steps]).toMatchObject([
      "paused",
      [{ outcome: "ok" }, { outcome: "ok" }, { outcome: "skipped", code: "paused" }],
    ]);
  });
});

test("no restore lets visitors in again, or forgets an address that was printed", async () => {
  const server = await started();
  await server.api("POST", "/api/url/add", spring);
  const owner = (path: string, body: object) =>
    server.api("POST", path, body, server.localKey).then((answer) => answer.body);
  const { backup } = await owner("/api/backups", {});
  await done(server, "PUT", "use", { address: "https://a-b.trycloudflare.com" });
  await done(server, "PUT", "use", { address: "https://go.example.org", temporary: true });
  await done(server, "PUT", "dark", { dark: true });
  const restore = `/api/backup/${backup.name}/restore`;
  const { token } = (await owner(restore, { preview: true })).preview;
  expect((await owner(restore, { token, wait: 10 })).job.state).toBe("done");
  expect(await stateOf(server)).toMatchObject({
    dark: true,
    address: "https://go.example.org",
    temporary: true,
    former: [{ address: "https://a-b.trycloudflare.com", temporary: true }, {}],
  });
});

test("changes of it come one after the other, and the last one holds", async () => {
  const server = await started({ settings: { verifyDomains: "false" } });
  await server.api("POST", "/api/domain/add", { domain: "https://brand.example.org" });
  const addresses = ["https://a.example.org", "https://b.example.org", "https://c.example.org"];
  await Promise.all(addresses.map((address) => done(server, "PUT", "use", { address })));
  const { address, former } = await stateOf(server);
  expect([address, ...former.map((base: { address: string }) => base.address)]).toEqual([
    ...addresses.toReversed(),
    server.baseUrl,
  ]);
  await done(server, "PUT", "dark", { dark: true });
  for (const host of ["brand.example.org", "a.example.org"]) {
    expect(await server.visit("/", { host })).toMatchObject({ status: 503 });
  }
});

test("the API key learns nothing of it and changes nothing", async () => {
  const server = await started();
  for (const [method, path, body] of [
    ["GET", "", undefined],
    ["POST", "/open", {}],
    ["PUT", "/dark", { dark: true }],
    ["PUT", "/use", { address: "https://go.example.org" }],
  ] as const) {
    expect((await server.api(method, `/api/public-address${path}`, body)).status).toBe(403);
  }
});

async function readClicks({ dataDir }: TestServer): Promise<string> {
  const month = new Date().toISOString().slice(0, 7);
  return readFile(join(dataDir, "clicks", `${month}.ndjson`), "utf8").catch(() => "");
}
