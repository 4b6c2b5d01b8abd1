import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { ServerOptions } from "../../src/app/index.ts";
import { startTestServer, type TestServer } from "./server.ts";

/** The server that runs at the time. */
function current(options: Partial<ServerOptions> | undefined) {
  let running: TestServer | undefined;
  return {
    start: async () => void (running = await startTestServer(options)),
    stop: async () => running?.stop(),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the running one answers for it
    server: new Proxy({} as TestServer, {
      get: (_, key): unknown => Reflect.get(running ?? {}, key),
    }),
  };
}

/** A server for all tests of a file, or of the block that asks for it. */
export function serverForAll(options?: Partial<ServerOptions>): TestServer {
  const { start, stop, server } = current(options);
  beforeAll(start);
  afterAll(stop);
  return server;
}

/** A server for each test. */
export function serverForEach(options?: Partial<ServerOptions>): TestServer {
  const { start, stop, server } = current(options);
  beforeEach(start);
  afterEach(stop);
  return server;
}
