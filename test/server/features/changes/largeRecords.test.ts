import { expect, onTestFinished, test, vi } from "vitest";
import { createBatchChanges } from "../../../../src/server/features/changes/batchChange.ts";
import { createBulk } from "../../../../src/server/features/changes/bulk.ts";
import { createTrash } from "../../../../src/server/features/changes/trash.ts";
import { createUndo } from "../../../../src/server/features/changes/undo.ts";
import type { SetSummary, Store } from "../../../../src/server/store/store.ts";
import { createDocument } from "../../../../src/server/store/tables/tables.ts";
import { testApp } from "../../../support/app.ts";
import { countTurns } from "../../../support/turns.ts";

const numbers = Array.from({ length: 100 }, () => -1.234_567_890_123e-300);
const query = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, numbers]));
const views = Array.from({ length: 60 }, (_, at) => ({
  id: at + 1,
  kind: "parameters" as const,
  name: `v${at}`,
  query,
  createdAt: "2026-03-05T12:00:00Z",
}));

const set: SetSummary = {
  id: 1,
  at: 1,
  origin: { by: "script", operation: "bulkChange", scope: "api" },
  counts: new Map([["views", { added: 0, changed: 0, removed: views.length }]]),
  state: "complete",
  undoneBy: null,
};

const removals = views.map((before) => ({
  set: 1,
  commit: 1,
  at: 1,
  collection: "views" as const,
  id: before.id,
  before,
  after: null,
}));

/** A store with the views, or with their deletions. */
function createParts(present: typeof views) {
  const document = createDocument();
  for (const view of present) document.views.put(view);
  const history: Partial<Store["history"]> = {
    async *recordsBackwards() {
      yield* removals;
    },
    async *ofRecord(_, id) {
      yield* removals.filter((removal) => removal.id === id);
    },
    set: async () => set,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const store = { history, ...document, table: () => document.views } as unknown as Store;
  const invariants = { violation: () => null };
  const watchers = { changed: () => undefined, saved: () => undefined };
  const batchChanges = createBatchChanges(testApp({ store, invariants }), watchers);
  const linkTags = { takes: () => true };
  return testApp({ store, batchChanges, invariants, linkTags });
}

const pieces = {
  "an undo": () => {
    const { batchChanges, store } = createParts([]);
    return batchChanges.preview(createUndo(store).batch(set, false));
  },
  "restoring from the trash": () => {
    const app = createParts([]);
    const ids = views.map(({ id }) => id);
    return app.batchChanges.preview(createTrash(app).restoring("views", ids, { isLocal: true }));
  },
  "a bulk change": async () => {
    const app = createParts(views);
    const batch = await createBulk(app).batch({
      collection: "views",
      about: {},
      select: { ids: views.map(({ id }) => id) },
      action: { isDeleted: true, add: {}, remove: {} },
    });
    return app.batchChanges.preview(batch);
  },
} as const;

test.each(Object.entries(pieces))(
  "%s goes through large records a few at a time, whatever they have much of",
  async (_, preview) => {
    let time = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += 10));
    onTestFinished(() => clock.mockRestore());
    const turns = countTurns();
    const { added, removed } = await preview();
    expect(added + removed).toBe(views.length);
    expect(turns()).toBeGreaterThan(10);
  },
);
