import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { newFolder } from "../server/store/testFolder.ts";
import { startTestServer } from "../support/server.ts";
import { homeOf } from "./home.ts";
import { newProgram } from "./newProgram.ts";

interface HalfForm {
  readonly socket: Socket;
  /** The first of the answer; nothing where the connection ends before. */
  readonly answer: Promise<string>;
}

const text = "form=contact&name=A&email=a%40example.org&message=hello";

/** Sends a form without its last byte. */
async function sendHalf(port: number, { pad = 0, more = 0 } = {}): Promise<HalfForm> {
  const body = `more=${"b".repeat(more)}&${text}`;
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  socket.setEncoding("utf8");
  const answer = new Promise<string>((resolve) => {
    socket.once("data", resolve);
    socket.once("close", () => resolve(""));
  });
  await once(socket, "connect");
  const type = "Content-Type: application/x-www-form-urlencoded";
  const head = `POST /ask HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${type}\r\nX: ${"x".repeat(pad)}`;
  socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`);
  return { socket, answer };
}

test("a copy holds 16 MiB of 2,000 half-sent forms, and takes the small and the newest ones", async () => {
  const { url, secret } = await newProgram(newFolder());
  const home = homeOf(await startTestServer({ log: () => {} }));
  onTestFinished(() => home.stop());
  const { body } = await home.api("POST", "/api/overlay/add", { name: "Ask", type: "contact" });
  const type = `overlay-${String(body.id)}`;
  await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "ask", type });
  await home.follow("/connect", { address: url, secret });

  const port = Number(new URL(url).port);
  const small = await sendHalf(port);
  const halves: HalfForm[] = [];
  let ended = 0;
  while (halves.length < 2_000) {
    // oxlint-disable-next-line no-await-in-loop
    const half = await sendHalf(port, { pad: 14_000, more: 20_000 });
    half.socket.once("close", () => (ended += 1));
    halves.push(half);
  }
  await expect
    .poll(() => halves.length - ended, { timeout: 20_000 })
    .toBeLessThan((16 * 1024 * 1024) / 34_000);
  const newest = halves.at(-1);
  newest?.socket.write("o");
  small.socket.write("o");
  expect(await Promise.all([small.answer, newest?.answer])).toEqual([
    expect.stringMatching(/^HTTP\/1\.1 200 /),
    expect.stringMatching(/^HTTP\/1\.1 200 /),
  ]);
  expect(await home.edge("POST", "/pull")).toMatchObject({ problem: null });
  const kept = await home.api("GET", `/api/overlay/${String(body.id)}/answers`, {}, home.localKey);
  expect(kept.body).toMatchObject({
    data: { answers: [{ message: "hello" }, { message: "hello" }] },
  });
}, 60_000);
