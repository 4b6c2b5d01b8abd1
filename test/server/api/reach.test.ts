import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import type { ServerOptions } from "../../../src/app/options.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";

/** A number of the public internet; nothing here ever connects to it. */
const outside = "93.184.215.14";

/** A name that leads to a public number, and a way there that ends at a port of this computer. */
function leadsTo(port: () => number): NonNullable<ServerOptions["network"]> {
  return {
    resolve: async () => [outside],
    connect: () => connect({ host: "127.0.0.1", port: port() }),
  };
}

const reachOf = async (server: TestServer, method: "GET" | "POST" = "GET") => {
  const path = method === "GET" ? "/api/reach" : "/api/reach/check";
  const { status, body } = await server.api(method, path, undefined, server.localKey);
  expect(status).toBe(200);
  return body.data;
};

test("a branded domain is asked who answers there, and shown with what came of it", async () => {
  let now = Date.parse("2026-03-21T12:00:00Z");
  let port = 0;
  const server = await startTestServer({
    clock: () => now,
    network: leadsTo(() => port),
    settings: { verifyDomains: "false" },
  });
  const { body } = await server.api("POST", "/api/domain/add", {
    domain: "http://go.example.org",
  });
  const shown = async () => (await server.api("GET", `/api/domain/${body.id}`)).body.details;
  const check = async () => {
    const path = `/api/domain/${body.id}/check`;
    return (await server.api("POST", path, undefined, server.localKey)).body.data;
  };
  expect(await shown()).toMatchObject({ checked: null, links: 0, pages: 0 });
  port = 1;
  expect(await check()).toMatchObject({
    points: false,
    addresses: [outside],
    problem: { code: "network" },
  });
  port = Number(new URL(server.baseUrl).port);
  now += 60_000;
  expect(await check()).toEqual({
    date: "2026-03-21 12:01:00",
    points: true,
    inside: false,
    addresses: [outside],
    problem: null,
  });
  expect((await shown()).checked.points).toBe(true);
  const listed = async (query: string) =>
    (await server.api("GET", `/api/domains?${query}`)).body.data.result;
  expect([await listed("answering=true"), await listed("answering=false")]).toEqual([1, 0]);
  expect((await server.api("POST", `/api/domain/${body.id}/check`)).status).toBe(403);
  await server.stop();
});

test("an address that is this computer's own needs no question", async () => {
  const server = await startTestServer({ guiPort: 0 });
  expect(await reachOf(server, "POST")).toEqual({
    state: "local",
    address: server.shortBase,
    checking: false,
    checkedAt: null,
    provedAt: null,
    inside: false,
    problem: null,
    doors: [
      { name: "service", addresses: [server.baseUrl], reach: "computer" },
      {
        name: "gui",
        addresses: [`http://127.0.0.1:${new URL(server.gui ?? "").port}`],
        reach: "computer",
      },
    ],
  });
  await server.stop();
});

test("a public address that leads here is proved, and stays so until it is asked anew", async () => {
  let now = Date.parse("2026-03-21T12:00:00Z");
  let port = 0;
  const server = await startTestServer({
    baseUrl: "http://go.example.org",
    publicPort: 0,
    clock: () => now,
    network: leadsTo(() => port),
    log: () => undefined,
  });
  port = Number(new URL(server.publicUrl ?? "").port);
  expect(await reachOf(server, "POST")).toMatchObject({
    state: "reachable",
    address: "http://go.example.org",
    checkedAt: "2026-03-21 12:00:00",
    provedAt: "2026-03-21 12:00:00",
    inside: false,
    problem: null,
  });

  // The tunnel ends: nobody knows before the next question.
  port = 1;
  now += 4 * 60_000;
  expect(await reachOf(server)).toMatchObject({ state: "reachable", checking: false });
  now += 2 * 60_000;
  expect(await reachOf(server)).toMatchObject({ checking: true });
  await expect
    .poll(() => reachOf(server))
    .toMatchObject({
      state: "unreachable",
      checkedAt: "2026-03-21 12:06:00",
      provedAt: "2026-03-21 12:00:00",
      problem: {
        code: "network",
        message: expect.stringContaining("the name doesn't exist, or there is no connection"),
        status: null,
      },
    });
  await server.stop();
});

test("an answer that never left this computer is told apart", async () => {
  const port = await freePort();
  const server = await startTestServer({
    port,
    baseUrl: `http://go.example.org:${port}`,
    network: { resolve: async () => ["127.0.0.1"] },
  });
  await server.api("POST", "/api/url/add", { url: "https://example.com/", custom: "spring" });
  expect(await reachOf(server, "POST")).toMatchObject({ state: "reachable", inside: true });
  const { body } = await server.api("GET", "/api/public-address", undefined, server.localKey);
  expect(body.data.proof.steps).toMatchObject([
    { outcome: "ok", addresses: ["127.0.0.1"] },
    { outcome: "ok", inside: true },
    { outcome: "ok", location: "https://example.com/" },
  ]);
  await server.stop();
});

test.each([
  ["somebody else", 200, "other"],
  ["a failure", 502, "status"],
])("%s behind the address is said for what it is", async (_name, status, code) => {
  const other = createServer((_request, response) => response.writeHead(status).end("Hello"));
  await new Promise<void>((resolve) => {
    other.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { port } = other.address() as AddressInfo;
  const server = await startTestServer({
    baseUrl: "http://go.example.org",
    network: leadsTo(() => port),
  });
  expect(await reachOf(server, "POST")).toMatchObject({
    state: "unreachable",
    provedAt: null,
    problem: { code, status: status === 200 ? null : status },
  });
  await server.stop();
  other.close();
});

test("a private number is not asked, and the API key learns nothing", async () => {
  const server = await startTestServer({
    baseUrl: "http://go.example.org",
    network: { resolve: async () => ["192.168.7.7"] },
  });
  expect((await reachOf(server, "POST")).problem.code).toBe("private");
  expect((await server.api("GET", "/api/reach")).status).toBe(403);
  await server.stop();
});

async function freePort(): Promise<number> {
  const taken = createServer();
  await new Promise<void>((resolve) => {
    taken.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { port } = taken.address() as AddressInfo;
  await new Promise((resolve) => {
    taken.close(resolve);
  });
  return port;
}
