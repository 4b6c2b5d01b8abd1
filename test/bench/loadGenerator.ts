import { connect, type Socket } from "node:net";

/**
 * The load, in a process of its own. Plain sockets and requests that are built before the clock
 * starts: it has to be much cheaper than what it measures. One request at a time a connection.
 */

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly requests:
    | {
        readonly kind: "visits";
        readonly aliases: readonly string[];
        readonly userAgents: readonly string[];
      }
    | {
        readonly kind: "creations";
        readonly key: string;
        readonly note: string;
        readonly serial: number;
      }
    | { readonly kind: "deletions"; readonly key: string; readonly ids: readonly number[] };
  /** Ends after so many seconds or so many requests, whichever is first; all of them are answered. */
  readonly seconds?: number;
  readonly count?: number;
}

export interface LoadResult {
  readonly answered: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Answers by status that were not the expected one, and connections that broke. */
  readonly unexpected: Readonly<Record<string, number>>;
  /** Ids of the links that were made. */
  readonly ids: readonly number[];
}

/** So many different requests are enough to look random. */
const varieties = 40_000;

function visitRequests(
  aliases: readonly string[],
  userAgents: readonly string[],
  port: number,
): Buffer[] {
  return Array.from({ length: varieties }, (_, index) => {
    // Steps that share no factor with the lengths: every pair comes up, in no visible order.
    const alias = aliases[(index * 7919) % aliases.length] ?? "";
    const userAgent = userAgents[(index * 67 + Math.floor(index / 200)) % userAgents.length] ?? "";
    return Buffer.from(
      `GET /${alias} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: ${userAgent}\r\n` +
        "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n" +
        "Accept-Language: en-GB,en;q=0.9\r\nAccept-Encoding: gzip, deflate, br\r\n" +
        "Referer: https://www.example.org/\r\nConnection: keep-alive\r\n\r\n",
    );
  });
}

function apiRequest(method: string, path: string, port: number, key: string, body: string): Buffer {
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function buildRequests({ requests, port, count = varieties }: Load): Buffer[] {
  switch (requests.kind) {
    case "visits":
      return visitRequests(requests.aliases, requests.userAgents, port);
    case "creations":
      return Array.from({ length: count }, (_, index) =>
        apiRequest(
          "POST",
          "/api/url/add",
          port,
          requests.key,
          JSON.stringify({
            url: `https://www.example.org/articles/${requests.serial}/${index}?from=newsletter`,
            metatitle: `Article ${index}`,
            description: requests.note,
          }),
        ),
      );
    case "deletions":
      return requests.ids.map((id) =>
        apiRequest("DELETE", `/api/url/${id}/delete`, port, requests.key, ""),
      );
  }
}

const headEnd = Buffer.from("\r\n\r\n");

/** The length of the whole answer at the start of `data`, or -1 while it isn't all there. */
function answerLength(data: Buffer): number {
  const end = data.indexOf(headEnd);
  if (end === -1) return -1;
  const head = data.toString("latin1", 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const whole = end + 4 + Number(length);
    return data.length >= whole ? whole : -1;
  }
  const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head);
  if (!isChunked) return end + 4;
  const last = data.indexOf("0\r\n\r\n", end + 4, "latin1");
  return last === -1 ? -1 : last + 5;
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function run(load: Load): Promise<LoadResult> {
  const requests = buildRequests(load);
  const isCreation = load.requests.kind === "creations";
  const expected = load.requests.kind === "visits" ? 302 : 200;
  const count = load.count ?? Number.POSITIVE_INFINITY;
  const sockets = await Promise.all(
    Array.from(
      { length: load.connections },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect({ port: load.port, host: "127.0.0.1", noDelay: true }, () =>
            resolve(socket),
          );
          socket.once("error", reject);
        }),
    ),
  );
  const times: number[] = [];
  const ids: number[] = [];
  const unexpected: Record<string, number> = {};
  let sent = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + (load.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  let lastAnswer = startedAt;

  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          let pending: Buffer | undefined;
          let sentAt = 0;
          let isDone = false;
          const next = () => {
            sentAt = performance.now();
            const request = requests[sent % requests.length];
            if (sent >= count || sentAt >= endsAt || request === undefined) {
              isDone = true;
              socket.destroy();
              return;
            }
            sent += 1;
            socket.write(request);
          };
          socket.on("data", (chunk) => {
            const data = pending === undefined ? chunk : Buffer.concat([pending, chunk]);
            if (answerLength(data) === -1) {
              pending = data;
              return;
            }
            pending = undefined;
            lastAnswer = performance.now();
            times.push(lastAnswer - sentAt);
            const status = Number(data.toString("latin1", 9, 12));
            if (status !== expected) unexpected[status] = (unexpected[status] ?? 0) + 1;
            else if (isCreation) ids.push(Number(/"id":(\d+)/.exec(data.toString("latin1"))?.[1]));
            next();
          });
          socket.on("error", () => {});
          socket.once("close", () => {
            if (!isDone) unexpected["broken"] = (unexpected["broken"] ?? 0) + 1;
            resolve();
          });
          next();
        }),
    ),
  );

  const sorted = Float64Array.from(times).toSorted();
  return {
    answered: times.length,
    seconds: (lastAnswer - startedAt) / 1000,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    longest: percentile(sorted, 1),
    unexpected,
    ids,
  };
}

process.on("message", (load: Load) => {
  void run(load).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
