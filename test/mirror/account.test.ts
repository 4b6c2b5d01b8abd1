import { expect, test } from "vitest";
import { tryAccount } from "./account.ts";
import { goodToken, startCloudflare } from "./cloudflare.ts";

test("the trial of a real account passes at the stand-in, asks for every call, and leaves nothing", async () => {
  const cloudflare = await startCloudflare({
    subdomain: null,
    zones: ["example.org"],
    records: ["tunnel.example.org"],
    tokens: { [goodToken]: { rights: ["scripts", "databases", "routes", "zones"] } },
  });
  const log: string[] = [];
  await tryAccount({
    token: goodToken,
    domains: ["go.example.org", "s.example.org"],
    takenDomain: "tunnel.example.org",
    network: {
      api: cloudflare.api,
      addressOf: (name) => cloudflare.addressOf(name),
      patience: 2_000,
    },
    name: "waypost",
    log: (line) => log.push(line),
  });
  expect(log).toHaveLength(10);
  const calls = cloudflare.asked.map((one) =>
    one.replace(/\?.*/, "").replace(/[\da-f]{8}[\da-f-]{24,}/g, "…"),
  );
  expect([...new Set(calls)].toSorted()).toEqual([
    "DELETE /accounts/…/d1/database/…",
    "DELETE /accounts/…/workers/domains/go.example.org",
    "DELETE /accounts/…/workers/domains/s.example.org",
    "DELETE /accounts/…/workers/scripts/waypost",
    "DELETE /zones/…/workers/routes/…",
    "GET /accounts",
    "GET /accounts/…/d1/database",
    "GET /accounts/…/workers/domains",
    "GET /accounts/…/workers/scripts",
    "GET /accounts/…/workers/scripts/waypost/settings",
    "GET /accounts/…/workers/subdomain",
    "GET /user/tokens/verify",
    "GET /zones",
    "GET /zones/…/workers/routes",
    "POST /accounts/…/d1/database",
    "POST /accounts/…/workers/scripts/waypost/subdomain",
    "POST /zones/…/workers/routes",
    "PUT /accounts/…/workers/domains",
    "PUT /accounts/…/workers/scripts/waypost",
    "PUT /accounts/…/workers/subdomain",
  ]);
  await cloudflare.close();
});
