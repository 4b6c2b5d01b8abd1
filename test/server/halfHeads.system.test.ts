import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usualConnections } from "../../src/server/http/connections.ts";
import { type ServiceProcess, startService } from "../support/serviceProcess.ts";
import { send } from "../support/server.ts";

let dataDir: string;
let service: ServiceProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "waypost-"));
  // A process of its own: the sender's sockets take as many of the system's handles.
  service = await startService(dataDir, ["--public-port", "0"]);
  await service.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A connection with half a head; resolves once it is made, or refused. */
function sendHalf(port: number, sockets: Socket[]): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write("GET /spring HTTP/1.1\r\nHost: x\r\n");
      resolve();
    });
    socket.on("error", () => resolve());
    sockets.push(socket.resume());
  });
}

test("5,000 half-sent heads don't keep another visitor from an answer", async () => {
  const base = service.ready.publicUrl ?? "";
  const port = Number(new URL(base).port);
  const sockets: Socket[] = [];
  try {
    // As many at once as a system's queue of new connections takes.
    while (sockets.length < usualConnections.most + 100) {
      // oxlint-disable-next-line no-await-in-loop
      await Promise.all(Array.from({ length: 100 }, () => sendHalf(port, sockets)));
    }
    const statuses: number[] = [];
    for (let visit = 0; visit < 20; visit += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await Promise.all(Array.from({ length: 50 }, () => sendHalf(port, sockets)));
      // oxlint-disable-next-line no-await-in-loop
      statuses.push((await send(base, "/spring")).status);
    }
    expect(statuses).toEqual(statuses.map(() => 302));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}, 120_000);

test("the public port ends a half-sent head after five seconds, and takes heads of 16 KiB", async () => {
  const base = service.ready.publicUrl ?? "";
  const startedAt = performance.now();
  const half = connect(Number(new URL(base).port), "127.0.0.1").resume();
  half.write("GET /spring HTTP/1.1\r\nHost: x\r\n");
  const ended = once(half, "close");
  const visitWith = async (to: string, bytes: number) =>
    (await send(to, "/spring", { headers: { "x-large": "x".repeat(bytes) } })).status;
  expect(await visitWith(base, 15_000)).toBe(302);
  expect(await visitWith(base, 17_000)).toBe(431);
  // Addresses of scripts may be longer.
  expect(await visitWith(service.ready.baseUrl, 17_000)).toBe(302);
  await ended;
  const seconds = (performance.now() - startedAt) / 1_000;
  expect(seconds).toBeGreaterThan(4.9);
  // Looked for once a second; the service's own port takes 15.
  expect(seconds).toBeLessThan(14);
}, 60_000);

test("300 connections that send 2,000 requests each ahead don't keep another visitor from an answer", async () => {
  const base = service.ready.publicUrl ?? "";
  const flood = "GET /zz HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2_000);
  const sockets = Array.from({ length: 300 }, () =>
    connect(Number(new URL(base).port), "127.0.0.1")
      .on("error", () => undefined)
      .pause(),
  );
  try {
    for (const socket of sockets) socket.write(flood);
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await send(base, "/spring")).status),
    );
    expect(statuses).toEqual(statuses.map(() => 302));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}, 60_000);
