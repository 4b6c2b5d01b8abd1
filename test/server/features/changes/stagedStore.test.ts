import { expect, test } from "vitest";
import { createStagedStore } from "../../../../src/server/features/changes/stagedStore.ts";
import type { Store } from "../../../../src/server/store/store.ts";
import { createDocument } from "../../../../src/server/store/tables/tables.ts";
import { link } from "../../store/records.ts";

function staged() {
  const document = createDocument();
  let reads = 0;
  const table = () => ({
    ...document.links,
    get(id: number) {
      reads += 1;
      return document.links.get(id);
    },
  });
  const store = { ...document, table } as unknown as Store;
  return { document, draft: createStagedStore(store), reads: () => reads };
}

test("whether domains are used is seen without looking at all changed records", () => {
  const { draft, reads } = staged();
  for (let id = 1; id <= 1_000; id += 1) {
    draft.apply({ put: "links", record: link(id, { alias: `a${id}`, domain: 1_000 + (id % 2) }) });
  }
  const before = reads();
  const used = Array.from({ length: 300 }, (_, at) => 900 + at).filter((id) =>
    draft.isDomainUsed(id),
  );
  expect(used).toEqual([1_000, 1_001]);
  expect(reads() - before).toBeLessThan(1_000);
});

test("a domain is used by changed records that are on it, and by no others", () => {
  const { document, draft } = staged();
  document.links.put(link(1, { alias: "a", domain: 5 }));
  document.qrCodes.put({ id: 1, code: "b", domain: 5 } as never);
  const used = () => [5, 6].filter((id) => draft.isDomainUsed(id));
  expect(used()).toEqual([5]);
  draft.apply({ put: "links", record: link(1, { alias: "a", domain: 6 }) });
  expect(used()).toEqual([5, 6]);
  draft.apply({ put: "qrCodes", record: { id: 1, code: "b", domain: 6 } as never });
  expect(used()).toEqual([6]);
  draft.apply({ remove: "links", id: 1 });
  draft.forgetValues();
  expect(used()).toEqual([6]);
  draft.apply({ remove: "qrCodes", id: 1 });
  expect(used()).toEqual([]);
  draft.clear();
  expect(used()).toEqual([5]);
});
