import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { newFolder } from "../store/testFolder.ts";
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
const scenarios: readonly (readonly [
  revision: string,
  scenario: string,
  ...notOffered: string[],
])[] = [
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

test.each(scenarios)(
  "the protocol's conformance suite, %s, %s",
  async (revision, scenario, ...notOffered) => {
    const port = await startDoor(Number(new URL(server.baseUrl).port), key);
    const checks = await run(scenario, revision, `http://127.0.0.1:${port}/mcp`);
    const failed = checks.filter(({ status }) => status === "FAILURE");
    expect(checks.filter(({ status }) => status === "SUCCESS").length).toBeGreaterThan(0);
    expect(failed.map(({ id }) => id)).toEqual(notOffered);
  },
);
