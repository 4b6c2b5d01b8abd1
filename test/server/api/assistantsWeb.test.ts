import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { startAssistant } from "../../support/assistant.ts";
import { startTestServer } from "../../support/server.ts";

/** A server whose every destination is one web server, which remembers the names that it was asked by. */
async function startOnWeb() {
  const hosts: string[] = [];
  const web = createServer(({ headers }, response) => {
    hosts.push(headers.host ?? "");
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Theirs</title>");
  });
  await new Promise<void>((done) => web.listen(0, "127.0.0.1", done));
  onTestFinished(() => void web.close());
  const { port } = web.address() as AddressInfo;
  const server = await startTestServer({
    settings: { "targets.ask": "true", "automation.assistants": "true" },
    network: {
      resolve: async () => ["93.184.215.14"],
      connect: () => connect(port, "127.0.0.1"),
    },
  });
  onTestFinished(() => server.stop());
  const owner = async (method: string, path: string, body?: object) =>
    (await server.api(method, path, body, server.localKey)).body;

  let marks = 0;
  return {
    server,
    owner,
    /** Destinations are asked one after the other: once a later one was, these were all. */
    asked: async (): Promise<string[]> => {
      const host = `mark-${(marks += 1)}.example`;
      await owner("POST", "/api/url/add", { url: `http://${host}/` });
      await vi.waitFor(() => expect(hosts).toContain(host), { timeout: 20_000, interval: 10 });
      return hosts.splice(0).filter((one) => one !== host);
    },
  };
}

test("an assistant that changes links has no destination asked, in no way", async () => {
  const { server, owner, asked } = await startOnWeb();
  const { id } = await owner("POST", "/api/url/add", { url: "http://mine.example/" });
  expect(await asked()).toEqual(["mine.example"]);
  const call = await startAssistant(server, "write");
  const made = await call("create_link", { destination: "http://secret-1.example/" });
  expect(made.state).toBe("done");
  const moved = await call("update_links", { ids: [id], destination: "http://secret-2.example/" });
  expect(moved.state).toBe("done");
  await call("undo_change", { change: moved.change_id });
  expect(await asked()).toEqual([]);
  // What its owner changes is asked as usual.
  const body = { url: "http://secret-1.example/", name: "Mine now" };
  await owner("PUT", `/api/url/${made.link.id}/update`, body);
  expect(await asked()).toEqual(["secret-1.example"]);
});

test("a suggested link has its destination asked once it is accepted", async () => {
  const { server, owner, asked } = await startOnWeb();
  const call = await startAssistant(server, "suggest");
  const suggested = await call("create_link", { destination: "http://theirs.example/" });
  expect(suggested.state).toBe("pending");
  expect(await asked()).toEqual([]);
  await owner("POST", `/api/pending/${suggested.pending_id}/accept`, {});
  expect(await asked()).toEqual(["theirs.example"]);
});
