import { expect, test } from "vitest";
import { createStatistics } from "../../../../src/server/features/clicks/statistics.ts";
import { findMovers } from "../../../../src/server/features/statistics/trends.ts";
import type { LinkRecord } from "../../../../src/server/store/records.ts";
import { createDocument } from "../../../../src/server/store/tables/tables.ts";

const day = 86_400_000;
const today = 20_600;
const now = today * day;

test("findMovers compares two periods and finds links without clicks for 90 days", async () => {
  const statistics = createStatistics({ clock: () => now, timeZone: () => "UTC" });
  const { links } = createDocument();
  const createdAt = new Date(now - 200 * day).toISOString();
  for (let id = 1; id <= 6; id += 1) {
    links.put({ id, alias: `link-${id}`, url: "https://example.org/", createdAt });
  }
  const click = (link: number, ...daysAgo: readonly number[]) => {
    for (const days of daysAgo) statistics.apply({ link, at: now - days * day });
  };
  click(1, 0, 6, 7);
  click(2, 1, 2, 3);
  click(3, 8, 13, 14);
  click(4, 5, 12);
  click(5, 120);
  const movers = await findMovers({
    store: { links },
    statistics,
    // The last one is a QR code's.
    links: Float64Array.of(...links.ids(), -1),
    days: 7,
    today,
    now,
    most: 2,
  });
  const shown = (list: readonly { readonly link: LinkRecord }[]) =>
    list.map(({ link, ...rest }) => ({ id: link.id, ...rest }));
  expect(shown(movers.rising)).toEqual([
    { id: 2, clicks: 3, before: 0 },
    { id: 1, clicks: 2, before: 1 },
  ]);
  expect(shown(movers.falling)).toEqual([{ id: 3, clicks: 0, before: 2 }]);
  expect(movers.quiet.total).toBe(2);
  expect(shown(movers.quiet.links)).toEqual([
    { id: 5, clicks: 1, lastClick: now - 120 * day },
    { id: 6, clicks: 0, lastClick: null },
  ]);
});
