import { expect, onTestFinished, test, vi } from "vitest";
import { createViews } from "../../../../src/server/features/views/service.ts";
import { createDocument } from "../../../../src/server/store/tables/tables.ts";
import type { ViewRecord } from "../../../../src/server/store/records.ts";
import { mostOf } from "../../../../src/server/common/mostOf.ts";
import { testApp } from "../../../support/app.ts";
import { makeDataDir, startTestServer } from "../../../support/server.ts";
import { countTurns } from "../../../support/turns.ts";
import { open } from "../../store/testFolder.ts";

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

test("a store has so many views: saving, coloring a tag and undo add no more", async () => {
  const dataDir = await makeDataDir();
  const store = await open(dataDir);
  const createdAt = "2026-03-05T12:00:00Z";
  const view = (id: number) => ({
    id,
    kind: "links" as const,
    name: `v${id}`,
    query: {},
    createdAt,
  });
  await store.commit(
    Array.from({ length: mostOf.views }, (_, at) => ({
      put: "views" as const,
      record: view(at + 1),
    })),
  );
  await store.close();
  const server = await startTestServer({ dataDir });
  onTestFinished(() => server.stop());
  const save = async (name: string) => {
    const { status, body } = await server.api("POST", "/api/views", { name, query: {} });
    return [status, body.faults];
  };
  expect(await save("V1")).toEqual([200, undefined]);
  expect(await save("new")).toMatchObject([400, [{ field: "name", code: "long" }]]);
  await server.api("POST", "/api/url/add", { url: "https://example.com/", tags: ["red"] });
  const painted = await server.api("PUT", "/api/tag/red/update", { color: "#ff0000" });
  expect([painted.status, painted.body.faults]).toMatchObject([400, [{ field: "color" }]]);

  const { change } = (await server.api("DELETE", "/api/views/2")).body;
  expect(await save("new")).toEqual([200, undefined]);
  const path = `/api/changes/${change}/undo`;
  const { body } = await server.api("POST", path, { ifUnchanged: true, wait: 10 });
  expect(body.preview).toMatchObject({
    added: 0,
    conflicts: [{ says: "There are already 10,000 views. Delete some first." }],
  });
  const listed = await server.api("GET", "/api/views?kind=links&limit=1");
  expect(listed.body.data.result).toBe(mostOf.views);
});
