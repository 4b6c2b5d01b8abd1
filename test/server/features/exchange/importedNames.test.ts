import { expect, test } from "vitest";
import {
  createImportedNames,
  createNameCounts,
} from "../../../../src/server/features/exchange/importedNames.ts";

test("links beyond the channels that all links of a file can have come without channels", () => {
  const nothing = { values: () => [], get: () => undefined };
  const names = createImportedNames(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is read of an empty store
    { campaigns: nothing, table: () => nothing } as unknown as Parameters<
      typeof createImportedNames
    >[0],
    { find: () => undefined, size: 0 },
    { inChannels: 3 },
  );
  const counts = createNameCounts(names);
  for (const at of [1, 2, 3]) {
    counts.take({ channels: [`a${at}`, `b${at}`], campaigns: [], pixels: [], tags: [] });
  }
  expect(counts.leftOut()).toMatchObject([
    { what: "channels", reason: { code: "column.manyChannels", values: { links: 2 } } },
  ]);
  expect(counts.created).toEqual({ channels: 2, campaigns: 0, pixels: 0 });
});
