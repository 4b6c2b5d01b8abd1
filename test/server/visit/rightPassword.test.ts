import { afterAll, beforeAll, expect, test } from "vitest";
import { send, startTestServer, type TestServer } from "../../support/server.ts";

let service: TestServer;
beforeAll(async () => {
  service = await startTestServer({ publicPort: 0, settings: { "geo.provider": "forwarded" } });
  const fields = { url: "https://example.org/", custom: "secret", password: "open sesame" };
  await service.api("POST", "/api/url/add", fields);
});
afterAll(() => service.stop());

function tryPassword(password: string, address: string) {
  return send(service.publicUrl ?? "", "/secret", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": address },
    body: new URLSearchParams({ password }).toString(),
  });
}

test("the right password opens a link while another network tries wrong ones at the same time", async () => {
  const order: string[] = [];
  const note = (what: string) => () => void order.push(what);
  const wrong = Array.from({ length: 10 }, () => tryPassword("wrong", "203.0.113.7"));
  const all = Promise.all(wrong.map((one) => one.then(note("wrong"))));
  // One of them has been refused: the places of guessers are all taken.
  await Promise.race(wrong);
  const right = tryPassword("open sesame", "198.51.100.1");
  await right.then(note("right"));
  expect((await right).status).toBe(303);
  await all;
  expect(order.indexOf("right")).toBeLessThan(order.length - 1);
  expect((await Promise.all(wrong)).map(({ status }) => status)).toContain(429);
});
