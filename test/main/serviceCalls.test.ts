import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, afterAll, beforeAll, describe } from "vitest";
import { CallRefused, createServiceCalls } from "../../src/main/serviceCalls.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { forwardCall } from "../../src/main/apiForward.ts";

describe("service calls", () => {
  let service: TestServer;
  beforeEach(async () => {
    service = await startTestServer();
  });
  afterEach(() => service.stop());

  test("the shell asks for the public address, and turns it dark and back", async () => {
    const calls = createServiceCalls(service);
    expect(await calls.publicAddress()).toMatchObject({ state: "local", dark: false });
    expect(await calls.goDark(true)).toMatchObject({ dark: true });
    expect(await calls.publicAddress()).toMatchObject({ dark: true });
    expect(await calls.goDark(false)).toMatchObject({ dark: false });
    expect(await calls.provePublicAddress()).toMatchObject({ state: "local" });
    await calls.restartTunnel();
  });

  test("what the service refuses is told by code, and a wrong key gets nothing", async () => {
    const own = `${service.shortBase}/somewhere`;
    await expect(createServiceCalls(service).addLink(own)).rejects.toMatchObject({
      status: 400,
      code: "loop",
      field: "url",
    });
    const stranger = createServiceCalls({ ...service, localKey: "x".repeat(32) });
    await expect(stranger.publicAddress()).rejects.toThrow(CallRefused);
  });
});

describe("api forward", () => {
  interface Received {
    readonly method: string | undefined;
    readonly url: string | undefined;
    readonly headers: IncomingMessage["headers"];
    readonly body: string;
  }

  let received: Received;
  const service = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received = { method: request.method, url: request.url, headers: request.headers, body };
      response.writeHead(429, {
        "Content-Type": "application/json",
        "Retry-After": "7",
        "Set-Cookie": "a=b",
        Server: "x",
      });
      response.end('{"error":1}');
    });
  });
  beforeAll(() => new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve)));
  afterAll(() => service.close());

  function target() {
    const { port } = service.address() as AddressInfo;
    return { baseUrl: `http://127.0.0.1:${port}/s`, localKey: "the-key" };
  }

  test("a call reaches the service below its prefix with the key, and nothing of the page's own", async () => {
    await forwardCall(
      target(),
      new Request("app://waypost/api/url/add?x=1", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: "Bearer forged",
          cookie: "c=d",
          origin: "https://elsewhere.example",
          "x-forwarded-for": "1.2.3.4",
        },
        body: '{"url":"https://example.org"}',
      }),
    );
    expect(received).toMatchObject({
      method: "POST",
      url: "/s/api/url/add?x=1",
      body: '{"url":"https://example.org"}',
    });
    expect(received.headers).toMatchObject({
      authorization: "Bearer the-key",
      "content-type": "application/json",
    });
    expect(received.headers).not.toHaveProperty("cookie");
    expect(received.headers).not.toHaveProperty("origin");
    expect(received.headers).not.toHaveProperty("x-forwarded-for");
  });

  test("status, body and the headers that matter come back, no others", async () => {
    const answer = await forwardCall(target(), new Request("app://waypost/api/urls"));
    expect(answer.status).toBe(429);
    expect(await answer.text()).toBe('{"error":1}');
    expect(Object.fromEntries(answer.headers)).toEqual({
      "content-type": "application/json",
      "retry-after": "7",
    });
  });

  test("a file goes through as it comes, and none of it waits for the rest", async () => {
    let push: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        push = controller;
      },
    });
    const init: RequestInit & { duplex: "half" } = {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body,
      duplex: "half",
    };
    const answer = forwardCall(target(), new Request("app://waypost/api/import", init));
    push?.enqueue(new TextEncoder().encode("alias,url\n"));
    push?.enqueue(new TextEncoder().encode("spring,https://example.org\n"));
    push?.close();
    expect((await answer).status).toBe(429);
    expect(received.body).toBe("alias,url\nspring,https://example.org\n");
    expect(received.headers).toMatchObject({ "transfer-encoding": "chunked" });
  });
});
