import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createAskDomain, createAskWho } from "../../../src/server/outside/askDomain.ts";
import { createDomainProofs } from "../../../src/server/outside/domainProofs.ts";
import { createGuardedFetch } from "../../../src/server/outside/guardedFetch.ts";

const opened: Server[] = [];
afterEach(async () => {
  await Promise.all(
    opened.splice(0).map((server) => new Promise((resolve) => server.close(resolve))),
  );
});

/** What a mirror knows the question by, and answers; null: there is none. */
let mirror: { readonly signature: string; readonly answer: string } | null = null;
afterEach(() => {
  mirror = null;
});

/** A listener on loopback, and a domain whose name leads there. */
async function domainBefore(answer: (proof: string | null, response: ServerResponse) => void) {
  const seen: string[] = [];
  const proofs = createDomainProofs();
  const server = createServer((request, response) => {
    const [path, asked = ""] = (request.url ?? "").split("?nonce=");
    const [nonce = "", signature] = asked.split("&signature=");
    seen.push(`${request.headers.host} ${path}`);
    expect(signature).toBe(mirror?.signature);
    answer(proofs.answer(nonce), response);
  });
  opened.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const ask = (listensAt: (address: string, port: number) => boolean) =>
    createAskDomain(
      createAskWho({
        askMirror: async () => mirror,
        fetch: createGuardedFetch({ resolve: async () => ["127.0.0.1"] }),
        proofs,
        listensAt,
      }),
    )(`http://go.example:${port}`);
  return { ask, port, seen };
}

const own = (address: string) => address === "127.0.0.1";

test("a domain that leads here is told by an answer that only this service knows", async () => {
  const proofs: (string | null)[] = [];
  const { ask, port, seen } = await domainBefore((proof, response) => {
    proofs.push(proof);
    response.end(`${proof}\n`);
  });
  expect(await ask(own)).toBeNull();
  expect(await ask(own)).toBeNull();
  expect(seen).toEqual(Array.from({ length: 2 }, () => `go.example:${port} /.well-known/waypost`));
  expect(new Set(proofs).size).toBe(2);
});

test("where there is a mirror the question is signed, and either of both may answer", async () => {
  mirror = { signature: "5e".repeat(32), answer: "what the mirror answers" };
  const service = await domainBefore((proof, response) => response.end(`${proof}\n`));
  expect(await service.ask(own)).toBeNull();
  const edge = await domainBefore((_proof, response) => response.end(mirror?.answer));
  expect(await edge.ask(own)).toBeNull();
});

const somethingElse = "something else than this service answered";

test.each<[string, string, (proof: string | null, response: ServerResponse) => void]>([
  ["another service", somethingElse, (_proof, response) => response.end("another")],
  ["a page", somethingElse, (proof, response) => response.end(`${proof}`.padEnd(200, "x"))],
  [
    "a failure",
    "the answer had the status 404",
    (proof, response) => response.writeHead(404).end(proof),
  ],
  ["nothing", somethingElse, (_proof, response) => response.end()],
])("%s is not this service, and what came is said", async (_name, came, answer) => {
  const { ask, port } = await domainBefore(answer);
  expect(await ask(own)).toBe(`http://go.example:${port}/.well-known/waypost was asked: ${came}.`);
});

test("a listener of somebody else on this computer is not asked", async () => {
  const { ask, seen } = await domainBefore((proof, response) => response.end(proof));
  expect(await ask(() => false)).toMatch(/its name leads to a private address/);
  expect(seen).toEqual([]);
});

test("a nonce is good once, for its own host, and no longer than the question", () => {
  const proofs = createDomainProofs();
  const [one, other] = [proofs.begin("a.example"), proofs.begin("b.example")];
  expect(proofs.answer("made up")).toBeNull();
  expect(proofs.answer(one.nonce)).toBe(one.expected);
  expect(proofs.answer(one.nonce)).toBeNull();
  other.end();
  expect(proofs.answer(other.nonce)).toBeNull();
  expect(one.expected).not.toBe(other.expected);
});
