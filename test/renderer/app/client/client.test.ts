import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import {
  ApiFailure,
  createClient,
  ServiceUnreachable,
} from "../../../../src/renderer/app/client/client.ts";

const realFetch = globalThis.fetch;
const closing: (() => void)[] = [];

afterEach(() => {
  globalThis.fetch = realFetch;
  for (const close of closing.splice(0)) close();
});

/** A service that answers one thing, as the page's own origin. */
async function serve(status: number, body: string, headers: Record<string, string> = {}) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  globalThis.fetch = (path, init) => {
    if (typeof path !== "string") throw new TypeError("The client asks by path.");
    return realFetch(`http://127.0.0.1:${port}${path}`, init);
  };
  return seen;
}

test("a field of a query that was left empty is not asked for", async () => {
  const seen = await serve(404, '{"error":1,"message":"Nothing."}');
  const query = { q: "a&b = ü", page: 2, limit: undefined, short: "" };
  await expect(createClient(() => null).call("listLinks", { query })).rejects.toThrow("Nothing.");
  expect(seen.map(({ url }) => url)).toEqual(["/api/urls?q=a%26b+%3D+%C3%BC&page=2"]);
});

test("the key goes along where there is one", async () => {
  const seen = await serve(200, '{"error":0,"key":"abc"}');
  expect(await createClient(() => "secret").call("getKey", {})).toEqual({ error: 0, key: "abc" });
  await createClient(() => null).call("getKey", {});
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer secret", undefined]);
});

test("a refusal carries its status, its sentence and how long to wait", async () => {
  await serve(429, '{"error":1,"message":"Too Many Requests. Please retry later."}', {
    "Retry-After": "12",
  });
  const failure = await createClient(() => null)
    .call("getKey", {})
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failure).toMatchObject({
    status: 429,
    message: "Too Many Requests. Please retry later.",
    retryAfter: 12,
  });
});

test("an answer that isn't the contract's is not taken", async () => {
  await serve(200, "<html></html>");
  await expect(createClient(() => null).call("getKey", {})).rejects.toThrow("not understood");
});

test("no answer at all has its own name", async () => {
  globalThis.fetch = () => realFetch("http://127.0.0.1:1/");
  await expect(createClient(() => null).call("getKey", {})).rejects.toThrow(ServiceUnreachable);
});

test("a file comes under the name that the service gives it, and a refusal stays one", async () => {
  const disposition = `attachment; filename="b.csv"; filename*=UTF-8''b%C3%A4.csv`;
  await serve(200, "a,b", { "Content-Disposition": disposition });
  const call = () => createClient(() => null).download("importFailures", { params: { id: 1 } });
  const { name, content } = await call();
  expect([name, await content.text()]).toEqual(["bä.csv", "a,b"]);
  await serve(404, '{"error":1,"message":"Import does not exist."}');
  await expect(call()).rejects.toThrow("Import does not exist.");
});

test("a request of the API viewer goes to the API with the app's key, and nowhere else", async () => {
  const seen = await serve(200, "{}");
  const client = createClient(() => "own");
  const server = "http://127.0.0.1:7007";
  for (const address of [
    `${server}/api/account`,
    new URL(`${server}/api/account`),
    "/api/account",
  ]) {
    await client.forward(server, address);
  }
  await client.forward(server, new Request(`${server}/api/account`));
  expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual(
    Array.from({ length: 4 }, () => ["/api/account", "Bearer own"]),
  );
  const elsewhere = [
    "https://evil.example.org/api/account",
    `${server}0/api/account`,
    `${server}@evil.example.org/api/account`,
    `${server}/apiary`,
    `${server}/api/../gui`,
    `${server}/api/%2e%2e/gui`,
    "//evil.example.org/api/account",
    "/metrics",
  ];
  for (const address of elsewhere) {
    await expect(client.forward(server, address)).rejects.toThrow(TypeError);
  }
  expect(seen).toHaveLength(4);
});
