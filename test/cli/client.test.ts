import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../src/cli/service/client.ts";
import { operations } from "../../src/contract/operations.ts";

test("a call goes below the service's own address, its path prefix included, with the key", async () => {
  const seen: unknown[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    seen.push([method, url, headers.authorization]);
    response.end('{"error":0}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client = connect({
    baseUrl: `http://127.0.0.1:${port}/s`,
    key: "local",
    proven: async () => {},
  });
  await client.call(operations.deleteLink, { params: { id: "5/x" } });
  await client.call(operations.listLinks, { query: { q: "a & b", page: 2, order: undefined } });
  expect(seen).toEqual([
    ["DELETE", "/s/api/url/5%2Fx/delete", "Bearer local"],
    ["GET", "/s/api/urls?q=a+%26+b&page=2", "Bearer local"],
  ]);
});
