import { Agent, type IncomingHttpHeaders, request } from "node:http";

/** A client that keeps its connections: for tests that ask thousands of times, several at once. */
export interface Caller {
  call(method: string, path: string, sent?: Sent): Promise<Answer>;
  close(): void;
}

export interface Sent {
  /** Goes out as JSON. */
  readonly body?: unknown;
  /** Goes out as it is. */
  readonly raw?: string;
  /** Beside or instead of the usual ones; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed text; undefined when it is no JSON. */
  readonly body: unknown;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function createCaller(base: string, key: string, sockets = 16): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const { hostname, port, pathname } = new URL(base);
  const prefix = pathname.replace(/\/$/, "");
  return {
    call(method, path, { body, raw, headers = {} } = {}) {
      const text = raw ?? (body === undefined ? "" : JSON.stringify(body));
      const usual = {
        authorization: `Bearer ${key}`,
        ...(text === "" ? {} : { "content-type": "application/json" }),
        "content-length": String(Buffer.byteLength(text)),
      };
      const all = Object.entries({ ...usual, ...headers }).filter(
        (entry): entry is [string, string] => entry[1] !== null,
      );
      return new Promise((resolve, reject) => {
        const sending = request(
          {
            agent,
            host: hostname,
            port,
            method,
            path: prefix + path,
            headers: Object.fromEntries(all),
          },
          (response) => {
            const chunks: Buffer[] = [];
            response.on("data", (chunk: Buffer) => chunks.push(chunk));
            response.on("error", reject);
            response.on("end", () => {
              const answered = Buffer.concat(chunks).toString("utf8");
              const { statusCode: status = 0, headers: received } = response;
              resolve({ status, headers: received, text: answered, body: parsed(answered) });
            });
          },
        );
        sending.on("error", reject);
        sending.end(text);
      });
    },
    close: () => agent.destroy(),
  };
}
