import { expect, onTestFinished, test, vi } from "vitest";
import { createChangeSets } from "../../../../src/server/features/changes/changeSets.ts";
import { createChangeHandlers } from "../../../../src/server/features/changes/handlers.ts";
import type { History, SetSummary } from "../../../../src/server/store/store.ts";
import { testApp } from "../../../support/app.ts";
import { countTurns } from "../../../support/turns.ts";
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
const numbers = Array.from({ length: 50_000 }, () => -1.234_567_890_123e-300);

function historyOf(values: object): History {
  async function* changes() {
    for (let id = 1; id <= 100; id += 1) {
      const after = { id, ...values };
      const collection = "splashPages" as const;
      yield { set: 1, commit: 1, at: 1, collection, id, before: null, after };
    }
  }
  const history: Partial<History> = { records: changes, ofRecord: changes, set: async () => set };
  return history as History;
}

const splashPage = { collection: "splashPages", id: 1 } as const;
const reader = { isLocal: true };

test.each([
  ["text", { banner: text }],
  ["numbers", { numbers }],
  ["field names", { [text]: 1 }],
])(
  "a page of changes with more %s than an answer may have is refused before it is held",
  async (_, values) => {
    const changeSets = createChangeSets({ history: historyOf(values) });
    const pages = [
      (limit: number) => changeSets.records(set, { page: 1, limit }, ({ id }) => id),
      (limit: number) =>
        changeSets.ofRecord(splashPage, { page: 1, limit, reader }, ({ change }) => change.id),
    ];
    for (const page of pages) {
      const refused = { faults: [{ field: "limit", code: "long" }] };
      await expect(page(100)).rejects.toMatchObject(refused);
      expect((await page(50)).items).toHaveLength(50);
    }
  },
);

test("changes are presented in turns, as they are read", async () => {
  let time = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += 10));
  onTestFinished(() => clock.mockRestore());
  const turns: (() => number)[] = [];
  const handlers = createChangeHandlers(
    testApp({
      changeSets: createChangeSets({ history: historyOf({}) }),
      presentChanges: {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        set: () => ({ total: 100 }) as never,
        record() {
          turns.push(countTurns());
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          return {} as never;
        },
      },
    }),
  );
  const page = { page: 1, limit: 100 };
  const turnsBetween = () => new Set(turns.splice(0).map((since) => since())).size;
  await handlers.getChange({ params: { id: 1 }, query: page, body: {} }, reader);
  expect(turnsBetween()).toBeGreaterThan(90);
  const query = { ...page, kind: "splash", id: 1 } as const;
  await handlers.listChanges({ params: {}, query, body: {} }, reader);
  expect(turnsBetween()).toBeGreaterThan(90);
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
