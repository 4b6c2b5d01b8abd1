import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeDataDir, startTestServer } from "../support/server.ts";

const hook = {
  id: 1,
  name: "Planted",
  kind: "standard",
  events: [],
  links: [],
  channels: [],
  campaigns: [],
  tags: [],
  chat: null,
  private: null,
  isOn: false,
  stopped: null,
};

test("800,000 wrong secrets of webhooks in a planted folder cost little at the start", async () => {
  const dataDir = await makeDataDir();
  await (await startTestServer({ dataDir })).stop();
  const path = join(dataDir, "secrets.json");
  const secrets = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  const wrong = Array.from({ length: 800_000 }, (_, at) => `"${at}":1`).join(",");
  const value = Buffer.from(`{${wrong}}`).toString("base64");
  writeFileSync(path, JSON.stringify({ ...secrets, webhookSecrets: { keeper: null, value } }));
  const file = join(dataDir, "webhooks.json");
  writeFileSync(file, JSON.stringify({ next: 2, hooks: [hook] }), { mode: 0o600 });
  const before = process.memoryUsage().heapUsed;
  const server = await startTestServer({ dataDir });
  onTestFinished(() => server.stop());
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 2 ** 20);
  const { status } = await server.api("GET", "/api/webhooks", undefined, server.localKey);
  expect(status).toBe(200);
});
