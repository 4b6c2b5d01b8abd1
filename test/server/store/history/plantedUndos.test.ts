import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { type Database, databaseName } from "../../../../src/server/store/database/database.ts";
import { openHistory } from "../../../../src/server/store/history/history.ts";
import type { HistoryWriter } from "../../../../src/server/store/history/historyWriter.ts";
import { databaseOf } from "../database/testDatabase.ts";
import { newFolder } from "../testFolder.ts";

test("however many undos of a change somebody wrote into the history, few are read", async () => {
  const dir = newFolder();
  const database = databaseOf(dir);
  await database.select("select 1");
  const rows = new DatabaseSync(join(dir, databaseName));
  const set = rows.prepare(
    "insert into sets values (?, 1, 'script', 'op', 'api', ?, 0, ?, 1, 0, null)",
  );
  rows.exec("begin");
  // Listed: 1 is undone and restored, 2 is undone, restored and undone again, 3 is undone.
  for (const id of [1, 2, 3]) set.run(id, null, 1);
  const undos = [
    [4, 1],
    [5, 4],
    [6, 2],
    [7, 6],
    [8, 2],
  ];
  for (const [id = 0, undoes = 0] of undos) set.run(id, undoes, 0);
  // Thousands undo 3, and the latest of them undo each other.
  for (let id = 100; id < 20_000; id += 1) set.run(id, 3, 0);
  for (let id = 20_000; id < 40_000; id += 1) set.run(id, id - 1, 0);
  rows.exec("commit");
  rows.close();
  let read = 0;
  const counting: Pick<Database, "select"> = {
    async select<Row>(...question: Parameters<Database["select"]>) {
      const found = await database.select<Row>(...question);
      read += found.length;
      return found;
    },
  };
  const history = openHistory({
    database: { ...database, ...counting },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    writer: { upToDateIfPossible: async () => undefined } as unknown as HistoryWriter,
    steps: [],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    data: {} as never,
    running: new Set(),
  });
  const { items } = await history.sets({ offset: 0, limit: 10 });
  expect(items.map(({ id, undoneBy }) => [id, undoneBy])).toEqual([
    [3, expect.any(Number)],
    [2, 8],
    [1, null],
  ]);
  expect(read).toBeLessThan(10_100);
});
