import { expect, test } from "vitest";
import type { StoreOptions } from "../../../../src/server/store/openStore.ts";
import { erasedPassword } from "../../../../src/server/store/history/passwords.ts";
import type {
  Change,
  History,
  Origin,
  RecordChange,
  Store,
} from "../../../../src/server/store/store.ts";
import { failingFiles } from "../failingFiles.ts";
import { link, newFolder, now, open, openForTest } from "../testFolder.ts";

const byScript: Origin = { by: "script", operation: "updateLink", scope: "api" };
const bySomebody = { origin: () => byScript } satisfies Partial<StoreOptions>;

async function all(changes: AsyncIterable<RecordChange>): Promise<RecordChange[]> {
  const found: RecordChange[] = [];
  for await (const change of changes) found.push(change);
  return found;
}

/** In the window of one's choice, newest first. */
async function setsOf({ history }: Store, filter: Parameters<History["sets"]>[0] | object = {}) {
  return history.sets({ offset: 0, limit: 50, ...filter });
}

test("a set tells who changed what, and of a change the fields alone", async () => {
  const store = await openForTest(newFolder(), bySomebody);
  const made = await store.commit([{ put: "links", record: link(1) }]);
  const changed = link(1, { url: "https://example.com/new", description: "Said" });
  const set = await store.commit([{ put: "links", record: changed }]);
  const gone = await store.commit([{ remove: "links", id: 1 }]);
  const { items, total } = await setsOf(store);
  expect(items.map(({ id }) => id)).toEqual([gone, set, made]);
  expect(total).toBe(3);
  expect(await store.history.set(Number(set))).toEqual({
    id: set,
    at: now,
    origin: byScript,
    counts: new Map([["links", { added: 0, changed: 1, removed: 0 }]]),
    state: "complete",
    undoneBy: null,
  });
  expect(await all(store.history.ofRecord("links", 1))).toMatchObject([
    { set: gone, before: changed, after: null },
    {
      set,
      before: { url: "https://example.com/1", description: undefined },
      after: { url: "https://example.com/new", description: "Said" },
    },
    { set: made, before: null, after: link(1) },
  ]);
});

test("what the service learned is in no set", async () => {
  const store = await openForTest(newFolder(), bySomebody);
  expect(await store.commit([{ put: "links", record: link(1) }], { isLearned: true })).toBeNull();
  expect((await setsOf(store)).total).toBe(0);
  expect(await all(store.history.ofRecord("links", 1))).toEqual([]);
});

test("the commits of a job are one set, told as running until it ends", async () => {
  const store = await openForTest(newFolder(), bySomebody);
  const origin: Origin = { by: "import", operation: "applyImport", scope: "api" };
  const set = await store.beginSet(origin);
  expect((await store.history.set(set.id))?.state).toBe("running");
  for (const id of [1, 2, 3]) {
    await store.commit([{ put: "links", record: link(id) }], { set });
    await store.commit([{ put: "channels", record: channel(id) }]);
  }
  await set.end();
  expect(await store.history.set(set.id)).toMatchObject({ origin, state: "complete" });
  expect((await all(store.history.records(set.id))).map(({ id }) => id)).toEqual([1, 2, 3]);
  expect((await all(store.history.recordsBackwards(set.id))).map(({ id }) => id)).toEqual([
    3, 2, 1,
  ]);
  expect((await setsOf(store)).total).toBe(4);
  expect((await setsOf(store, { collection: "channels" })).total).toBe(3);
  expect((await setsOf(store, { by: "import" })).total).toBe(1);
});

test("a job that ended with the service is told as cut off, and what it did stands", async () => {
  const dir = newFolder();
  const store = await open(dir, bySomebody);
  const set = await store.beginSet(byScript);
  await store.commit([{ put: "links", record: link(1) }], { set });
  await store.close();
  const { history } = await openForTest(dir, bySomebody);
  expect(await history.set(set.id)).toMatchObject({ state: "interrupted" });
  expect(await all(history.records(set.id))).toMatchObject([{ id: 1, before: null }]);
});

test("a job whose end a full disk refuses is told as cut off, and can be taken back", async () => {
  const failing = failingFiles();
  const store = await openForTest(newFolder(), { ...bySomebody, files: failing.files });
  const set = await store.beginSet(byScript);
  await store.commit([{ put: "links", record: link(1) }], { set });
  expect((await store.history.set(set.id))?.state).toBe("running");
  failing.failAlways(["write", "writeNow"], "ENOSPC");
  await expect(set.end()).rejects.toThrow("The disk is full.");
  failing.failAlways([], "ENOSPC");
  expect((await store.history.set(set.id))?.state).toBe("interrupted");
});

test("a job whose number can't be saved is told as cut off", async () => {
  const store = await openForTest(newFolder(), bySomebody);
  const numbers: number[] = [];
  const set = store.beginSet(byScript, async (number) => {
    numbers.push(number);
    expect((await store.history.set(number))?.state).toBe("running");
    throw new Error("The job's file can't be written.");
  });
  await expect(set).rejects.toThrow("The job's file");
  expect(await Promise.all(numbers.map((number) => store.history.set(number)))).toMatchObject([
    { state: "interrupted" },
  ]);
});

test("a set knows the one that took it back, as long as that one stands", async () => {
  const { history, ...store } = await openForTest(newFolder(), bySomebody);
  const first = Number(await store.commit([{ put: "links", record: link(1) }]));
  const undo = await store.beginSet({ ...byScript, by: "undo", undoes: first });
  await store.commit([{ remove: "links", id: 1 }], { set: undo });
  await undo.end();
  expect((await history.set(first))?.undoneBy).toBe(undo.id);
  const redo = await store.beginSet({ ...byScript, by: "undo", undoes: undo.id });
  await store.commit([{ put: "links", record: link(1) }], { set: redo });
  await redo.end();
  expect((await history.set(first))?.undoneBy).toBeNull();
  expect((await history.set(undo.id))?.undoneBy).toBe(redo.id);
});

test("history.sets() names the undo that counts for each set of a chain of undos", async () => {
  const { history, ...store } = await openForTest(newFolder(), bySomebody);
  async function undo(undoes: number, change: Change): Promise<number> {
    const set = await store.beginSet({ ...byScript, by: "undo", undoes });
    await store.commit([change], { set });
    await set.end();
    return set.id;
  }
  const add = { put: "links", record: link(1) } as const;
  const remove = { remove: "links", id: 1 } as const;
  const first = Number(await store.commit([add]));
  const firstUndo = await undo(first, remove);
  const secondUndo = await undo(firstUndo, add);
  const other = Number(await store.commit([{ put: "links", record: link(2) }]));
  const thirdUndo = await undo(secondUndo, remove);
  const undoers = async (page = { offset: 0, limit: 50 }) =>
    (await history.sets(page)).items.map(({ id, undoneBy }) => [id, undoneBy]);
  // The third undo holds, so the second doesn't, so the first does.
  expect(await undoers()).toEqual([
    [thirdUndo, null],
    [other, null],
    [secondUndo, thirdUndo],
    [firstUndo, null],
    [first, firstUndo],
  ]);
  const fourthUndo = await undo(thirdUndo, add);
  expect(await undoers()).toEqual([
    [fourthUndo, null],
    [thirdUndo, fourthUndo],
    [other, null],
    [secondUndo, null],
    [firstUndo, secondUndo],
    [first, null],
  ]);
  // The undos that count needn't be on the page.
  expect(await undoers({ offset: 3, limit: 2 })).toEqual([
    [secondUndo, null],
    [firstUndo, secondUndo],
  ]);
  // Of several undos of a set that hold, the latest counts.
  for (const change of [remove, add]) {
    const undoer = await undo(first, change);
    const found = await undoers();
    expect([found[0], found.at(-1)]).toEqual([
      [undoer, null],
      [first, undoer],
    ]);
  }
});

test("removed records that are still gone are told, newest first", async () => {
  const store = await openForTest(newFolder(), bySomebody);
  for (const id of [1, 2, 3]) await store.commit([{ put: "links", record: link(id) }]);
  for (const id of [1, 2, 3]) await store.commit([{ remove: "links", id }]);
  await store.commit([{ put: "links", record: link(2) }]);
  const removed = await all(store.history.removed("links"));
  expect(removed.map(({ id, before }) => [id, before])).toEqual([
    [3, link(3)],
    [1, link(1)],
  ]);
});

test("a name that nobody has any more tells who had it last", async () => {
  const { history, ...store } = await openForTest(newFolder(), bySomebody);
  await store.commit([{ put: "links", record: link(1, { alias: "Spring" }) }]);
  expect(await history.formerAlias("spring", undefined)).toBeUndefined();
  await store.commit([{ put: "links", record: link(1, { alias: "summer" }) }]);
  const former = { record: 1, url: "https://example.com/1", until: now };
  expect(await history.formerAlias("SPRING", undefined)).toEqual(former);
  expect(await history.formerAlias("spring", 7)).toBeUndefined();
  await store.commit([{ remove: "links", id: 1 }]);
  expect(await history.formerAlias("summer", undefined)).toEqual(former);
});

test("a password that was changed is kept; one that was taken away is not", async () => {
  const { history, ...store } = await openForTest(newFolder(), bySomebody);
  await store.commit([{ put: "links", record: link(1, { password: "scrypt$1" }) }]);
  const changed = await store.commit([{ put: "links", record: link(1, { password: "scrypt$2" }) }]);
  expect(await all(history.records(Number(changed)))).toMatchObject([
    { before: { password: "scrypt$1" }, after: { password: "scrypt$2" } },
  ]);
  const taken = await store.commit([{ put: "links", record: link(1) }]);
  expect(await all(history.records(Number(taken)))).toMatchObject([
    { before: { password: erasedPassword }, after: { password: undefined } },
  ]);
});

function channel(id: number) {
  return { id, name: `Channel ${id}`, color: "#000000", createdAt: "2026-01-01T00:00:00Z" };
}
