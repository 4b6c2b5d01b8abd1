import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openVisitDoor, type VisitDoor } from "../../support/visitDoor.ts";
import { quickHash } from "../../support/quickHash.ts";

let door: VisitDoor;
beforeAll(async () => {
  door = await openVisitDoor({ settings: { baseUrl: "https://sho.rt/s" } });
});
afterEach(async () => {
  await door.clear();
  const { items } = await door.domains.page({ page: 1, limit: 100 });
  for (const { id } of items) {
    // oxlint-disable-next-line no-await-in-loop
    await door.domains.remove(id);
  }
});
afterAll(() => door.close());

async function locationOf(path: string, host: string) {
  return (await door.visit(path, { host })).headers.location;
}

describe("branded domains", () => {
  test("the same alias leads to each domain's own link", async () => {
    const one = await door.domains.add({ domain: "https://one.example" });
    const two = await door.domains.add({ domain: "http://two.example:8080" });
    await door.addLink();
    await door.addLink({ domain: one.id, url: "https://example.com/one" });
    await door.addLink({ domain: two.id, url: "https://example.com/two" });
    const own = "https://example.com/spring";
    expect(await locationOf("/spring", "sho.rt")).toBe(own);
    for (const host of ["one.example", "ONE.example", "one.example.", "one.example:443"]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await locationOf("/spring", host)).toBe("https://example.com/one");
    }
    expect(await locationOf("/spring", "two.example:8080")).toBe("https://example.com/two");
    for (const host of ["two.example", "one.example:8080", "one.example.evil", "x".repeat(500)]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await locationOf("/spring", host)).toBe(own);
    }
  });

  test("a link of one address is nothing at another", async () => {
    const one = await door.domains.add({ domain: "https://one.example" });
    await door.addLink();
    await door.addLink({ alias: "summer", domain: one.id });
    expect((await door.visit("/spring", { host: "one.example" })).status).toBe(404);
    expect((await door.visit("/summer")).status).toBe(404);
  });

  test("their bare address and what isn't there lead where their owner says", async () => {
    await door.domains.add({
      domain: "https://one.example",
      redirectroot: "https://example.com/home",
      redirect404: "https://example.com/lost",
    });
    await door.domains.add({ domain: "https://two.example" });
    await door.addLink({ alias: "spring", status: "private" });
    expect(await locationOf("/", "one.example")).toBe("https://example.com/home");
    expect(await locationOf("/?x=1", "one.example")).toBe("https://example.com/home");
    for (const path of ["/nothing", "/a/b/c", "/spring/stats", "/r/none", "/%zz"]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await locationOf(path, "one.example")).toBe("https://example.com/lost");
    }
    expect((await door.visit("/", { host: "two.example" })).status).toBe(200);
    expect((await door.visit("/nothing", { host: "two.example" })).status).toBe(404);
    expect((await door.visit("/robots.txt", { host: "one.example" })).status).toBe(200);
  });

  test("what was edited by hand into something else leads nowhere", async () => {
    const one = await door.domains.add({ domain: "https://one.example" });
    const record = { ...one, redirectRoot: "javascript:alert(1)", redirect404: "//evil.example" };
    await door.store.commit([{ put: "domains", record }]);
    await door.domains.update(one.id, {}, [], () => undefined);
    expect((await door.visit("/", { host: "one.example" })).status).toBe(200);
    expect((await door.visit("/nothing", { host: "one.example" })).status).toBe(404);
  });

  test("a password's cookie and way back know no path prefix there", async () => {
    const one = await door.domains.add({ domain: "https://one.example" });
    await door.addLink({ domain: one.id, password: quickHash("open sesame") });
    const { headers } = await door.post(
      "/spring",
      { password: "open sesame" },
      { host: "one.example", origin: "https://one.example" },
    );
    expect(headers.location).toBe("/spring");
    expect(headers["set-cookie"]?.[0]).toMatch(/; Path=\/spring; HttpOnly; SameSite=Lax; Secure$/);
  });
});
