import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataDir, startTestServer, type TestServer } from "../../support/server.ts";
import { startAssistant } from "../../support/assistant.ts";

const settings = { "automation.assistants": "true" };
const owner = async (server: TestServer, method: string, path: string, body?: object) =>
  (await server.api(method, path, body, server.localKey)).body;
const pendingOf = async (server: TestServer) =>
  (await owner(server, "GET", "/api/pending")).data.pending;
const warningsOf = async (server: TestServer) =>
  (await owner(server, "GET", "/api/service")).data.warnings.join();

/** A folder in which a change waits. */
async function folderWithPending() {
  const dataDir = await makeDataDir();
  const server = await startTestServer({ dataDir, settings });
  const call = await startAssistant(server, "suggest");
  await call("create_link", { destination: "https://example.org/" });
  await server.close();
  const path = join(dataDir, "pending.json");
  return { dataDir, path, text: await readFile(path, "utf8") };
}

test("suggested changes wait over a restart", async () => {
  const { dataDir } = await folderWithPending();
  const server = await startTestServer({ dataDir, settings });
  expect(await pendingOf(server)).toMatchObject([{ id: 1, key: "suggest" }]);
  expect(await warningsOf(server)).not.toContain("pending.json");
  await owner(server, "POST", "/api/pending/1/accept", {});
  expect(await pendingOf(server)).toEqual([]);
  await server.stop();
});

test.each([
  ["that somebody changed", (text: string) => text.replace("example.org", "evil.example")],
  ["under another name", (text: string) => text.replace('"suggest"', '"My helper"')],
  ["that somebody wrote", (text: string) => text.replace(/"ownIn": \d+/, '"ownIn": null')],
])("suggested changes from elsewhere, %s, are set aside with a message", async (_what, change) => {
  const { dataDir, path, text } = await folderWithPending();
  const foreign = change(text);
  expect(foreign).not.toBe(text);
  await writeFile(path, foreign);
  const server = await startTestServer({ dataDir, settings });
  expect(await pendingOf(server)).toEqual([]);
  expect((await owner(server, "POST", "/api/pending/1/accept", {})).code).toBe("gone");
  expect(await warningsOf(server)).toContain("your assistants didn’t suggest the changes");
  expect(await readFile(`${path}.foreign`, "utf8")).toBe(foreign);
  // Others can be suggested.
  const call = await startAssistant(server, "suggest", "Another");
  await call("create_link", { destination: "https://example.com/" });
  expect(await pendingOf(server)).toMatchObject([{ key: "Another" }]);
  await server.stop();
});

test("suggested changes that can't be read are set aside with a message", async () => {
  const { dataDir, path } = await folderWithPending();
  await writeFile(path, "{");
  const server = await startTestServer({ dataDir, settings });
  expect(await pendingOf(server)).toEqual([]);
  expect(await warningsOf(server)).toContain("pending.json.damaged");
  await server.stop();
});
