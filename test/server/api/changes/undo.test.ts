import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeDataDir, startTestServer, type TestServer } from "../../../support/server.ts";
import { hashAtFullCost, hashQuickly } from "../../../support/quickScrypt.ts";
import { serverForAll } from "../../../support/testServer.ts";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseName } from "../../../../src/server/store/database/database.ts";
import { asking, type Body } from "./everything.ts";

const target = "https://example.com/spring";
const settings = { verifyDomains: "false" };

beforeAll(hashQuickly);
afterAll(hashAtFullCost);

describe("what each operation does, one undo takes back and another one does again", () => {
  const { ask, undo, newest, everything } = asking(() => server);
  const made: Record<string, number> = {};

  const server = serverForAll({ settings });
  beforeAll(async () => {
    const add = async (resource: string, body: object) =>
      (await ask("POST", `/api/${resource}/add`, body)).id;
    made["domain"] = await add("domain", { domain: "https://go.example.com" });
    made["unused"] = await add("domain", { domain: "https://unused.example.com" });
    made["channel"] = await add("channel", { name: "Newsletter" });
    made["campaign"] = await add("campaign", { name: "Spring", public: true });
    made["pixel"] = await add("pixel", { type: "gtmpixel", name: "Shop", tag: "GTM-ABC123" });
    made["overlay"] = await add("overlay", { type: "message", name: "Hello", message: "Hi" });
    made["splash"] = await add("splash", { name: "Before you go on", delay: 3 });
    made["url"] = await add("url", {
      url: target,
      custom: "spring",
      domain: "https://go.example.com",
      channel: made["channel"],
      campaign: made["campaign"],
      pixels: [made["pixel"]],
      type: `overlay-${made["overlay"]}`,
      tags: ["news", "garden"],
      expiry: "2035-12-31 23:59:59",
      geotarget: [{ location: "Germany", link: "https://example.com/de" }],
      parameters: [{ name: "utm_source", value: "mail" }],
      password: "correct horse",
    });
    made["plain"] = await add("url", { url: target, custom: "plain" });
    made["qr"] = await add("qr", { type: "text", data: "Hello", name: "Poster" });
    made["bio"] = await add("bio", { name: "Ada", custom: "ada" });
    made["views"] = (await ask("POST", "/api/views", { name: "Mine", query: { q: "x" } })).id;
    await ask("POST", `/api/channel/${made["channel"]}/assign/qr/${made["qr"]}`);
  });

  const operations: readonly (readonly [method: string, path: string, body?: object])[] = [
    ["POST", "/api/url/add", { url: target, custom: "summer", tags: ["News"] }],
    ["PUT", "/api/url/:url/update", { url: "https://example.com/b", custom: "bee", name: "B" }],
    [
      "PUT",
      "/api/url/:url/update",
      { url: target, clear: ["expiry", "campaign", "pixels", "tags"] },
    ],
    ["PUT", "/api/url/:url/update", { url: target, type: "frame", domain: "" }],
    ["PUT", "/api/url/:url/update", { url: target, clear: ["domain"], archived: true }],
    ["DELETE", "/api/url/:url/delete"],
    ["POST", "/api/domain/add", { domain: "https://new.example.com" }],
    ["PUT", "/api/domain/:domain/update", { redirect404: "https://example.com/404" }],
    ["DELETE", "/api/domain/:unused/delete"],
    ["POST", "/api/channel/add", { name: "Another" }],
    ["PUT", "/api/channel/:channel/update", { name: "Letters", starred: true, color: "#112233" }],
    ["DELETE", "/api/channel/:channel/delete"],
    ["POST", "/api/channel/:channel/assign/links/:plain"],
    ["POST", "/api/channel/:channel/assign/bio/:bio"],
    ["DELETE", "/api/channel/:channel/assign/qr/:qr"],
    ["POST", "/api/campaign/add", { name: "Autumn" }],
    ["PUT", "/api/campaign/:campaign/update", { name: "Late spring", public: false }],
    ["DELETE", "/api/campaign/:campaign/delete"],
    ["POST", "/api/campaign/:campaign/assign/:plain"],
    ["DELETE", "/api/campaign/:campaign/assign/:url"],
    ["POST", "/api/pixel/add", { type: "gtmpixel", name: "Blog", tag: "GTM-XYZ" }],
    ["PUT", "/api/pixel/:pixel/update", { name: "Market", tag: "GTM-Q" }],
    ["DELETE", "/api/pixel/:pixel/delete"],
    ["POST", "/api/overlay/add", { type: "contact", name: "Ask", fields: ["email"] }],
    ["PUT", "/api/overlay/:overlay/update", { name: "Other", position: "left" }],
    ["DELETE", "/api/overlay/:overlay/delete"],
    ["POST", "/api/splash/add", { name: "Another" }],
    ["PUT", "/api/splash/:splash/update", { name: "Later", delay: 9 }],
    ["DELETE", "/api/splash/:splash/delete"],
    ["POST", "/api/qr/add", { type: "link", data: target }],
    ["PUT", "/api/qr/:qr/update", { data: "Bye", clear: ["name"] }],
    ["DELETE", "/api/qr/:qr/delete"],
    ["POST", "/api/bio/add", { name: "Grace" }],
    [
      "PUT",
      "/api/bio/:bio/update",
      { name: "Ada L.", custom: "ada-l", links: [{ title: "T", url: target }] },
    ],
    ["DELETE", "/api/bio/:bio/delete"],
    ["POST", "/api/views", { name: "mine", query: { q: "y" } }],
    ["POST", "/api/views", { name: "Another", query: { tag: "news" } }],
    ["DELETE", "/api/views/:views"],
    ["PUT", "/api/tag/news/update", { name: "letters" }],
    ["DELETE", "/api/tag/garden/delete"],
    ["PUT", "/api/account/update", { email: "me@example.com" }],
    ["PUT", "/api/settings", { set: { rateLimit: 77, dialect: "document" } }],
  ];

  test.each(operations.map(([method, path, body]) => ({ method, path, body })))(
    "$method $path $body",
    async ({ method, path, body }) => {
      const before = await everything();
      const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) => String(made[name]));
      const former = await newest();
      await ask(method, filled, body);
      const set = await newest();
      expect(set).toBeGreaterThan(former);
      const after = await everything();
      const job = await undo(set);
      expect(job).toMatchObject({ state: "done", failureCount: 0, change: await newest() });
      expect(await everything()).toEqual(before);
      expect((await ask("GET", `/api/changes/${set}`)).change).toMatchObject({
        undone: job.change,
        undoable: false,
      });
      const redo = await undo(job.change);
      expect(redo).toMatchObject({ state: "done", failureCount: 0 });
      expect(await everything()).toEqual(after);
      expect((await ask("GET", `/api/changes/${set}`)).change).toMatchObject({ undone: null });
      await undo(redo.change);
      expect(await everything()).toEqual(before);
    },
  );

  test("a change of one record says its name, in the list and alone", async () => {
    await ask("POST", "/api/url/add", { url: target, custom: "named" });
    const set = await newest();
    const { data } = await ask("GET", "/api/changes?limit=1");
    expect(data.changes).toMatchObject([{ id: set, name: "named" }]);
    expect((await ask("GET", `/api/changes/${set}`)).change).toMatchObject({ name: "named" });
    await undo(set);
  });

  test("a user name that was printed goes on working, whichever way it is taken back", async () => {
    const list = `/u/owner/list-${made["campaign"]}`;
    await ask("PUT", "/api/account/update", { username: "ada" });
    await undo(await newest());
    expect((await ask("GET", "/api/account")).data.username).toBe("owner");
    expect((await server.visit(list)).status).toBe(200);
    expect((await server.visit(list.replace("owner", "ada"))).status).toBe(200);
  });
});

describe("one change among others", () => {
  let server: TestServer;
  const { ask, undo, newest, refusal, preview, run, everything } = asking(() => server);

  beforeEach(async () => {
    server = await startTestServer({ settings });
  });
  afterEach(() => server.stop());

  async function addLink(body: object = {}): Promise<number> {
    return (await ask("POST", "/api/url/add", { url: target, ...body })).id;
  }

  const change = (id: number, body: object) =>
    ask("PUT", `/api/url/${id}/update`, { url: target, ...body });

  const details = async (id: number): Promise<Body> => (await ask("GET", `/api/url/${id}`)).details;

  test("that does nothing but archive says so, of one link or of many", async () => {
    const ids = [await addLink(), await addLink()];
    const newestSet = async () => (await ask("GET", "/api/changes")).data.changes[0];
    await change(ids[0] ?? 0, { archived: true });
    expect((await newestSet()).archived).toBe(true);
    const both = { kind: "links", select: { ids }, change: { archived: false } };
    await run("/api/bulk", both);
    expect(await newestSet()).toMatchObject({ operation: "bulkChange", archived: false });
    await change(ids[0] ?? 0, { archived: true, name: "More" });
    expect(await newestSet()).not.toHaveProperty("archived");
  });

  test("is taken back field by field; what was changed again since is named and left, unless forced", async () => {
    const id = await addLink({ name: "One", description: "first" });
    await change(id, { name: "Two", description: "second", status: "public" });
    const set = await newest();
    await change(id, { name: "Three" });
    const before = await preview(`/api/changes/${set}/undo`);
    expect(before).toMatchObject({ matched: 1, changed: 1, conflictCount: 1 });
    expect(before.conflicts).toEqual([
      {
        kind: "links",
        id,
        name: "Three",
        field: "name",
        left: "Two",
        present: "Three",
        says: "This has been changed since.",
        code: "record.changedSince",
        values: {},
      },
    ]);
    expect(before.records).toEqual([
      {
        kind: "links",
        id,
        name: "Three",
        change: "changed",
        fields: [
          { field: "description", before: "second", after: "first" },
          { field: "status", before: "public", after: "private" },
        ],
      },
    ]);
    expect(await details(id)).toMatchObject({ name: "Three", description: "second" });
    const job = await undo(set);
    expect(job.result).toEqual({
      matched: 1,
      added: 0,
      changed: 1,
      removed: 0,
      unchanged: 0,
      conflicts: 1,
    });
    expect(job.failures).toMatchObject([{ kind: "links", id, column: "name" }]);
    expect(await details(id)).toMatchObject({
      name: "Three",
      description: "first",
      status: "private",
    });
    expect(await undo(set, { force: true })).toMatchObject({ failureCount: 0 });
    expect(await details(id)).toMatchObject({ name: "One" });
  });

  test("force overrides values and no rule: an alias that is taken, a domain that is gone", async () => {
    const id = await addLink({ custom: "first" });
    await change(id, { custom: "second" });
    const renaming = await newest();
    const other = await addLink({ custom: "First" });
    const job = await undo(renaming, { force: true });
    expect(job.failures).toMatchObject([
      {
        id,
        name: "second",
        column: "custom",
        message: expect.stringContaining("“first” is now used"),
      },
    ]);
    expect(await details(id)).toMatchObject({ alias: "second" });
    await ask("DELETE", `/api/url/${other}/delete`);
    expect(await undo(renaming)).toMatchObject({ failureCount: 0 });
    expect(await details(id)).toMatchObject({ alias: "first" });

    const domain = (await ask("POST", "/api/domain/add", { domain: "https://go.example.com" })).id;
    await change(id, { domain: "https://go.example.com" });
    const moving = await newest();
    await change(id, { clear: ["domain"] });
    const back = await newest();
    await ask("DELETE", `/api/domain/${domain}/delete`);
    expect((await undo(back, { force: true })).failures).toMatchObject([
      { column: "domain", message: expect.stringContaining("no longer registered") },
    ]);
    expect((await undo(moving)).result).toMatchObject({ changed: 0, unchanged: 1 });
  });

  test("a domain that is in use doesn't go, and goes when nothing uses it", async () => {
    await ask("POST", "/api/domain/add", { domain: "https://go.example.com" });
    const adding = await newest();
    const id = await addLink({ domain: "https://go.example.com", custom: "x-y" });
    expect((await undo(adding)).failures).toMatchObject([
      { kind: "domains", message: expect.stringContaining("still use this domain") },
    ]);
    await ask("DELETE", `/api/url/${id}/delete`);
    expect(await undo(adding)).toMatchObject({ failureCount: 0 });
    expect(
      await refusal("POST", "/api/url/add", { url: target, domain: "https://go.example.com" }),
    ).toMatchObject([400, expect.stringContaining("registered")]);
  });

  test("a domain that comes back is answered at once", async () => {
    const { id } = await ask("POST", "/api/domain/add", {
      domain: "https://go.example.com",
      redirectroot: "https://example.com/root",
    });
    await ask("DELETE", `/api/domain/${id}/delete`);
    const visit = async () =>
      (await server.visit("/", { host: "go.example.com" })).headers.location;
    expect(await visit()).toBeUndefined();
    await undo(await newest());
    expect(await visit()).toBe("https://example.com/root");
  });

  test("of what was made and changed since, the undo of its making says what it would lose", async () => {
    const id = await addLink();
    const making = await newest();
    await change(id, { name: "Worked on" });
    expect((await preview(`/api/changes/${making}/undo`)).conflicts).toMatchObject([
      { field: "name", left: null, present: "Worked on" },
    ]);
    expect((await undo(making)).result).toMatchObject({ removed: 0, conflicts: 1 });
    expect((await undo(making, { force: true })).result).toMatchObject({ removed: 1 });
    expect(await refusal("GET", `/api/url/${id}`)).toEqual([404, "Link does not exist."]);
  });

  test("what was changed and deleted since is left", async () => {
    const id = await addLink({ name: "One" });
    await change(id, { name: "Two" });
    const set = await newest();
    await ask("DELETE", `/api/url/${id}/delete`);
    expect((await preview(`/api/changes/${set}/undo`, { force: true })).conflicts).toMatchObject([
      { id, name: "Two", field: null, says: "This has been deleted since." },
    ]);
  });

  test("a deleted link comes back with its id, its password and its statistics, after a restart too", async () => {
    await server.stop();
    const dataDir = await makeDataDir();
    try {
      server = await startTestServer({ dataDir, settings });
      const id = await addLink({ custom: "kept" });
      expect((await server.visit("/kept")).status).toBe(302);
      await change(id, { password: "correct horse" });
      const was = await ask("GET", `/api/url/${id}`);
      await ask("DELETE", `/api/url/${id}/delete`);
      const set = await newest();
      await server.stop();
      server = await startTestServer({ dataDir, settings });
      expect(await refusal("GET", `/api/url/${id}`)).toEqual([404, "Link does not exist."]);
      await undo(set);
      const is = await ask("GET", `/api/url/${id}`);
      expect(is.data).toEqual(was.data);
      expect(is.details).toEqual({
        ...was.details,
        shorturl: is.details.shorturl,
        domain: is.details.domain,
      });
      expect(is.details.password).toBe(true);
      expect((await server.visit("/kept")).status).toBe(401);
      await server.stop();
      server = await startTestServer({ dataDir, settings });
      expect((await ask("GET", `/api/url/${id}`)).data.clicks).toBe(1);
    } finally {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
      server = await startTestServer();
    }
  });

  test("what somebody wrote into the history isn't brought back where no operation would take it", async () => {
    await server.stop();
    const dataDir = await makeDataDir();
    try {
      server = await startTestServer({ dataDir, settings });
      const apple = "https://apps.apple.com/app/id";
      const edited = await addLink({ custom: "edited", deeplink: { apple: `${apple}1` } });
      const url = "https://example.com/b";
      await change(edited, { url });
      const retargeting = await newest();
      await change(edited, { url, deeplink: { apple: `${apple}2` } });
      const relinking = await newest();
      const [lost, whole] = [await addLink({ custom: "lost" }), await addLink({ custom: "whole" })];
      const odd = await addLink({ custom: "odd" });
      for (const id of [lost, whole, odd]) {
        await change(id, { metaimage: "https://example.com/picture.png" });
        await ask("DELETE", `/api/url/${id}/delete`);
      }
      // Whoever asks waits until the database has all of the journals.
      await newest();
      await server.stop();
      const database = new DatabaseSync(join(dataDir, databaseName));
      const planted = "javascript:alert(1)";
      const plant = (id: number, column: string, path: string) =>
        database.exec(
          `update changes set before = json_set(before, '${path}', '${planted}')
           where collection = 'links' and id = ${id} and ${column}`,
        );
      plant(edited, "json_extract(before, '$.url') is not null", "$.url");
      plant(edited, "json_extract(before, '$.deepLink') is not null", "$.deepLink.apple");
      plant(lost, "kind = 'removed'", "$.url");
      plant(whole, "kind = 'removed'", "$.metaImage");
      plant(odd, "kind = 'removed'", "$.oddity");
      database.close();
      server = await startTestServer({ dataDir, settings });

      const says = "History has a value for this that Waypost can’t use.";
      for (const [set, column] of [
        [retargeting, "url"],
        [relinking, "deeplink"],
      ] as const) {
        expect((await undo(set, { force: true })).failures).toMatchObject([
          { id: edited, column, message: expect.stringContaining(says) },
        ]);
      }
      expect(await details(edited)).toMatchObject({
        longurl: url,
        deeplink: { apple: `${apple}2` },
      });
      expect((await ask("GET", "/api/trash?kind=links")).data.records).toMatchObject([
        { id: odd, restorable: false, obstacle: says },
        { id: whole, restorable: true },
        { id: lost, restorable: false, obstacle: says },
      ]);
      const { job } = await ask("POST", "/api/trash/restore", {
        kind: "links",
        ids: [lost, whole, odd],
        wait: 10,
      });
      expect(job).toMatchObject({ state: "done", result: { added: 1, conflicts: 3 } });
      expect(await details(whole)).toMatchObject({ metaimage: "" });
    } finally {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
      server = await startTestServer();
    }
  });

  test("a password that was taken away is gone for good, and no answer shows a hash", async () => {
    const id = await addLink({ custom: "locked", password: "correct horse" });
    await change(id, { clear: ["password"] });
    const set = await newest();
    const shown = await ask("GET", `/api/changes/${set}`);
    expect(shown.data.records[0].fields).toEqual([
      { field: "password", before: true, after: false },
    ]);
    const job = await undo(set);
    expect(job.failures).toMatchObject([
      { column: "password", message: expect.stringContaining("permanently") },
    ]);
    expect(await details(id)).toMatchObject({ password: false });
    const { data } = await ask("GET", "/api/changes?limit=1000");
    for (const { id: one } of data.changes) {
      const all = JSON.stringify(await ask("GET", `/api/changes/${one}`));
      expect(all).not.toMatch(/scrypt|correct horse/);
    }
  });

  test("names that were alike before may be alike again, the same one never", async () => {
    const id = await addLink({ custom: "name" });
    await ask("DELETE", `/api/url/${id}/delete`);
    const set = await newest();
    await addLink({ custom: "NAME" });
    const before = await everything();
    expect((await undo(set)).failures).toMatchObject([{ column: "custom" }]);
    expect(await everything()).toEqual(before);
  });

  test("with ifUnchanged runs at once by the change that the write named, and previews where something conflicts", async () => {
    const id = await addLink({ name: "One" });
    const { change: renamed } = await change(id, { name: "Two" });
    const path = `/api/changes/${renamed}/undo`;
    const undone = await ask("POST", path, { ifUnchanged: true, wait: 10 });
    expect(undone.job).toMatchObject({ state: "done", failureCount: 0 });
    expect(await details(id)).toMatchObject({ name: "One" });
    await change(id, { name: "Three" });
    const refused = await ask("POST", path, { ifUnchanged: true, wait: 10 });
    expect(refused.preview).toMatchObject({ conflictCount: 1, conflicts: [{ field: "name" }] });
    expect(await details(id)).toMatchObject({ name: "Three" });
  });

  test("a run needs the token of its preview, and does what that said or nothing", async () => {
    const id = await addLink({ name: "One" });
    await change(id, { name: "Two" });
    const set = await newest();
    const path = `/api/changes/${set}/undo`;
    expect(await refusal("POST", path, {})).toMatchObject([
      400,
      expect.stringMatching(/^token is required. Send the request with preview: true first/),
    ]);
    const { token } = await preview(path);
    await change(id, { name: "Three" });
    const refused = await server.api("POST", path, { token }, server.localKey);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: "The request would now have a different effect than in its preview.",
        preview: { changed: 0, conflictCount: 1, conflicts: [{ field: "name" }] },
      },
    });
    expect(await details(id)).toMatchObject({ name: "Three" });
    const again = await ask("POST", path, { token: refused.body.preview.token, wait: 10 });
    expect(again.job).toMatchObject({ state: "done", change: null });
    for (const body of [{ preview: true, forse: true }, { preview: "" }, { token: null }]) {
      expect((await refusal("POST", path, body))[0]).toBe(400);
    }
    expect(await refusal("POST", "/api/changes/999999/undo", { preview: true })).toMatchObject([
      404,
      /does not exist/,
    ]);
  });

  test("what only the owner may do, only the owner reads and takes back", async () => {
    await ask("PUT", "/api/settings", { set: { rateLimit: 99999 } });
    const set = await newest();
    const asScript = (method: string, path: string, body?: object) =>
      server.api(method, path, body);
    expect((await asScript("GET", "/api/changes")).body.data.changes).toEqual([]);
    expect((await asScript("GET", `/api/changes/${set}`)).status).toBe(404);
    expect((await asScript("POST", `/api/changes/${set}/undo`, { preview: true })).status).toBe(
      404,
    );
    expect((await asScript("GET", "/api/changes?kind=settings&id=1")).body.data.changes).toEqual(
      [],
    );
    expect((await ask("GET", `/api/changes/${set}`)).data.records).toMatchObject([
      { kind: "settings", fields: [{ field: "rateLimit", before: null, after: 99999 }] },
    ]);
    const { change: undoing } = await undo(set);
    expect((await asScript("GET", `/api/changes/${undoing}`)).status).toBe(404);
    await addLink();
    const mine = (await asScript("GET", "/api/changes")).body.data.changes;
    expect(mine).toMatchObject([{ operation: "addLink", by: "script" }]);
  });

  test("settings are taken back one by one", async () => {
    await ask("PUT", "/api/settings", { set: { rateLimit: 88888 } });
    const first = await newest();
    await ask("PUT", "/api/settings", { set: { dialect: "vendor" } });
    expect(await undo(first)).toMatchObject({ failureCount: 0 });
    const { settings: all } = await ask("GET", "/api/settings");
    const kept = Object.fromEntries(all.map((one: Body) => [one.key, one.kept]));
    expect(kept).toMatchObject({ rateLimit: null, dialect: "vendor" });
    // It holds at once.
    expect((await server.api("GET", "/api/pixels")).body.error).toBe(0);
    await undo(
      await newest().then(
        async () => (await ask("GET", "/api/changes?by=script&kind=settings")).data.changes[0].id,
      ),
    );
    expect((await server.api("GET", "/api/pixels")).body.error).toBe("0");
  });

  test("the list of changes is filtered by kind, author and time, and paged", async () => {
    const id = await addLink({ custom: "listed" });
    await change(id, { name: "N" });
    await ask("POST", "/api/channel/add", { name: "C" });
    await undo(await newest());
    const list = async (query: string) =>
      (await ask("GET", `/api/changes?${query}`)).data.changes.map((one: Body) => one.operation);
    expect(await list("")).toEqual(["undoChange", "addChannel", "updateLink", "addLink"]);
    expect(await list("kind=channels")).toEqual(["undoChange", "addChannel"]);
    expect(await list("by=undo")).toEqual(["undoChange"]);
    expect(await list("from=2100-01-01")).toEqual([]);
    expect(await list("to=2000-01-01")).toEqual([]);
    expect(await list("limit=2&page=2")).toEqual(["updateLink", "addLink"]);
    const own = (await ask("GET", `/api/changes?kind=links&id=${id}`)).data.changes;
    expect(own).toMatchObject([
      {
        operation: "updateLink",
        change: "changed",
        fields: [{ field: "name", before: "", after: "N" }],
      },
      { operation: "addLink", change: "added" },
    ]);
    expect((await ask("GET", `/api/changes?kind=links&id=${id}&by=cli`)).data.result).toBe(0);
    for (const query of ["kind=nothing", "by=", "knd=links", "id=1"]) {
      const [status] = await refusal("GET", `/api/changes?${query}`);
      expect([query, status]).toEqual([query, 400]);
    }
  });
});
