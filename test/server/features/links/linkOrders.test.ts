import * as fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLinkOrders } from "../../../../src/server/features/links/linkOrders.ts";
import type { LinkRecord } from "../../../../src/server/store/records.ts";
import { createNamedTable } from "../../../../src/server/store/tables/namedTable.ts";
import { testApp } from "../../../support/app.ts";
import { countTurns } from "../../../support/turns.ts";
import { link } from "../../store/records.ts";

function ordersOf(links: object) {
  const statistics = { watchLastClicks: () => undefined };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return createLinkOrders(testApp({ store: { links } as never, statistics }));
}

const orders = ordersOf({ watch: () => undefined });

const linksWith = (urls: readonly string[]) =>
  urls.map((url, place) => ({ ...link(place + 1), url }));
const idsOf = (links: readonly { readonly id: number }[]) => links.map(({ id }) => id);

test("by URL, links are sorted without the scheme and without capitals, however long they are", async () => {
  const url = fc
    .tuple(
      fc.constantFrom("http://", "https://", "HTTPS://", "ftp://"),
      fc.constantFrom(
        "",
        "a".repeat(200),
        "A".repeat(256),
        "a".repeat(600),
        "A".repeat(2304),
        "a".repeat(2400),
      ),
      fc.string({ unit: fc.constantFrom("a", "A", "b", "/"), maxLength: 4 }),
    )
    .map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(
      fc.array(url),
      fc.constantFrom<"asc" | "desc">("asc", "desc"),
      async (urls, direction) => {
        const key = (one: string) => one.replace(/^https?:\/\//i, "").toLowerCase();
        const turn = direction === "asc" ? 1 : -1;
        const links = linksWith(urls);
        const expected = links.toSorted((one, other) => {
          const [first, second] = [key(one.url), key(other.url)];
          return turn * (first === second ? one.id - other.id : first < second ? -1 : 1);
        });
        expect(idsOf(await orders.sort(links, "url", direction))).toEqual(idsOf(expected));
      },
    ),
  );
});

test("of long URLs only the beginnings are copied to sort by, and no more of those that are the same", async () => {
  const lowerCase = vi.spyOn(String.prototype, "toLowerCase");
  onTestFinished(() => lowerCase.mockRestore());
  const same = `https://example.com/${"A".repeat(8_000)}`;
  await orders.sort(linksWith(Array.from({ length: 100 }, () => same)), "url", "asc");
  const copied = lowerCase.mock.results.reduce((sum, { value }) => sum + String(value).length, 0);
  expect(copied).toBeLessThanOrEqual(100 * 256);
});

test("of URLs with a long equal beginning only what differs is compared", async () => {
  const lowerCase = vi.spyOn(String.prototype, "toLowerCase");
  onTestFinished(() => lowerCase.mockRestore());
  const count = 500;
  const links = linksWith(
    Array.from(
      { length: count },
      (_, at) => `https://example.com/${"A".repeat(2_000)}${((at * 7) % count) + count}`,
    ),
  );
  const sorted = await orders.sort(links, "url", "asc");
  const copied = lowerCase.mock.results.reduce((sum, { value }) => sum + String(value).length, 0);
  lowerCase.mockRestore();
  expect(sorted.map(({ url }) => Number(url.slice(-3)))).toEqual(
    Array.from({ length: count }, (_, at) => at + count),
  );
  expect(copied).toBeLessThanOrEqual(count * 256);
});

test("aliases are folded once for each link, and sorted once for both directions", async () => {
  const table = createNamedTable<LinkRecord>(({ alias }) => alias);
  const count = 1_500;
  const aliasOf = (id: number) => `\u0643\u0627\u0641-${String((id * 7) % count).padStart(4, "0")}`;
  for (let id = 1; id <= count; id += 1) table.put({ ...link(id), alias: aliasOf(id) });
  const tableOrders = ordersOf(table);
  const expected = idsOf(
    [...table.values()].toSorted((one, other) => (one.alias < other.alias ? -1 : 1)),
  );
  const folding = vi.spyOn(String.prototype, "normalize");
  onTestFinished(() => folding.mockRestore());
  const rising = tableOrders.all("alias", "asc");
  expect(idsOf(await tableOrders.all("alias", "desc"))).toEqual(expected.toReversed());
  expect(idsOf(await rising)).toEqual(expected);
  // A name is brought into its form before and after its letters are folded.
  expect(folding.mock.calls.length).toBeLessThanOrEqual(2 * count);
  table.put({ ...link(count + 1), alias: "\u0643\u0627\u0641" });
  folding.mockClear();
  expect(idsOf(await tableOrders.all("alias", "asc"))).toEqual([count + 1, ...expected]);
  expect(folding.mock.calls.length).toBeLessThanOrEqual(2);
});

test("all links by URL are sorted in pieces, between which others get their turn", async () => {
  const table = createNamedTable<LinkRecord>(({ alias }) => alias);
  const count = 1_500;
  const begin = `https://example.com/${"a".repeat(2_000)}`;
  for (let id = 1; id <= count; id += 1) {
    table.put({ ...link(id), alias: `a${id}`, url: `${begin}${((id * 7) % count) + count}` });
  }
  const tableOrders = ordersOf(table);
  // Each look at the clock is later than a slice takes.
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 10));
  onTestFinished(() => void vi.restoreAllMocks());
  const turns = countTurns();
  const sorted = await tableOrders.all("url", "asc");
  const taken = turns();
  const urls = sorted.map(({ url }) => url);
  expect(urls).toEqual(urls.toSorted());
  // In each of the eight pieces that they share.
  expect(taken).toBeGreaterThanOrEqual(count / 2);
});

test("all links are sorted once at a time, with each change before it begins", async () => {
  const table = createNamedTable<LinkRecord>(({ alias }) => alias);
  for (let id = 1; id <= 100; id += 1) table.put({ ...link(id), alias: `a${id + 100}` });
  const tableOrders = ordersOf(table);
  const begun = vi.spyOn(table, "values");
  const first = tableOrders.all("alias", "asc");
  await Promise.resolve();
  expect(begun).toHaveBeenCalledTimes(1);
  const later = [];
  for (let id = 101; id <= 105; id += 1) {
    table.put({ ...link(id), alias: `a${id + 100}` });
    later.push(tableOrders.all("alias", "desc"));
  }
  expect(begun).toHaveBeenCalledTimes(1);
  expect((await first).length).toBe(100);
  for (const sorted of await Promise.all(later)) {
    expect([sorted[0]?.id, sorted.length]).toEqual([105, 105]);
  }
  expect(begun).toHaveBeenCalledTimes(2);
});
