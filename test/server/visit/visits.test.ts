import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { firefox, iphone } from "../../support/userAgents.ts";
import { now, openVisitDoor, type VisitDoor } from "../../support/visitDoor.ts";

let door: VisitDoor;
beforeAll(async () => {
  door = await openVisitDoor();
});
afterEach(() => door.clear());
afterAll(() => door.close());

describe("a link", () => {
  test("redirects to its address, and no cache keeps that", async () => {
    await door.addLink();
    const { status, headers, body } = await door.visit("/spring");
    expect(status).toBe(302);
    expect(headers.location).toBe("https://example.com/spring");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["content-length"]).toBe("0");
    expect(headers.date).toBeDefined();
    expect(headers["referrer-policy"]).toBeUndefined();
    expect(body).toBe("");
  });

  test.each([
    ["/spring"],
    ["/SPRING"],
    ["/sPrInG?x=1"],
    ["/spring/"],
    ["/spring/?x=1"],
    ["/%73pring"],
    ["/spring#part"],
  ])("is found as %s", async (path) => {
    await door.addLink();
    expect((await door.visit(path)).status).toBe(302);
  });

  test("is found in any Unicode form, percent-encoded", async () => {
    await door.addLink({ alias: "bücher" });
    await door.addLink({ alias: "بهار" });
    expect((await door.visit("/b%C3%BCcher")).status).toBe(302);
    expect((await door.visit("/bu%CC%88cher")).status).toBe(302);
    expect((await door.visit("/B%C3%9CCHER")).status).toBe(302);
    expect((await door.visit(`/${encodeURIComponent("بهار")}`)).status).toBe(302);
  });

  test.each([
    ["/summer"],
    ["/spring/more"],
    ["/spring//"],
    ["//spring"],
    ["/spring%2F"],
    ["/%2Fspring"],
    ["/%"],
    ["/%zz"],
    ["/%ff%fe"],
    ["/%00"],
    ["/spring%0D%0AX:1"],
    ["/__proto__"],
    ["/constructor"],
    ["/..;/api"],
    ["/%61pi"],
    ["/api"],
    [`/${"a".repeat(5_000)}`],
    ["*"],
  ])("is not found as %s", async (path) => {
    await door.addLink();
    expect((await door.visit(path)).status).toBe(404);
  });

  test("carries its parameters to the address", async () => {
    await door.addLink({
      url: "https://example.com/?a=1#part",
      parameters: [{ name: "utm source", value: "ü\r\n" }],
    });
    expect((await door.visit("/spring")).headers.location).toBe(
      "https://example.com/?a=1&utm%20source=%C3%BC%0D%0A#part",
    );
  });

  test("leads by the first 50 values of a parameter, of the first 500 of a query", async () => {
    const ruled = (key: string) => ({
      url: `https://example.com/${key}`,
      conditions: [{ type: "query-param", key, values: ["yes"] }],
    });
    await door.addLink({ rules: [ruled("a"), ruled("z")] });
    const locationOf = async (query: string) =>
      (await door.visit(`/spring?${query}`)).headers.location;
    const names = Array.from({ length: 499 }, (_, index) => `n${index}`).join("&");
    expect(await locationOf(`${"a&".repeat(49)}a=yes`)).toBe("https://example.com/a");
    expect(await locationOf(`${"a&".repeat(50)}a=yes`)).toBe("https://example.com/spring");
    expect(await locationOf(`${names}&z=yes`)).toBe("https://example.com/z");
    expect(await locationOf(`${names}&n&z=yes`)).toBe("https://example.com/spring");
  });

  test("leads by language, then country, then device", async () => {
    await door.addLink({
      languages: [{ language: "fa-IR", url: "https://example.com/fa" }],
      devices: [
        { device: "iphone", url: "https://example.com/iphone" },
        { device: "desktop", url: "https://example.com/desktop" },
      ],
    });
    const to = async (headers: Record<string, string>) =>
      (await door.visit("/spring", headers)).headers.location;
    expect(await to({ "user-agent": iphone, "accept-language": "fa;q=0.9" })).toBe(
      "https://example.com/fa",
    );
    expect(await to({ "user-agent": iphone })).toBe("https://example.com/iphone");
    expect(await to({ "user-agent": firefox })).toBe("https://example.com/desktop");
  });

  test.each([
    [{ type: { kind: "splash", id: 99 } as const }],
    [{ type: { kind: "overlay", id: 99 } as const }],
    [{ pixels: [99] }],
  ])("with %j, which is gone, goes straight to its address and counts", async (given) => {
    const { id } = await door.addLink(given);
    expect((await door.visit("/spring", { "user-agent": iphone })).headers.location).toBe(
      "https://example.com/spring",
    );
    expect(door.statistics.clicksOf(id)).toBe(1);
  });

  test.each([
    [{ type: { kind: "frame" } as const }],
    [{ type: { kind: "splash" } as const }],
    [{ deepLink: { apple: "https://apps.apple.com/app/id1", auto: true } }],
  ])("with %j shows a page on the way to its address and counts", async (given) => {
    const { id } = await door.addLink(given);
    const { status, body } = await door.visit("/spring", { "user-agent": iphone });
    expect(status).toBe(200);
    expect(body).toContain('href="https://example.com/spring"');
    expect(door.statistics.clicksOf(id)).toBe(1);
  });

  test("whose target refuses frames goes straight there; a target elsewhere is still framed", async () => {
    await door.addLink({
      type: { kind: "frame" },
      framing: { allowed: false, checkedAt: "2026-03-01T00:00:00Z" },
      languages: [{ language: "fa", url: "https://other.example/" }],
    });
    expect((await door.visit("/spring")).headers.location).toBe("https://example.com/spring");
    const elsewhere = await door.visit("/spring", { "accept-language": "fa" });
    expect(elsewhere.body).toContain('src="https://other.example/"');
  });

  test("leads nowhere when its address was edited by hand into something else", async () => {
    await door.addLink({ url: "javascript:alert(1)" });
    expect((await door.visit("/spring")).status).toBe(404);
  });

  test("follows a change at once", async () => {
    const record = await door.addLink();
    await door.visit("/spring");
    await door.store.commit([
      { put: "links", record: { ...record, url: "https://example.com/summer" } },
    ]);
    expect((await door.visit("/spring")).headers.location).toBe("https://example.com/summer");
    await door.store.commit([{ remove: "links", id: record.id }]);
    expect((await door.visit("/spring")).status).toBe(404);
  });
});

describe("what is no link", () => {
  test("an expired link is gone, and nothing is counted", async () => {
    const { id } = await door.addLink({ expiresAt: new Date(now).toISOString() });
    const { status, body } = await door.visit("/spring");
    expect(status).toBe(410);
    expect(body).toContain("This link has expired");
    expect(body).not.toContain("example.com/spring");
    expect(door.statistics.clicksOf(id)).toBe(0);
  });

  test("a protected link says so and shows nothing of it", async () => {
    const { id } = await door.addLink({
      password: "scrypt$16384$8$1$c2FsdA$aGFzaA",
      metaTitle: "Secret title",
      description: "Secret note",
    });
    for (const agent of [firefox, "WhatsApp/2.23.20.0"]) {
      // oxlint-disable-next-line no-await-in-loop
      const { status, headers, body } = await door.visit("/spring", { "user-agent": agent });
      expect(status).toBe(401);
      expect(headers.location).toBeUndefined();
      expect(body).toContain("This link is protected");
      expect(body).not.toMatch(/Secret|example\.com|spring/);
    }
    expect(door.statistics.of(id)).toMatchObject({ clicks: 0, botClicks: 0 });
  });

  test("the bare address has a plain page", async () => {
    const { status, body } = await door.visit("/");
    expect(status).toBe(200);
    expect(body).toContain("This site hosts short links");
    expect((await door.visit("/?x=1")).status).toBe(200);
  });

  test("robots may look at links, and browsers get an icon", async () => {
    const robots = await door.visit("/robots.txt");
    expect(robots.status).toBe(200);
    expect(robots.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(robots.body).toBe("User-agent: *\nDisallow: /api/\n");
    const icon = await door.visit("/favicon.ico");
    expect(icon.headers["content-type"]).toBe("image/svg+xml");
    expect(icon.body).toMatch(/^<svg /);
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])(
    "%s is not for links",
    async (method) => {
      const { id } = await door.addLink();
      const { status, headers } = await door.visit("/spring", {}, method);
      expect(status).toBe(405);
      expect(headers.allow).toBe("GET, HEAD");
      expect(headers["access-control-allow-origin"]).toBeUndefined();
      expect(door.statistics.clicksOf(id)).toBe(0);
    },
  );

  test.each(["/", "/nothing", "/gone"])("the page at %s runs nothing", async (path) => {
    await door.addLink({ alias: "gone", expiresAt: "2020-01-01T00:00:00Z" });
    const { headers, body } = await door.visit(path);
    const policy = String(headers["content-security-policy"]);
    const nonce = /'nonce-(?<nonce>[^']+)'/.exec(policy)?.groups?.["nonce"] ?? "";
    expect(policy).toBe(
      `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(body).toContain(`<style nonce="${nonce}">`);
    expect(body).not.toMatch(/<script|<link|style="|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "cache-control": "no-store",
    });
    expect(String((await door.visit(path)).headers["content-security-policy"])).not.toBe(policy);
  });

  test("HEAD answers as GET does, without the body", async () => {
    await door.addLink();
    for (const path of ["/", "/nothing", "/spring", "/robots.txt"]) {
      // oxlint-disable-next-line no-await-in-loop
      const [get, head] = [await door.visit(path), await door.visit(path, {}, "HEAD")];
      expect(head.status).toBe(get.status);
      expect(head.headers.location).toBe(get.headers.location);
      expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
      expect(head.body).toBe("");
    }
  });
});
