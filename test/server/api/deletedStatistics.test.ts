import { rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { makeDataDir, startTestServer } from "../../support/server.ts";

test("a link that was deleted comes back with its clicks, also after a restart", async () => {
  const dataDir = await makeDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const first = await startTestServer({ dataDir });
  const { body: made } = await first.api("POST", "/api/url/add", {
    url: "https://example.com/",
    custom: "harbour",
  });
  for (let visit = 0; visit < 3; visit += 1) await first.visit("/harbour");
  await first.api("DELETE", `/api/url/${made.id}/delete`);
  await first.close();

  const second = await startTestServer({ dataDir });
  onTestFinished(() => second.close());
  expect((await second.visit("/harbour")).status).toBe(404);
  const restored = await second.api("POST", `/api/url/${made.id}/restore`);
  expect(restored.status).toBe(200);
  const { body } = await second.api("GET", `/api/url/${made.id}`);
  expect(body.data.clicks).toBe(3);
});
