import { afterAll, beforeAll, expect, test } from "vitest";
import { browser, send, startTestServer, type TestServer } from "../../support/server.ts";

let now = Date.parse("2026-03-10T12:00:00Z");
let service: TestServer;
beforeAll(async () => {
  service = await startTestServer({ clock: () => now });
  const fields = { url: "https://example.org/", custom: "secret", password: "open sesame" };
  await service.api("POST", "/api/url/add", fields);
  await service.api("POST", "/api/url/add", { url: "https://example.org/", custom: "plain" });
});
afterAll(() => service.stop());

function guess(password: string, number: number) {
  return send(service.baseUrl, "/secret", {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": `203.0.113.${number % 250}`,
      "cf-connecting-ip": `203.0.113.${number % 250}`,
    },
    body: new URLSearchParams({ password }).toString(),
  });
}

const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length;

/** Visits, one after the other, until `until` is over; how many there were. */
async function visitMeanwhile(until: Promise<unknown>): Promise<number> {
  const progress = { isOver: false };
  void until.finally(() => {
    progress.isOver = true;
  });
  let visits = 0;
  for (; !progress.isOver; visits += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await send(service.baseUrl, "/plain", { headers: { "user-agent": browser } });
  }
  return visits;
}

test("200 guesses, one by one and fifty at once, stop after ten", async () => {
  const statuses: number[] = [];
  for (let number = 0; number < 100; number += 1) {
    // oxlint-disable-next-line no-await-in-loop
    statuses.push((await guess(`wrong ${number}`, number)).status);
  }
  for (let round = 0; round < 2; round += 1) {
    const many = Array.from({ length: 50 }, (_, number) => guess(`wrong ${number}`, number));
    // oxlint-disable-next-line no-await-in-loop
    statuses.push(...(await Promise.all(many)).map(({ status }) => status));
  }

  expect(statuses).toHaveLength(200);
  expect(countOf(statuses, 401)).toBe(10);
  expect(countOf(statuses, 429)).toBe(190);

  expect((await guess("open sesame", 1)).status).toBe(429);
  now += 10 * 60_000;
  expect((await guess("open sesame", 1)).status).toBe(303);
});

test("fifty at once from the start are counted before any is hashed", async () => {
  now += 10 * 60_000;
  const many = await Promise.all(Array.from({ length: 50 }, (_, number) => guess("wrong", number)));
  const statuses = many.map(({ status }) => status);
  expect(countOf(statuses, 401)).toBeLessThanOrEqual(10);
  expect(countOf(statuses, 401) + countOf(statuses, 429)).toBe(50);
});

test("visits are answered while passwords are hashed, several for each", async () => {
  now += 10 * 60_000;
  const guesses = Promise.all(Array.from({ length: 6 }, (_, number) => guess("wrong", number)));
  expect(await visitMeanwhile(guesses)).toBeGreaterThan(3 * 6);
  expect((await guesses).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 401));
});
