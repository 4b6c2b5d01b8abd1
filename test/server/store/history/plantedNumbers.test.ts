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
