import { expect, test, vi } from "vitest";
import { createBackups } from "../../../../src/server/features/backups/backups.ts";
import { planRestore } from "../../../../src/server/features/backups/restorePlan.ts";
import { commitPlan } from "../../../../src/server/features/backups/restoring.ts";
import type { Backup, Origin, Store } from "../../../../src/server/store/store.ts";
import { copyOf, link, linksOf, newFolder, open, openForTest } from "../../store/testFolder.ts";

const origin: Origin = { by: "restore", operation: "restoreBackup", scope: "owner" };
const count = 600;
const ids = Array.from({ length: count }, (_, place) => place + 1);

/** Every link with the next one's name. */
const turned = ids.map((id) => link(id, { alias: `name-${(id % count) + 1}` }));
const before = ids.map((id) => link(id, { alias: `name-${id}` }));
const backup: Backup = { isIntact: true, records: new Map([["links", before]]), next: {} };

async function filled(): Promise<Store> {
  const store = await openForTest(newFolder());
  const gone = link(count + 1, { alias: "made-since" });
  await store.commit([...turned, gone].map((record) => ({ put: "links", record })));
  return store;
}

function nothingBeside(store: Store) {
  return {
    store,
    statistics: { linkAdded: () => undefined, linkRemoved: () => undefined },
    changed: () => undefined,
  };
}

function restore(store: Store, stopAfter: number) {
  const ending = new AbortController();
  return async () => {
    const set = await store.beginSet(origin);
    const done = commitPlan(nothingBeside(store), await planRestore(store, backup), set, {
      signal: ending.signal,
      progress: (records) => {
        if (records >= stopAfter) ending.abort();
      },
      fail: ({ message }) => {
        throw new Error(message);
      },
    });
    return { set, done };
  };
}

test("six hundred names that go round in one ring come back, a few hundred in a commit", async () => {
  const store = await filled();
  const commit = vi.spyOn(store, "commit");
  const { set, done } = await restore(store, Number.POSITIVE_INFINITY)();
  await done;
  await set.end();
  expect(linksOf(store)).toEqual(before);
  expect(Math.max(...commit.mock.calls.map(([changes]) => changes.length))).toBe(250);
  expect((await store.history.set(set.id))?.state).toBe("complete");
});

test("a restore says which collections each of its commits has changed", async () => {
  const store = await filled();
  const set = await store.beginSet(origin);
  const told: string[] = [];
  await commitPlan(
    { ...nothingBeside(store), changed: (collections) => void told.push(...collections) },
    await planRestore(store, backup),
    set,
    { signal: new AbortController().signal, progress: () => undefined, fail: () => undefined },
  );
  await set.end();
  expect(new Set(told)).toEqual(new Set(["links"]));
});

test("a record whose name was taken meanwhile is told by a code, and the rest comes back", async () => {
  const store = await openForTest(newFolder());
  const wanted = [link(1, { alias: "one" }), link(2, { alias: "two" })];
  const records = new Map([["links" as const, wanted]]);
  const plan = await planRestore(store, { isIntact: true, records, next: {} });
  await store.commit([{ put: "links", record: link(3, { alias: "one" }) }]);
  const told: unknown[] = [];
  const set = await store.beginSet(origin);
  await commitPlan(nothingBeside(store), plan, set, {
    signal: new AbortController().signal,
    progress: () => undefined,
    fail: (failure) => told.push(failure),
  });
  expect(told).toMatchObject([
    { kind: "links", id: 1, code: "record.nameTaken", values: { name: "one" } },
  ]);
  expect(linksOf(store).map(({ alias }) => alias)).toEqual(["two", "one"]);
});

test("a form that a visitor sends a message with during a restore stays, and the message with it", async () => {
  const store = await openForTest(newFolder());
  const createdAt = "2026-03-05T12:00:00Z";
  const form = { type: "contact", name: "Letter", position: "bottom", createdAt } as const;
  await store.commit([1, 2].map((id) => ({ put: "overlays", record: { ...form, id } })));
  const plan = await planRestore(store, { isIntact: true, records: new Map(), next: {} });
  const answer = { id: 1, overlay: 2, link: 1, fields: {}, visitor: "", createdAt };
  await store.commit([{ put: "contactAnswers", record: answer }]);
  const set = await store.beginSet(origin);
  await commitPlan(nothingBeside(store), plan, set, {
    signal: new AbortController().signal,
    progress: () => undefined,
    fail: () => undefined,
  });
  const left = [...store.table("overlays").values()].map(({ id }) => id);
  expect([left, store.table("contactAnswers").size]).toEqual([[2], 1]);
});

test("a restore that is canceled in between is over, and so it can be undone", async () => {
  const dir = newFolder();
  const store = await openForTest(dir);
  await store.commit(before.map((record) => ({ put: "links", record })));
  const parts = { ...nothingBeside(store), dataDir: dir };
  const backups = createBackups(parts as never, () => origin, parts.changed);
  const { name } = (await backups.make()) ?? { name: "" };
  await store.commit(ids.map((id) => ({ remove: "links", id })));
  const opened = await backups.open({ name });
  const { token } = await opened.preview();
  const ending = new AbortController();
  const changes: number[] = [];
  const restored = opened.restore(token, {
    signal: ending.signal,
    phase: () => undefined,
    began: async (change) => void changes.push(change),
    progress: (done) => {
      if (done > 0) ending.abort();
    },
    fail: () => undefined,
  });
  await expect(restored).rejects.toThrow(/abort/i);
  await opened.close();
  expect(linksOf(store).length).toBeGreaterThan(0);
  expect(linksOf(store).length).toBeLessThan(count);
  const sets = await Promise.all(changes.map((change) => store.history.set(change)));
  expect(sets).toMatchObject([{ state: "complete", origin }]);
});

test("what a restore has done stands when it ends in between, and is told as cut off", async () => {
  const dir = newFolder();
  const store = await openForTest(dir);
  await store.commit(
    ids.map((id) => ({ put: "links", record: link(id, { alias: `other-${id}` }) })),
  );
  const { set, done } = await restore(store, 250)();
  await expect(done).rejects.toThrow(/abort/i);
  // As a kill would leave it.
  const after = await open(copyOf(dir));
  const aliases = linksOf(after).map(({ alias }) => alias);
  expect(new Set(aliases).size).toBe(count);
  expect(aliases.filter((alias) => alias.startsWith("name-"))).toHaveLength(250);
  expect(await after.history.set(set.id)).toMatchObject({ state: "interrupted", origin });
  await after.close();
});

test("what was added since the plan stays, though the backup's records name its ID", async () => {
  const store = await openForTest(newFolder());
  const records = new Map([["links", [link(1, { campaign: 1 })]]]);
  const plan = await planRestore(store, { isIntact: true, records, next: {} });
  expect(plan.used).toEqual([{ collection: "campaigns", id: 1 }]);
  const createdAt = "2026-03-05T12:00:00Z";
  await store.commit([
    { put: "campaigns", record: { id: 1, name: "Mine", slug: "mine", createdAt } },
  ]);
  const set = await store.beginSet(origin);
  await commitPlan(nothingBeside(store), plan, set, {
    signal: new AbortController().signal,
    progress: () => undefined,
    fail: () => undefined,
  });
  await set.end();
  expect(store.table("campaigns").get(1)).toMatchObject({ name: "Mine" });
});
