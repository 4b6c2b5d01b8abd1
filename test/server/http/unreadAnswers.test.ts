import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { RequestListener, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { leaveUncounted, mostUnread } from "../../../src/server/api/unreadAnswers.ts";
import { createGuiFiles } from "../../../src/server/http/guiFiles.ts";
import { listen } from "../../../src/server/http/listener.ts";
import { write } from "../../../src/server/http/visits/respond.ts";

const mebibyte = 1024 * 1024;

/** More than the system's buffers of a connection take. */
const body = "p".repeat(16 * mebibyte);

const page: RequestListener = (_request, response) =>
  write(response, { status: 200, headers: {}, body });

async function started(answer: RequestListener = page) {
  const listener = await listen("127.0.0.1", 0, { head: "public" });
  onTestFinished(() => listener.close(0));
  const responses: ServerResponse[] = [];
  listener.serve((request, response) => {
    responses.push(response);
    answer(request, response);
  });

  /** Asks for a page and reads nothing of it. */
  async function ask(path = "/"): Promise<Socket> {
    const asked = responses.length + 1;
    const socket = connect({ port: listener.port, host: "127.0.0.1" });
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    socket.pause();
    await once(socket, "connect");
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await expect.poll(() => responses.length).toBe(asked);
    await expect.poll(() => responses.at(-1)?.writableEnded).toBe(true);
    return socket;
  }

  const held = () =>
    responses
      .filter(({ req }) => !req.socket.destroyed)
      .reduce((sum, { writableLength }) => sum + writableLength, 0);
  return { ask, held, responses };
}

const viaExpress = express().use((_request, response) => {
  response.send(body);
});

test.each([
  ["pages for visitors", page],
  ["answers of Express", viaExpress],
] as const)(
  "%s that nobody reads take no more than the bound; the oldest of the largest goes first",
  async (_name, answer) => {
    const { ask, held, responses } = await started(answer);
    for (let count = 0; count < 9; count += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await ask();
      expect(held()).toBeLessThanOrEqual(mostUnread);
    }
    expect(held()).toBeGreaterThan(mostUnread / 2);
    expect([responses.at(0), responses.at(-1)].map((one) => one?.req.socket.destroyed)).toEqual([
      true,
      false,
    ]);
  },
);

test("answers that were read or whose reader is gone aren't counted any more", async () => {
  const { ask, responses } = await started();
  for (let count = 0; count < 9; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const socket = await ask();
    if (count % 2 === 0) socket.resume();
    else socket.destroy();
    // oxlint-disable-next-line no-await-in-loop
    await expect.poll(() => responses.at(-1)?.closed).toBe(true);
  }
  expect(responses.filter(({ writableFinished }) => writableFinished)).toHaveLength(5);
  const sockets = [await ask(), await ask(), await ask()];
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  expect(responses.slice(-3).map(({ req }) => req.socket.destroyed)).toEqual([false, false, false]);
});

test("answers that are counted elsewhere, and those of another port, end nobody's", async () => {
  const elsewhere = await started((request, response) => {
    leaveUncounted(response);
    page(request, response);
  });
  const other = await started();
  const own = await started();
  for (let count = 0; count < 3; count += 1) {
    for (const { ask } of [elsewhere, elsewhere, other, own]) {
      // oxlint-disable-next-line no-await-in-loop
      await ask();
    }
  }
  const all = [elsewhere, other, own].flatMap(({ responses }) => responses);
  expect(all.filter(({ req }) => req.socket.destroyed)).toEqual([]);
});

test("however many don't read a built file of the app, it's in memory once", async () => {
  const rendererDir = await mkdtemp(join(tmpdir(), "waypost-gui-"));
  onTestFinished(() => rm(rendererDir, { recursive: true }));
  await mkdir(join(rendererDir, "assets"));
  await writeFile(join(rendererDir, "assets", "index-a1.js"), body);
  const { ask, held, responses } = await started(
    createGuiFiles(
      { rendererDir, pictures: "" },
      () => null,
      () => undefined,
    ),
  );
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 12; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await ask("/assets/index-a1.js");
  }
  expect(held()).toBeGreaterThan(mostUnread);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(3 * body.length);
  expect(responses.filter(({ req }) => req.socket.destroyed)).toEqual([]);
});
