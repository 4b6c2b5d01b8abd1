import { existsSync } from "node:fs";
import { cp, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { forgetVisitors, openFolderSettings, restoreIntoEmpty } from "../../../src/app/index.ts";
import { makeDataDir, startTestServer } from "../../support/server.ts";
import { link, open } from "../store/testFolder.ts";

async function start(dataDir: string, options: { readonly baseUrl?: string } = {}) {
  const server = await startTestServer({ dataDir, ...options });
  onTestFinished(() => server.stop());
  const api = async (method: string, path: string, body?: object) =>
    (await server.api(method, path, body, server.localKey)).body;
  return {
    ...server,
    async settings() {
      const { settings } = await api("GET", "/api/settings");
      return Object.fromEntries(
        (settings as { key: string; value: unknown }[]).map(({ key, value }) => [key, value]),
      );
    },
    change: (body: object) => api("PUT", "/api/settings", body),
    undo: async () => {
      const { changes } = (await api("GET", "/api/changes")).data;
      const path = `/api/changes/${changes[0].id}/undo`;
      const { preview } = await api("POST", path, { preview: true });
      await api("POST", path, { token: preview.token, wait: 10 });
    },
    warnings: async () => (await api("GET", "/api/service")).data.warnings as string[],
  };
}

/** A data folder as somebody else could send it, with everything in it that opens it to others. */
async function planted(values: object): Promise<string> {
  const dir = await makeDataDir();
  const store = await open(dir);
  await store.commit([
    { put: "links", record: link(1) },
    { put: "settings", record: { id: 1, values: { ...values, "page.name": "Rose" } } },
  ]);
  await store.close();
  return dir;
}

test("settings that came with a folder and open it to others wait until their owner sets them", async () => {
  const stick = join(await makeDataDir(), "stick");
  const dir = await planted({
    "public.api": true,
    "backup.folder": stick,
    "geo.provider": "forwarded",
  });
  const first = await start(dir);
  const defaults = { "public.api": false, "backup.folder": "", "geo.provider": "none" };
  expect(await first.settings()).toMatchObject({ ...defaults, "page.name": "Rose" });
  expect(existsSync(stick)).toBe(false);
  expect(await first.warnings()).toContainEqual(
    expect.stringContaining(
      `public.api (true), backup.folder (${stick}), geo.provider (forwarded)`,
    ),
  );

  // What its owner sets here holds, also after a restart and after an undo; the others go on waiting.
  await first.change({ set: { "public.api": true } });
  await first.change({ set: { "public.api": false } });
  await first.undo();
  await first.close();
  const second = await start(dir);
  expect(await second.settings()).toMatchObject({ ...defaults, "public.api": true });
  expect(await second.warnings()).toContainEqual(
    expect.stringContaining(`: backup.folder (${stick}), geo.provider (forwarded).`),
  );
  await second.change({ unset: ["backup.folder", "geo.provider"] });
  await second.close();

  // In a copy nothing of it was set by its owner.
  const copy = join(await makeDataDir(), "copy");
  await cp(dir, copy, { recursive: true });
  const third = await start(copy);
  expect(await third.settings()).toMatchObject({ "public.api": false });
  expect(await third.warnings()).toContainEqual(expect.stringContaining(": public.api (true)."));
});

test("approvals that somebody else has written approve nothing", async () => {
  const dir = await planted({ "public.api": true });
  const marks = Array.from({ length: 1_000 }, (_, at) => at);
  const file = join(dir, "approved-settings.json");
  for (const text of [JSON.stringify({ marks }), "{", '{"marks":"all"}']) {
    // oxlint-disable-next-line no-await-in-loop
    await writeFile(file, text, { mode: 0o600 });
    // oxlint-disable-next-line no-await-in-loop
    const server = await start(dir);
    // oxlint-disable-next-line no-await-in-loop
    expect(await server.settings()).toMatchObject({ "public.api": false });
    // oxlint-disable-next-line no-await-in-loop
    await server.close();
  }
  const server = await start(dir);
  await server.change({ set: { "public.api": true } });
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ marks: [expect.any(Number)] });
});

test("a base URL that came with a folder is used and reported until its owner sets it", async () => {
  const baseUrl = "https://go.example.org";
  const dir = await planted({ baseUrl });
  const reported = expect.stringContaining(`Short links start with ${baseUrl}, which was set in`);
  const first = await start(dir);
  const { body } = await first.api("POST", "/api/url/add", { url: "https://example.com/" });
  expect(body.shorturl).toMatch(`${baseUrl}/`);
  expect(await first.warnings()).toContainEqual(reported);
  await first.change({ set: { baseUrl } });
  await first.close();

  const second = await start(dir);
  expect(await second.settings()).toMatchObject({ baseUrl });
  expect(await second.warnings()).toEqual([]);
  await second.close();
  const copy = join(await makeDataDir(), "copy");
  await cp(dir, copy, { recursive: true });
  const copied = await start(copy);
  expect(await copied.warnings()).toContainEqual(reported);
  await copied.close();
  // With another base in this run, short links don't start with that one.
  const other = await start(copy, { baseUrl: "https://other.example.org" });
  expect(await other.warnings()).not.toContainEqual(reported);
});

test("a base URL that its owner restores from a backup into a new folder isn't reported", async () => {
  const baseUrl = "https://go.example.org";
  const backup = join(await planted({ baseUrl }), "waypost.json");
  const dir = join(await makeDataDir(), "new");
  const { settings } = await restoreIntoEmpty(backup, dir, { isReal: true, settings: [] });
  expect(settings).toContainEqual({ name: "baseUrl", from: null, to: baseUrl, stays: false });
  const server = await start(dir);
  expect(await server.settings()).toMatchObject({ baseUrl });
  expect(await server.warnings()).toEqual([]);
});

const keysReported = expect.stringContaining("Others may know its API key.");
const secretsIn = async (dir: string) =>
  JSON.parse(await readFile(join(dir, "secrets.json"), "utf8")) as Record<string, string>;

test("of a folder from elsewhere the first start reports the API key once, and replaces the key for cookies", async () => {
  const dir = await planted({});
  const key = "P".repeat(32);
  const tunnelToken = { keeper: null, value: "a-token" };
  const given = { apiKey: key, hashKey: key, cookieKey: key, ownIn: 7, tunnelToken };
  await writeFile(join(dir, "secrets.json"), JSON.stringify(given), { mode: 0o600 });
  // No start: the folder is as foreign as before.
  await forgetVisitors(dir);
  const first = await start(dir);
  expect((await first.api("GET", "/api/urls", undefined, key)).status).toBe(200);
  expect(await first.warnings()).toContainEqual(keysReported);
  const { cookieKey, ...others } = await secretsIn(dir);
  expect(cookieKey).not.toBe(key);
  expect(others).toMatchObject({ apiKey: key, tunnelToken });
  await first.close();
  const second = await start(dir);
  expect(await secretsIn(dir)).toMatchObject({ apiKey: key, cookieKey });
  expect(await second.warnings()).not.toContainEqual(keysReported);
});

test("the keys of a folder stay when its owner moves it, on another computer with owner.key", async () => {
  const states = [await makeDataDir(), await makeDataDir(), await makeDataDir()] as const;
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("XDG_STATE_HOME", states[0]);
  const dir = await planted({});
  const { apiKey, cookieKey } = await secretsIn(dir);
  const moved = join(await makeDataDir(), "moved");
  await rename(dir, moved);
  await (await openFolderSettings(moved)).close();
  expect(await secretsIn(moved)).toMatchObject({ apiKey, cookieKey });

  await cp(states[0], states[1], { recursive: true });
  vi.stubEnv("XDG_STATE_HOME", states[1]);
  await (await openFolderSettings(moved)).close();
  expect(await secretsIn(moved)).toMatchObject({ apiKey, cookieKey });

  // Where no key can be kept, nothing tells the owner's folders from others.
  const file = join(await makeDataDir(), "file");
  await writeFile(file, "");
  vi.stubEnv("XDG_STATE_HOME", file);
  await (await openFolderSettings(moved)).close();
  expect(await secretsIn(moved)).toMatchObject({ apiKey, cookieKey });

  vi.stubEnv("XDG_STATE_HOME", states[2]);
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => said.mockRestore());
  await (await openFolderSettings(moved)).close();
  expect(said).toHaveBeenCalledWith(keysReported);
  expect(await secretsIn(moved)).toMatchObject({ apiKey });
  expect(await secretsIn(moved)).not.toMatchObject({ cookieKey });
});
