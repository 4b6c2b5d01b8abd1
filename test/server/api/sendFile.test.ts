import { once } from "node:events";
import { connect, type Socket } from "node:net";
import express from "express";
import { describe, expect, onTestFinished, test } from "vitest";
import { sendFile } from "../../../src/server/api/sendFile.ts";
import { listen } from "../../../src/server/http/listener.ts";
import { exported } from "../../support/exporting.ts";
import { startTestServer } from "../../support/server.ts";
import { newFolder, openForTest } from "../store/testFolder.ts";
import type { Change } from "../../../src/server/store/store.ts";

/** Asks, and takes nothing of what is answered but its first piece. */
async function askOnly(url: string, request: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  socket.write(request);
  await once(socket, "data");
  socket.pause();
  return socket;
}

describe("a file that nobody reads on", () => {
  /** Files without an end; answers how many of them have been let go. */
  async function startEndless(patience: number) {
    let left = 0;
    async function* content() {
      try {
        for (;;) yield Buffer.alloc(1 << 16);
      } finally {
        left += 1;
      }
    }
    const app = express().use(async (_request, response) => {
      const file = { name: "endless", type: "text/plain", content: content() };
      await sendFile(response, file, patience).catch(() => undefined);
    });
    const listener = await listen("127.0.0.1", 0);
    onTestFinished(() => listener.close(0));
    listener.serve(app);
    return { url: `http://127.0.0.1:${listener.port}`, left: () => left };
  }

  test("is broken off after a time", async () => {
    const { url, left } = await startEndless(200);
    await askOnly(url, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(left, { timeout: 10_000 }).toBe(1);
  });

  test("is let go with its connection, and so is one that waits for it", async () => {
    const { url, left } = await startEndless(60_000);
    const socket = await askOnly(url, "GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2));
    expect(left()).toBe(0);
    socket.destroy();
    await expect.poll(left, { timeout: 10_000 }).toBe(2);
  });
});

describe("exports with one key", () => {
  test("are eight at a time, however slowly they are read", async () => {
    const dataDir = newFolder();
    const store = await openForTest(dataDir);
    // More than the system's buffers of a connection take.
    const description = "x".repeat(60_000);
    const createdAt = "2026-06-01T00:00:00.000Z";
    const changes = Array.from({ length: 130 }, (_, at): Change => {
      const record = { id: at + 1, alias: `a${at}`, url: "https://example.com/", createdAt };
      return { put: "links", record: { ...record, description } };
    });
    await store.commit(changes);
    await store.close();
    const server = await startTestServer({ dataDir });
    onTestFinished(() => server.stop());

    const what = { what: "links", format: "json", select: { all: true } };
    const body = JSON.stringify(what);
    const { host } = new URL(server.baseUrl);
    const request =
      `POST /api/export HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${server.apiKey}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const sockets: Socket[] = [];
    // oxlint-disable-next-line no-await-in-loop
    while (sockets.length < 8) sockets.push(await askOnly(server.baseUrl, request));
    const ask = () => exported(server, what);
    const refused = await ask();
    expect([refused.status, JSON.parse(refused.text).message]).toEqual([
      429,
      "This key already has 8 downloads. Read or close them, then try again.",
    ]);
    const ofApp = await server.api("POST", "/api/export", what, server.localKey);
    expect(ofApp.status).toBe(200);
    sockets[0]?.destroy();
    await expect.poll(async () => (await ask()).status, { timeout: 10_000 }).toBe(200);
  });
});
