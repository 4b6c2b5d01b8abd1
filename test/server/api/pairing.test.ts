import { createHash, createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { comeFrom, notFromHere } from "../../support/peers.ts";
import { send, startTestServer, type TestServer } from "../../support/server.ts";
import { serverForEach } from "../../support/testServer.ts";

const chrome = "chrome-extension://abcdefghijklmnopabcdefghijklmnop";
const firefox = "moz-extension://0e8cf3b1-7d1c-4ee1-9d65-1b0e5a0f4c11";
const url = "https://example.org/";

let now = Date.parse("2026-11-26T12:00:00Z");
const server = serverForEach({
  clock: () => now,
  settings: { "automation.extension": "true" },
});

async function pair(origin: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const answer = await send(server.baseUrl, "/pair", {
    method: "POST",
    headers: { origin, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { ...answer, body: answer.text.startsWith("{") ? JSON.parse(answer.text) : undefined };
}

const owner = (method: string, path: string) =>
  server.api(method, path, undefined, server.localKey);

async function asked(): Promise<{ id: number; name: string; origin: string; code: string }[]> {
  return (await owner("GET", "/api/pairings")).body.data.pairings;
}

/** Pairs an extension, and answers its key. */
async function paired(origin: string, name = "Chrome"): Promise<string> {
  const { secret } = (await pair(origin, { name })).body;
  const [one] = await asked();
  await owner("POST", `/api/pairing/${one?.id}/accept`);
  return (await pair(origin, { secret })).body.key;
}

function call(
  { baseUrl }: Pick<TestServer, "baseUrl">,
  path: string,
  sent: { readonly key?: string; readonly origin?: string; readonly method?: string },
) {
  const { key, origin, method = "GET" } = sent;
  return send(baseUrl, path, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(origin !== undefined && { origin }),
      ...(method === "POST" && { "content-type": "application/json" }),
    },
    ...(method === "POST" && { body: JSON.stringify({ url }) }),
  });
}

describe("pairing", () => {
  test("an extension gets its key once, after its code was confirmed", async () => {
    const { status, body } = await pair(chrome, { name: "Chrome" });
    expect([status, body.code]).toEqual([200, expect.stringMatching(/^\d{6}$/)]);
    const [one] = await asked();
    expect(one).toMatchObject({ name: "Chrome", origin: chrome, code: body.code });
    expect((await pair(chrome, { secret: body.secret })).body).toEqual({ error: 0, key: null });
    expect((await owner("POST", `/api/pairing/${one?.id}/accept`)).status).toBe(200);
    expect(await asked()).toEqual([]);
    const both = await Promise.all([1, 2].map(() => pair(chrome, { secret: body.secret })));
    expect(new Set(both.map((answer) => answer.status))).toEqual(new Set([200, 404]));
    const key = both.find((answer) => answer.status === 200)?.body.key;
    expect((await call(server, "/api/urls", { key, origin: chrome })).status).toBe(200);
    const keys = (await owner("GET", "/api/keys")).body.data.keys;
    expect(keys[1]).toMatchObject({ name: "Chrome", scope: "capture", origin: chrome });
  });

  test.each([
    ["a page of the web", { origin: "https://example.org" }],
    ["a page of this computer", { origin: "http://127.0.0.1:4080" }],
    ["a page without a site", { origin: "null" }],
    ["the app itself", { origin: "app://waypost" }],
    ["something like an extension", { origin: `${chrome}.example.org` }],
    ["another hostname", { origin: chrome, host: "waypost.example.org" }],
  ])("%s can't ask to be paired", async (_who, { origin, ...headers }) => {
    const { status, headers: answered } = await pair(origin, { name: "Chrome" }, headers);
    expect(["host" in headers ? [404, 421] : [403], answered]).toEqual([
      expect.arrayContaining([status]),
      expect.not.objectContaining({ "access-control-allow-origin": expect.anything() }),
    ]);
    expect(await asked()).toEqual([]);
  });

  test.each(notFromHere)("an extension %s can't ask to be paired", async (_how, headers, peer) => {
    const comeFromHere = comeFrom(peer);
    expect((await pair(chrome, { name: "Chrome" }, headers)).status).toBe(403);
    comeFromHere();
    expect(await asked()).toEqual([]);
    expect((await pair(chrome, { name: "Chrome" })).status).toBe(200);
  });

  test("a program without an origin can't ask to be paired", async () => {
    const sent = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    expect((await send(server.baseUrl, "/pair", sent)).status).toBe(403);
  });

  test("two extensions ask at once, each with its own code, and one of them only once", async () => {
    const one = (await pair(chrome, { name: "Chrome" })).body;
    const other = (await pair(firefox, { name: "Firefox" })).body;
    expect((await pair(chrome, { name: "Chrome" })).status).toBe(409);
    const listed = await asked();
    expect(listed.map(({ origin, code }) => [origin, code])).toEqual([
      [chrome, one.code],
      [firefox, other.code],
    ]);
    await owner("POST", `/api/pairing/${listed[1]?.id}/accept`);
    // Neither the other's secret nor the other's origin opens anything.
    expect((await pair(chrome, { secret: other.secret })).status).toBe(404);
    expect((await pair(firefox, { secret: one.secret })).status).toBe(404);
    expect((await pair(chrome, { secret: one.secret })).body.key).toBeNull();
    expect((await pair(firefox, { secret: other.secret })).body.key).toMatch(/^[\w-]{43}$/);
  });

  test("what is refused, or waits for two minutes, is over", async () => {
    const one = (await pair(chrome, { name: "Chrome" })).body;
    const other = (await pair(firefox, { name: "Firefox" })).body;
    const [first, second] = await asked();
    await owner("DELETE", `/api/pairing/${first?.id}/drop`);
    expect((await pair(chrome, { secret: one.secret })).status).toBe(404);
    now += 120_000;
    expect(await asked()).toEqual([]);
    expect((await owner("POST", `/api/pairing/${second?.id}/accept`)).status).toBe(404);
    expect((await pair(firefox, { secret: other.secret })).status).toBe(404);
  });

  test("an extension can ask three times an hour", async () => {
    const tries: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      tries.push((await pair(chrome, { name: "Chrome" })).status);
      now += 120_000;
    }
    expect(tries).toEqual([200, 200, 200, 429]);
    expect((await pair(firefox, { name: "Firefox" })).status).toBe(200);
    now += 3_600_000;
    expect((await pair(chrome, { name: "Chrome" })).status).toBe(200);
  });

  test("a name is one short line, and a body is JSON", async () => {
    const names = ["", "a\nb", "x".repeat(51), "\u202eemorhC"];
    for (const name of names) expect((await pair(chrome, { name })).status).toBe(400);
    const plain = { "content-type": "text/plain" };
    expect((await pair(chrome, { name: "Chrome" }, plain)).status).toBe(415);
    expect(await asked()).toEqual([]);
  });

  test("an extension that is paired once more loses its former key, and keeps its name", async () => {
    const former = await paired(chrome);
    const other = await paired(firefox, "chrome");
    const key = await paired(chrome);
    const statuses = [
      await call(server, "/api/urls", { key: former, origin: chrome }),
      await call(server, "/api/urls", { key: other, origin: firefox }),
      await call(server, "/api/urls", { key, origin: chrome }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 200, 200]);
    const keys = (await owner("GET", "/api/keys")).body.data.keys;
    expect(keys.slice(1).map(({ name }: { name: string }) => name)).toEqual(["chrome 2", "Chrome"]);
  });
});

describe("a paired extension", () => {
  test("creates and looks up links, and nothing else, from its origin alone", async () => {
    const key = await paired(chrome);
    const add = (origin?: string) =>
      call(server, "/api/url/add", {
        key,
        method: "POST",
        ...(origin !== undefined && { origin }),
      });
    expect((await add(chrome)).status).toBe(200);
    expect((await add(firefox)).status).toBe(403);
    expect((await add("https://example.org")).status).toBe(403);
    expect((await add()).status).toBe(401);
    expect((await call(server, "/api/account", { key, origin: chrome })).status).toBe(403);
    // A browser doesn't say where a request comes from that only reads.
    expect((await call(server, "/api/urls", { key })).status).toBe(200);
  });

  test("gets a proof that the server knows its key, bound to the port, before it sends the key", async () => {
    const key = await paired(chrome);
    const nonce = "0123456789abcdef".repeat(2);
    const hash = createHash("sha256").update(key).digest("hex");
    const { host } = new URL(server.baseUrl);
    const proof = createHmac("sha256", hash).update(`${nonce}\n${host}`).digest("hex");
    expect((await pair(chrome, { nonce })).body).toEqual({ error: 0, proof });
    // A program at another port passes the question on.
    const relayed = await pair(chrome, { nonce }, { host: "127.0.0.1:4079" });
    expect([relayed.status, relayed.body?.proof]).toEqual([421, undefined]);
    expect((await pair(firefox, { nonce })).status).toBe(404);
    expect((await pair(chrome, { nonce: "short" })).status).toBe(400);
    expect((await pair("https://example.org", { nonce })).status).toBe(403);
  });

  test("alone may read answers, and asks before it does", async () => {
    await paired(chrome);
    const ask = (origin: string) => call(server, "/api/url/add", { origin, method: "OPTIONS" });
    const { status, headers } = await ask(chrome);
    expect([status, headers["access-control-allow-origin"], headers.vary]).toEqual([
      204,
      chrome,
      "Origin",
    ]);
    expect(headers["access-control-allow-headers"]).toBe("Authorization, Content-Type");
    for (const origin of [firefox, "https://example.org", "null", chrome.toUpperCase()]) {
      const other = await ask(origin);
      expect([other.status === 204, other.headers["access-control-allow-origin"]]).toEqual([
        false,
        undefined,
      ]);
    }
  });

  test("is let in no more once the setting is off or its key is revoked", async () => {
    const key = await paired(chrome);
    const [, { id }] = (await owner("GET", "/api/keys")).body.data.keys;
    expect((await call(server, "/api/urls", { key, origin: chrome })).status).toBe(200);
    await owner("DELETE", `/api/key/${id}/delete`);
    const after = await call(server, "/api/urls", { key, origin: chrome });
    expect([after.status, after.headers["access-control-allow-origin"]]).toEqual([401, undefined]);
  });
});

test("nothing of pairing is there until the owner switches it on", async () => {
  const off = await startTestServer();
  try {
    const ask = () =>
      send(off.baseUrl, "/pair", {
        method: "POST",
        headers: { origin: chrome, "content-type": "application/json" },
        body: JSON.stringify({ name: "Chrome" }),
      });
    const setting = (value: boolean) =>
      off.api("PUT", "/api/settings", { set: { "automation.extension": value } }, off.localKey);
    expect((await ask()).status).not.toBe(200);
    // As with any other alias.
    await off.api("POST", "/api/url/add", { url, custom: "pair" });
    expect((await off.visit("/pair")).status).toBe(302);
    expect((await setting(true)).status).toBe(200);
    const { secret } = JSON.parse((await ask()).text);
    const [one] = (await off.api("GET", "/api/pairings", undefined, off.localKey)).body.data
      .pairings;
    await off.api("POST", `/api/pairing/${one.id}/accept`, {}, off.localKey);
    const { key } = JSON.parse(
      (
        await send(off.baseUrl, "/pair", {
          method: "POST",
          headers: { origin: chrome, "content-type": "application/json" },
          body: JSON.stringify({ secret }),
        })
      ).text,
    );
    expect((await call(off, "/api/urls", { key, origin: chrome })).status).toBe(200);
    await setting(false);
    expect((await call(off, "/api/urls", { key, origin: chrome })).status).toBe(401);
    expect((await off.visit("/pair")).status).toBe(302);
  } finally {
    await off.stop();
  }
});
