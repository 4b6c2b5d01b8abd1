import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createCampaignLinks } from "../../../../src/server/features/campaigns/campaignLinks.ts";
import { createDocument } from "../../../../src/server/store/tables/tables.ts";
import type { LinkRecord } from "../../../../src/server/store/records.ts";
import { runs } from "../../../support/full.ts";

const start = Date.parse("2026-03-10T12:00:00Z");
const link = (id: number, given: Partial<LinkRecord> = {}): LinkRecord => ({
  id,
  alias: `link-${id}`,
  url: "https://example.com/",
  createdAt: "2026-03-01T00:00:00Z",
  campaign: 1,
  ...given,
});
const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();

const noClicks = { clicksOf: () => 0, watchLastClicks: () => undefined };

/** What there is to know of a campaign, by walking over all links. */
function walked(links: Iterable<LinkRecord>, campaign: number, now: number): number[] {
  return [...links]
    .filter((one) => one.campaign === campaign && one.url.startsWith("http"))
    .filter(({ expiresAt }) => expiresAt === undefined || Date.parse(expiresAt) > now)
    .map(({ id }) => id);
}

test("the live links of a campaign are those that a walk over all would find, whatever happens", () => {
  const change = fc.record({
    id: fc.integer({ min: 1, max: 8 }),
    campaign: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined }),
    expires: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
    goes: fc.boolean(),
    // The clock goes back, too.
    now: fc.integer({ min: 0, max: 6 }),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const { links } = createDocument();
      const campaigns = createCampaignLinks(links, noClicks);
      for (const { id, campaign, expires, goes, now } of changes) {
        const expiresAt = expires === undefined ? {} : { expiresAt: at(expires) };
        if (goes) links.remove(id);
        else links.put(link(id, { campaign, ...expiresAt }));
        for (const one of [1, 2]) {
          const live = campaigns.live(one, start + now * 1_000);
          const expected = walked(links.values(), one, start + now * 1_000);
          const found = Array.from(
            { length: live.size },
            (_, place) => live.draw((place + 0.5) / live.size)?.id,
          );
          expect(found).toEqual(expected);
          expect(live.inOrder(1, 3).map((route) => route.id)).toEqual(
            expected.toReversed().slice(1, 4),
          );
        }
      }
    }),
    { numRuns: runs(300) },
  );
});

test("a list begins with what was chosen, as far as it is live, and goes on newest first", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 9 });
  fc.assert(
    fc.property(ids, ids, fc.nat(9), fc.nat(9), (there, first, offset, limit) => {
      const { links } = createDocument();
      for (const id of there) links.put(link(id));
      const live = createCampaignLinks(links, noClicks).live(1, start, first);
      const chosen = first.filter((id) => there.includes(id));
      const others = there.filter((id) => !first.includes(id)).toSorted((a, b) => b - a);
      expect(live.inOrder(offset, limit).map((route) => route.id)).toEqual(
        [...chosen, ...others].slice(offset, offset + limit),
      );
    }),
    { numRuns: runs(500) },
  );
});

test("a list follows a new order, and a link that leaves it", () => {
  const { links } = createDocument();
  for (const id of [1, 2, 3]) links.put(link(id));
  const campaigns = createCampaignLinks(links, noClicks);
  const listed = (first?: readonly number[]) =>
    campaigns
      .live(1, start, first)
      .inOrder(0, 9)
      .map(({ id }) => id);
  expect(listed([2])).toEqual([2, 3, 1]);
  expect(listed([1])).toEqual([1, 3, 2]);
  expect(listed()).toEqual([3, 2, 1]);
  links.put(link(3, { campaign: 2 }));
  expect(listed()).toEqual([2, 1]);
});

test("a visit to a campaign of 50,000 links costs what one to a campaign of ten does", () => {
  const costOf = (count: number) => {
    const { links } = createDocument();
    for (let id = 1; id <= count; id += 1) {
      links.put(link(id, id % 2 === 0 ? { expiresAt: at(id) } : {}));
    }
    const seen = { reads: 0 };
    const order = Array.from({ length: count }, (_, place) => count - place);
    const first = new Proxy(order, {
      get(ids, key) {
        seen.reads += 1;
        return Reflect.get(ids, key);
      },
    });
    const campaigns = createCampaignLinks(
      {
        ...links,
        get(id) {
          seen.reads += 1;
          return links.get(id);
        },
      },
      noClicks,
    );
    campaigns.live(1, start, first).inOrder(0, 20);
    seen.reads = 0;
    campaigns.live(1, start).draw(0.5);
    campaigns.live(1, start, first).inOrder(20, 20);
    return seen.reads;
  };
  expect(costOf(50_000)).toBeLessThanOrEqual(22);
  expect(costOf(10)).toBeLessThanOrEqual(22);
});

test("a draw passes over used-up links, and looks at each of them once", () => {
  const { links } = createDocument();
  for (let id = 1; id <= 10_000; id += 1) links.put(link(id, { maxClicks: 1 }));
  links.put(link(5_000, { maxClicks: 2 }));
  links.put(link(10_001, { url: "http://" }));
  let asked = 0;
  const campaigns = createCampaignLinks(links, {
    ...noClicks,
    clicksOf() {
      asked += 1;
      return 1;
    },
  });
  const draw = (roll: number) => campaigns.live(1, start).draw(roll)?.id;
  expect([draw(0), draw(0.999_999)]).toEqual([5_000, 5_000]);
  expect(asked).toBeLessThan(10_010);
  asked = 0;
  expect([draw(0.25), draw(0.75)]).toEqual([5_000, 5_000]);
  expect(asked).toBe(2);
  links.put(link(7, { maxClicks: 5 }));
  expect([draw(0), draw(0.999_999)]).toEqual([7, 5_000]);
  links.put(link(7, { maxClicks: 1 }));
  links.put(link(5_000, { maxClicks: 1 }));
  expect(draw(0.5)).toBeUndefined();
});

test("a link whose clicks fall again is drawn again, and other clicks cost no walk", () => {
  const { links } = createDocument();
  for (let id = 1; id <= 1_000; id += 1) links.put(link(id, { maxClicks: 2 }));
  const clicks = new Map<number, number>();
  let asked = 0;
  let notify: (id: number) => void = () => undefined;
  const campaigns = createCampaignLinks(links, {
    clicksOf(id) {
      asked += 1;
      return clicks.get(id) ?? 2;
    },
    watchLastClicks: (listener) => void (notify = listener),
  });
  const draw = (roll: number) => campaigns.live(1, start).draw(roll)?.id;
  clicks.set(5, 0);
  expect(draw(0.9)).toBe(5);
  asked = 0;
  clicks.set(5, 1);
  for (const id of [5, 6, -6]) notify(id);
  expect(draw(0.9)).toBe(5);
  expect(asked).toBeLessThan(5);
  clicks.set(6, 1);
  notify(6);
  expect([draw(0), draw(0.9)]).toEqual([5, 6]);
});

test("a draw that meets a link without a usable URL sets aside all of them at once", () => {
  const { links } = createDocument();
  for (let id = 1; id <= 1_000; id += 1) links.put(link(id, id > 500 ? { url: "http://[" } : {}));
  let reads = 0;
  const get = (id: number) => {
    reads += 1;
    return links.get(id);
  };
  const campaigns = createCampaignLinks({ ...links, get }, noClicks);
  const draw = (roll: number) => campaigns.live(1, start).draw(roll)?.id;
  expect(draw(0.75)).toBe(376);
  reads = 0;
  expect([draw(0), draw(0.999_999)]).toEqual([1, 500]);
  expect(reads).toBeLessThan(5);
});
