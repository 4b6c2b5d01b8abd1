import { connect, type Socket } from "node:net";
import { visitRequests, type Crowd, type NextRequest } from "./visitRequests.ts";

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
        readonly crowd: Crowd;
        readonly aliases: readonly string[];
      }
    | {
        readonly kind: "creations";
        readonly key: string;
        readonly note: string;
        readonly serial: number;
      }
    | {
        readonly kind: "updates";
        readonly key: string;
        readonly ids: readonly number[];
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
  /** Seconds of processor time that the generator itself took. */
  readonly processorTime: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Answers by status that were not the expected one, and connections that broke. */
  readonly unexpected: Readonly<Record<string, number>>;
  /** Ids of the links that were made. */
  readonly ids: readonly number[];
}

function apiRequest(method: string, path: string, port: number, key: string, body: string): Buffer {
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function inOrder(requests: readonly Buffer[]): NextRequest {
  let sent = 0;
  return () => requests[sent++] ?? Buffer.alloc(0);
}

function requestsOf({ requests, port, count = 0 }: Load): NextRequest {
  switch (requests.kind) {
    case "visits":
      return visitRequests({ ...requests, port });
    case "creations":
      return inOrder(
        Array.from({ length: count }, (_, index) =>
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
        ),
      );
    case "updates":
      return inOrder(
        requests.ids.map((id) =>
          apiRequest(
            "PUT",
            `/api/url/${id}/update`,
            port,
            requests.key,
            JSON.stringify({ url: `https://www.example.org/changed/${requests.serial}/${id}` }),
          ),
        ),
      );
    case "deletions":
      return inOrder(
        requests.ids.map((id) =>
          apiRequest("DELETE", `/api/url/${id}/delete`, port, requests.key, ""),
        ),
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

/** A redirect has no body: it is whole when it ends with an empty line, and needs no more reading. */
function isWholeRedirect(data: Buffer): boolean {
  return (
    data.readUInt32BE(data.length - 4) === 0x0d_0a_0d_0a && data.readUInt32BE(8) === 0x20_33_30_32
  );
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** What is seen while the load runs. */
function createTally({ requests }: Load) {
  const isVisit = requests.kind === "visits";
  const isCreation = requests.kind === "creations";
  let times = new Float64Array(1 << 20);
  let answered = 0;
  const ids: number[] = [];
  const unexpected: Record<string, number> = {};

  function look(data: Buffer): void {
    const status = Number(data.toString("latin1", 9, 12));
    if (status !== (isVisit ? 302 : 200)) unexpected[status] = (unexpected[status] ?? 0) + 1;
    else if (isCreation) ids.push(Number(/"id":(\d+)/.exec(data.toString("latin1"))?.[1]));
  }

  return {
    /** False: the answer isn't all there. */
    take(data: Buffer, time: number): boolean {
      if (!isVisit || !isWholeRedirect(data)) {
        if (answerLength(data) === -1) return false;
        look(data);
      }
      if (answered === times.length) {
        const former = times;
        times = new Float64Array(2 * former.length);
        times.set(former);
      }
      times[answered] = time;
      answered += 1;
      return true;
    },
    broken() {
      unexpected["broken"] = (unexpected["broken"] ?? 0) + 1;
    },
    result() {
      const sorted = times.subarray(0, answered).toSorted();
      return {
        answered,
        p50: percentile(sorted, 0.5),
        p99: percentile(sorted, 0.99),
        longest: percentile(sorted, 1),
        unexpected,
        ids,
      };
    },
  };
}

/** More than an answer. */
const readBytes = 64 * 1024;

async function run(load: Load): Promise<LoadResult> {
  const nextRequest = requestsOf(load);
  const count = load.count ?? Number.POSITIVE_INFINITY;
  const tally = createTally(load);
  let sent = 0;
  let startedAt = 0;
  let endsAt = 0;
  let lastAnswer = 0;

  function open(): Promise<{ socket: Socket; begin: () => Promise<void> }> {
    return new Promise((resolve, reject) => {
      const ended = Promise.withResolvers<void>();
      const room = Buffer.allocUnsafe(readBytes);
      let pending: Buffer | undefined;
      let sentAt = 0;
      let isDone = false;
      const next = (now: number) => {
        if (sent >= count || now >= endsAt) {
          isDone = true;
          socket.destroy();
          return;
        }
        sent += 1;
        sentAt = now;
        socket.write(nextRequest());
      };
      const socket = connect({
        port: load.port,
        host: "127.0.0.1",
        noDelay: true,
        // One piece of memory a connection: a new one for each answer would cost more than the answer.
        onread: {
          buffer: room,
          callback(length) {
            const chunk = room.subarray(0, length);
            const data = pending === undefined ? chunk : Buffer.concat([pending, chunk]);
            const now = performance.now();
            if (tally.take(data, now - sentAt)) {
              pending = undefined;
              lastAnswer = now;
              next(now);
            } else pending = Buffer.from(data);
            return true;
          },
        },
      });
      socket.once("connect", () =>
        resolve({
          socket,
          begin() {
            next(startedAt);
            return ended.promise;
          },
        }),
      );
      socket.on("error", reject);
      socket.once("close", () => {
        if (!isDone) tally.broken();
        ended.resolve();
      });
    });
  }

  const connections = await Promise.all(Array.from({ length: load.connections }, open));
  const usedBefore = process.cpuUsage();
  startedAt = performance.now();
  lastAnswer = startedAt;
  endsAt = startedAt + (load.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  await Promise.all(connections.map(({ begin }) => begin()));
  const used = process.cpuUsage(usedBefore);
  return {
    ...tally.result(),
    seconds: (lastAnswer - startedAt) / 1000,
    processorTime: (used.user + used.system) / 1e6,
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
