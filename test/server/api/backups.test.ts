import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startTestServer, type TestServer } from "../../support/server.ts";
import { sendFile } from "./restoredFile.ts";

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

  // No id is given more than once.
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
    body: { message: expect.stringContaining("another data folder") as string },
  });
  expect(await restore("damaged.json")).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("damaged.json is damaged") as string },
  });
  expect(await restore("newer.json")).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("newer version of Waypost") as string },
  });
  expect(await restore("edited.json")).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/Line \d+: links: .*colour/) as string },
  });
  expect((await restore("none.json")).status).toBe(404);
  expect((await restore("..%2Fwaypost.json")).status).toBe(400);
  expect((await server.visit("/spring")).status).toBe(302);
});

test("names that go round in a ring come back, however the records pass them on", async () => {
  const { server, call, name } = await withBackup(async (before) => {
    for (const custom of ["one", "two", "three", "four"]) await addLink(before, { custom });
    await before.api("POST", "/api/bio/add", { name: "Bio", custom: "about" });
  });
  const url = "https://example.org/";
  const rename = (id: number, custom: string) =>
    server.api("PUT", `/api/url/${id}/update`, { url, custom });
  // one → two → three → one; "four" is a new link's, and "about" another's.
  await rename(1, "aside");
  await rename(3, "one");
  await rename(2, "three");
  await rename(1, "two");
  await rename(4, "moved");
  await addLink(server, { custom: "four" });
  await server.api("PUT", "/api/bio/1/update", { custom: "elsewhere" });
  await addLink(server, { custom: "about" });
  const aliases = async () =>
    (await server.api("GET", "/api/urls?limit=100")).body.data.urls.map(
      ({ id, alias }: { id: number; alias: string }) => `${id} ${alias}`,
    );
  const changed = await aliases();
  const job = await restored(call, name);
  expect(await aliases()).toEqual(["4 four", "3 three", "2 two", "1 one"]);
  expect((await server.visit("/about")).status).toBe(200);

  // One undo takes all of it back.
  const undo = `/api/changes/${job.change}/undo`;
  const { body } = await call("POST", undo, { preview: true });
  expect(body.preview).toMatchObject({ conflictCount: 0 });
  const undone = await call("POST", undo, { token: body.preview.token, wait: 10 });
  expect(undone.body.job).toMatchObject({ state: "done", failureCount: 0 });
  expect(await aliases()).toEqual(changed);
});

describe("restoring some of it", () => {
  /** Links 1 to 3, the second of them in a channel and on a domain that are gone now. */
  async function withChanges() {
    const found = await withBackup(async (before) => {
      const add = async (kind: string, body: object) =>
        (await before.api("POST", `/api/${kind}/add`, body)).body.id as number;
      const channel = await add("channel", { name: "Newsletter" });
      const domain = await add("domain", { domain: "https://go.example.net" });
      await addLink(before, { custom: "spring" });
      await addLink(before, { custom: "summer", channel, domain: "https://go.example.net" });
      await addLink(before, { custom: "autumn", name: "as it was" });
      expect([channel, domain]).toEqual([1, 1]);
    });
    const { server, call, name } = found;
    for (const path of ["url/1", "url/2", "channel/1", "domain/1"]) {
      expect((await server.api("DELETE", `/api/${path}/delete`)).status).toBe(200);
    }
    await server.api("PUT", "/api/url/3/update", { url: "https://example.org/new", name: "new" });
    await addLink(server, { custom: "winter" });
    const path = `/api/backup/${name}/restore`;
    const previewOf = async (only: unknown) =>
      (await call("POST", path, { preview: true, only })).body.preview;
    async function run(only: unknown) {
      const { token } = await previewOf(only);
      return (await call("POST", path, { token, only, wait: 10 })).body.job;
    }
    const links = async () =>
      Object.fromEntries(
        (await server.api("GET", "/api/urls?order=alias")).body.data.urls.map(
          (link: { alias: string; name: string }) => [link.alias, link.name],
        ),
      ) as Record<string, string>;
    return { server, call, path, previewOf, run, links };
  }

  test("one link comes back, the rest stays, and an undo removes it again", async () => {
    const { call, previewOf, run, links } = await withChanges();
    expect(await previewOf("links:1")).toMatchObject({
      changes: [{ kind: "links", added: 1, changed: 0, removed: 0, examples: [{ id: 1 }] }],
      warnings: [],
    });
    const job = await run(["links:1"]);
    expect(job).toMatchObject({ state: "done", failureCount: 0 });
    expect(await links()).toEqual({ spring: "", autumn: "new", winter: "" });
    const undo = `/api/changes/${job.change}/undo`;
    const { token } = (await call("POST", undo, { preview: true })).body.preview;
    await call("POST", undo, { token, wait: 10 });
    expect(await links()).toEqual({ autumn: "new", winter: "" });
    expect(await previewOf(["links:999", "channels:7"])).toMatchObject({
      message: "Nothing to restore: the selected records are the same as in this backup.",
      changes: [],
    });
  });

  test("what a link uses comes back with it, and the preview says so", async () => {
    const { server, previewOf, run } = await withChanges();
    expect(await previewOf(["links:2"])).toMatchObject({
      changes: [
        { kind: "links", added: 1 },
        { kind: "domains", added: 1 },
        { kind: "channels", added: 1 },
      ],
      warnings: ["Includes deleted records that the selected records use: 2."],
    });
    expect(await run(["links:2"])).toMatchObject({ state: "done", failureCount: 0 });
    expect((await server.api("GET", "/api/url/2")).body.details).toMatchObject({
      alias: "summer",
      domain: "https://go.example.net",
      channel: [1],
    });
  });

  test("the preview names an alias that another link has now", async () => {
    const { server, previewOf, run } = await withChanges();
    await addLink(server, { custom: "spring" });
    const warnings = [
      "Not restored, because something else uses the same alias: 1 (spring). Change that alias first to restore them.",
    ];
    expect(await previewOf(["links:1"])).toMatchObject({ warnings });
    expect(await run(["links:1"])).toMatchObject({ failureCount: 1 });
    // A link that goes makes room.
    expect(await previewOf("links")).toMatchObject({ warnings: [expect.stringContaining(": 2.")] });
  });

  test("a whole kind, and what was added since", async () => {
    const { run, links } = await withChanges();
    await run(["links:3,4"]);
    expect(await links()).toEqual({ autumn: "as it was" });
    await run("links");
    expect(await links()).toEqual({ spring: "", summer: "", autumn: "as it was" });
  });

  test("a domain that is in use stays, and a token is of its selection", async () => {
    const { server, call, path, previewOf } = await withChanges();
    const domain = "https://new.example.net";
    const { id } = (await server.api("POST", "/api/domain/add", { domain })).body;
    await addLink(server, { custom: "late", domain });
    expect(await call("POST", path, { preview: true, only: [`domains:${id}`] })).toMatchObject({
      status: 409,
      body: { code: "inUse", message: expect.stringContaining(domain) as string },
    });
    const { token } = await previewOf(["links:1"]);
    const asked = await call("POST", path, { token, only: ["links:1", "links:3"], wait: 10 });
    expect(asked).toMatchObject({ status: 409, body: { code: "outdated" } });
  });

  test("a selection that can't be read is refused", async () => {
    const { call, path } = await withChanges();
    for (const only of [
      "link:1",
      "links:",
      "links:0",
      "links:1;2",
      [],
      ["links", 3],
      { links: [1] },
    ]) {
      const { status, body } = await call("POST", path, { preview: true, only });
      expect([status, body.faults[0].field]).toEqual([
        400,
        expect.stringMatching(/^only(\[\d\])?$/),
      ]);
    }
  });
});

test("a restore does what its preview said, or nothing", async () => {
  const { server, call, name } = await withBackup((before) =>
    addLink(before, { custom: "spring" }),
  );
  const path = `/api/backup/${name}/restore`;
  expect(await call("POST", path, {})).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("Request a preview first") as string },
  });
  await addLink(server, { custom: "summer" });
  const { token } = (await call("POST", path, { preview: true })).body.preview;
  await addLink(server, { custom: "autumn" });
  expect(await call("POST", path, { token, wait: 10 })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("a different effect") as string },
  });
  expect((await server.visit("/summer")).status).toBe(302);
  expect(await call("POST", path, { token, force: true })).toMatchObject({ status: 400 });
});

test("a zip of everything goes back into a used folder, with what was counted of what had gone", async () => {
  const server = await start();
  const call = owner(server);
  await addLink(server, { custom: "spring" });
  await addLink(server, { custom: "autumn" });
  for (let count = 0; count < 3; count += 1) await server.visit("/autumn");
  const zip = await fetch(`${server.baseUrl}/api/export/everything`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.localKey}`, "content-type": "application/json" },
    body: "{}",
  });
  const bytes = Buffer.from(await zip.arrayBuffer());
  const send = (to: TestServer, query: string) => sendFile(to, query, bytes);
  // Here nothing was deleted from the counters; in a folder that never had them they come along.
  await server.api("DELETE", "/api/url/2/delete");
  const other = await start();
  for (const to of [server, other]) {
    const { preview } = await send(to, "preview=true");
    expect(preview.changes).toMatchObject(
      to === server
        ? [{ kind: "links", added: 1 }]
        : [{ kind: "account" }, { kind: "links", added: 2 }],
    );
    const { job } = await send(to, `token=${preview.token}&wait=10`);
    expect(job).toMatchObject({ state: "done", kind: "restore" });
    expect((await to.api("GET", "/api/url/2")).body.data).toMatchObject({ clicks: 3 });
    await to.visit("/autumn");
  }
  await other.close();
  const again = await start({ dataDir: other.dataDir });
  expect((await again.api("GET", "/api/url/2")).body.data).toMatchObject({ clicks: 4 });
  expect((await call("POST", "/api/restore?preview=true", {})).status).toBe(415);
  expect((await server.api("POST", "/api/restore")).status).toBe(403);
  expect(readdirSync(server.dataDir).filter((one) => one.startsWith("work-"))).toEqual([]);
});

test("a backup is made when it is asked for, here and in the second folder", async () => {
  const server = await start();
  const call = owner(server);
  expect((await call("POST", "/api/backups")).body).toMatchObject({ second: null });
  await addLink(server, { custom: "spring" });
  const folder = mkdtempSync(join(tmpdir(), "waypost-second-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const set = (path: string) => call("PUT", "/api/settings", { set: { "backup.folder": path } });
  expect(await set(join(server.dataDir, "backups"))).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("must be outside the data folder") as string },
  });
  expect((await set("somewhere")).status).toBe(400);
  expect((await set(folder)).status).toBe(200);
  const { body } = await call("POST", "/api/backups");
  expect(body).toMatchObject({
    backup: { name: expect.stringMatching(/^made-.*\.json$/) as string },
    second: { folder, copying: false, problem: null },
  });
  expect(readdirSync(folder)).toEqual([body.second.copied.name]);
  rmSync(folder, { recursive: true });
  const second = (await call("POST", "/api/backups")).body.second;
  const { problem: gone, code, values } = second;
  expect(gone).toContain("has been missing since");
  expect({ code, folder: values.folder }).toEqual({ code: "service.secondMissing", folder });
  expect((await call("GET", "/api/backups")).body.second).toEqual(second);
  const { warnings, said } = (await call("GET", "/api/service")).body.data;
  expect(warnings).toEqual([gone]);
  expect(said).toEqual([{ message: gone, code, values }]);
});
