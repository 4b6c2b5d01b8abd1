import { expect, test } from "vitest";
import type { App } from "../../../../src/server/common/context.ts";
import { createInvariants } from "../../../../src/server/features/changes/invariants.ts";
import { createStagedStore } from "../../../../src/server/features/changes/stagedStore.ts";
import type { Store } from "../../../../src/server/store/store.ts";
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
    const before = process.cpuUsage().user;
    for (let id = 1; id <= 3_000; id += 1) bringBack(id, aliasOf(id));
    return process.cpuUsage().user - before;
  }
  const distinct = Math.max(5_000, costOf(String));
  expect(costOf(spelling) / distinct).toBeLessThan(40);
});
