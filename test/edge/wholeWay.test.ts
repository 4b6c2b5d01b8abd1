import { afterEach, expect, test } from "vitest";
import { send } from "../support/server.ts";
import { chrome } from "../support/userAgents.ts";
import { type CloudflareStandIn, goodToken, startCloudflare } from "./cloudflare.ts";
import { startHome, type TestHome } from "./home.ts";

let cloudflare: CloudflareStandIn;
let home: TestHome;

afterEach(async () => {
  await home.stop();
  await cloudflare.close();
});

const visitor = { headers: { "user-agent": chrome } };

test("a mirror is made, answers visitors, hands clicks home and is removed without a trace", async () => {
  cloudflare = await startCloudflare();
  home = await startHome(cloudflare);
  await home.api("POST", "/api/url/add", { url: "https://example.org/a", custom: "before" });
  expect(await home.edge("GET")).toMatchObject({ set: false, problem: { code: "notSet" } });

  const made = await home.follow("/set-up", { token: goodToken });
  expect(made.setUp).toMatchObject({
    kind: "set-up",
    problem: null,
    steps: expect.arrayContaining([{ step: "prove", outcome: "ok" }]),
  });
  const { address } = made;
  expect(address).toBe(cloudflare.addressOf("waypost"));
  expect(made).toMatchObject({ set: true, problem: null, push: { waiting: 0 } });

  const visited = await send(address ?? "", "/before", visitor);
  expect([visited.status, visited.headers.location]).toEqual([302, "https://example.org/a"]);

  const drained = await home.edge("POST", "/drain");
  expect(drained.drain).toMatchObject({ taken: 1, waiting: 0 });
  const { body } = await home.api("GET", "/api/urls");
  expect(body.data.urls[0]).toMatchObject({ alias: "before", clicks: 1 });

  const removed = await home.follow("/remove", { token: goodToken });
  expect(removed).toMatchObject({ set: false, setUp: { kind: "remove", problem: null } });
  expect([...cloudflare.workers, ...cloudflare.databases]).toEqual([]);
});
