import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startTestServer, type TestServer } from "../../support/server.ts";

async function start(overrides: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const server = await startTestServer({ settings: { verifyDomains: "false" }, ...overrides });
  onTestFinished(() => server.stop());
  return server;
}

function owner(server: TestServer) {
  return (method: string, path: string, body?: unknown) =>
    server.api(method, path, body, server.localKey);
}

/** Restores as its preview says, and answers the job that did it. */
async function restored(call: ReturnType<typeof owner>, name: string) {
  const { body } = await call("POST", `/api/backup/${name}/restore`, { preview: true });
  const { token } = body.preview;
  const done = await call("POST", `/api/backup/${name}/restore`, { token, wait: 10 });
  expect(done.body.job).toMatchObject({ kind: "restore", state: "done", failureCount: 0 });
  return done.body.job;
}

async function addLink(server: TestServer, fields: object): Promise<number> {
  const { body } = await server.api("POST", "/api/url/add", {
    url: "https://example.org/",
    ...fields,
  });
  return body.id;
}

/** A service on a folder that has a backup, `waypost-….json`, of what `fill` has made. */
async function withBackup(fill: (server: TestServer) => Promise<unknown>) {
  const before = await start();
  await fill(before);
  await before.close();
  const clock = () => Date.now() + 86_400_000;
  const server = await start({ dataDir: before.dataDir, clock });
  const list = async () => (await owner(server)("GET", "/api/backups")).body.data.backups;
  await expect.poll(async () => (await list()).length, { timeout: 30_000 }).toBe(1);
  const [{ name }] = await list();
  return { server, call: owner(server), name: name as string };
}

test("the owner sees the backups and what is in one; a script doesn't", async () => {
  const { server, call, name } = await withBackup(async (before) => {
    await addLink(before, { custom: "spring" });
    await addLink(before, { custom: "autumn" });
  });
  expect((await call("GET", `/api/backup/${name}`)).body).toMatchObject({
    error: 0,
    details: {
      name,
      intact: true,
      records: expect.arrayContaining([{ kind: "links", count: 2 }]) as unknown,
    },
  });
  expect((await server.api("GET", "/api/backups")).status).toBe(403);
  expect((await server.api("POST", `/api/backup/${name}/restore`, {})).status).toBe(403);
});

test("a restore brings back, sets back and removes; the preview says the same and does nothing", async () => {
  const { server, call, name } = await withBackup(async (before) => {
    await before.api("POST", "/api/domain/add", { domain: "https://go.example.net" });
    await addLink(before, { custom: "spring" });
    await addLink(before, { custom: "autumn", metatitle: "Autumn" });
    await addLink(before, { custom: "branded", domain: "https://go.example.net" });
  });
  await server.api("DELETE", "/api/url/1/delete");
  await server.api("DELETE", "/api/url/3/delete");
  await server.api("DELETE", "/api/domain/1/delete");
  await server.api("PUT", "/api/url/2/update", { url: "https://example.org/2", custom: "winter" });
  const made = await addLink(server, { custom: "autumn" });
  expect(made).toBe(4);

  const wanted = [
    {
      kind: "links",
      added: 2,
      changed: 1,
      removed: 1,
      examples: [
        { id: 1, name: "spring", change: "added", fields: [] },
        { id: 3, name: "branded", change: "added", fields: [] },
        { id: 2, name: "autumn", change: "changed", fields: ["alias", "url"] },
        { id: 4, name: "autumn", change: "removed", fields: [] },
      ],
    },
    {
      kind: "domains",
      added: 1,
      changed: 0,
      removed: 0,
      examples: [{ id: 1, name: "https://go.example.net", change: "added", fields: [] }],
    },
  ];
  const preview = await call("POST", `/api/backup/${name}/restore`, { preview: true });
  expect(preview.body).toMatchObject({ error: 0, preview: { changes: wanted, warnings: [] } });
  expect((await server.visit("/winter")).status).toBe(302);

  const job = await restored(call, name);
  expect(job.result).toMatchObject({ changes: wanted });
  expect(job.message).toContain(`waypost undo ${job.change}`);
  const answers = await Promise.all(
    ["/spring", "/autumn", "/winter"].map((path) => server.visit(path)),
  );
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 404]);
  expect((await server.visit("/branded", { host: "go.example.net" })).status).toBe(302);

  // No id is given twice.
  expect(await addLink(server, {})).toBe(5);
  // And the way back.
  await restored(call, job.result.before);
  expect((await server.visit("/winter")).status).toBe(302);
  expect((await server.api("GET", "/api/urls?limit=100")).body.data.result).toBe(2);
  expect(await addLink(server, {})).toBe(6);
});

test("what was restored is there after the next start, and an id that was used up stays used", async () => {
  const { server, call, name } = await withBackup(async (before) => {
    await addLink(before, { custom: "spring" });
    await addLink(before, { custom: "gone" });
    await before.api("DELETE", "/api/url/2/delete");
  });
  await server.api("PUT", "/api/url/1/update", { url: "https://example.org/changed" });
  await restored(call, name);
  await server.close();
  const again = await start({ dataDir: server.dataDir });
  expect((await again.visit("/spring")).headers.location).toBe("https://example.org/");
  expect(await addLink(again, {})).toBe(3);
});

test("keys, the account's password and the bases that addresses had are not taken back", async () => {
  const { server, call, name } = await withBackup((before) =>
    addLink(before, { custom: "spring" }),
  );
  await server.api("PUT", "/api/account/update", {
    email: "me@example.org",
    password: "a new one 123",
  });
  const password = () =>
    /"account":\[\n(.*)\n/.exec(readFileSync(join(server.dataDir, "waypost.json"), "utf8"))?.[1];
  await restored(call, name);
  expect((await server.api("GET", "/api/account")).body.data.email).not.toBe("me@example.org");
  await server.close();
  expect(password()).toContain('"password":"scrypt$');
  const again = await start({ dataDir: server.dataDir });
  expect(again.apiKey).toBe(server.apiKey);
  for (const backup of readdirSync(join(server.dataDir, "backups"))) {
    expect(readFileSync(join(server.dataDir, "backups", backup), "utf8")).not.toContain(
      server.apiKey,
    );
  }
});

test("settings come back and hold at once, but for one that can't be", async () => {
  const { server, call, name } = await withBackup(async (before) => {
    const kept = { "page.name": "Rose", dialect: "document" };
    await owner(before)("PUT", "/api/settings", { set: kept });
  });
  await call("PUT", "/api/settings", { set: { "page.name": "Somebody else" } });
  const path = join(server.dataDir, "backups", name);
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace('"dialect":"document"', '"dialect":"loud"'),
  );
  await restored(call, name);
  const { body } = await call("GET", "/api/settings");
  expect(body.settings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: "page.name", value: "Rose", kept: "Rose" }),
      expect.objectContaining({ key: "dialect", value: "document", kept: null }),
    ]),
  );
});

test("a backup of another folder is refused, one that is damaged and one that isn't there", async () => {
  const { server, call, name } = await withBackup((before) =>
    addLink(before, { custom: "spring" }),
  );
  const folder = join(server.dataDir, "backups");
  const text = readFileSync(join(folder, name), "utf8");
  writeFileSync(
    join(folder, "another.json"),
    text.replace(/("alias":"spring".*?"createdAt":")\d{4}/, "$12001"),
  );
  writeFileSync(join(folder, "damaged.json"), text.slice(0, -40));
  writeFileSync(join(folder, "newer.json"), text.replace(/^\{"waypost":\d+/, '{"waypost":99'));
  writeFileSync(
    join(folder, "edited.json"),
    text.replace('"alias":"spring"', '"alias":"spring","colour":"red"'),
  );
  const restore = (backup: string) =>
    call("POST", `/api/backup/${backup}/restore`, { preview: true });
  expect(await restore("another.json")).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("another folder") as string },
  });
  expect(await restore("damaged.json")).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("damaged.json is damaged") as string },
  });
  expect(await restore("newer.json")).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("newer Waypost") as string },
  });
  expect(await restore("edited.json")).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/line \d+: links: .*colour/) as string },
  });
  expect((await restore("none.json")).status).toBe(404);
  expect((await restore("..%2Fwaypost.json")).status).toBe(400);
  expect((await server.visit("/spring")).status).toBe(302);
});
