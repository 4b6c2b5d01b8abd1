import { describe, expect, test } from "vitest";
import { send, startTestServer } from "../../../support/server.ts";
import { comeFrom, notFromHere } from "../../../support/peers.ts";
import { serverForEach } from "../../../support/testServer.ts";
import { ask, makeKey, owner, type Shortener, switchOn } from "./facades.ts";

const places: readonly (readonly [Shortener, string])[] = [
  ["yourls", "/yourls-api.php?action=version&format=json"],
  ["shlink", "/rest/v3/tags"],
  ["kutt", "/api/v2/links"],
];

/** What each has for "there is no key". */
const noKey = { yourls: 403, shlink: 401, kutt: 401 } as const;

const server = serverForEach();

describe.each(places)("%s", (name, path) => {
  const withKey = (key: string) => (name === "yourls" ? `${path}&signature=${key}` : path);
  const headersOf = (key: string) => ({ "x-api-key": key });
  const open = async (key: string) => ask(server, withKey(key), { headers: headersOf(key) });

  test("nothing answers until it's switched on, and again once it's off", async () => {
    const key = await makeKey(server, name);
    const closed = (await open(key)).status;
    expect([401, 404]).toContain(closed);
    await switchOn(server, name);
    expect((await open(key)).status).toBe(200);
    await switchOn(server, name, false);
    expect((await open(key)).status).toBe(closed);
  });

  test("only a key of its own lets in, and no more than its limit", async () => {
    await switchOn(server, name);
    const [other = name] = places.map(([one]) => one).filter((one) => one !== name);
    const foreign = await makeKey(server, other);
    for (const key of ["", server.apiKey, server.localKey, foreign]) {
      expect((await open(key)).status).toBe(noKey[name]);
    }
    const key = await makeKey(server, name, { perMinute: 2 });
    const statuses = [await open(key), await open(key), await open(key)].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([200, 200, 429]);
    const { keys } = (await owner(server, "GET", "/api/keys")).body.data;
    const found = keys.find(({ scope }: { scope: string }) => scope === name);
    expect(found).toMatchObject({ lastUsed: expect.any(String), lastError: { code: "tooMany" } });
    expect((await server.api("GET", "/api/urls", undefined, key)).status).toBe(401);
  });

  test("bodies, queries and nesting have bounds", async () => {
    await switchOn(server, name);
    const key = await makeKey(server, name);
    const headers = { ...headersOf(key), "content-type": "application/json" };
    const target = name === "shlink" ? "/rest/v3/short-urls" : withKey(key);
    const long = await ask(server, target, { method: "POST", headers, body: "x".repeat(70_000) });
    expect(long.status).toBe(413);
    const query = `${target}${target.includes("?") ? "&" : "?"}q=${"x".repeat(9000)}`;
    expect((await ask(server, query, { headers })).status).toBe(413);
    if (name === "yourls") return;
    const body = `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    expect((await ask(server, target, { method: "POST", headers, body })).status).toBe(400);
  });

  test("no page of another site gets an answer", async () => {
    await switchOn(server, name);
    const answers = [await open(await makeKey(server, name)), await open("wrong")];
    for (const { headers } of answers) {
      expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
      expect(headers["x-content-type-options"]).toBe("nosniff");
    }
  });

  test("a page of another site changes nothing", async () => {
    await switchOn(server, name);
    const key = await makeKey(server, name);
    const headers = { ...headersOf(key), origin: "https://evil.example" };
    const answer = await ask(server, withKey(key), { method: "POST", headers, body: "{}" });
    expect(answer.status).toBe(403);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

test("the addresses answer at the service port under loopback names only", async () => {
  const open = await startTestServer({
    publicPort: 0,
    settings: { baseUrl: "https://go.example.com" },
  });
  for (const [name] of places) await switchOn(open, name);
  const key = await makeKey(open, "shlink");
  const port = new URL(open.baseUrl).port;
  const health = (host: string, base = open.baseUrl) =>
    send(base, "/rest/health", { headers: { host, "x-api-key": key } });
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
    expect((await health(host)).status).toBe(200);
  }
  expect((await health("go.example.com")).text).not.toContain('"pass"');
  expect((await health("evil.example")).status).toBe(421);
  expect(open.publicUrl).not.toBeNull();
  for (const [, path] of places) {
    const answer = await send(open.publicUrl ?? "", path, { headers: { "x-api-key": key } });
    expect([403, 404]).toContain(answer.status);
  }
  await open.stop();
});

describe("a program that isn't on this computer", () => {
  test.each(notFromHere)(
    "finds links alone at the addresses of others: %s",
    async (_how, headers, peer) => {
      for (const [name] of places) await switchOn(server, name);
      const key = await makeKey(server, "shlink");
      const custom = "rest";
      await server.api("POST", "/api/url/add", { url: "https://example.org/", custom });
      const health = () =>
        ask(server, "/rest/health", { headers: { ...headers, "x-api-key": key } });
      comeFrom(peer);
      expect([(await health()).status, (await health()).text]).toEqual([
        404,
        expect.not.stringContaining('"pass"'),
      ]);
      const yourls = await ask(server, "/yourls-api.php?action=version", { headers });
      expect([yourls.status, yourls.headers["content-type"]]).toEqual([
        404,
        expect.stringContaining("text/html"),
      ]);
      const kutt = await ask(server, "/api/v2/health", { headers });
      expect(JSON.parse(kutt.text)).toMatchObject({ error: 1 });
      expect((await ask(server, "/rest", { headers })).headers.location).toBe(
        "https://example.org/",
      );
    },
  );
});

test("a link with the alias rest goes on working, on both ports", async () => {
  const open = await startTestServer({ publicPort: 0 });
  await switchOn(open, "shlink");
  await open.api("POST", "/api/url/add", { url: "https://example.org/", custom: "rest" });
  for (const base of [open.baseUrl, open.publicUrl ?? ""]) {
    const visit = await open.visit("/rest", {}, base);
    expect(visit.headers.location).toBe("https://example.org/");
  }
  await open.stop();
});
