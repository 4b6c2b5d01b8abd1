import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  type ImportedClickLine,
  openImportedClicks,
} from "../../../../src/server/services/exchange/importedClicks.ts";
import { createStatistics } from "../../../../src/server/services/clicks/statistics.ts";
import { newFolder, now, openForTest } from "../../store/testFolder.ts";

const line = (id: string, fields: Partial<ImportedClickLine> = {}): ImportedClickLine => ({
  id,
  at: now - 60_000,
  link: 1,
  imported: true,
  country: "DE",
  ...fields,
});

async function opened(dir = newFolder()) {
  const store = await openForTest(dir);
  const statistics = createStatistics({ clock: () => now, timeZone: () => "UTC" });
  statistics.linkAdded(1);
  const clicks = openImportedClicks({
    dataDir: dir,
    store,
    statistics,
    keptSince: () => now - 86_400_000,
    log: (sentence) => {
      throw new Error(sentence);
    },
  });
  onTestFinished(() => clicks.close());
  await clicks.ready;
  return { dir, store, statistics, clicks };
}

const names = (dir: string) =>
  readdirSync(join(dir, "clicks")).filter((name) => /import/.test(name));

test("counters and file go with the record and come back with it", async () => {
  const { dir, store, statistics, clicks } = await opened();
  const origin = { by: "import", operation: "applyImport", scope: "api" } as const;
  const set = await store.beginSet(origin);
  const writer = await clicks.begin(set.id);
  const record = {
    id: store.nextId("clickImports"),
    set: set.id,
    name: "visits.csv",
    format: "shlink-visits",
    clicks: 3,
    bots: 1,
    createdAt: new Date(now).toISOString(),
  };
  await store.commit([{ put: "clickImports", record }], { set });
  await writer.write([line("a"), line("b", { bot: "Bot" }), line("c", { at: 1000 })]);
  await writer.close();
  await set.end();
  statistics.apply({ at: now, link: 1, visitor: "somebody", country: "FR" });
  const both = { clicks: 3, uniqueClicks: 1, botClicks: 1 };
  expect(statistics.of(1)).toMatchObject(both);
  expect(statistics.of(1).countries).toEqual([
    ["France", 1],
    ["Germany", 1],
  ]);
  expect(statistics.mostClicked(0, 1)).toEqual([1]);
  const kept = [...statistics.snapshot()];
  expect(kept).toMatchObject([{ link: 1, counters: { clicks: 1 } }]);

  await store.commit([{ remove: "clickImports", id: record.id }]);
  expect(statistics.of(1)).toMatchObject({ clicks: 1, botClicks: 0, countries: [["France", 1]] });
  expect((await clicks.known()).find("a")).toBeUndefined();
  expect(names(dir)).toEqual([`import-${set.id}.ndjson.undone`]);

  await store.commit([{ put: "clickImports", record }]);
  expect((await clicks.known()).find("a")).toBe(set.id);
  expect(statistics.of(1)).toMatchObject(both);
  expect(names(dir)).toEqual([`import-${set.id}.ndjson`]);
});
