import { expect, test } from "vitest";
import { runAs } from "../../../../src/server/common/origin.ts";
import { createBatchChanges } from "../../../../src/server/features/changes/batchChange.ts";
import { serviceEnds } from "../../../../src/server/features/jobs/jobs.ts";
import { createTags } from "../../../../src/server/features/tags/service.ts";
import type { Origin } from "../../../../src/server/store/store.ts";
import { testApp } from "../../../support/app.ts";
import { link, linksOf, newFolder, open, openForTest } from "../../store/testFolder.ts";

const origin: Origin = { by: "window", operation: "bulkChange", scope: "api" };
const count = 600;
const ids = Array.from({ length: count }, (_, place) => place + 1);

async function folderOfTagged(): Promise<string> {
  const dir = newFolder();
  const store = await open(dir);
  await store.commit(ids.map((id) => ({ put: "links", record: link(id, { tags: ["former"] }) })));
  await store.close();
  return dir;
}

/** After the next start: its state in the history, and how many links it had reached. */
async function outcome(dir: string, set: number) {
  const store = await openForTest(dir);
  const reached = linksOf(store).filter(({ tags }) => tags?.includes("next") === true).length;
  return { state: (await store.history.set(set))?.state, reached };
}

test("a bulk change that the server's end cuts off is interrupted, one that is canceled is complete", async () => {
  for (const [reason, state] of [
    [serviceEnds, "interrupted"],
    [new Error("Canceled."), "complete"],
  ] as const) {
    const dir = await folderOfTagged();
    const store = await open(dir, { origin: () => origin });
    const ending = new AbortController();
    let set = 0;
    const changes = createBatchChanges(
      testApp({ store, invariants: { violation: () => null }, statistics: {} }),
      { changed: () => undefined, saved: () => undefined },
    );
    const run = changes.run(
      {
        about: null,
        async *items() {
          for (const id of ids) {
            if (id === count / 2 + 1) ending.abort(reason);
            yield id;
          }
        },
        decide(id, draft) {
          const before = draft.table("links").get(id);
          const after = before && { ...before, tags: ["next"] };
          return { collection: "links", id, name: "", before, after, conflicts: [] };
        },
        keyOf: String,
        total: count,
      },
      origin,
      {
        signal: ending.signal,
        progress: () => undefined,
        conflict: () => undefined,
        began: async (number) => void (set = number),
      },
    );
    await expect(run).rejects.toBe(reason);
    await store.close();
    const { reached, ...told } = await outcome(dir, set);
    expect([told, reached > 0 && reached < count]).toEqual([{ state }, true]);
  }
});

test("a tag's new name that the server's end cuts off is interrupted", async () => {
  const dir = await folderOfTagged();
  const store = await open(dir, { origin: () => origin });
  let set = 0;
  let closed: Promise<void> | undefined;
  const tags = createTags(
    testApp({
      store: {
        ...store,
        async beginSet(by) {
          const begun = await store.beginSet(by);
          set = begun.id;
          return begun;
        },
        async commit(changes, how) {
          const number = await store.commit(changes, how);
          closed ??= store.close();
          return number;
        },
      },
      linkTags: {
        find: (tag) =>
          tag === "former" ? { id: 1, tag, folded: tag, links: new Set(ids) } : undefined,
      },
    }),
  );
  await expect(runAs(origin, () => tags.update("former", { name: "next" }))).rejects.toThrow(
    "The store is closed.",
  );
  await closed;
  expect(await outcome(dir, set)).toEqual({ state: "interrupted", reached: 200 });
});
