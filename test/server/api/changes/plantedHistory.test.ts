import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { databaseName } from "../../../../src/server/store/database/database.ts";
import { migrations, versionAfter } from "../../../../src/server/store/document/migrations.ts";
import { collections } from "../../../../src/server/store/records.ts";
import { makeDataDir, startTestServer } from "../../../support/server.ts";

/** The database of a service that has ended after one change; `start` starts it again with what is written there. */
async function stopped() {
  const dataDir = await makeDataDir();
  const first = await startTestServer({ dataDir });
  const added = await first.api("POST", "/api/url/add", { url: "https://example.org/" });
  await first.api("GET", "/api/changes");
  await first.stop();
  const database = new DatabaseSync(join(dataDir, databaseName));
  return {
    database,
    change: Number(added.body.change),
    start: async () => {
      database.close();
      const server = await startTestServer({ dataDir });
      onTestFinished(() => server.stop());
      return server;
    },
  };
}

test("whatever somebody wrote into the history, its lists are answered", async () => {
  const { database, start } = await stopped();
  const last = database.prepare('select max("commit") as number from changes').get()?.["number"];
  const addSet = database.prepare(
    "insert into sets values (?, ?, 'window', ?, 'api', null, 0, 1, 1, 0, null)",
  );
  const addCounts = database.prepare("insert into set_counts values (?, ?, 0, 1, 0)");
  const addChange = database.prepare(
    `insert into changes ("commit", "set", at, collection, id, kind, version, before, after)
     values (?1, ?1, 0, ?2, 77, ?3, ?4, ?5, ?6)`,
  );
  let set = Number(last) + 1_000;
  for (const [collection, { shape }] of Object.entries(collections)) {
    for (const value of [1e300, "x", { toString: 1 }, [null], [{ url: 7 }]]) {
      const fields = JSON.stringify(
        Object.fromEntries(Object.keys(shape).map((key) => [key, value])),
      );
      const kinds: (readonly [string, string | null, string | null])[] = [
        ["changed", fields, fields.replace(/:.*?,/, ":8,")],
        ["removed", fields, null],
        ["added", null, fields],
      ];
      for (const [kind, before, after] of kinds) {
        set += 1;
        addSet.run(set, 2 ** 50, "updateLink");
        addCounts.run(set, collection);
        addChange.run(set, collection, kind, versionAfter(migrations), before, after);
      }
    }
  }
  const server = await start();
  const ask = async (path: string) => {
    const { status, body } = await server.api("GET", path, undefined, server.localKey);
    return [status, body.data.total ?? body.data.result];
  };
  const count = Object.keys(collections).length * 5 * 3;
  expect(await ask("/api/changes?limit=1000")).toEqual([200, count + 1]);
  expect(await ask("/api/changes?kind=links&id=77")).toEqual([200, 15]);
  for (let one = Number(last) + 1_001; one <= set; one += 13) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await ask(`/api/changes/${one}`)).toEqual([200, 1]);
  }
  expect(await ask("/api/trash?kind=links")).toEqual([200, 1]);
});

test("whatever numbers somebody wrote into the history, its lists are answered", async () => {
  const { database, start } = await stopped();
  const sets = { id: 0, at: 0, undoes: 0, is_open: 0, changes: 1, bytes: 1 };
  const counts = { added: 0, changed: 0, removed: 1 };
  const changes = { commit: 0, at: 0, id: 0, version: versionAfter(migrations) };
  const insert = (table: string, row: Readonly<Record<string, bigint | number | string>>) => {
    const names = Object.keys(row).map((name) => `"${name}"`);
    const places = names.map(() => "?");
    database
      .prepare(`insert into ${table} (${names.join(", ")}) values (${places.join(", ")})`)
      .run(...Object.values(row));
  };
  let set = 1_000;
  /** A set with one deletion, with this number in one column of one table. */
  const plant = (table: string, column: string, value: bigint) => {
    set += 1;
    const inPlace = (name: string) => (name === table ? { [column]: value } : {});
    const words = { by: "window", operation: "deleteLink", scope: "api" };
    insert("sets", { ...sets, ...words, id: set, ...inPlace("sets") });
    insert("set_counts", { ...counts, set, collection: "links", ...inPlace("set_counts") });
    const before = JSON.stringify({ alias: `a${set}`, url: "https://example.org/" });
    const about = { collection: "links", kind: "removed", before };
    insert("changes", { ...changes, ...about, set, id: set, ...inPlace("changes") });
  };
  for (const value of [-9_000_000_000_000_000n, -(2n ** 63n), 2n ** 63n - 1n]) {
    for (const column of Object.keys(sets)) plant("sets", column, value);
    for (const column of Object.keys(counts)) plant("set_counts", column, value);
    for (const column of ["number", ...Object.keys(changes)]) plant("changes", column, value);
  }
  const server = await start();
  const paths = ["/api/changes?limit=1000", "/api/changes?kind=links", "/api/trash?kind=links"];
  for (let one = 1_001; one <= set; one += 1) paths.push(`/api/changes?kind=links&id=${one}`);
  const failed: string[] = [];
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop
    const { status } = await server.api("GET", path, undefined, server.localKey);
    if (status !== 200) failed.push(path);
  }
  expect(failed).toEqual([]);
});

test("the undo of a change that history has only in part is refused", async () => {
  const { database, change, start } = await stopped();
  database.prepare("update sets set is_partial = 1 where id = ?").run(change);
  const server = await start();
  const path = `/api/changes/${change}`;
  expect((await server.api("GET", path)).body.change).toMatchObject({
    state: "partial",
    undoable: false,
  });
  for (const body of [{ preview: true }, { ifUnchanged: true }]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await server.api("POST", `${path}/undo`, body)).toMatchObject({
      status: 409,
      body: { code: "partial", message: expect.stringContaining("so it can't be undone") },
    });
  }
});

test("texts in the history that are far too long are never read", async () => {
  const { database, change, start } = await stopped();
  const bytes = 10_000_000;
  const long = (mark: string) => `'{"title":"' || printf('%.*c', ${bytes}, '${mark}') || '"}'`;
  database.exec(`
    update changes set kind = 'changed', before = ${long("a")}, after = ${long("b")}
      where collection = 'links';
    insert into set_counts select id, printf('%.*c', ${bytes}, 'c'), 1, 0, 0 from sets;
    insert into sets select 900, at, by, printf('%.*c', ${bytes}, 'o'), scope, null, 0, 1, 1, 0,
      printf('%.*c', ${bytes}, 'k') from sets order by id desc limit 1;
  `);
  const server = await start();
  const answers = await Promise.all(
    ["/api/changes", `/api/changes/${change}`, "/api/changes?kind=links&id=1"].map(async (path) => {
      const { status, body } = await server.api("GET", path, undefined, server.localKey);
      return [status, JSON.stringify(body).length < 10_000];
    }),
  );
  expect(answers).toEqual([
    [200, true],
    [200, true],
    [200, true],
  ]);
  const { body } = await server.api("GET", `/api/changes/${change}`, undefined, server.localKey);
  expect(body.data.records).toEqual([]);
});
