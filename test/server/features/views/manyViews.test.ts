import { expect, onTestFinished, test, vi } from "vitest";
import { createViews } from "../../../../src/server/features/views/service.ts";
import { createDocument } from "../../../../src/server/store/tables/tables.ts";
import type { ViewRecord } from "../../../../src/server/store/records.ts";
import { testApp } from "../../../support/app.ts";
import { countTurns } from "../../../support/turns.ts";

test("the names of many views are folded in pieces, and once, to save another view", async () => {
  const { views } = createDocument();
  const count = 1_000;
  const createdAt = "2026-03-05T12:00:00Z";
  const nameOf = (id: number) => `\u0643\u0627\u0641 ${id}`;
  for (let id = 1; id <= count; id += 1) {
    views.put({ id, kind: "links", name: nameOf(id), query: {}, createdAt });
  }
  const commit = async ([{ record }]: [{ record: ViewRecord }]) => void views.put(record);
  const service = createViews(
    testApp({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      store: { table: () => views, nextId: () => views.size + 1, commit } as never,
      clock: Date.now,
    }),
  );
  // Each look at the clock is later than a slice takes.
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 10));
  const folding = vi.spyOn(String.prototype, "normalize");
  onTestFinished(() => void vi.restoreAllMocks());
  const turns = countTurns();
  const added = await service.keep({ kind: "links", name: "new", query: {} });
  expect(turns()).toBeGreaterThanOrEqual(count / 10);
  expect(added.id).toBe(count + 1);
  folding.mockClear();
  const replaced = await service.keep({ kind: "links", name: nameOf(count), query: {} });
  expect(replaced.id).toBe(count);
  // A name is brought into its form before and after its letters are folded.
  expect(folding.mock.calls.length).toBeLessThanOrEqual(2);
});
