import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The measure: the least that `node:http` can do for a redirect. Frozen: figures of different days
 * are compared through it. Argument: a JSON file of `[alias, target]` pairs. Prints its port.
 */
const pairs = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as [string, string][];
const targets = new Map(pairs);

const server = createServer((request, response) => {
  const target = targets.get((request.url ?? "").slice(1));
  if (target === undefined) response.writeHead(404, { "Content-Length": 0 });
  else {
    response.writeHead(302, {
      Location: target,
      "Cache-Control": "no-store",
      "Content-Length": 0,
    });
  }
  response.end();
});

server.listen(0, "127.0.0.1", () => {
  console.log((server.address() as AddressInfo).port);
});
