import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createWorker } from "../../src/mirror/worker/createWorker.ts";
import {
  type EdgeDatabaseOptions,
  type LocalEdgeDatabase,
  openEdgeDatabase,
} from "./edgeDatabase.ts";
import { webRequest } from "./webRequest.ts";

/** What becomes of a request on its way. */
export type Wire =
  | "open"
  /** It never arrives. */
  | "cutBefore"
  /** It is answered, and the answer never arrives. */
  | "cutAfter";

export interface LocalEdgeOptions extends EdgeDatabaseOptions {
  readonly secret?: string;
  readonly version?: string;
  readonly clock?: () => number;
  readonly random?: () => number;
  /** Where the network says that a visitor is. */
  readonly country?: (request: Request) => string | undefined;
}

export interface LocalEdge {
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  readonly secret: string;
  readonly database: LocalEdgeDatabase;
  /** Paths that were asked, in their order. */
  readonly asked: string[];
  /** What becomes of the requests from now on. */
  cut(wire: (path: string) => Wire): void;
  /** The network gives it a new process: what it had in memory is gone. */
  restart(): void;
  /** When all that went on after an answer has ended. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** The Worker in Node, over a database as D1 is, behind a real port. */
export async function startLocalEdge(options: LocalEdgeOptions = {}): Promise<LocalEdge> {
  const secret = options.secret ?? "a secret that only home and its edge know";
  const database = openEdgeDatabase(options);
  const newWorker = () =>
    createWorker({
      clock: options.clock ?? Date.now,
      random: options.random ?? Math.random,
      version: options.version ?? "0.1.0",
    });
  let worker = newWorker();
  const goingOn = new Set<Promise<unknown>>();
  const context = {
    waitUntil(work: Promise<unknown>) {
      const done = work.catch(() => undefined).finally(() => goingOn.delete(done));
      goingOn.add(done);
    },
  };
  const asked: string[] = [];
  let wireOf: (path: string) => Wire = () => "open";

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const wire = wireOf(url.pathname);
    asked.push(url.pathname);
    if (wire === "cutBefore") return void request.socket.destroy();
    const visit = await webRequest(request);
    Object.assign(visit, { cf: { country: options.country?.(visit) } });
    const answered = await worker.fetch(visit, { DB: database, SECRET: secret }, context);
    if (wire === "cutAfter") return void request.socket.destroy();
    const body = Buffer.from(await answered.arrayBuffer());
    response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(body);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  // As the real one, it doesn't end a connection that a busy home is about to ask by.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    address: `http://127.0.0.1:${port}`,
    secret,
    database,
    asked,
    cut(wire) {
      wireOf = wire;
    },
    restart() {
      worker = newWorker();
    },
    async settled() {
      while (goingOn.size > 0) await Promise.all(goingOn);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      database.close();
    },
  };
}
