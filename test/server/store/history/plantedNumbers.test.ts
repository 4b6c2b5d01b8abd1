import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { schemaSteps } from "../../../../src/server/store/database/schema.ts";
import { historyJobs } from "../../../../src/server/store/history/historyJobs.ts";
import { seal } from "../../../../src/server/store/lines.ts";
import { newFolder } from "../testFolder.ts";

function newDatabase(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  onTestFinished(() => database.close());
  for (const step of schemaSteps) database.exec(step);
  return database;
}

const huge = 2n ** 63n - 1n;

test("old history goes whatever numbers somebody wrote into the database", () => {
  const database = newDatabase();
  const set = database.prepare(
    "insert into sets values (?, ?, 'script', 'op', 'api', null, 0, 1, ?, 0, null)",
  );
  const change = database.prepare(
    "insert into changes values (?, 1, ?, 1, 'links', 1, 'removed', 1, '{}', null)",
  );
  const rows = [
    [1n, 5n, 100n],
    [2n, -huge, huge],
    [3n, 5n, huge],
    [4n, huge, 100n],
    [huge, 5n, 100n],
  ] as const;
  for (const [id, at, bytes] of rows) set.run(id, at, bytes);
  for (const [number, of] of [
    [1, 1],
    [2, 2],
    [3, 3],
    [huge - 1n, 4],
    [huge, huge],
  ] as const) {
    change.run(number, of);
  }
  const drop = (before: number, mostBytes: number) =>
    historyJobs.dropOldHistory(database, { before, mostBytes, firstCommit: 10 });
  const left = () =>
    database
      .prepare("select cast(id as text) as id from sets order by sets.id")
      .all()
      .map(({ id }) => id);
  expect(drop(10, 1_000)).toEqual({ isDone: true });
  expect(left()).toEqual(["4", String(huge)]);
  expect(drop(Number.MAX_SAFE_INTEGER, 0)).toEqual({ isDone: true });
  expect(database.prepare("select count(*) as count from changes").get()).toEqual({ count: 1 });
});

test("what somebody wrote under the number of a change to come isn't a part of that change", () => {
  const database = newDatabase();
  const dir = newFolder();
  database.exec(`
    insert into sets values (1, 1, 'script', 'op', 'api', null, 0, 1, 1, 0, null);
    insert into set_counts values (1, 'links', 0, 0, 1);
    insert into changes values (1, 1, 1, 1, 'links', 9, 'removed', 1, '{}', null);
    insert into former_names values ('a', 0, 1, 9, 'https://example.org/', 1);
  `);
  const record = '{"id":1,"alias":"b","url":"https://example.com/"}';
  const change = `{"put":"links","record":${record},"was":{"alias":"a"}}`;
  const lines = [
    '{"journal":1,"version":5,"commit":1}',
    `{"commit":1,"at":1,"by":"script","operation":"op","scope":"api","set":1,"changes":[${change}]}`,
  ];
  writeFileSync(join(dir, "journal-000001.ndjson"), lines.map(seal).join(""));
  historyJobs.takeJournal(database, { dir, number: 1, bytes: 1_000_000 });
  const rows = (sql: string) => database.prepare(sql).all();
  expect(rows("select id, kind from changes")).toEqual([{ id: 1, kind: "changed" }]);
  expect(rows("select changes from sets")).toEqual([{ changes: 1 }]);
  expect(rows("select added, changed, removed from set_counts")).toEqual([
    { added: 0, changed: 1, removed: 0 },
  ]);
});

test("thousands of changes beyond the last commit are forgotten, and those before are counted anew", () => {
  const database = newDatabase();
  database.exec(`
    update taken set "commit" = 9;
    insert into sets values (1, 1, 'script', 'op', 'api', null, 0, 12001, 12001, 0, null);
    insert into set_counts values (1, 'links', 0, 0, 12001);
    with recursive number(n) as (select 1 union all select n + 1 from number where n < 12001)
      insert into changes select n, min(n, 5), 1, 1, 'links', n, 'removed', 1, '{}', null from number;
  `);
  expect(historyJobs.dropHistoryBeyond(database, 5)).toEqual({ isAny: true });
  const rows = (sql: string) => database.prepare(sql).all();
  expect(rows("select changes from sets")).toEqual([{ changes: 4 }]);
  expect(rows("select removed from set_counts")).toEqual([{ removed: 4 }]);
  expect(rows("select count(*) as count from changes")).toEqual([{ count: 4 }]);
});

test.each(["1e999", "1e300", "-1e300", "1.5"])(
  "a journal with %s for a number is taken in",
  (number) => {
    const database = newDatabase();
    const dir = newFolder();
    const record = '{"id":1,"alias":"b","url":"https://example.com/"}';
    const change = `{"put":"links","record":${record},"was":{"alias":"a","domain":${number}}}`;
    const by = '"by":"script","operation":"updateLink","scope":"api"';
    const lines = [
      '{"journal":1,"version":5,"commit":1}',
      `{"commit":1,"at":${number},${by},"set":1,"changes":[${change}]}`,
    ];
    writeFileSync(join(dir, "journal-000001.ndjson"), lines.map(seal).join(""));
    const taken = historyJobs.takeJournal(database, { dir, number: 1, bytes: 1_000_000 });
    expect(taken).toMatchObject({ commit: 1, isDone: true });
    expect(database.prepare("select at >= 0 as isMoment from changes").get()).toEqual({
      isMoment: 1,
    });
    expect(database.prepare("select domain from former_names").get()).toEqual({ domain: 0 });
  },
);
