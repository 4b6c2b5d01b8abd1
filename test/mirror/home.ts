import type { ServerOptions } from "../../src/app/index.ts";
import type { Edge } from "../../src/contract/server/edge.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import type { CloudflareStandIn } from "./cloudflare.ts";
import { workerScript } from "./workerScript.ts";

export interface TestHome extends TestServer {
  /** As the owner's window asks. */
  edge(method: "GET" | "POST", path?: string, body?: object): Promise<Edge>;
  /** Asks for what takes several steps, and waits until it has ended. */
  follow(path: string, body: object): Promise<Edge>;
}

/** A service whose network is the stand-in. */
export async function startHome(
  cloudflare: CloudflareStandIn,
  overrides: Partial<ServerOptions> = {},
): Promise<TestHome> {
  const network = {
    api: cloudflare.api,
    addressOf: (name: string) => cloudflare.addressOf(name),
    scriptFile: await workerScript(),
    patience: 2_000,
  };
  const server = await startTestServer({ log: () => {}, ...overrides, edge: network });

  return homeOf(server);
}

/** A service with its mirror's calls. */
export function homeOf(server: TestServer): TestHome {
  async function edge(method: "GET" | "POST", path = "", body?: object): Promise<Edge> {
    const answer = await server.api(method, `/api/edge${path}`, body, server.localKey);
    if (answer.status !== 200) throw new Error(answer.body.message);
    return answer.body.data;
  }

  return {
    ...server,
    edge,
    async follow(path, body) {
      let now = await edge("POST", path, body);
      while (now.setUp?.endedAt === null) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        now = await edge("GET");
      }
      return now;
    },
  };
}
