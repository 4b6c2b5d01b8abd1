import { expect, test } from "vitest";
import { createDocumentSize } from "../../../src/server/store/document/documentSize.ts";
import type { LinkRecord } from "../../../src/server/store/records.ts";
import type { Store } from "../../../src/server/store/store.ts";
import { link, newFolder, open, openForTest } from "./testFolder.ts";

const freeMemory = () => 1_200_000;

/** Adds links until the store refuses one, and returns how many there are. */
async function fill(store: Store, fields: (id: number) => Partial<LinkRecord>): Promise<number> {
  let refusal: unknown;
  while (refusal === undefined) {
    const id = store.nextId("links");
    const record = link(id, fields(id));
    refusal = await store.commit([{ put: "links", record }]).then(() => undefined, String);
  }
  expect(refusal).toContain("data has reached its maximum size");
  return store.links.size;
}

const long = () => ({ description: "A note. ".repeat(200) });

test("a store takes no more than its next start can, before and after that start", async () => {
  const dir = newFolder();
  const store = await open(dir, { freeMemory });
  const size = await fill(store, long);
  expect(size).toBeGreaterThan(20);
  await store.close();
  const again = await open(dir, { freeMemory });
  expect(await fill(again, long)).toBe(size);
  await again.close();
  // Without a snapshot, what the journals say counts as well.
  const third = await openForTest(dir, { freeMemory });
  expect(await fill(third, long)).toBe(size);
});

test("a full store takes what makes it smaller, settings and the account", async () => {
  const store = await openForTest(newFolder(), { freeMemory });
  const size = await fill(store, long);
  await store.commit([{ put: "settings", record: { id: 1, values: { "geo.provider": "none" } } }]);
  await store.commit([{ put: "links", record: link(1) }]);
  const grown = link(2, { description: "A note. ".repeat(1_000) });
  await expect(store.commit([{ put: "links", record: grown }])).rejects.toThrow(
    "data has reached its maximum size",
  );
  expect(store.links.get(2)?.description).toBe(long().description);
  await store.commit([{ remove: "links", id: 3 }]);
  await store.commit([{ remove: "links", id: 4 }]);
  expect(await fill(store, long)).toBeGreaterThanOrEqual(size);
});

const tagsOf = (id: number) => Array.from({ length: 20 }, (_, tag) => `t${id}-${tag}`);
const shared = tagsOf(0);

test("tags count once, as long as a link has them", async () => {
  const same = await openForTest(newFolder(), { freeMemory });
  const many = await openForTest(newFolder(), { freeMemory });
  const alike = await fill(same, () => ({ tags: shared }));
  const different = await fill(many, (id) => ({ tags: tagsOf(id) }));
  expect(alike).toBeGreaterThan(2 * different);
  const ids = [...many.links.ids()];
  await many.commit(ids.map((id) => ({ remove: "links", id })));
  expect(await fill(many, () => ({ tags: shared }))).toBeGreaterThan(2 * different);
});

test("the share of a document is the larger of its memory and its bytes", () => {
  const record = { id: 1, description: "\n".repeat(1_000) };
  const bytes = JSON.stringify(record).length;
  const size = createDocumentSize(2 ** 40, 4 * bytes);
  size.add("campaigns", record);
  expect(size.share).toBe(0.25);
  for (let count = 0; count < 3; count += 1) size.add("campaigns", record, bytes);
  expect([size.share, size.isOverMemory]).toEqual([1, false]);
  expect([size.isOverfullSince(0.75), size.isOverfullSince(1)]).toEqual([true, false]);
  size.remove("campaigns", record);
  expect(size.isOverfullSince(0.75)).toBe(false);
});

test("memory that V8 keeps for short-lived objects is no room for records", () => {
  const size = createDocumentSize(2 ** 28);
  size.add("campaigns", { id: 1, description: "a".repeat(2 ** 26) } as { readonly id: number });
  expect(size.share).toBeCloseTo(0.5, 3);
});

test("links and QR codes count with the counters that they may get, and others with those that there are", () => {
  const size = createDocumentSize(2 ** 28);
  const share = (add: () => void) => {
    const before = size.share;
    add();
    return size.share - before;
  };
  const plain = share(() => size.add("campaigns", { id: 1 }));
  const link1 = share(() => size.add("links", { id: 1 }));
  expect(link1 / plain).toBeGreaterThan(5);
  expect(share(() => size.add("qrCodes", { id: 1 }))).toBeCloseTo(link1, 8);
  const more = share(() => size.watchCounters((records) => 2_000 * (records + 2)));
  expect(more / (link1 - plain)).toBeCloseTo(2, 5);
  size.remove("links", { id: 1 });
  size.remove("qrCodes", { id: 1 });
  size.watchCounters((records) => 2_000 * records);
  expect(size.share).toBeCloseTo(plain, 8);
});
