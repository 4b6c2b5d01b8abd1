import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { EventEmitter, once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { pace, whileItComes } from "../../../src/server/api/bodyTime.ts";
import { holdAsStrangers } from "../../../src/server/http/comingBodies.ts";
import { publicConnections } from "../../../src/server/http/connections.ts";
import { listen } from "../../../src/server/http/listener.ts";

/** More than the system's buffers of a connection take. */
const large = Buffer.alloc(32 * 1024 * 1024);

function* pieces(): Generator<Buffer> {
  const piece = 64 * 1024;
  for (let at = 0; at < large.length; at += piece) yield large.subarray(at, at + piece);
}

/** Answers `/` and `/at-once` at once, else what has a body once that is there, and everything else never. */
const answering: RequestListener = (request, response) => {
  if (request.url === "/at-once") response.end("answered");
  else if (request.url === "/waiting-form") {
    holdAsStrangers(request);
    request.resume();
  } else if (request.url === "/upload") takeUpload(request, response).catch(() => undefined);
  else if (request.method === "POST") request.resume().once("end", () => response.end("sent"));
  else if (request.url === "/") response.end("answered");
  else if (request.url === "/large") response.end(large);
  else if (request.url === "/stream") Readable.from(pieces()).pipe(response);
  else if (request.url === "/page") response.end("p".repeat(40_000));
};

/** As a file of who has a key. */
async function takeUpload(request: IncomingMessage, response: ServerResponse): Promise<void> {
  for await (const piece of whileItComes(request, pace)) void piece;
  response.end("taken");
}

async function port({
  most = 4,
  mostOfNetwork = 4,
  mostUnfinished = 100,
  mostComing = 2_000,
  isProxy = true,
  stallTime = 30_000,
  idleTime = 75_000,
} = {}) {
  const listener = await listen("127.0.0.1", 0, {
    head: "public",
    stallTime,
    idleTime,
    connections: { ...publicConnections, most, mostOfNetwork, mostUnfinished, mostComing },
  });
  onTestFinished(() => listener.close(0));
  const arrivals = new EventEmitter();
  const ended = new Set<string | undefined>();
  listener.serve(
    (request, response) => {
      answering(request, response);
      const { url } = request;
      response.once("close", () => ended.add(url));
      arrivals.emit("head");
    },
    () => isProxy,
  );

  async function open(text: string, localAddress = "127.0.0.1"): Promise<Connected> {
    const socket = connect({ port: listener.port, host: "127.0.0.1", localAddress });
    onTestFinished(() => void socket.destroy());
    const closed = new Promise<"closed">((resolve) =>
      socket.once("close", () => resolve("closed")),
    );
    socket.on("error", () => undefined);
    socket.setEncoding("utf8");
    const answer = new Promise<string>((resolve) => socket.once("data", resolve));
    await once(socket, "connect");
    const arrived = text.includes("\r\n\r\n") ? once(arrivals, "head") : null;
    socket.write(text);
    await Promise.race([arrived, closed]);
    return { socket, closed, answer: Promise.race([answer, closed]) };
  }
  return { open, hasEnded: (url: string) => ended.has(url) };
}

interface Connected {
  readonly socket: Socket;
  readonly closed: Promise<"closed">;
  /** The first of it, or that the connection was closed before. */
  readonly answer: Promise<string>;
}

const half = "GET / HTTP/1.1\r\nHost: x\r\n";
const whole = `${half}\r\n`;
const endless = "GET /endless HTTP/1.1\r\nHost: x\r\n\r\n";
const halfBody = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf";
const answered = expect.stringContaining("answered") as string;

test("a new connection ends the oldest one with a half-sent head, however many there are", async () => {
  const { open } = await port();
  const first = await open(half);
  const halves: Connected[] = [];
  for (let count = 0; count < 20; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    halves.push(await open(half));
  }
  expect(await first.closed).toBe("closed");
  expect(await (await open(whole)).answer).toEqual(answered);
  const open3 = halves.slice(-3);
  for (const { socket } of open3) socket.write("\r\n");
  expect(await Promise.all(open3.map(({ answer }) => answer))).toEqual([
    answered,
    answered,
    answered,
  ]);
});

test("an idle connection goes before one that is being answered, and a half-sent head before both", async () => {
  const { open } = await port({ most: 3 });
  const busy = await open(endless);
  const idle = await open(whole);
  expect(await idle.answer).toEqual(answered);
  const unfinished = await open(half);
  const [one, other] = [await open(endless), await open(endless)];
  expect(await unfinished.closed).toBe("closed");
  expect(await idle.closed).toBe("closed");
  // Every connection that is left is being answered.
  expect(await (await open(whole)).answer).toBe("closed");
  expect([busy, one, other].map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
});

test("a half-sent body holds a connection only until another one needs the place", async () => {
  const { open } = await port({ most: 2 });
  const [slow, busy] = [await open(halfBody), await open(endless)];
  expect(await (await open(whole)).answer).toEqual(answered);
  expect(await slow.closed).toBe("closed");
  expect(busy.socket.destroyed).toBe(false);
});

test("an answer that isn't read holds a connection only until another one needs the place", async () => {
  const { open } = await port({ most: 2 });
  const unread = await open("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
  unread.socket.pause();
  const busy = await open(endless);
  expect(await (await open(whole)).answer).toEqual(answered);
  unread.socket.resume();
  expect(await unread.closed).toBe("closed");
  expect(busy.socket.destroyed).toBe(false);
});

const page = "GET /page HTTP/1.1\r\nHost: x\r\n\r\n";

test("a connection that asks for more while a large answer to it waits is closed", async () => {
  const { open } = await port();
  const unread = await open(`GET /large HTTP/1.1\r\nHost: x\r\n\r\n${whole}`);
  expect(await unread.closed).toBe("closed");
});

test("two answers may wait for the one before, however late they are made", async () => {
  const { open } = await port();
  const [few, many] = [await open(endless + page.repeat(2)), await open(endless.repeat(4))];
  expect(await many.closed).toBe("closed");
  expect(few.socket.destroyed).toBe(false);
});

test("a large answer that nobody takes is ended after a time; a stream waits for its reader", async () => {
  const { open, hasEnded } = await port({ stallTime: 100 });
  const stream = await open("GET /stream HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  stream.socket.pause();
  const late = await open(endless);
  const unread = await open("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
  unread.socket.pause();
  await expect.poll(() => hasEnded("/large")).toBe(true);
  expect([hasEnded("/stream"), hasEnded("/endless")]).toEqual([false, false]);
  expect(late.socket.destroyed).toBe(false);
  let length = 0;
  stream.socket.on("data", (part: string) => (length += part.length));
  stream.socket.resume();
  await stream.closed;
  expect(length).toBeGreaterThan(large.length);
});

test("a connection that asks for nothing more is closed, and one that waits for its answer isn't", async () => {
  const { open, hasEnded } = await port({ idleTime: 100, stallTime: 100 });
  const waiting = await open(endless);
  expect(await (await open(whole)).closed).toBe("closed");
  expect([hasEnded("/endless"), waiting.socket.destroyed]).toEqual([false, false]);
});

test("a network has 256 of a port's 5,000 places", () => {
  expect(publicConnections).toMatchObject({ most: 5_000, mostOfNetwork: 256 });
});

test("unfinished heads have a bound of their own, and finished ones don't count", async () => {
  const { open } = await port({ most: 100, mostOfNetwork: 100, mostUnfinished: 2 });
  const { socket } = await open(half);
  socket.write("\r\n");
  const second = await open(half);
  await open(half);
  expect(second.socket.destroyed).toBe(false);
  await open(half);
  expect(await second.closed).toBe("closed");
  expect(socket.destroyed).toBe(false);
});

test("a network has its bound, and fills no other network's places", async () => {
  const { open } = await port({ most: 100, mostOfNetwork: 2, isProxy: false });
  const visitor = await open(endless, "127.0.0.2");
  const first = await open(half);
  await open(half);
  expect(await (await open(whole)).answer).toEqual(answered);
  expect(await first.closed).toBe("closed");
  expect(visitor.socket.destroyed).toBe(false);
});

test("a proxy brings the connections of many visitors, and has no bound of a network", async () => {
  const { open } = await port({ most: 100, mostOfNetwork: 2, isProxy: true });
  const many = await Promise.all(Array.from({ length: 20 }, () => open(half)));
  for (const { socket } of many) socket.write("\r\n");
  const answers = await Promise.all(many.map(({ answer }) => answer));
  expect(answers).toEqual(many.map(() => answered));
});

describe("half-sent bodies", () => {
  const largeHalf = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 20000\r\nX: ${"x".repeat(14_000)}\r\n\r\n${"b".repeat(10_000)}`;

  test("2,000 large ones leave 16 MiB of themselves, small ones and the newest", async () => {
    const { open } = await port({ most: 5_000, mostUnfinished: 5_000 });
    const small = await open(halfBody);
    const upload = await open(halfBody.replace("/", "/upload"));
    upload.socket.write("b".repeat(4));
    const halves: Connected[] = [];
    let ended = 0;
    for (let count = 0; count < 2_000; count += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const one = await open(largeHalf);
      void one.closed.then(() => (ended += 1));
      halves.push(one);
    }
    await expect
      .poll(() => halves.length - ended, { timeout: 20_000 })
      .toBeLessThan((16 * 1024 * 1024) / 24_000);
    const newest = await open(largeHalf);
    newest.socket.write("b".repeat(10_000));
    small.socket.write("-body");
    upload.socket.write("b");
    expect(await Promise.all([newest, small, upload].map(({ answer }) => answer))).toEqual([
      expect.stringContaining("sent"),
      expect.stringContaining("sent"),
      expect.stringContaining("taken"),
    ]);
    expect(halves.length - ended).toBeGreaterThan(500);
  }, 60_000);

  test("the oldest one goes when there are too many, never an upload or one that is complete", async () => {
    const { open } = await port({ most: 100, mostComing: 3 });
    const upload = await open(halfBody.replace("/", "/upload"));
    const done = await open(`${halfBody}-body`);
    expect(await done.answer).toContain("sent");
    const [first, ...others] = [await open(halfBody), await open(halfBody), await open(halfBody)];
    expect(await first.closed).toBe("closed");
    for (const { socket } of [...others, upload]) socket.write("-body");
    const answers = await Promise.all([...others, upload].map(({ answer }) => answer));
    expect(answers.map((answer) => answer.split("\r\n").at(-1))).toEqual(["sent", "sent", "taken"]);
    expect(done.socket.destroyed).toBe(false);
  });
});

test("strangers' forms are bounded until they are answered, and none is sent ahead", async () => {
  const { open } = await port({ most: 5_000, mostUnfinished: 5_000 });
  const form = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${"b".repeat(length)}`;
  const small = await open(form("/waiting-form", 100));
  let ended = 0;
  void small.closed.then(() => (ended += 1_000));
  const count = 1_000;
  let newest = small;
  for (let sent = 0; sent < count; sent += 1) {
    // oxlint-disable-next-line no-await-in-loop
    newest = await open(form("/waiting-form", 24_000));
    void newest.closed.then(() => (ended += 1));
  }
  await expect
    .poll(() => count - ended, { timeout: 20_000 })
    .toBeLessThan((16 * 1024 * 1024) / 24_000 + 1);
  const answeredAtOnce = await open(form("/", 24_000));
  expect(await answeredAtOnce.answer).toContain("sent");
  expect([small.socket.destroyed, newest.socket.destroyed]).toEqual([false, false]);
  expect(count - ended).toBeGreaterThan(500);
  expect(await (await open(form("/waiting-form", 100).repeat(2))).closed).toBe("closed");
}, 60_000);

describe("requests sent ahead of answers", () => {
  /** Requests that Node's parser hands over. */
  function countRequests(): { readonly count: number } {
    const counted = { count: 0 };
    const count = () => void (counted.count += 1);
    subscribe("http.server.request.start", count);
    onTestFinished(() => void unsubscribe("http.server.request.start", count));
    return counted;
  }

  test("a few of them are answered", async () => {
    const { open } = await port();
    const { socket } = await open(whole.repeat(3));
    let text = "";
    socket.on("data", (part: string) => (text += part));
    await expect.poll(() => text.split("answered").length - 1).toBe(3);
  });

  test.each([
    ["plain", whole],
    ["with a body", "POST /at-once HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"],
    [
      "with a body in parts",
      "POST /at-once HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
    ],
    [
      "that wait for a word to go on",
      "POST /at-once HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx",
    ],
    ["without a Host", "GET / HTTP/1.1\r\n\r\n"],
    ["that expect something else", "GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n"],
  ])("thousands of them end the connection before they are parsed: %s", async (_, request) => {
    const { open } = await port();
    const requests = countRequests();
    const { closed } = await open(request.repeat(2_000));
    expect(await closed).toBe("closed");
    expect(requests.count).toBeLessThan(20);
    // What read it reads the next one as before.
    const next = await open(whole);
    expect(await next.answer).toContain("answered");
  });

  test("a request without a Host is refused", async () => {
    const { open } = await port();
    expect(await (await open("GET / HTTP/1.1\r\n\r\n")).answer).toContain("400 Bad Request");
  });
});

describe("bodies in small pieces", () => {
  const head = "POST /at-once HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  const chunks = "1\r\na\r\n".repeat(100_000);

  test("a body that nobody has answered yet ends its connection", async () => {
    const { open } = await port();
    const { socket, closed } = await open(head.replace("/at-once", "/"));
    socket.write(chunks);
    expect(await closed).toBe("closed");
  });

  test("pieces of the usual size are taken", async () => {
    const { open } = await port();
    const { socket, answer } = await open(head.replace("/at-once", "/"));
    socket.write(`800\r\n${"a".repeat(2_048)}\r\n`.repeat(200));
    socket.write("0\r\n\r\n");
    expect(await answer).toContain("sent");
  });

  test("what comes after the answer costs next to nothing, and the next request is answered", async () => {
    const { open } = await port();
    const { socket, answer } = await open(head);
    expect(await answer).toContain("answered");
    const before = process.threadCpuUsage();
    const next = once(socket, "data");
    for (let written = 0; written < 50; written += 1) socket.write(chunks);
    socket.write(`0\r\n\r\n${head.replace("/at-once", "/")}1\r\na\r\n0\r\n\r\n`);
    expect(String(await next)).toContain("sent");
    // Five million calls would be seconds of work.
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_500_000);
  }, 60_000);
});
