import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** What a receiver got. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: string;
  /** As its verified body says; null: it isn't verified. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly event: any;
}

export interface ReceiverAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Receiver {
  readonly url: string;
  /** Host and port. */
  readonly place: string;
  readonly received: Received[];
  /** What is verified with; none: everything counts as received, without an event. */
  secret: string | null;
  /** Answers from now on; null: the connection is cut. */
  answer: (received: Received) => ReceiverAnswer | null;
  types(): string[];
  close(): Promise<void>;
}

/** Verifies as the given clock has it. */
function verified(
  secret: string,
  body: string,
  headers: IncomingHttpHeaders,
  now: number,
): unknown {
  const systemClock = Date.now;
  Date.now = () => now;
  try {
    const given = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    return new Webhook(secret).verify(body, Object.fromEntries(given));
  } catch {
    return null;
  } finally {
    Date.now = systemClock;
  }
}

/** A program that receives events, and believes those that Standard Webhooks' own package does. */
export async function startReceiver(clock: () => number = Date.now, port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const { headers, url: path = "" } = request;
      const { secret } = receiver;
      const event = secret === null ? null : verified(secret, body, headers, clock());
      const one = { headers, path, body, event };
      received.push(one);
      const answer = secret !== null && event === null ? { status: 401 } : receiver.answer(one);
      if (answer === null) request.socket.destroy();
      else response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens at a port
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = {
    url: `http://${place}/hook`,
    place,
    received,
    secret: null,
    answer: () => ({ status: 204 }),
    types: () => received.map(({ event }) => event?.type),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
