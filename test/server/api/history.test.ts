import { beforeAll, expect, test } from "vitest";
import { serverForAll } from "../../support/testServer.ts";

let now = Date.parse("2026-06-01T20:10:00Z");
let id = 0;

const server = serverForAll({ clock: () => now, settings: { timeZone: "Asia/Tehran" } });
beforeAll(async () => {
  const body = { url: "https://example.com/", custom: "spring" };
  ({ id } = (await server.api("POST", "/api/url/add", body)).body);
  // 23:40 on the owner's clocks, and twenty minutes later the next day.
  await server.visit("/spring");
  now += 20 * 60_000;
  await server.visit("/spring");
  await server.visit("/spring");
});

function history(query: string) {
  return server.api("GET", `/api/url/${id}/history${query}`, undefined, server.localKey);
}

test("a history is by days, thirty of them, on the account's clocks", async () => {
  const { body } = await history("");
  expect(body).toMatchObject({ error: 0, id, by: "day" });
  expect(body.history).toHaveLength(30);
  expect(body.history.slice(-2)).toEqual([
    { date: "2026-06-01 00:00:00", clicks: 1 },
    { date: "2026-06-02 00:00:00", clicks: 2 },
  ]);
});

test("or by hours, from where to where it is asked", async () => {
  const { body } = await history("?by=hour&from=2026-06-01%2022:30:00&to=2026-06-02");
  expect(body.history).toEqual([
    { date: "2026-06-01 22:00:00", clicks: 0 },
    { date: "2026-06-01 23:00:00", clicks: 1 },
    { date: "2026-06-02 00:00:00", clicks: 2 },
  ]);
  expect((await history("?by=hour")).body.history).toHaveLength(48);
});

test.each([
  ["?by=week", "by must be hour or day."],
  ["?from=yesterday", "from must be a date such as 2035-12-31 23:59:59 or 2035-12-31T23:59:59Z."],
  ["?from=2026-06-03&to=2026-06-02", "from must not be after to."],
  ["?by=hour&from=2020-01-01", "from must be at most 3,660 intervals before to."],
])("%s is refused", async (query, message) => {
  const { status, body } = await history(query);
  expect([status, body]).toEqual([
    400,
    { error: 1, message, code: "invalid", faults: expect.any(Array) as unknown },
  ]);
});

test("a link that doesn't exist has none, and scripts see it too", async () => {
  expect((await server.api("GET", "/api/url/99/history", undefined, server.localKey)).status).toBe(
    404,
  );
  expect((await server.api("GET", `/api/url/${id}/history`)).body).toMatchObject({ error: 0, id });
});
