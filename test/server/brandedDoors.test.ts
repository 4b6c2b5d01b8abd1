import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";

let service: TestServer;
beforeAll(async () => {
  service = await startTestServer({
    publicPort: 0,
    baseUrl: "https://sho.rt/s",
    settings: { verifyDomains: "false" },
  });
  await service.api("POST", "/api/domain/add", {
    domain: "https://one.example",
    redirectroot: "https://example.org/home",
  });
  for (const domain of ["https://sho.rt/s", "one.example"]) {
    const url = `https://example.org/${domain.includes("one") ? "one" : "own"}`;
    // oxlint-disable-next-line no-await-in-loop
    await service.api("POST", "/api/url/add", { url, custom: "spring", domain });
  }
});
afterAll(() => service.stop());

describe.each(["service", "public"])("at the %s door", (door) => {
  const base = () =>
    new URL((door === "service" ? service.baseUrl : service.publicUrl) ?? "").origin;
  const visit = (path: string, host: string) => service.visit(path, { host }, base());

  test("the same alias leads by the name that it was asked under", async () => {
    expect((await visit("/spring", "one.example")).headers.location).toBe(
      "https://example.org/one",
    );
    expect((await visit("/s/spring", "one.example")).headers.location).toBe(
      "https://example.org/one",
    );
    expect((await visit("/spring", "sho.rt")).headers.location).toBe("https://example.org/own");
    expect((await visit("/", "one.example")).headers.location).toBe("https://example.org/home");
  });

  test("a branded domain reaches nothing but what visitors may", async () => {
    const headers = { host: "one.example", authorization: `Bearer ${service.apiKey}` };
    for (const path of ["/api/account", "/s/api/account"]) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await service.visit(path, headers, base())).status).toBe(403);
    }
    expect((await visit("/assets/avatar.svg", "one.example")).status).toBe(404);
  });
});

test("an unknown name is refused at the service door, and means the own address at the public one", async () => {
  const headers = { host: "evil.example" };
  expect((await service.visit("/spring", headers)).status).toBe(421);
  const answer = await service.visit("/spring", headers, new URL(service.publicUrl ?? "").origin);
  expect(answer.headers.location).toBe("https://example.org/own");
});

test("a domain that is deleted is an unknown name at once", async () => {
  const added = await service.api("POST", "/api/domain/add", { domain: "http://two.example" });
  expect((await service.visit("/", { host: "two.example" })).status).toBe(200);
  await service.api("DELETE", `/api/domain/${added.body.id}/delete`);
  expect((await service.visit("/", { host: "two.example" })).status).toBe(421);
});
