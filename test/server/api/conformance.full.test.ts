import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { newFolder } from "../store/testFolder.ts";
import { nodeProgram, testedCommand } from "../../support/serviceProcess.ts";
import { serverForAll } from "../../support/testServer.ts";

/** The protocol's own suite sends no keys and knows one port: each request gets the key and goes on. */
async function startDoor(port: number, key: string): Promise<number> {
  const door = createServer((request, response) => {
    const own = `:${(door.address() as AddressInfo).port}`;
    const { host, origin } = request.headers;
    const headers = {
      ...request.headers,
      authorization: `Bearer ${key}`,
      host: host?.replace(own, `:${port}`),
      ...(origin !== undefined && { origin: origin.replace(own, `:${port}`) }),
    };
    const { method, url: path } = request;
    const on = ask({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(on);
    on.on("error", () => response.destroy());
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  onTestFinished(() => void door.close());
  return (door.address() as AddressInfo).port;
}

interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number | string;
  readonly method: string;
}

/** The suite speaks HTTP only: each message goes on to `waypost mcp`, on standard input. */
async function startPipe(dataDir: string, key: string): Promise<number> {
  let transport: StdioClientTransport | null = null;
  const waiting = new Map<unknown, (message: object) => void>();

  async function begin(): Promise<StdioClientTransport> {
    await transport?.close();
    const begun = new StdioClientTransport({
      command: nodeProgram,
      args: [testedCommand, "mcp", "--data", dataDir],
      env: { WAYPOST_KEY: key },
    });
    // It isn't an event target.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    begun.onmessage = (message) => {
      if ("id" in message) waiting.get(message.id)?.(message);
    };
    await begun.start();
    return (transport = begun);
  }

  const pipe = createServer((request, response) => {
    const answer = async () => {
      const message = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Message;
      const { id, method } = message;
      // A session begins with it.
      const to = method === "initialize" ? await begin() : (transport ?? (await begin()));
      const answered =
        id === undefined ? null : new Promise<object>((resolve) => waiting.set(id, resolve));
      await to.send(message);
      if (answered === null) return response.writeHead(202).end();
      const body = JSON.stringify(await answered);
      return response.writeHead(200, { "content-type": "application/json" }).end(body);
    };
    answer().catch(() => response.writeHead(400).end());
  });
  pipe.listen(0, "127.0.0.1");
  await once(pipe, "listening");
  onTestFinished(async () => {
    pipe.close();
    await transport?.close();
  });
  return (pipe.address() as AddressInfo).port;
}

interface Check {
  readonly id: string;
  readonly status: string;
}

const program = join(
  dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")),
  "dist/index.js",
);

/** What the suite finds in one of its scenarios. */
async function run(scenario: string, revision: string, url: string): Promise<readonly Check[]> {
  const folder = newFolder();
  const words = ["server", "--url", url, "--scenario", scenario, "--spec-version", revision];
  const child = spawn(process.execPath, [program, ...words, "-o", folder], { stdio: "ignore" });
  await once(child, "exit");
  const [results = ""] = readdirSync(folder);
  return JSON.parse(readFileSync(join(folder, results, "checks.json"), "utf8"));
}

const server = serverForAll();
let key: string;

beforeAll(async () => {
  const set = { "automation.assistants": true };
  await server.api("PUT", "/api/settings", { set }, server.localKey);
  const body = { name: "suite", scope: "assistant", level: "suggest" };
  ({ key } = (await server.api("POST", "/api/key/add", body, server.localKey)).body);
});

/** By scenario: what can't be checked, because it needs a tool or a part of the protocol that Waypost doesn't offer. */
type Scenario = readonly [revision: string, scenario: string, ...notOffered: string[]];

const scenarios: readonly Scenario[] = [
  ["2025-11-25", "server-initialize"],
  ["2025-11-25", "ping"],
  ["2025-11-25", "tools-list"],
  ["2025-11-25", "dns-rebinding-protection"],
  [
    "2026-07-28",
    "server-stateless",
    "sep-2575-server-rejects-undeclared-capability",
    "sep-2575-missing-capability-http-400",
    "sep-2575-http-server-no-independent-requests-on-stream",
    "sep-2575-server-no-log-without-loglevel",
  ],
  ["2026-07-28", "tools-list"],
  ["2026-07-28", "dns-rebinding-protection"],
  [
    "2026-07-28",
    "caching",
    "sep-2549-prompts-list-caching-hints",
    "sep-2549-resources-list-caching-hints",
    "sep-2549-resources-templates-list-caching-hints",
  ],
  ["2026-07-28", "http-header-validation"],
  ["2026-07-28", "server-sse-multiple-streams"],
  ["2026-07-28", "input-required-result-unsupported-methods"],
];

/** Whether something was checked, and what of it failed. */
async function check(port: number, [revision, scenario]: Scenario) {
  const checks = await run(scenario, revision, `http://127.0.0.1:${port}/mcp`);
  const idsOf = (wanted: string) =>
    checks.filter(({ status }) => status === wanted).map(({ id }) => id);
  return { isChecked: idsOf("SUCCESS").length > 0, failed: idsOf("FAILURE") };
}

test.each(scenarios)(
  "the protocol's conformance suite over HTTP, %s, %s",
  async (...scenario: Scenario) => {
    const [, , ...failed] = scenario;
    const port = await startDoor(Number(new URL(server.baseUrl).port), key);
    expect(await check(port, scenario)).toEqual({ isChecked: true, failed });
  },
);

/** What is about messages, and not about HTTP; each but those without sessions begins with `initialize`. */
const ofMessages = new Set([
  "ping",
  "tools-list",
  "caching",
  "input-required-result-unsupported-methods",
]);

test.each(scenarios.filter(([, name]) => ofMessages.has(name)))(
  "the protocol's conformance suite over standard input and output, %s, %s",
  async (...scenario: Scenario) => {
    const [, , ...failed] = scenario;
    const port = await startPipe(server.dataDir, key);
    expect(await check(port, scenario)).toEqual({ isChecked: true, failed });
  },
);
