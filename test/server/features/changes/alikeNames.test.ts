import { expect, test } from "vitest";
import type { App } from "../../../../src/server/common/context.ts";
import { createInvariants } from "../../../../src/server/features/changes/invariants.ts";
import { createStagedStore } from "../../../../src/server/features/changes/stagedStore.ts";
import type { Change, Store } from "../../../../src/server/store/store.ts";
import type { RecordTable } from "../../../../src/server/store/tables/recordTable.ts";
import { createDocument } from "../../../../src/server/store/tables/tables.ts";
import { countReads, spelling } from "../../store/countReads.ts";
import { link } from "../../store/records.ts";

const invariants = createInvariants({
  aliases: { isReserved: () => false },
  ownAddresses: { leadsBack: () => false },
} as unknown as App);

const deletedAt = Date.parse("2026-05-01T00:00:00Z");
const named = (id: number, alias: string) =>
  link(id, { alias, createdAt: "2026-03-01T00:00:00.000Z" });

function staged(count: number, aliasOf: (id: number) => string) {
  const document = createDocument();
  const { counted, reads } = countReads();
  for (let id = 1; id <= count; id += 1) document.links.put(counted(named(id, aliasOf(id))));
  const store = { ...document, table: () => document.links } as unknown as Store;
  const draft = createStagedStore(store);
  const before = reads();
  function bringBack(id: number, alias: string) {
    const after = named(id, alias);
    draft.apply({ put: "links", record: after });
    return invariants.violation(draft, "links", { before: undefined, after }, deletedAt);
  }
  return { document, bringBack, reads: () => reads() - before };
}

test("whether a name can come back is seen without looking at all that are like it", () => {
  const { document, bringBack, reads } = staged(3_000, spelling);
  for (let at = 0; at < 300; at += 1) {
    expect(bringBack(4_000 + at, spelling(3_001 + at))).toBeNull();
  }
  expect(reads()).toBeLessThan(30_000);
  const taken = { field: "alias", detail: { code: "record.aliasTaken" } };
  expect(bringBack(5_000, spelling(7))).toMatchObject(taken);
  document.links.put(
    link(3_001, { alias: spelling(4_001), createdAt: "2026-06-01T00:00:00+02:00" }),
  );
  expect(bringBack(5_001, spelling(4_002))).toMatchObject(taken);
});

test("thousands of names alike come back together without work by the square", () => {
  function costOf(aliasOf: (id: number) => string) {
    const { bringBack } = staged(0, aliasOf);
    const before = process.threadCpuUsage().user;
    for (let id = 1; id <= 3_000; id += 1) bringBack(id, aliasOf(id));
    return process.threadCpuUsage().user - before;
  }
  const distinct = Math.max(5_000, costOf(String));
  expect(costOf(spelling) / distinct).toBeLessThan(40);
});

const createdAt = "2026-03-01T00:00:00.000Z";

/** For each collection a record of an ID whose key has a number, and how a shared key is told. */
const keyed = {
  channels: (id: number, key: number) => ({ id, name: `Channel ${key}`, createdAt }),
  campaigns: (id: number, key: number) => ({
    id,
    slug: `s${id}`,
    name: `Campaign ${key}`,
    createdAt,
  }),
  domains: (id: number, key: number) => ({ id, domain: `https://d${key}.example.com`, createdAt }),
  views: (id: number, key: number) => ({
    id,
    kind: "links",
    name: `View ${key}`,
    query: {},
    createdAt,
  }),
} as const;

test.each(Object.keys(keyed) as (keyof typeof keyed)[])(
  "whether %s are alike is seen without looking at all of them for each",
  (collection) => {
    const document = createDocument();
    const table = document[collection] as unknown as RecordTable<{ readonly id: number }>;
    const recordOf = keyed[collection];
    const { counted, reads } = countReads();
    for (let id = 1; id <= 400; id += 1) table.put(counted(recordOf(id, id)));
    const store = { ...document, table: () => table } as unknown as Store;
    const rules = createInvariants({
      aliases: { isReserved: () => false },
      ownAddresses: { isOwnHost: () => false },
    } as unknown as App);
    const draft = createStagedStore(store);
    const violationOf = (after: { readonly id: number }) => {
      draft.apply({ put: collection, record: after } as Change);
      return rules.violation(draft, collection, { before: undefined, after });
    };
    for (let id = 401; id <= 800; id += 1) expect(violationOf(recordOf(id, id))).toBeNull();
    expect(reads()).toBeLessThan(8_000);
    const shared = { detail: { code: expect.stringMatching(/Taken$/) as string } };
    expect(violationOf(recordOf(3_000, 7))).toMatchObject(shared);
    expect(violationOf(recordOf(3_000, 407))).toMatchObject(shared);
    // What gives its key up leaves it to another one, before it is stored and after.
    draft.apply({ put: collection, record: recordOf(7, 5_000) } as Change);
    expect(violationOf(recordOf(3_001, 7))).toBeNull();
    draft.clear();
    expect(violationOf(recordOf(3_002, 7))).toMatchObject(shared);
    table.remove(7);
    expect(violationOf(recordOf(3_003, 7))).toMatchObject(shared);
    draft.clear();
    expect(violationOf(recordOf(3_004, 7))).toBeNull();
    table.put(recordOf(3_005, 7));
    expect(violationOf(recordOf(3_004, 7))).toMatchObject(shared);
  },
);
