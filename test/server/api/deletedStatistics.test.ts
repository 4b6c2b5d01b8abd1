import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
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

test("what was counted of a deleted link goes when its deletion leaves the history, and not before", async () => {
  const dataDir = await makeDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  let now = Date.parse("2026-01-01T12:00:00Z");
  const day = 86_400_000;
  const start = () => startTestServer({ dataDir, clock: () => now });
  const first = await start();
  const { body: made } = await first.api("POST", "/api/url/add", {
    url: "https://example.com/",
    custom: "harbour",
  });
  for (let visit = 0; visit < 3; visit += 1) await first.visit("/harbour");
  await first.api("DELETE", `/api/url/${made.id}/delete`);
  await first.close();
  const counted = () =>
    readFileSync(join(dataDir, "statistics.ndjson"), "utf8").includes(
      `"link":${made.id},"counters"`,
    );
  expect(counted()).toBe(true);

  /** A setting that is saved has the history looked through. */
  async function looked(service: Awaited<ReturnType<typeof start>>, days: number) {
    const body = { set: { "history.days": String(days) } };
    const { status } = await service.api("PUT", "/api/settings", body, service.localKey);
    expect(status).toBe(200);
  }

  now += 300 * day;
  const second = await start();
  await looked(second, 364);
  expect((await second.api("GET", "/api/trash")).body.data.records).toMatchObject([
    { kind: "links", id: made.id },
  ]);
  await second.close();
  expect(counted()).toBe(true);

  now += 100 * day;
  const third = await start();
  await vi.waitFor(
    async () => {
      await looked(third, 365);
      expect((await third.api("GET", "/api/trash")).body.data.records).toEqual([]);
    },
    { timeout: 10_000, interval: 200 },
  );
  expect((await third.api("POST", `/api/url/${made.id}/restore`)).status).toBe(404);
  await expect.poll(counted).toBe(false);
  await third.close();
  expect(counted()).toBe(false);
});
