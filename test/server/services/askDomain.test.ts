import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createAskDomain } from "../../../src/server/services/askDomain.ts";
import { createGuardedFetch } from "../../../src/server/services/guardedFetch.ts";

const opened: Server[] = [];
afterEach(async () => {
  await Promise.all(
    opened.splice(0).map((server) => new Promise((resolve) => server.close(resolve))),
  );
});

/** A listener on loopback, and a domain whose name leads there. */
async function domainBefore(answer: RequestListener) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.headers.host} ${request.url}`);
    answer(request, response);
  });
  opened.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const ask = (listensAt: (address: string, port: number) => boolean) =>
    createAskDomain({
      fetch: createGuardedFetch({ resolve: async () => ["127.0.0.1"] }),
      instance: "this-one",
      listensAt,
    })(`http://go.example:${port}`);
  return { ask, port, seen };
}

const own = (address: string) => address === "127.0.0.1";

test("a domain that leads here is told by the instance id", async () => {
  const { ask, port, seen } = await domainBefore((_request, response) =>
    response.end("this-one\n"),
  );
  expect(await ask(own)).toBe(true);
  expect(seen).toEqual([`go.example:${port} /.well-known/waypost`]);
});

test.each<[string, RequestListener]>([
  ["another service", (_request, response) => response.end("another")],
  ["a page", (_request, response) => response.end("this-one".padEnd(200, "x"))],
  ["a failure", (_request, response) => response.writeHead(404).end("this-one")],
])("%s is not this service", async (_name, answer) => {
  const { ask } = await domainBefore(answer);
  expect(await ask(own)).toBe(false);
});

test("a listener of somebody else on this computer is not asked", async () => {
  const { ask, seen } = await domainBefore((_request, response) => response.end("this-one"));
  expect(await ask(() => false)).toBe(false);
  expect(seen).toEqual([]);
});
