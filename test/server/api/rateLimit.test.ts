import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, send, startTestServer, type TestServer } from "../../support/server.ts";

const start = Date.UTC(2026, 5, 1, 12, 0, 0);
let now = start;
let server: TestServer;

beforeEach(async () => {
  now = start;
  server = await startTestServer({
    clock: () => now,
    publicPort: 0,
    settings: { rateLimit: "30" },
  });
});
afterEach(() => server.stop());

function limits({ headers }: Answer) {
  return [
    headers["x-ratelimit-limit"],
    headers["x-ratelimit-remaining"],
    headers["x-ratelimit-reset"],
  ];
}

const reset = String(start / 1000 + 60);

test("thirty in a fixed minute, then 429, then thirty again", async () => {
  for (let left = 29; left >= 0; left -= 1) {
    now += 1000;
    const answer = await server.api("GET", "/api/account");
    expect(answer.status).toBe(200);
    // The window begins with its first request.
    expect(limits(answer)).toEqual(["30", String(left), String(start / 1000 + 61)]);
  }
  const refused = await server.api("GET", "/api/account");
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({
    error: 1,
    message: "Too Many Requests. Please retry later.",
    code: "tooMany",
  });
  expect(limits(refused)).toEqual(["30", "0", String(start / 1000 + 61)]);
  expect(refused.headers["retry-after"]).toBe("31");

  now = start + 60_999;
  expect((await server.api("GET", "/api/account")).headers["retry-after"]).toBe("1");
  now = start + 61_000;
  const again = await server.api("GET", "/api/account");
  expect([again.status, ...limits(again)]).toEqual([200, "30", "29", String(start / 1000 + 121)]);
});

test("every answer has the three headers, failures too", async () => {
  const answers = [
    await server.api("GET", "/api/nothing"),
    await server.api("PATCH", "/api/account"),
    await server.api("GET", "/api/url/999"),
    await server.api("POST", "/api/url/add", {}),
    await server.api("GET", "/api/service"),
    await server.api("GET", "/api/account"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 405, 404, 400, 403, 200]);
  expect(answers.map(limits)).toEqual(
    ["29", "28", "27", "26", "25", "24"].map((left) => ["30", left, reset]),
  );
});

test("strangers share a bucket of their own, and past it hear 429 rather than 401", async () => {
  const stranger = () => send(server.baseUrl, "/api/account");
  for (let count = 0; count < 30; count += 1) expect((await stranger()).status).toBe(401);
  const refused = await stranger();
  expect([refused.status, ...limits(refused)]).toEqual([429, "30", "0", reset]);
  expect((await server.api("GET", "/api/account")).status).toBe(200);
});

test("a closed door says 403 with the headers, however often it is asked", async () => {
  for (let count = 0; count < 40; count += 1) {
    const answer = await send(String(server.publicUrl), "/api/account", {
      headers: { authorization: `Bearer ${server.apiKey}` },
    });
    expect(answer.status).toBe(403);
    expect(limits(answer)[0]).toBe("30");
  }
  const own = await server.api("GET", "/api/account");
  expect(limits(own)).toEqual(["30", "29", reset]);
});

test("the local caller has a limit of its own, a large one", async () => {
  const answer = await server.api("GET", "/api/account", undefined, server.localKey);
  expect(limits(answer)).toEqual(["60000", "59999", reset]);
});

test("visits are not counted", async () => {
  for (let count = 0; count < 40; count += 1) await server.visit("/nothing");
  expect(limits(await server.api("GET", "/api/account"))).toEqual(["30", "29", reset]);
});
