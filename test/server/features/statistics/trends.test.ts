import { expect, test } from "vitest";
import { createStatistics } from "../../../../src/server/features/clicks/statistics.ts";
import { createLinkMoves } from "../../../../src/server/features/statistics/trends.ts";
import { createTable } from "../../../../src/server/store/tables/recordTable.ts";
import type { LinkRecord } from "../../../../src/server/store/records.ts";

const day = 86_400_000;
const today = 20_600;
const now = today * day;

/** Links with a few clicks each, and how many were read from their counters. */
function startLinks(count: number) {
  const statistics = createStatistics({ clock: () => now, timeZone: () => "UTC" });
  const links = createTable<LinkRecord>();
  const watching: ((former: LinkRecord | undefined, next: LinkRecord | undefined) => void)[] = [];
  let read = 0;
  const parts = {
    store: { links: { ...links, watch: (told: (typeof watching)[number]) => watching.push(told) } },
    statistics: {
      ...statistics,
      addTo(...call: Parameters<typeof statistics.addTo>) {
        read += 1;
        statistics.addTo(...call);
      },
    },
  };
  const link = (id: number, madeAt: number) =>
    ({ id, createdAt: new Date(madeAt).toISOString() }) as LinkRecord;
  function put(id: number, madeAt: number): void {
    const next = link(id, madeAt);
    const former = links.put(next);
    for (const told of watching) told(former, next);
  }
  const movesOf = createLinkMoves(parts as unknown as Parameters<typeof createLinkMoves>[0]);
  const click = (id: number, daysAgo: number) =>
    statistics.apply({ link: id, at: now - daysAgo * day });
  for (let id = 1; id <= count; id += 1) put(id, now - id * day);
  return {
    put,
    click,
    links,
    statistics,
    ask: async (days = 7) => {
      read = 0;
      const moves = await movesOf({ kind: "everything", keys: links.ids() }, days, today);
      const of = (id: number) => {
        const place = moves.keys.indexOf(id);
        return [moves.clicks[place], moves.before[place], moves.lastAt[place]];
      };
      return { moves, of, read };
    },
    /** The same without anything kept. */
    afresh: async (days = 7) => {
      const once = createLinkMoves(parts as unknown as Parameters<typeof createLinkMoves>[0]);
      return once({ kind: "everything", keys: links.ids() }, days, today);
    },
  };
}

test("links that nobody clicked since are not read again", async () => {
  const { ask, click } = startLinks(500);
  click(3, 1);
  click(3, 9);
  const first = await ask();
  expect(first.of(3)).toEqual([1, 1, now - day]);
  expect(first.read).toBe(500);
  click(3, 0);
  click(400, 2);
  const second = await ask();
  expect([second.of(3), second.of(400)]).toEqual([
    [2, 1, now],
    [1, 0, now - 2 * day],
  ]);
  expect(second.read).toBe(2);
  expect((await ask()).read).toBe(0);
});

test("other lengths in between leave it kept", async () => {
  const { ask, click } = startLinks(50);
  await ask(7);
  await ask(30);
  click(9, 20);
  expect((await ask(7)).read).toBe(1);
  const month = await ask(30);
  expect([month.read, month.of(9)[0]]).toEqual([1, 1]);
});

test("after any clicks and changes it says what the counters say", async () => {
  const { ask, afresh, click, put, links, statistics } = startLinks(300);
  let seed = 7;
  const some = (most: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return seed % most;
  };
  for (let round = 0; round < 40; round += 1) {
    for (let step = 0; step < 10; step += 1) click(1 + some(300), some(20));
    if (round % 3 === 0) links.remove(1 + some(300));
    if (round % 3 === 1) put(1 + some(400), now - some(200) * day);
    if (round % 7 === 2) statistics.imported.addSum(1, 1 + some(300), 5, 0);
    if (round % 11 === 3)
      statistics.imported.add(2, { link: 1 + some(300), at: now - some(14) * day });
    if (round === 30) statistics.imported.drop(2);
    // What comes while it is read belongs to it, too.
    const asked = ask();
    click(1 + some(300), 1);
    await asked;
    expect((await ask()).moves).toMatchObject({ ...(await afresh()), stale: expect.anything() });
  }
});
