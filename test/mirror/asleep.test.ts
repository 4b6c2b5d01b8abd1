import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDataDir, send } from "../support/server.ts";
import { chrome } from "../support/userAgents.ts";
import { type CloudflareStandIn, goodToken, startCloudflare } from "./cloudflare.ts";
import { startHome } from "./home.ts";

let cloudflare: CloudflareStandIn;
let dataDir: string;

beforeAll(async () => {
  cloudflare = await startCloudflare();
  dataDir = await makeDataDir();
});
afterAll(async () => {
  await cloudflare.close();
  await rm(dataDir, { recursive: true });
});

test("while the service is stopped visitors are served, and their clicks come home with its next start", async () => {
  const awake = await startHome(cloudflare, { dataDir });
  await awake.follow("/setup", { token: goodToken });
  await awake.api("POST", "/api/url/add", { url: "https://example.org/menu", custom: "menu" });
  await awake.edge("POST", "/push");
  await awake.stop();

  const address = cloudflare.addressOf("waypost");
  for (let visits = 0; visits < 3; visits += 1) {
    const { status, headers } = await send(address, "/menu", { headers: { "user-agent": chrome } });
    expect([status, headers.location]).toEqual([302, "https://example.org/menu"]);
  }

  const again = await startHome(cloudflare, { dataDir });
  const taken = async () => (await again.edge("GET")).drain.taken;
  await expect.poll(taken, { timeout: 10_000 }).toBe(3);
  expect((await again.api("GET", "/api/urls")).body.data.urls[0].clicks).toBe(3);
  expect(await again.edge("GET")).toMatchObject({
    problem: null,
    links: { synced: 1, pending: 0, localOnly: 0 },
  });
  await again.api("PUT", "/api/public-address/use", { address }, again.localKey);
  expect(await again.edge("GET")).toMatchObject({ printed: true });
  await again.stop();
});

test("a record of the mirror that can't be read is kept aside, and the mirror can be taken over", async () => {
  await writeFile(join(dataDir, "edge.json"), "{");
  const lines: string[] = [];
  const home = await startHome(cloudflare, { dataDir, log: (line) => void lines.push(line) });
  await expect.poll(() => lines.join()).toContain("edge.json.damaged");
  expect(await home.edge("GET")).toMatchObject({ set: false });
  const taken = await home.follow("/claim", { token: goodToken });
  expect(taken).toMatchObject({ problem: null, setUp: { problem: null } });
  await home.stop();
});
