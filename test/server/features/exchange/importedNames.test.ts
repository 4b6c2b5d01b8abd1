import { expect, test, vi } from "vitest";
import { mostOf } from "../../../../src/server/common/mostOf.ts";
import {
  createDocument,
  type Document,
  tableOf,
} from "../../../../src/server/store/tables/tables.ts";
import {
  createImportedNames,
  createNameCounts,
} from "../../../../src/server/features/exchange/importedNames.ts";

const noTags = { find: () => undefined, size: 0 };
const createdAt = "2026-03-05T12:00:00Z";

function storeOf(document: Document): Parameters<typeof createImportedNames>[0] {
  // The compiler can't see that a collection and its table belong together.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { table: (collection) => tableOf(document, collection) as never };
}

test("names of the store are gathered once for all imports, and follow its changes", () => {
  const document = createDocument();
  const { channels } = document;
  channels.put({ id: 1, name: "red", color: "#ff0000", createdAt });
  const store = storeOf(document);
  const values = vi.spyOn(channels, "values");
  const find = (name: string) => createImportedNames(store, noTags).find("channels", name);
  expect([find("red"), find("blue")]).toEqual([1, undefined]);
  channels.put({ id: 1, name: "blue", color: "#0000ff", createdAt });
  expect([find("red"), find("blue")]).toEqual([undefined, 1]);
  expect(values).toHaveBeenCalledTimes(1);
});

test("an import creates no more channels than a store can have", () => {
  const document = createDocument();
  for (let id = 1; id < mostOf.channels; id += 1) {
    document.channels.put({ id, name: `c${id}`, color: "#ff0000", createdAt });
  }
  const counts = createNameCounts(createImportedNames(storeOf(document), noTags));
  for (const name of ["c1", "new", "newer"]) {
    counts.take({ channels: [name], campaigns: [], pixels: [], tags: [] });
  }
  expect(counts.created.channels).toBe(1);
  expect(counts.leftOut()).toMatchObject([
    { what: "channels", reason: { code: "column.newNames", values: { links: 1, most: 1 } } },
  ]);
});

test("links beyond the channels that all links of a file can have come without channels", () => {
  const names = createImportedNames(storeOf(createDocument()), noTags, { inChannels: 3 });
  const counts = createNameCounts(names);
  for (const at of [1, 2, 3]) {
    counts.take({ channels: [`a${at}`, `b${at}`], campaigns: [], pixels: [], tags: [] });
  }
  expect(counts.leftOut()).toMatchObject([
    { what: "channels", reason: { code: "column.manyChannels", values: { links: 2 } } },
  ]);
  expect(counts.created).toEqual({ channels: 2, campaigns: 0, pixels: 0 });
});
