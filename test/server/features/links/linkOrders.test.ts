import * as fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLinkOrders } from "../../../../src/server/features/links/linkOrders.ts";
import { testApp } from "../../../support/app.ts";
import { link } from "../../store/records.ts";

const orders = createLinkOrders(
  testApp({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    store: { links: { watch: () => undefined } } as never,
    statistics: { watchLastClicks: () => undefined },
  }),
);

const linksWith = (urls: readonly string[]) =>
  urls.map((url, place) => ({ ...link(place + 1), url }));
const idsOf = (links: readonly { readonly id: number }[]) => links.map(({ id }) => id);

test("by URL, links are sorted without the scheme and without capitals, however long they are", () => {
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
  fc.assert(
    fc.property(
      fc.array(url),
      fc.constantFrom<"asc" | "desc">("asc", "desc"),
      (urls, direction) => {
        const key = (one: string) => one.replace(/^https?:\/\//i, "").toLowerCase();
        const turn = direction === "asc" ? 1 : -1;
        const links = linksWith(urls);
        const expected = links.toSorted((one, other) => {
          const [first, second] = [key(one.url), key(other.url)];
          return turn * (first === second ? one.id - other.id : first < second ? -1 : 1);
        });
        expect(idsOf(orders.sort(links, "url", direction))).toEqual(idsOf(expected));
      },
    ),
  );
});

test("of long URLs only the beginnings are copied to sort by, and no more of those that are the same", () => {
  const lowerCase = vi.spyOn(String.prototype, "toLowerCase");
  onTestFinished(() => lowerCase.mockRestore());
  const same = `https://example.com/${"A".repeat(8_000)}`;
  orders.sort(linksWith(Array.from({ length: 100 }, () => same)), "url", "asc");
  const copied = lowerCase.mock.results.reduce((sum, { value }) => sum + String(value).length, 0);
  expect(copied).toBeLessThanOrEqual(100 * 256);
});

test("of URLs with a long equal beginning only what differs is compared", () => {
  const lowerCase = vi.spyOn(String.prototype, "toLowerCase");
  onTestFinished(() => lowerCase.mockRestore());
  const count = 500;
  const links = linksWith(
    Array.from(
      { length: count },
      (_, at) => `https://example.com/${"A".repeat(2_000)}${((at * 7) % count) + count}`,
    ),
  );
  const sorted = orders.sort(links, "url", "asc");
  const copied = lowerCase.mock.results.reduce((sum, { value }) => sum + String(value).length, 0);
  lowerCase.mockRestore();
  expect(sorted.map(({ url }) => Number(url.slice(-3)))).toEqual(
    Array.from({ length: count }, (_, at) => at + count),
  );
  expect(copied).toBeLessThanOrEqual(count * 256);
});
