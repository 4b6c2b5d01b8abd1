import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { restoreIntoEmpty } from "../../../src/app/index.ts";
import { largestReadId, largestTakenId } from "../../../src/server/store/records.ts";
import { makeDataDir, startTestServer, type TestServer } from "../../support/server.ts";
import { documentOf, restored } from "./restoredFile.ts";

async function start(): Promise<TestServer> {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  return server;
}

const createdAt = "2026-03-05T12:00:00.000Z";
const url = "https://example.org/";

test("what is added after a record of a file with the largest ID can be taken back, restored and moved", async () => {
  const server = await start();
  await server.api("POST", "/api/url/add", { url, custom: "spring" });
  const file = await documentOf(server);
  file["links"]?.push({ id: largestTakenId, alias: "theirs", url, createdAt });
  await restored(server, JSON.stringify(file));

  const { body: own } = await server.api("POST", "/api/url/add", { url, custom: "own" });
  expect(own.id).toBe(largestTakenId + 1);
  const backup = await documentOf(server);
  const remove = () => server.api("DELETE", `/api/url/${own.id}/delete`);
  expect((await remove()).status).toBe(200);
  const { body } = await server.api("GET", "/api/changes?limit=1", undefined, server.localKey);
  const [last] = body.data.changes;
  const undo = { ifUnchanged: true, wait: 10 };
  await server.api("POST", `/api/changes/${last.id}/undo`, undo, server.localKey);
  expect((await server.visit("/own")).status).toBe(302);
  await remove();
  expect((await restored(server, JSON.stringify(backup))).said).toEqual([]);
  expect((await server.visit("/own")).status).toBe(302);

  const moved = join(await makeDataDir(), "moved");
  const path = join(server.dataDir, "own.json");
  writeFileSync(path, JSON.stringify(backup));
  expect(await restoreIntoEmpty(path, moved, { isReal: true, settings: [] })).toMatchObject({
    links: 3,
    unusable: [],
  });
});

test("no file moves the IDs beyond what can be read", async () => {
  const server = await start();
  const file = await documentOf(server);
  file["links"]?.push({ id: largestTakenId + 1, alias: "one", url, createdAt });
  file["links"]?.push({ id: largestReadId, alias: "two", url, createdAt });
  const { said } = await restored(server, JSON.stringify(file));
  expect(said).toMatchObject([{ code: "restore.unusable", values: { count: 2 } }]);
  expect((await server.api("POST", "/api/url/add", { url })).body.id).toBe(1);
});
