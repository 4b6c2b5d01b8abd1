import { request as httpRequest, type ClientRequest, type RequestListener } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { Pace } from "../../src/server/api/bodyTime.ts";
import { receiveFile } from "../../src/server/api/receiveFile.ts";
import { HttpFailure } from "../../src/server/api/failures.ts";
import { listen } from "../../src/server/http/listener.ts";

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
    text: expect.stringContaining("stopped coming") as string,
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
