import { request as httpRequest, type ClientRequest, type RequestListener } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, test, describe, onTestFinished } from "vitest";
import { send, type Sent } from "../support/server.ts";
import { serverForAll } from "../support/testServer.ts";
import type { Pace } from "../../src/server/api/bodyTime.ts";
import { receiveFile } from "../../src/server/api/receiveFile.ts";
import { HttpFailure } from "../../src/server/api/failures.ts";
import { listen } from "../../src/server/http/listener.ts";

describe("answer headers", () => {
  const service = serverForAll({ publicPort: 0, log: () => undefined });

  const own = () => service.baseUrl;
  const visitors = () => service.publicUrl ?? "";
  const bearer = () => ({ authorization: `Bearer ${service.apiKey}` });

  test.each<[string, () => string, string, () => Sent, number]>([
    ["JSON", own, "/api/account", () => ({ headers: bearer() }), 200],
    ["a refused key", own, "/api/account", () => ({}), 401],
    ["an operation of the owner", own, "/api/settings", () => ({ headers: bearer() }), 403],
    ["an address that the API doesn't have", own, "/api/none", () => ({ headers: bearer() }), 404],
    ["the closed API", visitors, "/api/account", () => ({}), 403],
    ["an unknown host name", own, "/spring", () => ({ headers: { host: "x.example" } }), 421],
    ["the account's picture", own, "/assets/avatar.svg", () => ({}), 200],
    ["robots.txt", visitors, "/robots.txt", () => ({}), 200],
    ["a page", visitors, "/none", () => ({}), 404],
  ])("%s can't be framed, and loads nothing as a page", async (_name, base, path, sent, status) => {
    const { headers, ...answer } = await send(base(), path, sent());
    expect(answer.status).toBe(status);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    const policy = headers["content-security-policy"];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
  });
});

describe("branded doors", () => {
  const service = serverForAll({
    publicPort: 0,
    baseUrl: "https://sho.rt/s",
    settings: { verifyDomains: "false" },
  });
  beforeAll(async () => {
    await service.api("POST", "/api/domain/add", {
      domain: "https://one.example",
      redirectroot: "https://example.org/home",
    });
    for (const domain of ["https://sho.rt/s", "one.example"]) {
      const url = `https://example.org/${domain.includes("one") ? "one" : "own"}`;
      // oxlint-disable-next-line no-await-in-loop
      await service.api("POST", "/api/url/add", { url, custom: "spring", domain });
    }
  });

  describe.each(["service", "public"])("at the %s door", (name) => {
    const base = () =>
      new URL((name === "service" ? service.baseUrl : service.publicUrl) ?? "").origin;
    const visit = (path: string, host: string) => service.visit(path, { host }, base());

    test("the same alias leads by the name that it was asked under", async () => {
      expect((await visit("/spring", "one.example")).headers.location).toBe(
        "https://example.org/one",
      );
      expect((await visit("/s/spring", "one.example")).headers.location).toBe(
        "https://example.org/one",
      );
      expect((await visit("/spring", "sho.rt")).headers.location).toBe("https://example.org/own");
      expect((await visit("/", "one.example")).headers.location).toBe("https://example.org/home");
    });

    test("a branded domain reaches nothing but what visitors may", async () => {
      const headers = { host: "one.example", authorization: `Bearer ${service.apiKey}` };
      for (const path of ["/api/account", "/s/api/account"]) {
        // oxlint-disable-next-line no-await-in-loop
        expect((await service.visit(path, headers, base())).status).toBe(403);
      }
      expect((await visit("/assets/avatar.svg", "one.example")).status).toBe(404);
    });
  });

  test("an unknown name is refused at the service door, and means the own address at the public one", async () => {
    const headers = { host: "evil.example" };
    expect((await service.visit("/spring", headers)).status).toBe(421);
    const answer = await service.visit("/spring", headers, new URL(service.publicUrl ?? "").origin);
    expect(answer.headers.location).toBe("https://example.org/own");
  });

  test("a domain that is deleted is an unknown name at once", async () => {
    const added = await service.api("POST", "/api/domain/add", { domain: "http://two.example" });
    expect((await service.visit("/", { host: "two.example" })).status).toBe(200);
    await service.api("DELETE", `/api/domain/${added.body.id}/delete`);
    expect((await service.visit("/", { host: "two.example" })).status).toBe(421);
  });
});

/** Milliseconds; the real ones are a minute and half of one. */
const bodyTime = 200;
const paces: Readonly<Record<string, Pace>> = {
  "/patient": { silence: 5000, window: 100, bytes: 1 },
  "/silence": { silence: 100, window: 5000, bytes: 1 },
  "/trickle": { silence: 5000, window: 100, bytes: 1000 },
};

async function door(serve: RequestListener) {
  const listener = await listen("127.0.0.1", 0, { bodyTime });
  onTestFinished(() => listener.close(0));
  listener.serve(serve);
  return listener.port;
}

/** Counts what comes, as a file or as any other body, and answers what became of it. */
const counting: RequestListener = (request, response) => {
  const pace = paces[request.url ?? ""];
  const body = pace === undefined ? request : receiveFile(request, 10_000, pace);
  let bytes = 0;
  (async () => {
    for await (const piece of body as AsyncIterable<Uint8Array>) bytes += piece.length;
    response.end(`${bytes}`);
  })().catch((error: unknown) => {
    if (!(error instanceof HttpFailure)) return;
    response.writeHead(error.status, error.headers).end(error.message);
  });
};

interface Sender {
  readonly request: ClientRequest;
  readonly answer: Promise<{ readonly status: number | undefined; readonly text: string }>;
}

function sendTo(port: number, path: string, length: number): Sender {
  const headers = { "content-type": "application/octet-stream", "content-length": length };
  const request = httpRequest({ port, host: "127.0.0.1", path, method: "POST", headers });
  const answer = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    request.on("response", (response) => {
      response.setEncoding("utf8");
      response
        .toArray()
        .then((pieces) => resolve({ status: response.statusCode, text: pieces.join("") }), reject);
    });
    request.on("error", reject);
  });
  answer.catch(() => undefined);
  return { request, answer };
}

async function drip({ request }: Sender, pieces: number, bytes: number, every: number) {
  for (let sent = 0; sent < pieces && !request.destroyed; sent += 1) {
    request.write("x".repeat(bytes));
    await wait(every);
  }
}

test("a file that keeps coming may take longer than any other body", async () => {
  const sender = sendTo(await door(counting), "/patient", 250);
  await drip(sender, 25, 10, 20);
  expect(await sender.answer).toEqual({ status: 200, text: "250" });
});

test("any other body is cut off after its time, however steadily it comes", async () => {
  const sender = sendTo(await door(counting), "/", 250);
  await drip(sender, 25, 10, 20);
  expect(await sender.answer).toMatchObject({ status: 408 });
});

test("a file that stops coming is refused in words", async () => {
  const sender = sendTo(await door(counting), "/silence", 250);
  sender.request.write("x");
  expect(await sender.answer).toEqual({
    status: 408,
    text: expect.stringContaining("upload stopped") as string,
  });
});

test("a file of which too little comes is refused", async () => {
  const sender = sendTo(await door(counting), "/trickle", 250);
  const dripping = drip(sender, 25, 1, 30);
  expect(await sender.answer).toMatchObject({ status: 408 });
  sender.request.destroy();
  await dripping;
});

test("who has no key gets no more time by sending a file", async () => {
  const refuse: RequestListener = (_request, response) => {
    response.writeHead(401).end("no key");
  };
  const sender = sendTo(await door(refuse), "/patient", 250);
  const closed = new Promise((resolve) => sender.request.once("close", resolve));
  const dripping = drip(sender, 200, 1, 20);
  expect(await sender.answer).toMatchObject({ status: 401 });
  await closed;
  await dripping;
});
