import { beforeAll, expect, test } from "vitest";
import { serverForAll } from "../../support/testServer.ts";

const day = 86_400_000;
const start = Date.parse("2026-03-01T12:00:00Z");
let now = start;
let id = 0;

const server = serverForAll({ clock: () => now });
beforeAll(async () => {
  ({ id } = (
    await server.api("POST", "/api/url/add", { url: "https://example.com/", custom: "old" })
  ).body);
  for (let visit = 0; visit < 4; visit += 1) await server.visit("/old");
  now += 100 * day;
  for (let visit = 0; visit < 3; visit += 1) await server.visit("/old");
});

// oxlint-disable-next-line typescript/no-explicit-any -- an answer; the test says what it expects of it
async function whole(): Promise<any> {
  const query = `link=${id}&from=2026-02-20&to=2026-06-20&lines=true&wait=10`;
  return (await server.api("GET", `/api/statistics?${query}`)).body.statistics;
}

test("what is older than the retention is counted by its clicks alone, and that is said", async () => {
  expect(await whole()).toMatchObject({
    clicks: 7,
    visitors: { count: 1, apart: true },
    kept: { since: null, isWhole: true, missing: 0 },
  });
  const body = { set: { "privacy.retentionDays": 30 } };
  const saved = await server.api("PUT", "/api/settings", body, server.localKey);
  expect(saved.status).toBe(200);
  // Another day's question has nothing that was read before.
  const later = `link=${id}&from=2026-02-21&to=2026-06-20&lines=true&wait=10`;
  await expect
    .poll(async () => {
      now += 1;
      const { body: found } = await server.api("GET", `/api/statistics?by=week&${later}`);
      return found.statistics.kept.isWhole;
    })
    .toBe(false);
  const { body: found } = await server.api("GET", `/api/statistics?by=month&${later}`);
  expect(found.statistics).toMatchObject({ clicks: 7, visitors: { apart: false } });
  expect(found.statistics.kept.since).toBe("2026-05-10 12:00:00");
});

test("a reading that nobody waits for can be stopped, whether it is over or not", async () => {
  const { body } = await server.api("DELETE", "/api/statistics/reading?reading=1");
  expect(body).toEqual({ error: 0, message: "Reading has stopped." });
});
