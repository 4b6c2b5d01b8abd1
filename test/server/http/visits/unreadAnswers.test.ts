import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../../src/server/http/listener.ts";
import { write } from "../../../../src/server/http/visits/respond.ts";
import { mostUnread } from "../../../../src/server/http/visits/unreadAnswers.ts";

/** More than the system's buffers of a connection take. */
const body = "p".repeat(16 * 1024 * 1024);

async function started() {
  const listener = await listen("127.0.0.1", 0, { head: "public" });
  onTestFinished(() => listener.close(0));
  const responses: ServerResponse[] = [];
  listener.serve((_request, response) => {
    responses.push(response);
    write(response, { status: 200, headers: {}, body });
  });

  /** Asks for a page and reads nothing of it. */
  async function ask(): Promise<Socket> {
    const asked = responses.length + 1;
    const socket = connect({ port: listener.port, host: "127.0.0.1" });
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    socket.pause();
    await once(socket, "connect");
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(() => responses.length).toBe(asked);
    return socket;
  }

  const held = () =>
    responses
      .filter(({ req }) => !req.socket.destroyed)
      .reduce((sum, { writableLength }) => sum + writableLength, 0);
  return { ask, held, responses };
}

test("answers that nobody reads take no more than the bound; the oldest of the largest goes first", async () => {
  const { ask, held, responses } = await started();
  for (let count = 0; count < 20; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await ask();
    expect(held()).toBeLessThanOrEqual(mostUnread);
  }
  expect(held()).toBeGreaterThan(mostUnread / 2);
  expect([responses.at(0)?.req.socket.destroyed, responses.at(-1)?.req.socket.destroyed]).toEqual([
    true,
    false,
  ]);
});

test("answers that were read or whose reader is gone aren't counted any more", async () => {
  const { ask, responses } = await started();
  for (let count = 0; count < 20; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const socket = await ask();
    if (count % 2 === 0) socket.resume();
    else socket.destroy();
    // oxlint-disable-next-line no-await-in-loop
    await expect.poll(() => responses.at(-1)?.closed).toBe(true);
  }
  expect(responses.filter(({ writableFinished }) => writableFinished)).toHaveLength(10);
  const sockets = [await ask(), await ask(), await ask()];
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  expect(responses.slice(-3).map(({ req }) => req.socket.destroyed)).toEqual([false, false, false]);
});
