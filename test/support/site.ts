import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A site of somebody else's that answers every path: where links lead. */
export async function withSite(use: (base: string) => Promise<void>): Promise<void> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end("<!doctype html><title>There</title><h1>There</h1>");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await use(`http://127.0.0.1:${port}`);
  server.close();
  server.closeAllConnections();
}
