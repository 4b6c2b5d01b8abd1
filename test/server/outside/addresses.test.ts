import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, afterEach, describe } from "vitest";
import { createListensAt } from "../../../src/server/outside/ownNetworks.ts";
import { isPublicAddress } from "../../../src/server/outside/publicAddresses.ts";
import { createAskDomain, createAskWho } from "../../../src/server/outside/askDomain.ts";
import { createDomainProofs } from "../../../src/server/outside/domainProofs.ts";
import {
  createGuardedFetch,
  type FetchRequest,
  type FetchResult,
} from "../../../src/server/outside/guardedFetch.ts";
import { createFollowLink } from "../../../src/server/outside/followLink.ts";
import { testApp } from "../../support/app.ts";

describe("own networks", () => {
  const doors = { port: 4080, publicPort: 4081, guiPort: null };
  const own = { has: (address: string) => ["93.184.215.14", "192.168.1.5"].includes(address) };

  test("a door on loopback is asked there, and nothing beside it", () => {
    const listensAt = createListensAt({ host: "127.0.0.1", ...doors }, own);
    expect(listensAt("127.0.0.1", 4081)).toBe(true);
    expect(listensAt("::1", 4080)).toBe(true);
    expect(listensAt("127.0.0.1", 80)).toBe(false);
    expect(listensAt("127.0.0.1", 5432)).toBe(false);
    expect(listensAt("93.184.215.14", 4081)).toBe(false);
  });

  test("a proxy at this machine's own public address is asked at the ports of the web", () => {
    const listensAt = createListensAt({ host: "127.0.0.1", ...doors }, own);
    expect(listensAt("93.184.215.14", 443)).toBe(true);
    expect(listensAt("93.184.215.14", 80)).toBe(true);
    expect(listensAt("93.184.215.14", 22)).toBe(false);
    expect(listensAt("93.184.215.15", 443)).toBe(false);
    expect(listensAt("192.168.1.5", 443)).toBe(false);
  });

  test("doors that are open to the network are asked under each of its addresses", () => {
    const listensAt = createListensAt({ host: "0.0.0.0", ...doors }, own);
    expect(listensAt("192.168.1.5", 4081)).toBe(true);
    expect(listensAt("192.168.1.6", 4081)).toBe(false);
    expect(listensAt("192.168.1.5", 5432)).toBe(false);
  });
});

test.each([
  "1.1.1.1",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2a00:1450:4001:81b::200e",
])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "100.100.100.200",
  "127.0.0.1",
  "127.255.255.254",
  "168.63.129.16",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.0.2.7",
  "192.88.99.1",
  "192.168.1.1",
  "198.19.0.1",
  "198.51.100.7",
  "203.0.113.7",
  "224.0.0.251",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "::ffff:0:127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::7f00:1",
  "100::1",
  "2001::7f00:1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "2606:4700:4700::1111%eth0",
  "2130706433",
  "0x7f.1",
  "localhost",
  "",
])("%s is not", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

describe("ask domain", () => {
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
    expect(seen).toEqual(
      Array.from({ length: 2 }, () => `go.example:${port} /.well-known/waypost`),
    );
    expect(new Set(proofs).size).toBe(2);
  });

  test("where there is a mirror the question is signed, and either of both may answer", async () => {
    mirror = { signature: "5e".repeat(32), answer: "what the mirror answers" };
    const service = await domainBefore((proof, response) => response.end(`${proof}\n`));
    expect(await service.ask(own)).toBeNull();
    const edge = await domainBefore((_proof, response) => response.end(mirror?.answer));
    expect(await edge.ask(own)).toBeNull();
  });

  const somethingElse = "something other than this server answered";

  test.each<[string, string, (proof: string | null, response: ServerResponse) => void]>([
    ["another service", somethingElse, (_proof, response) => response.end("another")],
    ["a page", somethingElse, (proof, response) => response.end(`${proof}`.padEnd(200, "x"))],
    [
      "a failure",
      "the response had status 404",
      (proof, response) => response.writeHead(404).end(proof),
    ],
    ["nothing", somethingElse, (_proof, response) => response.end()],
  ])("%s is not this service, and what came is said", async (_name, came, answer) => {
    const { ask, port } = await domainBefore(answer);
    expect(await ask(own)).toBe(`http://go.example:${port}/.well-known/waypost: ${came}.`);
  });

  test("a listener of somebody else on this computer is not asked", async () => {
    const { ask, seen } = await domainBefore((proof, response) => response.end(proof));
    expect(await ask(() => false)).toMatch(/its name resolves to a private address/);
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
});

describe("follow link", () => {
  /** What the mirror knows this service by; null: there is none. */
  let mirror: { readonly signature: string; readonly answer: string } | null = null;
  afterEach(() => {
    mirror = null;
  });

  /** Follows a link through answers that are given, and tells what was asked. */
  async function followed(...answers: readonly FetchResult[]) {
    const asked: FetchRequest[] = [];
    const left = [...answers];
    let isEnded = false;
    const follow = createFollowLink(
      testApp({
        async fetch(request) {
          asked.push(request);
          return left.shift() ?? { failure: { kind: "network" } };
        },
        proofs: {
          begin: () => ({
            nonce: "nonce",
            expected: "",
            end() {
              isEnded = true;
            },
          }),
        },
        listensAt: () => false,
        askMirror: async () => mirror,
      }),
    );
    const result = await follow("http://go.example.org/spring");
    expect(isEnded).toBe(true);
    return { result, asked };
  }

  const to = (location: string): FetchResult => ({
    failure: { kind: "status", status: 302, location },
  });

  test("a link is followed by its head alone, with the nonce that says who asks", async () => {
    const { result, asked } = await followed(to("https://example.com/"));
    expect(result).toEqual({ problem: null, status: 302, location: "https://example.com/" });
    expect(asked).toMatchObject([
      {
        url: "http://go.example.org/spring",
        method: "HEAD",
        headers: { "waypost-proof": "nonce" },
      },
    ]);
  });

  test("a proxy that sends to https first is followed, and no further than the same place", async () => {
    const { result, asked } = await followed(
      to("https://go.example.org/spring"),
      to("https://go.example.org/summer"),
    );
    expect(asked.map(({ url }) => url)).toEqual([
      "http://go.example.org/spring",
      "https://go.example.org/spring",
    ]);
    expect(result).toMatchObject({ location: "https://go.example.org/summer" });
  });

  test("what gives no answer has the problem of any other question", async () => {
    const { result } = await followed({ failure: { kind: "timeout" } });
    expect(result.problem).toEqual({
      code: "timeout",
      message: "http://go.example.org/spring: nothing answered within 5 seconds.",
      status: null,
    });
  });

  test("a mirror is shown who follows the link, so that it counts nothing either", async () => {
    mirror = { signature: "5e1f", answer: "" };
    const { asked } = await followed(to("https://example.com/"));
    expect(asked[0]?.headers).toEqual({ "waypost-proof": "nonce.5e1f" });
  });
});
