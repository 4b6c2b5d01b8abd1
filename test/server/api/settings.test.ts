import { readFile, writeFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeDataDir, startTestServer } from "../../support/server.ts";
import { serverForAll } from "../../support/testServer.ts";

describe("settings", () => {
  const server = serverForAll();

  const owner = (method: string, path: string, body?: unknown) =>
    server.api(method, path, body, server.localKey);

  async function setting(key: string) {
    const { body } = await owner("GET", "/api/settings");
    return body.settings.find((one: { key: string }) => one.key === key);
  }

  const change = (body: object) => owner("PUT", "/api/settings", body);

  test("each says what it means, what it takes, what it is and where that comes from", async () => {
    const { status, body } = await owner("GET", "/api/settings");
    expect(status).toBe(200);
    for (const one of body.settings) {
      expect([one.key, one.title]).toEqual([one.key, expect.stringMatching(/^[A-Z].*[^.]$/)]);
      expect([one.key, one.meaning]).toEqual([one.key, expect.stringMatching(/^.{10,}\.$/)]);
      expect([one.key, one.takes]).toEqual([one.key, expect.stringMatching(/^[a-z]/)]);
    }
    expect(await setting("rateLimit")).toMatchObject({
      default: 30,
      value: 1_000_000,
      kept: null,
      origin: "flag",
      restart: false,
      waiting: false,
    });
    expect(await setting("geo.provider")).toMatchObject({ value: "none", origin: "default" });
  });

  test("a kept one holds at once where it can, and after the next start in any case", async () => {
    const dataDir = await makeDataDir();
    const first = await startTestServer({ dataDir });
    const set = { "page.name": "Harbour Books", baseUrl: "https://go.example.org" };
    const { body } = await first.api("PUT", "/api/settings", { set }, first.localKey);
    expect(body.message).toBe("Settings have been saved successfully.");
    const after = (key: string) => body.settings.find((one: { key: string }) => one.key === key);
    expect(after("page.name")).toMatchObject({ value: "Harbour Books", origin: "file" });
    expect(after("baseUrl")).toMatchObject({
      value: null,
      kept: "https://go.example.org",
      restart: true,
      waiting: true,
    });
    const add = await first.api("POST", "/api/url/add", {
      url: "https://example.com",
      custom: "locked",
      password: "open sesame",
    });
    expect((await first.visit("/locked")).text).toContain("Harbour Books");
    await first.close();

    const second = await startTestServer({ dataDir });
    const { body: link } = await second.api("GET", `/api/url/${add.body.id}`);
    expect(link.details.shorturl).toBe("https://go.example.org/locked");
    const unset = ["page.name", "baseUrl"];
    await second.api("PUT", "/api/settings", { unset }, second.localKey);
    expect((await second.visit("/locked")).text).not.toContain("Harbour Books");
    await second.stop();
  });

  test("the rate limit, the dialect and the checks of domains change while the service runs", async () => {
    const running = await startTestServer({ settings: { rateLimit: "40" } });
    const local = (body: object) => running.api("PUT", "/api/settings", body, running.localKey);
    await local({ set: { dialect: "vendor", verifyDomains: false } });
    const list = await running.api("GET", "/api/urls");
    expect([list.body.error, list.headers["x-ratelimit-limit"]]).toEqual([0, "40"]);
    const domain = { domain: "https://nobody.example" };
    expect((await running.api("POST", "/api/domain/add", domain)).status).toBe(200);
    await running.stop();
  });

  describe("a change", () => {
    test.each([
      [{}, "Send set, unset or both."],
      [{ set: { "no.such": 1 } }, /^set\.no\.such is not a setting\. The settings are timeZone, /],
      [{ unset: ["nothing"] }, /^unset\[0\] is not a setting/],
      [{ set: { rateLimit: 0 } }, /^set\.rateLimit must be a whole number from 1 /],
      [
        { set: { "page.color": "red", port: 70_000 } },
        /^set\.page\.color must be .*; set\.port must/,
      ],
      [{ set: { "page.name": ["x"] } }, /must be a string, a number, true or false/],
      [{ set: "rateLimit" }, "set must be an object whose keys are settings."],
    ])("of %j is refused", async (body, message) => {
      const answer = await change(body);
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(message)]);
    });

    test("keeps nothing when one of its settings is wrong", async () => {
      await change({ set: { "page.color": "#123456", dialect: "klingon" } });
      expect(await setting("page.color")).toMatchObject({ kept: null });
    });

    test("is refused when another was quicker", async () => {
      await change({ set: { "page.name": "One" }, expect: { "page.name": null } });
      const { status, body } = await change({
        set: { "page.name": "Two" },
        expect: { "page.name": null },
      });
      expect([status, body.faults]).toMatchObject([
        409,
        [{ field: "page.name", code: "changed", present: "One" }],
      ]);
    });

    test("is the owner's alone", async () => {
      expect((await server.api("GET", "/api/settings")).status).toBe(403);
      expect((await server.api("PUT", "/api/settings", { unset: ["port"] })).status).toBe(403);
      expect((await server.api("POST", "/api/key/renew")).status).toBe(403);
    });
  });

  test("a kept setting that can't be stops the start, with the file it stands in", async () => {
    const dataDir = await makeDataDir();
    const first = await startTestServer({ dataDir });
    await first.api("PUT", "/api/settings", { set: { "page.color": "#123456" } }, first.localKey);
    await first.close();
    const file = join(dataDir, "waypost.json");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace("#123456", "mauve"));
    await expect(startTestServer({ dataDir })).rejects.toThrow(
      `Setting "page.color" must be a color such as #AD4518, or empty, not "mauve": it's set in ${file}.`,
    );
  });

  test("a renewed key works at once, and the one before not any more", async () => {
    const before = server.apiKey;
    const { body } = await owner("POST", "/api/key/renew");
    expect(body).toEqual({ error: 0, key: expect.stringMatching(/^[\w-]{30,}$/) as string });
    expect(body.key).not.toBe(before);
    expect((await server.api("GET", "/api/account", undefined, body.key)).status).toBe(200);
    expect((await server.api("GET", "/api/account", undefined, before)).status).toBe(401);
    expect((await owner("GET", "/api/key")).body.key).toBe(body.key);
    expect(JSON.parse(await readFile(join(server.dataDir, "secrets.json"), "utf8")).apiKey).toBe(
      body.key,
    );
  });

  test("made-up aliases are as long as their owner wants them", async () => {
    const running = await startTestServer();
    const local = (body: object) => running.api("PUT", "/api/settings", body, running.localKey);
    const aliasOf = async () => {
      const { body } = await running.api("POST", "/api/url/add", { url: "https://example.org/" });
      return new URL(body.shorturl).pathname.slice(1);
    };
    expect(await aliasOf()).toHaveLength(6);
    await local({ set: { "links.aliasLength": 10 } });
    expect(await aliasOf()).toHaveLength(10);
    const refused = await local({ set: { "links.aliasLength": 3, "links.domain": "go.example" } });
    expect(refused.status).toBe(400);
    expect(refused.body.faults.map(({ field }: { field: string }) => field)).toEqual([
      "set.links.aliasLength",
      "set.links.domain",
    ]);
    await running.stop();
  });
});

test("the data folder says how much room each kind of file takes", async () => {
  const server = await startTestServer();
  await mkdir(join(server.dataDir, "uploads", "deep"), { recursive: true });
  await writeFile(join(server.dataDir, "uploads", "deep", "logo.png"), Buffer.alloc(3_000_000));
  await writeFile(join(server.dataDir, "notes.txt"), "mine");

  const { body } = await server.api("GET", "/api/data", undefined, server.localKey);
  const { folder, total, free, kinds } = body.data;
  expect(folder).toBe(server.dataDir);
  expect(kinds[0]).toEqual({ kind: "pictures", files: 1, size: 3_000_000 });
  const kindNamed = (kind: string) => kinds.find((one: { kind: string }) => one.kind === kind);
  expect(kindNamed("other")).toEqual({ kind: "other", files: 1, size: 4 });
  expect(kindNamed("records").size).toBeGreaterThan(100);
  expect(total).toBe(kinds.reduce((sum: number, { size }: { size: number }) => sum + size, 0));
  expect(free).toBeGreaterThan(0);
  await server.stop();
});
