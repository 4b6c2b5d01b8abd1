import { expect, test } from "vitest";
import { createChangeSets } from "../../../../src/server/features/changes/changeSets.ts";
import type { History, SetSummary } from "../../../../src/server/store/store.ts";
import { link, newFolder, openForTest } from "../../store/testFolder.ts";

const set: SetSummary = {
  id: 1,
  at: 1,
  origin: { by: "script", operation: "bulkChange", scope: "api" },
  counts: new Map([["splashPages", { added: 100, changed: 0, removed: 0 }]]),
  state: "complete",
  undoneBy: null,
};

const text = "a".repeat(2 ** 20);

async function* changes() {
  for (let id = 1; id <= 100; id += 1) {
    const after = { id, banner: text };
    yield { set: 1, commit: 1, at: 1, collection: "splashPages" as const, id, before: null, after };
  }
}

test("a page of changes with more text than an answer may have is refused before it is held", async () => {
  const history: Partial<History> = { records: changes, ofRecord: changes, set: async () => set };
  const changeSets = createChangeSets({ history: history as History });
  const reader = { isLocal: true };
  const record = { collection: "splashPages", id: 1 } as const;
  const pages = (limit: number) => [
    changeSets.records(set, { page: 1, limit }),
    changeSets.ofRecord(record, { page: 1, limit }, reader),
  ];
  for (const page of pages(100)) {
    await expect(page).rejects.toMatchObject({ faults: [{ field: "limit", code: "long" }] });
  }
  for (const page of pages(50)) expect((await page).items).toHaveLength(50);
});

test("changes with much text are read a few at a time, each once and in order", async () => {
  const store = await openForTest(newFolder(), { origin: () => set.origin });
  for (let version = 1; version <= 20; version += 1) {
    const record = link(1, { name: String(version), description: text + version });
    await store.commit([{ put: "links", record }]);
  }
  const names: unknown[] = [];
  for await (const { after } of store.history.ofRecord("links", 1)) names.push(after?.["name"]);
  expect(names).toEqual(Array.from({ length: 20 }, (_, place) => String(20 - place)));
});
