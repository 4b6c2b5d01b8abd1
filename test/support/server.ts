import { mkdtemp, rm } from "node:fs/promises";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, type ServerOptions, startServer } from "../../src/app/index.ts";
import { chrome } from "./userAgents.ts";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface ApiAnswer extends Answer {
  /** The parsed body. Tests say what they expect of it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** One request as it is, without a client's own ideas about paths, hosts and redirects. */
export function send(base: string, target: string, sent: Sent = {}): Promise<Answer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: hostname.replace(/^\[(.*)\]$/, "$1"),
        port,
        path: target,
        method: sent.method ?? "GET",
        headers: {
          ...(sent.body === undefined ? {} : { "content-length": Buffer.byteLength(sent.body) }),
          ...sent.headers,
        },
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    request.on("error", reject);
    request.end(sent.body);
  });
}

export interface TestServer extends RunningServer {
  /** A request as the owner's script makes it; `path` begins with `/api`. */
  api(method: string, path: string, body?: unknown, key?: string): Promise<ApiAnswer>;
  /** A visitor's request at the service door, or at another one's address. */
  visit(path: string, headers?: Readonly<Record<string, string>>, base?: string): Promise<Answer>;
  /** Closes the service and removes its folder. */
  stop(): Promise<void>;
}

/** Without the path prefix. */
function originOf(address: string): string {
  return new URL(address).origin;
}

/** A page's text as far as two answers can be alike. */
export function withoutNonce({ text }: Answer): string {
  return text.replaceAll(/nonce="[^"]*"/g, "");
}

export async function makeDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), "waypost-"));
}

/** A service on a folder of its own and free ports, with every answer held against the contract. */
export async function startTestServer(overrides: Partial<ServerOptions> = {}): Promise<TestServer> {
  const dataDir = overrides.dataDir ?? (await makeDataDir());
  const server = await startServer({
    port: 0,
    guiPort: null,
    checkAnswers: true,
    ...overrides,
    settings: {
      rateLimit: "1000000",
      timeZone: "UTC",
      // No test asks anything beyond this machine.
      "targets.ask": "false",
      ...overrides.settings,
    },
    dataDir,
  });

  return {
    ...server,
    async api(method, path, body, key = server.apiKey) {
      const answer = await send(server.baseUrl, path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (answer.status === 500) throw new Error(`${method} ${path} failed: ${answer.text}`);
      return { ...answer, body: answer.text === "" ? undefined : JSON.parse(answer.text) };
    },
    visit: (path, headers = {}, base = originOf(server.baseUrl)) =>
      send(base, path, { headers: { "user-agent": chrome, ...headers } }),
    async stop() {
      await server.close();
      if (overrides.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
