import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface Site {
  /** Its address, without a path. */
  readonly base: string;
  readonly stop: () => void;
}

/** A site of somebody else's, on a free port. */
export async function startSite(answer: RequestListener): Promise<Site> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** One that answers every path: where links lead. */
export async function withSite(use: (base: string) => Promise<void>): Promise<void> {
  const { base, stop } = await startSite((_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end("<!doctype html><title>There</title><h1>There</h1>");
  });
  await use(base);
  stop();
}
