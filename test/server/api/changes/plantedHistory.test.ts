import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { databaseName } from "../../../../src/server/store/database/database.ts";
import { migrations, versionAfter } from "../../../../src/server/store/document/migrations.ts";
import { collections } from "../../../../src/server/store/records.ts";
import { makeDataDir, startTestServer } from "../../../support/server.ts";

test("whatever somebody wrote into the history, its lists are answered", async () => {
  const dataDir = await makeDataDir();
  const first = await startTestServer({ dataDir });
  await first.api("POST", "/api/url/add", { url: "https://example.org/" });
  await first.api("GET", "/api/changes");
  await first.stop();

  const database = new DatabaseSync(join(dataDir, databaseName));
  const last = database.prepare('select max("commit") as number from changes').get()?.["number"];
  const addSet = database.prepare(
    "insert into sets values (?, ?, 'window', ?, 'api', null, 0, 1, 1)",
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
  database.close();
  const server = await startTestServer({ dataDir });
  onTestFinished(() => server.stop());
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
