import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeAll, expect, test } from "vitest";
import { serverForAll } from "../../support/testServer.ts";
import { isFull } from "../../support/full.ts";

const service = serverForAll({
  publicPort: 0,
  settings: { "geo.provider": "forwarded" },
});
beforeAll(async () => {
  await service.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
});

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes that are in use once everything else is collected. */
function used(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

/** What they send is more than may stay. */
const visitsOf = (bytes: number) => (isFull ? 5_000 : 24_000_000 / bytes);
const mostGrowth = 20 * 2 ** 20;

/** Bytes that visits over one connection leave in use; `headers` makes those of each. */
async function growth(
  base: string,
  visits: number,
  headers: (number: number) => readonly string[],
) {
  const { port, hostname } = new URL(base);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.setEncoding("latin1");
  const visit = async (number: number) => {
    const lines = ["GET /spring HTTP/1.1", `Host: ${new URL(base).host}`, ...headers(number)];
    const answer = await ask(socket, `${lines.join("\r\n")}\r\n\r\n`);
    expect(answer).toContain("HTTP/1.1 302 ");
  };
  // What is made once, and compiled by and by, is no part of it.
  for (let number = 0; number < 500; number += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await visit(-number);
  }
  const before = used();
  for (let number = 1; number <= visits; number += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await visit(number);
  }
  const after = used();
  socket.destroy();
  return after - before;
}

async function ask(socket: Socket, request: string): Promise<string> {
  const answer = once(socket, "data");
  socket.write(request);
  const [text] = (await answer) as [string];
  return text;
}

/** So long, and another one for each visit. */
const long = (number: number, bytes: number) => `${number} `.padEnd(bytes, "x");

test("visits with the longest headers that the service takes leave nothing of them behind", async () => {
  const visits = visitsOf(60_000);
  const grown = await growth(service.baseUrl, visits, (number) => [
    `User-Agent: ${long(number, 20_000)}`,
    `Referer: https://${number}.example.org/${long(number, 20_000)}`,
    `Accept-Language: ${long(number, 20_000)}`,
  ]);
  console.log(`60 kB of headers: ${(grown / 2 ** 20).toFixed(1)} MiB for ${visits} visits`);
  expect(grown).toBeLessThan(mostGrowth);
}, 240_000);

test("visits through a proxy with the longest headers leave nothing of them behind", async () => {
  const base = service.publicUrl ?? "";
  const address = (number: number) => `2001:db8:${(number & 0xffff).toString(16)}:ffff:ffff::1`;
  const visits = visitsOf(12_000);
  const grown = await growth(base, visits, (number) => [
    `User-Agent: Mozilla/5.0 (X11; Linux x86_64) Firefox/${Math.abs(number)}.0`,
    `X-Forwarded-For: ${long(number, 12_000)}, ${address(number)}`,
  ]);
  console.log(`12 kB of hops: ${(grown / 2 ** 20).toFixed(1)} MiB for ${visits} visits`);
  expect(grown).toBeLessThan(mostGrowth);
}, 240_000);

test("connections that wait after their answer keep nothing of the head", async () => {
  const { port, hostname, host } = new URL(service.baseUrl);
  const lines = Array.from({ length: 90 }, (_, at) => `x-${at}: ${"v".repeat(400)}`);
  const head = ["GET /spring HTTP/1.1", `Host: ${host}`, ...lines].join("\r\n");
  const idle: Socket[] = [];
  async function open(count: number) {
    for (let number = 0; number < count; number += 1) {
      const socket = connect(Number(port), hostname);
      idle.push(socket);
      // oxlint-disable-next-line no-await-in-loop
      await once(socket, "connect");
      socket.setEncoding("latin1");
      // oxlint-disable-next-line no-await-in-loop
      expect(await ask(socket, `${head}\r\n\r\n`)).toContain("HTTP/1.1 302 ");
    }
  }
  /** Of the latest few hundred answers the heads are still held. */
  async function goOn() {
    const [socket] = idle;
    if (socket === undefined) throw new Error("no connection is open");
    for (let visit = 0; visit < 300; visit += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await ask(socket, `GET /spring HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    }
  }
  await open(100);
  await goOn();
  const before = used();
  await open(200);
  await goOn();
  const perConnection = (used() - before) / 200;
  for (const socket of idle) socket.destroy();
  // The head has 36 kB, and both ends of a connection are in this process.
  console.log(`a waiting connection: ${(perConnection / 1024).toFixed(1)} KiB`);
  expect(perConnection).toBeLessThan(24 * 1024);
}, 60_000);

test("a head of more than 100 lines is refused", async () => {
  const { port, hostname, host } = new URL(service.publicUrl ?? "");
  async function statusOf(count: number) {
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    socket.setEncoding("latin1");
    const lines = Array.from({ length: count - 1 }, (_, at) => `x-${at}: 1`);
    const head = ["GET /spring HTTP/1.1", `Host: ${host}`, ...lines].join("\r\n");
    const answer = await ask(socket, `${head}\r\n\r\n`);
    socket.destroy();
    return answer.slice(9, 12);
  }
  expect([await statusOf(100), await statusOf(101), await statusOf(2_000)]).toEqual([
    "302",
    "431",
    "431",
  ]);
});
