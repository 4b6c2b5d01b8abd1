import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  type ReadyLine,
  runCommand,
  type RunningCommand,
  waypost,
} from "../support/serviceProcess.ts";

const folder = mkdtempSync(join(tmpdir(), "waypost-mcp-"));
const dataDir = join(folder, ".data");
const home = { HOME: folder };
const inFolder = ["--data", dataDir];
let service: RunningCommand;
let ready: ReadyLine;

beforeAll(async () => {
  const flags = ["--json", ...inFolder, "--port", "0", "--gui-port", "0"];
  service = runCommand(["serve", ...flags], { environment: home });
  ready = JSON.parse(await service.firstLine) as ReadyLine;
});
afterAll(async () => {
  service.child.kill("SIGTERM");
  await service.exited;
  rmSync(folder, { recursive: true, force: true });
});

const openClients: Client[] = [];
afterEach(async () => {
  for (const client of openClients.splice(0)) await client.close();
});

/** A request of the app itself. */
async function owner(method: string, path: string, body?: object) {
  const { localKey } = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8"));
  const answer = await fetch(`${ready.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${localKey}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- tests say what they expect of it
  const said: any = await answer.json();
  return said;
}

async function connect(mode: "legacy" | "auto", key: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  // As the Automation screen tells it.
  const [command = "", ...words] = (await owner("GET", "/api/service")).data.program;
  const transport = new StdioClientTransport({
    command,
    args: [...words, "mcp", ...inFolder],
    env: { ...home, WAYPOST_KEY: key },
  });
  await client.connect(transport);
  openClients.push(client);
  return client;
}

test("says how to get a key where it has none", async () => {
  const { code, stderr } = await waypost(["mcp", ...inFolder], { environment: home });
  expect(code).toBe(2);
  expect(stderr).toContain("Set WAYPOST_KEY to a key for assistants.");
});

test("speaks to the running server with a key of its own, in either revision", async () => {
  const body = { name: "Helper", scope: "assistant", level: "write" };
  const { id, key } = await owner("POST", "/api/key/add", body);
  const clients = await Promise.all([connect("legacy", key), connect("auto", key)]);
  const find = { name: "find_links", arguments: {} };
  const off = "Assistants aren't turned on.";
  for (const client of clients) await expect(client.callTool(find)).rejects.toThrow(off);
  await owner("PUT", "/api/settings", { set: { "automation.assistants": true } });
  for (const [at, client] of clients.entries()) {
    expect((await client.listTools()).tools).toHaveLength(11);
    const given = { destination: "https://example.org/", alias: `first-${at}` };
    const { structuredContent } = await client.callTool({ name: "create_link", arguments: given });
    expect(structuredContent).toMatchObject({
      state: "done",
      link: { short_url: `${ready.baseUrl}/first-${at}` },
    });
  }
  const { data } = await owner("GET", "/api/changes?limit=2");
  expect(data.changes).toMatchObject([{ key: "Helper" }, { key: "Helper" }]);
  await owner("DELETE", `/api/key/${id}/delete`);
  await expect(clients[0].callTool(find)).rejects.toThrow("A key for assistants is required.");
});
