import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeDataDir, send, startTestServer, type TestServer } from "../../../support/server.ts";
import { chrome } from "../../../support/userAgents.ts";

const typed = "open sesame 7";

function everyFile(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function unlock(server: TestServer, password: string) {
  return send(server.baseUrl, "/spring", {
    method: "POST",
    headers: { "user-agent": chrome, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ password }).toString(),
  });
}

test("a password that a hand wrote as it is typed opens the link, is said, and stands in no file", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  await server.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
  await server.close();
  const path = join(server.dataDir, "waypost.json");
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace('"alias":"spring"', `"alias":"spring","password":"${typed}"`));

  const again = await startTestServer({ dataDir: server.dataDir });
  const { body } = await again.api("GET", "/api/service", undefined, again.localKey);
  expect(body.data.warnings.join(" ")).toMatch(/passwords in clear text \(links 1\)/);
  expect((await again.visit("/spring")).status).toBe(401);
  expect((await unlock(again, "something else")).status).toBe(401);
  expect((await unlock(again, typed)).status).toBe(303);
  for (const state of ["running", "closed"]) {
    if (state === "closed") await again.close();
    for (const file of everyFile(server.dataDir)) {
      expect([state, file, readFileSync(file, "utf8").includes(typed)]).toEqual([
        state,
        file,
        false,
      ]);
    }
  }
  const once = await startTestServer({ dataDir: server.dataDir });
  onTestFinished(() => once.close());
  expect((await unlock(once, typed)).status).toBe(303);
  const said = await once.api("GET", "/api/service", undefined, once.localKey);
  expect(said.body.data.warnings).toEqual([]);
});

test("also one that came on top of changes that waited in the journal", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  await server.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
  await server.close();
  const running = await startTestServer({ dataDir: server.dataDir });
  await running.api("POST", "/api/url/add", { url: "https://example.org/", custom: "autumn" });
  // As a kill would leave it.
  const dataDir = await makeDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  cpSync(server.dataDir, dataDir, { recursive: true });
  await running.close();
  const path = join(dataDir, "waypost.json");
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace('"alias":"spring"', `"alias":"spring","password":"${typed}"`));
  const again = await startTestServer({ dataDir });
  expect((await again.visit("/autumn")).status).toBe(302);
  expect((await unlock(again, typed)).status).toBe(303);
  await again.close();
  for (const file of everyFile(dataDir)) {
    expect([file, readFileSync(file, "utf8").includes(typed)]).toEqual([file, false]);
  }
});
