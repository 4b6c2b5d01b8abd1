import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "../../../src/contract/operation.ts";
import { operations } from "../../../src/contract/operations.ts";
import { makeDataDir, send, startTestServer, type TestServer } from "../../support/server.ts";
import { serverForAll, serverForEach } from "../../support/testServer.ts";

const url = "https://example.org/";

function owner(server: TestServer, method: string, path: string, body?: unknown) {
  return server.api(method, path, body, server.localKey);
}

async function make(server: TestServer, body: object): Promise<{ id: number; key: string }> {
  const answer = await owner(server, "POST", "/api/key/add", body);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function listed(server: TestServer) {
  return (await owner(server, "GET", "/api/keys")).body.data.keys;
}

describe("keys", () => {
  const server = serverForEach();

  test("the first key is listed first, and a new one opens the API until it is revoked", async () => {
    const { id, key } = await make(server, { name: "Backup script" });
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(await listed(server)).toMatchObject([
      { id: 1, scope: "api", perMinute: 1_000_000, works: true },
      { id, name: "Backup script", scope: "api", level: null, perMinute: 600, lastUsed: null },
    ]);
    expect((await server.api("GET", "/api/account", undefined, key)).status).toBe(200);
    expect((await server.api("GET", "/api/account")).status).toBe(200);
    await owner(server, "DELETE", `/api/key/${id}/delete`);
    expect((await server.api("GET", "/api/account", undefined, key)).status).toBe(401);
    expect(await listed(server)).toHaveLength(1);
  });

  test("a key is renewed in place, and only the first one when none is named", async () => {
    const { id, key } = await make(server, { name: "Script" });
    const renewed = (await owner(server, "POST", "/api/key/renew", { id })).body.key;
    expect((await server.api("GET", "/api/account", undefined, key)).status).toBe(401);
    expect((await server.api("GET", "/api/account", undefined, renewed)).status).toBe(200);
    const first = (await owner(server, "GET", "/api/key")).body.key;
    await owner(server, "POST", "/api/key/renew");
    expect((await server.api("GET", "/api/account", undefined, first)).status).toBe(401);
    expect((await server.api("GET", "/api/account", undefined, renewed)).status).toBe(200);
  });

  test("the file has the hash of a key and nothing else of it, for its owner alone", async () => {
    const { key } = await make(server, { name: "Script" });
    const path = join(server.dataDir, "keys.json");
    const text = await readFile(path, "utf8");
    expect(text).not.toContain(key);
    expect(text).toMatch(/"hash": "[\da-f]{64}"/);
    const mode = (await stat(path)).mode & 0o777;
    expect(process.platform === "win32" || mode === 0o600).toBe(true);
  });

  test("names are told apart, and the first key has neither name nor end", async () => {
    const { id } = await make(server, { name: "Script" });
    const other = await make(server, { name: "Other", perMinute: 5 });
    const taken = await owner(server, "POST", "/api/key/add", { name: "script" });
    expect([taken.status, taken.body.code]).toEqual([409, "taken"]);
    const renamed = await owner(server, "PUT", `/api/key/${other.id}/update`, { name: "SCRIPT" });
    expect(renamed.status).toBe(409);
    await owner(server, "PUT", `/api/key/${id}/update`, { name: "SCRIPT", perMinute: 7 });
    expect((await listed(server))[1]).toMatchObject({ id, name: "SCRIPT", perMinute: 7 });
    expect((await owner(server, "PUT", "/api/key/1/update", { name: "Mine" })).status).toBe(409);
    expect((await owner(server, "DELETE", "/api/key/1/delete")).status).toBe(409);
    expect((await owner(server, "DELETE", "/api/key/99/delete")).status).toBe(404);
    const wrong = await owner(server, "POST", "/api/key/add", { name: "a\nb", scope: "all" });
    expect(wrong.body.faults.map(({ field }: { field: string }) => field)).toEqual([
      "name",
      "scope",
    ]);
  });

  test("a level is for assistants: with another scope it is refused, by its name", async () => {
    const script = await make(server, { name: "Script" });
    const assistant = await make(server, { name: "Helper", scope: "assistant" });
    const refused = [
      await owner(server, "POST", "/api/key/add", { name: "One", level: "read" }),
      await owner(server, "POST", "/api/key/add", { name: "Two", scope: "shlink", level: "write" }),
      await owner(server, "PUT", `/api/key/${script.id}/update`, { name: "Mine", level: "write" }),
    ];
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual([
      [400, "level is only for keys of scope assistant, and this one has api."],
      [400, "level is only for keys of scope assistant, and this one has shlink."],
      [400, "level is only for keys of scope assistant, and this one has api."],
    ]);
    const update = { level: "write" };
    const path = `/api/key/${assistant.id}/update`;
    expect((await owner(server, "PUT", path, update)).status).toBe(200);
    expect(
      (await listed(server)).map(({ name, level }: Record<string, unknown>) => [name, level]),
    ).toEqual([
      ["First key", null],
      ["Script", null],
      ["Helper", "write"],
    ]);
  });

  test("History names the key that a program used, and the one that undid it", async () => {
    const { key } = await make(server, { name: "Importer" });
    const { change } = (await server.api("POST", "/api/url/add", { url }, key)).body;
    await server.api("POST", `/api/changes/${change}/undo`, { ifUnchanged: true, wait: 10 }, key);
    await server.api("POST", "/api/url/add", { url });
    const { changes } = (await owner(server, "GET", "/api/changes")).body.data;
    expect(changes.map(({ by, key: used }: Record<string, unknown>) => [by, used])).toEqual([
      ["script", undefined],
      ["undo", "Importer"],
      ["script", "Importer"],
    ]);
  });

  test("History shows what one key did, its undo included, and what it did to one record", async () => {
    const one = await make(server, { name: "Importer" });
    const two = await make(server, { name: "Shortcut", scope: "capture" });
    const { id } = (await server.api("POST", "/api/url/add", { url }, one.key)).body;
    await server.api("POST", "/api/url/add", { url }, two.key);
    await server.api("POST", "/api/url/add", { url });
    const tagged = { url, tags: ["one"] };
    const { change } = (await server.api("PUT", `/api/url/${id}/update`, tagged, one.key)).body;
    const done = await owner(server, "POST", `/api/changes/${change}/undo`, {
      ifUnchanged: true,
      wait: 10,
    });
    expect(done.status).toBe(200);
    const changes = async (query: string, by = server.localKey) => {
      const answer = await server.api("GET", `/api/changes?${query}`, undefined, by);
      return [
        answer.body.data.result,
        ...answer.body.data.changes.map((each: Record<string, unknown>) => [
          each["key"],
          each["operation"],
        ]),
      ];
    };
    const both = [2, ["Importer", "updateLink"], ["Importer", "addLink"]];
    expect(await changes("key=Importer")).toEqual(both);
    expect(await changes(`key=Importer&kind=links&id=${id}`)).toEqual(both);
    expect(await changes("key=Importer&limit=1&page=2")).toEqual([2, ["Importer", "addLink"]]);
    expect(await changes("key=Shortcut&by=script")).toEqual([1, ["Shortcut", "addLink"]]);
    expect(await changes("key=Shortcut", one.key)).toEqual([1, ["Shortcut", "addLink"]]);
    expect(await changes("key=importer")).toEqual([0]);
    // A key that is revoked did what it did.
    await owner(server, "DELETE", `/api/key/${one.id}/delete`);
    expect(await changes("key=Importer")).toEqual(both);
    const [{ undone }] = (await owner(server, "GET", "/api/changes?key=Importer")).body.data
      .changes;
    expect(undone).toEqual(expect.any(Number));
  });

  test("the list says when a key was used last, and what was refused last", async () => {
    const { id, key } = await make(server, { name: "Shortcut", scope: "capture" });
    await server.api("POST", "/api/url/add", { url }, key);
    expect((await listed(server))[1]).toMatchObject({
      lastUsed: expect.stringMatching(/^\d{4}-\d\d-\d\d /) as string,
      lastError: null,
    });
    await server.api("GET", "/api/pixels", undefined, key);
    expect((await listed(server))[1]).toMatchObject({ id, lastError: { code: "keyScope" } });
    await server.api("GET", "/api/url/999");
    expect((await listed(server))[0]).toMatchObject({ id: 1, lastError: { code: "gone" } });
  });
});

test("each key has its own limit, whatever others use", async () => {
  const server = await startTestServer({ settings: { rateLimit: "30" } });
  const one = await make(server, { name: "One", perMinute: 2 });
  const two = await make(server, { name: "Two" });
  const ask = (key?: string) => server.api("GET", "/api/account", undefined, key);
  const limits = await Promise.all([ask(), ask(one.key), ask(two.key)]);
  expect(limits.map(({ headers }) => headers["x-ratelimit-limit"])).toEqual(["30", "2", "600"]);
  expect((await ask(one.key)).status).toBe(200);
  expect((await ask(one.key)).status).toBe(429);
  expect((await ask(two.key)).status).toBe(200);
  expect((await listed(server))[1]).toMatchObject({ lastError: { code: "tooMany" } });
  await server.stop();
});

describe("scopes", () => {
  const server = serverForAll({ guiPort: 0, publicPort: 0, settings: { "public.api": "true" } });
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    for (const scope of ["capture", "assistant", "yourls", "shlink", "kutt"]) {
      keys[scope] = (await make(server, { name: scope, scope, perMinute: 60_000 })).key;
    }
  });

  const mayCapture = new Set(["addLink", "checkAlias", "getLink", "listLinks"]);

  describe.each(Object.entries<Operation>(operations))("%s", (name, { method, path, scope }) => {
    async function statuses(key: string | undefined) {
      const ports = [server.baseUrl, server.publicUrl, server.gui].map(
        (address) => new URL(address ?? "").origin,
      );
      const answers = await Promise.all(
        ports.map((port) =>
          send(port, path.replaceAll(/:\w+/g, "99999"), {
            method,
            headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
            ...(method !== "GET" && { body: "{}" }),
          }),
        ),
      );
      return answers.map(({ status, text }) => {
        const { code } = JSON.parse(text) as { code?: string };
        const isRefused =
          [401, 405].includes(status) || ["keyScope", "ownerOnly", "address"].includes(code ?? "");
        return isRefused ? "refused" : "answered";
      });
    }

    test("answers a capture key only to add or look up links, and no key of another scope", async () => {
      const expected = mayCapture.has(name) ? "answered" : "refused";
      expect(await statuses(keys["capture"])).toEqual([expected, expected, expected]);
      expect(scope === "api" || expected === "refused").toBe(true);
      for (const of of ["assistant", "yourls", "shlink", "kutt"]) {
        expect([of, ...(await statuses(keys[of]))]).toEqual([of, "refused", "refused", "refused"]);
      }
    });
  });
});

describe("a folder", () => {
  test("that was copied by its owner goes on with its keys", async () => {
    const dataDir = await makeDataDir();
    const first = await startTestServer({ dataDir });
    const { key } = await make(first, { name: "Script" });
    await first.api("GET", "/api/account", undefined, key);
    await first.close();
    const second = await startTestServer({ dataDir });
    expect((await second.api("GET", "/api/account", undefined, key)).status).toBe(200);
    expect((await listed(second))[1].lastUsed).not.toBe(null);
    await second.stop();
  });

  test("from elsewhere has keys that don't work until they are renewed", async () => {
    const dataDir = await makeDataDir();
    const first = await startTestServer({ dataDir });
    const { id, key } = await make(first, { name: "Script", scope: "capture" });
    await first.close();
    const path = join(dataDir, "keys.json");
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace('"capture"', '"api"'));
    const second = await startTestServer({ dataDir });
    expect((await second.api("GET", "/api/account", undefined, key)).status).toBe(401);
    expect((await listed(second))[1]).toMatchObject({ id, works: false });
    const { warnings } = (await owner(second, "GET", "/api/service")).body.data;
    expect(warnings.join()).toContain(
      "This data folder was moved, copied or created by someone else, so some of its keys",
    );
    const renewed = (await owner(second, "POST", "/api/key/renew", { id })).body.key;
    expect((await second.api("GET", "/api/account", undefined, renewed)).status).toBe(200);
    await second.stop();
  });

  test("whose keys can't be read starts without them, and says so", async () => {
    const dataDir = await makeDataDir();
    const first = await startTestServer({ dataDir });
    await make(first, { name: "Script" });
    await first.close();
    await writeFile(join(dataDir, "keys.json"), '{"keys":');
    const second = await startTestServer({ dataDir });
    const { warnings } = (await owner(second, "GET", "/api/service")).body.data;
    expect(warnings.join()).toContain("Waypost couldn’t read keys.json");
    expect(await listed(second)).toHaveLength(1);
    expect(await readFile(join(dataDir, "keys.json.damaged"), "utf8")).toBe('{"keys":');
    await second.stop();
  });

  test("keeps when a key was used as long as there is the key", async () => {
    const dataDir = await makeDataDir();
    const path = join(dataDir, "keys.json");
    const usedIds = async () =>
      JSON.parse(await readFile(path, "utf8")).uses.map(({ id }: { id: number }) => id);
    const first = await startTestServer({ dataDir });
    const revoked = await make(first, { name: "Revoked" });
    const kept = await make(first, { name: "Kept" });
    for (const key of [undefined, revoked.key, kept.key]) {
      await first.api("GET", "/api/account", undefined, key);
    }
    await owner(first, "DELETE", `/api/key/${revoked.id}/delete`);
    await first.close();
    expect(await usedIds()).toEqual([1, kept.id]);

    // As former programs wrote it, or whoever fills a folder does.
    const file = JSON.parse(await readFile(path, "utf8"));
    const [use] = file.uses;
    const unknown = Array.from({ length: 20_000 }, (_, index) => ({ ...use, id: index + 1 }));
    await writeFile(path, JSON.stringify({ ...file, uses: unknown }));
    const second = await startTestServer({ dataDir });
    const made = await make(second, { name: "Made" });
    expect(
      (await listed(second)).map(({ lastUsed }: { lastUsed: string | null }) => lastUsed !== null),
    ).toEqual([true, true, false]);
    await second.api("GET", "/api/account", undefined, kept.key);
    await second.close();
    expect(await usedIds()).toEqual([1, kept.id]);
    expect((await stat(path)).size).toBeLessThan(2_000);
    expect(made.id).toBe(kept.id + 1);
  });

  test("gets no file of keys before one is made", async () => {
    const dataDir = await makeDataDir();
    const server = await startTestServer({ dataDir });
    await server.api("GET", "/api/account");
    await server.close();
    await expect(stat(join(dataDir, "keys.json"))).rejects.toThrow("ENOENT");
  });
});
