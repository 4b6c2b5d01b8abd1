import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDataDir, startTestServer, type TestServer } from "../../support/server.ts";

let dataDir: string;
let server: TestServer;
beforeAll(async () => {
  dataDir = await makeDataDir();
  server = await startTestServer({ dataDir });
});
afterAll(() => server.stop());

/** The journal's lines, as they are on disk. */
function lines(): Record<string, unknown>[] {
  const names = readdirSync(dataDir).filter((name) => name.startsWith("journal-"));
  return names.toSorted().flatMap((name) =>
    readFileSync(join(dataDir, name), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  );
}

async function ask(method: string, path: string, body: object, headers: Record<string, string>) {
  const answer = await fetch(`${server.baseUrl}${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

test("a change says who made it, by what, and what it found", async () => {
  const { body } = await server.api("POST", "/api/url/add", { url: "https://example.com/a" });
  await server.api("PUT", `/api/url/${body.id}/update`, { url: "https://example.com/b" });
  await server.api("DELETE", `/api/url/${body.id}/delete`);
  const about = lines().filter(({ set }) => set !== undefined);
  expect(about).toMatchObject([
    { by: "script", operation: "addLink", scope: "api", changes: [{ put: "links" }] },
    { operation: "updateLink", changes: [{ was: { url: "https://example.com/a" } }] },
    { operation: "deleteLink", changes: [{ remove: "links", was: { id: body.id } }] },
  ]);
  for (const line of about) {
    expect(line["set"]).toBe(line["commit"]);
    expect(Date.now() - Number(line["at"])).toBeLessThan(60_000);
  }
  expect(about[0]?.["changes"]).not.toMatchObject([{ was: {} }]);
});

test("our own programs are believed with the local key only", async () => {
  const tries = [
    ["window", server.localKey, "window"],
    ["cli", server.localKey, "cli"],
    ["import", server.localKey, "script"],
    ["window", server.apiKey, "script"],
  ] as const;
  for (const [named, key, by] of tries) {
    const headers = { authorization: `Bearer ${key}`, "waypost-client": named };
    await ask("POST", "/api/url/add", { url: "https://example.com/" }, headers);
    expect(lines().at(-1)).toMatchObject({ by });
  }
});

test("what the owner alone may do is the owner's to read", async () => {
  await server.api("PUT", "/api/settings", { set: { rateLimit: 60 } }, server.localKey);
  expect(lines().at(-1)).toMatchObject({ operation: "updateSettings", scope: "owner" });
});

test("what the service does by itself has no author", () => {
  const own = lines().filter(({ changes, set }) => Array.isArray(changes) && set === undefined);
  expect(own).toMatchObject([
    { changes: [{ put: "settings" }] },
    { changes: [{ put: "account" }] },
  ]);
});
