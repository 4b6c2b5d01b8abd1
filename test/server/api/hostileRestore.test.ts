import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { restoreIntoEmpty } from "../../../src/app/index.ts";
import { makeDataDir, startTestServer, type TestServer } from "../../support/server.ts";

interface SentRecord {
  id: number;
  [field: string]: unknown;
}
type SentDocument = Record<string, SentRecord[]>;

const foreign = mkdtempSync(join(tmpdir(), "waypost-foreign-"));
const hostile = {
  "backup.folder": foreign,
  host: "0.0.0.0",
  "public.api": true,
  "geo.provider": "forwarded",
  "geo.proxies": "0.0.0.0/0",
  publicPort: 39_099,
  verifyDomains: false,
  rateLimit: 1_000_000,
  "page.name": "Rose",
};
const guarded = Object.keys(hostile).filter((name) => name !== "page.name");

async function start(overrides: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(overrides);
  onTestFinished(() => server.stop());
  return server;
}

/** The document of a server as somebody else could have edited it. */
async function edited(server: TestServer, edit: (document: SentDocument) => void): Promise<string> {
  await server.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
  await server.api("POST", "/api/backups", {}, server.localKey);
  const folder = join(server.dataDir, "backups");
  const [name = ""] = readdirSync(folder);
  const document = JSON.parse(readFileSync(join(folder, name), "utf8")) as SentDocument;
  edit(document);
  return JSON.stringify(document);
}

async function send(server: TestServer, query: string, file: string) {
  const answer = await fetch(`${server.baseUrl}/api/restore?${query}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.localKey}`,
      "content-type": "application/octet-stream",
    },
    body: file,
  });
  return answer.json();
}

async function restored(server: TestServer, file: string, query = "") {
  const { preview } = await send(server, `preview=true${query}`, file);
  const { job } = await send(server, `token=${preview.token}&wait=10${query}`, file);
  expect(job).toMatchObject({ state: "done", failureCount: 0 });
  return preview;
}

async function kept(server: TestServer): Promise<Record<string, unknown>> {
  const { body } = await server.api("GET", "/api/settings", undefined, server.localKey);
  const settings = body.settings as { key: string; kept: unknown }[];
  return Object.fromEntries(
    settings.flatMap(({ key, kept: value }) => (value === null ? [] : [[key, value]])),
  );
}

const withSettings =
  (values: object) =>
  (document: SentDocument): void => {
    document["settings"] = [{ id: 1, values }];
  };

test("a restored file changes no setting that opens the computer or sends data elsewhere", async () => {
  const server = await start();
  await server.api("PUT", "/api/settings", { set: { rateLimit: 77 } }, server.localKey);
  const file = await edited(server, withSettings(hostile));
  const preview = await restored(server, file);
  expect(await kept(server)).toEqual({ rateLimit: 77, "page.name": "Rose" });
  expect(preview.changes).toMatchObject([
    { kind: "settings", changed: 1, examples: [{ fields: ["values.page.name"] }] },
  ]);
  expect(preview.settings).toEqual(
    expect.arrayContaining([
      { name: "page.name", from: null, to: "Rose", stays: false },
      { name: "host", from: null, to: "0.0.0.0", stays: true },
      { name: "rateLimit", from: 77, to: 1_000_000, stays: true },
    ]),
  );
  expect(preview.settings).toHaveLength(Object.keys(hostile).length);
  expect(preview.said).toContainEqual(
    expect.objectContaining({
      code: "restore.settingsStay",
      values: { names: expect.stringContaining("backup.folder") as string },
    }),
  );
  await server.api("POST", "/api/backups", {}, server.localKey);
  expect(readdirSync(foreign)).toEqual([]);
});

test("a setting that a restore asks for by name is restored, and no other", async () => {
  const server = await start();
  const file = await edited(server, withSettings(hostile));
  const preview = await restored(server, file, "&settings=rateLimit&settings=geo.provider");
  expect(await kept(server)).toEqual({
    rateLimit: 1_000_000,
    "geo.provider": "forwarded",
    "page.name": "Rose",
  });
  expect(preview.settings).toContainEqual({
    name: "rateLimit",
    from: null,
    to: 1_000_000,
    stays: false,
  });
  expect((await send(server, "preview=true&settings=loud", file)).error).toBe(1);
});

test("a backup folder on another computer isn't taken from a file, asked for or not", async () => {
  const server = await start();
  for (const folder of ["//server/share", "\\\\server\\share", "\\/server/share"]) {
    const file = await edited(server, withSettings({ "backup.folder": folder }));
    await restored(server, file, "&settings=backup.folder");
    expect(await kept(server)).toEqual({});
  }
});

test("a backup of this folder leaves such settings as they are as well", async () => {
  const server = await start();
  await server.api("POST", "/api/url/add", { url: "https://example.org/" });
  await server.api("PUT", "/api/settings", { set: { rateLimit: 77 } }, server.localKey);
  const made = await server.api("POST", "/api/backups", {}, server.localKey);
  const { name } = made.body.backup;
  const change = { set: { dialect: "vendor" }, unset: ["rateLimit"] };
  await server.api("PUT", "/api/settings", change, server.localKey);
  const path = `/api/backup/${name}/restore`;
  const restore = async (asked: object) => {
    const { body } = await server.api("POST", path, { preview: true, ...asked }, server.localKey);
    const { token } = body.preview;
    await server.api("POST", path, { token, wait: 10, ...asked }, server.localKey);
    return kept(server);
  };
  expect(await restore({})).toEqual({});
  expect(await restore({ settings: ["rateLimit"] })).toEqual({ rateLimit: 77 });
});

test("an empty folder takes no such setting from a file either", async () => {
  const server = await start();
  const file = join(await makeDataDir(), "evil.json");
  writeFileSync(file, await edited(server, withSettings(hostile)));
  const dataDir = join(await makeDataDir(), "new");
  const placed = await restoreIntoEmpty(file, dataDir, { isReal: true, settings: ["rateLimit"] });
  expect(placed.settings.filter(({ stays }) => stays).map(({ name }) => name)).toEqual(
    guarded.filter((name) => name !== "rateLimit"),
  );
  const there = await start({ dataDir });
  expect(await kept(there)).toEqual({ "page.name": "Rose", rateLimit: 1_000_000 });
  expect(existsSync(foreign)).toBe(true);
});
