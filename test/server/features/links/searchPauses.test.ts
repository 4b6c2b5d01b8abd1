import { expect, test } from "vitest";
import { createLinks } from "../../../../src/server/features/links/service.ts";
import { testApp } from "../../../support/app.ts";
import { countTurns, slowMatch } from "../../../support/turns.ts";
import { link } from "../../store/records.ts";

test("a search among few links that takes long gives others their turn", async () => {
  const links = new Map(Array.from({ length: 90 }, (_, place) => [place + 1, link(place + 1)]));
  const service = createLinks(
    testApp({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      store: { links } as never,
      linkFilters: {
        read: () => ({ matches: slowMatch(1), candidates: new Set(links.keys()), total: null }),
      },
      linkOrders: { sort: async (found) => found.toReversed() },
    }),
  );
  const turns = countTurns();
  const request = { filter: {}, order: "date", direction: undefined, page: 1, limit: 10 } as const;
  const { items, total } = await service.page(request);
  const taken = turns();
  expect([total, items.length, items[0]?.id]).toEqual([90, 10, 90]);
  // Ninety milliseconds of work, in slices of eight and a bit.
  expect(taken).toBeGreaterThanOrEqual(6);
});
