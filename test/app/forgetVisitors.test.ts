import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { forgetVisitors } from "../../src/app/index.ts";
import { makeDataDir, startTestServer, type TestServer } from "../support/server.ts";

function everyFile(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function hashKeyOf(dataDir: string): string {
  const secrets = readFileSync(join(dataDir, "secrets.json"), "utf8");
  return (JSON.parse(secrets) as { hashKey: string }).hashKey;
}

async function uniques(server: TestServer): Promise<{ clicks: number; uniqueClicks: number }> {
  const { clicks, uniqueClicks } = (await server.api("GET", "/api/url/1")).body.data;
  return { clicks, uniqueClicks };
}

test("a new key for visitors: counts stay, who comes again counts as new, the old key is nowhere", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  await server.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
  const old = hashKeyOf(server.dataDir);
  await server.visit("/spring");
  await server.visit("/spring");
  expect(await uniques(server)).toEqual({ clicks: 2, uniqueClicks: 1 });

  expect((await server.api("POST", "/api/visitors/forget")).status).toBe(403);
  const { body } = await server.api("POST", "/api/visitors/forget", undefined, server.localKey);
  expect(body).toEqual({ error: 0, message: "All visitors have been forgotten." });
  await server.visit("/spring");
  await server.visit("/spring");
  expect(await uniques(server)).toEqual({ clicks: 4, uniqueClicks: 2 });
  await server.close();
  for (const file of everyFile(server.dataDir)) {
    expect([file, readFileSync(file, "utf8").includes(old)]).toEqual([file, false]);
  }

  const again = await startTestServer({ dataDir: server.dataDir });
  await again.visit("/spring");
  expect(await uniques(again)).toEqual({ clicks: 5, uniqueClicks: 2 });
  expect(again.apiKey).toBe(server.apiKey);
  await again.close();
});

test("the same without a service; a folder in use and one that isn't Waypost's are refused", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  const old = hashKeyOf(server.dataDir);
  await expect(forgetVisitors(server.dataDir)).rejects.toThrow(/in use by process/);
  await server.close();
  await forgetVisitors(server.dataDir);
  expect(hashKeyOf(server.dataDir)).not.toBe(old);
  await expect(forgetVisitors(await makeDataDir())).rejects.toThrow(/not a Waypost folder/);
});
