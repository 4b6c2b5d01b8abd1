import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { bodyBytes } from "../../../src/server/common/bodyBytes.ts";

/** A request whose head has arrived, and the connection that sends its body. */
async function begin(): Promise<{
  readonly socket: Socket;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  socket.on("error", () => undefined);
  socket.write("POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n");
  const [request, response] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
  return { socket, request, response };
}

test("a body of pieces of one byte takes no more memory than its bytes", async () => {
  const { socket, request } = await begin();
  const made = vi.spyOn(Buffer, "allocUnsafeSlow");
  onTestFinished(() => made.mockRestore());
  let pieces = 0;
  const reading = bodyBytes(request, 100_000, () => (pieces += 1));
  for (let sent = 0; sent < 20_000; sent += 500) {
    socket.write("1\r\na\r\n".repeat(500));
    await setImmediate();
  }
  socket.write("0\r\n\r\n");
  const body = await reading;
  expect(body?.equals(Buffer.alloc(20_000, "a"))).toBe(true);
  expect(pieces).toBe(20_000);
  const rooms = made.mock.calls.map(([bytes]) => bytes);
  expect(rooms).toEqual([1024, 2048, 4096, 8192, 16_384, 32_768]);
});

test("what a long body has beyond its bound is thrown away, and its sender answered", async () => {
  const { socket, request, response } = await begin();
  const reading = bodyBytes(request, 1000);
  socket.write(`3e8\r\n${"a".repeat(1000)}\r\n1\r\na\r\n`);
  await expect(reading).resolves.toBeNull();
  socket.write(`3e8\r\n${"a".repeat(1000)}\r\n0\r\n\r\n`);
  await once(request, "end");
  response.end("too long");
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toContain("too long");
});

test("a body that is refused at a piece is read no further", async () => {
  const { socket, request } = await begin();
  const come = vi.fn<(bytes: number) => void>(() => {
    throw new Error("no room");
  });
  const reading = bodyBytes(request, 1000, come);
  socket.write("3\r\nabc\r\n");
  await expect(reading).rejects.toThrow("no room");
  socket.write("3\r\nabc\r\n0\r\n\r\n");
  await once(request, "end");
  expect(come.mock.calls).toEqual([[3]]);
});

test("a body that breaks off is no body", async () => {
  const { socket, request } = await begin();
  const reading = bodyBytes(request, 1000);
  socket.write("3\r\nabc\r\n");
  await once(request, "data");
  socket.destroy();
  await expect(reading).rejects.toThrow(/aborted|broke off/);
});
