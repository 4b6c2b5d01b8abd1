import { afterEach, expect, onTestFinished, test, vi, describe } from "vitest";
import * as fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import type { PublicState } from "../../../src/contract/server/reach.ts";
import { createServiceEvents, type ServiceEvent } from "../../../src/server/common/events.ts";
import { serverForEach } from "../../support/testServer.ts";
import type { Store } from "../../../src/server/store/store.ts";
import { testApp } from "../../support/app.ts";
import { countTurns, slowMatch } from "../../support/turns.ts";
import { Ending, Invalid } from "../../../src/server/common/problems.ts";
import { createReadingThread } from "../../../src/server/features/statistics/readingThread.ts";
import { filteredPage, nextStrangersTurn, nextTurn } from "../../../src/server/common/paging.ts";
import { networkOf } from "../../../src/server/common/plainAddress.ts";
import { createSlidingWindow } from "../../../src/server/common/slidingWindow.ts";
import { sortedBy } from "../../../src/server/common/sortedBy.ts";
import { createTimestamps } from "../../../src/server/common/timestamps.ts";

describe("events", () => {
  const service = serverForEach();

  test("a link that a script made is told, one from the window or the command line is not", async () => {
    const told: ServiceEvent[] = [];
    const stop = service.onEvent((event) => told.push(event));
    const add = (key: string, url: string, client?: string) =>
      fetch(`${service.baseUrl}/api/url/add`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          ...(client === undefined ? {} : { "waypost-client": client }),
        },
        body: JSON.stringify({ url }),
      }).then((answer) => answer.json() as Promise<{ id: number; shorturl: string }>);

    const { id, shorturl } = await add(service.apiKey, "https://example.org/script");
    await add(service.localKey, "https://example.org/window", "window");
    await add(service.localKey, "https://example.org/cli", "cli");
    expect(told).toEqual([{ kind: "linkMade", id, shortUrl: shorturl }]);

    stop();
    await add(service.apiKey, "https://example.org/later");
    expect(told).toHaveLength(1);
    expect(service.runningJobs()).toBe(0);
  });

  test("a change of the public address and of the disk is told once", () => {
    vi.useFakeTimers();
    try {
      let say: (now: { state: PublicState; address: string }) => void = () => undefined;
      let isLow = false;
      const told: ServiceEvent[] = [];
      const diskFull = { code: "service.diskFull", message: "", values: {} } as const;
      const app = testApp({
        store: {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          links: { watch: () => undefined } as unknown as Store["links"],
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          clicks: { notices: () => (isLow ? [diskFull] : []) } as unknown as Store["clicks"],
        },
        reach: {
          onChange(heard) {
            say = heard;
            return () => {
              say = () => undefined;
            };
          },
        },
      });
      const events = createServiceEvents(app, 1_000);
      const address = "https://go.example.org";
      say({ state: "reachable", address });
      events.on((event) => told.push(event));
      vi.advanceTimersByTime(3_000);
      expect(told).toEqual([]);
      say({ state: "unreachable", address });
      isLow = true;
      vi.advanceTimersByTime(3_000);
      expect(told).toEqual([
        { kind: "publicAddress", state: "unreachable", address: "https://go.example.org" },
        { kind: "disk", isLow: true },
      ]);
      events.close();
      say({ state: "reachable", address });
      vi.advanceTimersByTime(3_000);
      expect(told).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });
});

const job = {
  kind: "latest",
  dataDir: "/nowhere",
  subjects: new Float64Array(),
  most: 1,
  downTo: null,
} as const;

test("what a thread is asked while the service ends is told so, as no failure of ours", async () => {
  const thread = createReadingThread();
  const running = thread.run(job);
  const waiting = thread.run(job);
  const ended = Promise.all(
    [running, waiting].map((one) => expect(one).rejects.toBeInstanceOf(Ending)),
  );
  await thread.close();
  await ended;
  await expect(thread.run(job)).rejects.toBeInstanceOf(Ending);
});

const manyItems = Array.from({ length: 5000 }, (_, index) => ({ id: 5000 - index }));
const read = (offset: number, limit: number) => manyItems.slice(offset, offset + limit);

test("a page of what matches, and how much matches in all", async () => {
  const even = ({ id }: { id: number }) => id % 2 === 0;
  expect(await filteredPage(read, even, { page: 2, limit: 3 })).toEqual({
    items: [{ id: 4994 }, { id: 4992 }, { id: 4990 }],
    total: 2500,
    page: 2,
    limit: 3,
  });
});

test("an item that moves between two pieces is counted once", async () => {
  let shift = 0;
  const moving = (offset: number, limit: number) => {
    const piece = manyItems.slice(Math.max(0, offset - shift), offset - shift + limit);
    shift = 1;
    return piece;
  };
  const { total } = await filteredPage(moving, () => true, { page: 1, limit: 10 });
  expect(total).toBe(5000);
});

test("others get their turn while a long scan goes on", async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await filteredPage(read, slowMatch(0.02), { page: 1, limit: 10 });
  clearInterval(timer);
  // A hundred milliseconds of work, in slices of eight and a bit.
  expect(turns).toBeGreaterThanOrEqual(4);
});

test("others get their turn after a few items that take long each", async () => {
  const turns = countTurns();
  await filteredPage(() => manyItems.slice(0, 90), slowMatch(1), { page: 1, limit: 10 });
  // Ninety milliseconds of work; looking at the clock once in a hundred items made two turns.
  expect(turns()).toBeGreaterThanOrEqual(6);
});

test("the owner's work waits for one form of a stranger, however many came before", async () => {
  let forms = 0;
  const all = Array.from({ length: 500 }, () => nextStrangersTurn().then(() => (forms += 1)));
  const waited: number[] = [];
  for (let piece = 0; piece < 5; piece += 1) {
    const before = forms;
    await nextTurn();
    waited.push(forms - before);
  }
  expect(waited.every((count) => count <= 1)).toBe(true);
  await Promise.all(all);
  expect(forms).toBe(500);
});

test("many scans at once take turns too, so that nobody waits for all of their pieces", async () => {
  const turns = countTurns();
  await Promise.all(
    Array.from({ length: 5 }, () => filteredPage(read, slowMatch(0.02), { page: 1, limit: 10 })),
  );
  // Five hundred milliseconds of work, in slices of eight and a bit; all at once made twelve turns.
  expect(turns()).toBeGreaterThanOrEqual(25);
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::FFFF:cb00:7109", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1"],
  ["2001:DB8:1:2::1", "2001:db8:1"],
  ["2001:0db8:0001:0002::", "2001:db8:1"],
  ["2001:db8::6", "2001:db8:0"],
  ["::1", "0:0:0"],
  ["fe80::1%eth0", "fe80:0:0"],
  ["64:ff9b::203.0.113.9", "64:ff9b:0"],
  ["not an address", "not an address"],
])("%s stands for %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("a failure is one sentence, and one that asks ends as a question", () => {
  expect(new Invalid({ url: "is required", custom: "is taken" }).message).toBe(
    "url is required; custom is taken.",
  );
  expect(new Invalid({ "": "The row is too long: is a quote not closed there?" }).message).toBe(
    "The row is too long: is a quote not closed there?",
  );
});

const minute = 60_000;
const tenInTenMinutes = { most: 10, time: 10 * minute };

test("ten tries in ten minutes, and each becomes free ten minutes after it was used", () => {
  let now = 0;
  const tries = createSlidingWindow({ ...tenInTenMinutes, clock: () => now });
  for (let count = 0; count < 10; count += 1) {
    expect(tries.begin("one").mayGoOn).toBe(true);
    now += 30_000;
  }
  expect(tries.begin("one")).toEqual({ mayGoOn: false, retryAfter: 300 });
  expect(tries.begin("other").mayGoOn).toBe(true);
  now = 10 * minute;
  expect(tries.begin("one").mayGoOn).toBe(true);
  expect(tries.begin("one")).toEqual({ mayGoOn: false, retryAfter: 30 });
});

test("of former tries only the latest count, and none that is yet to come", () => {
  let now = 0;
  const tries = createSlidingWindow({ ...tenInTenMinutes, clock: () => now });
  for (let count = 0; count < 100_000; count += 1) {
    tries.remember("one", 0);
    tries.remember("other", Date.UTC(9999, 0));
  }
  expect(tries.begin("one")).toEqual({ mayGoOn: false, retryAfter: 600 });
  expect(tries.begin("other")).toMatchObject({ mayGoOn: true, hasTried: false });
  now = 10 * minute;
  expect(tries.begin("one")).toMatchObject({ mayGoOn: true, hasTried: false });
});

test("a try that is given back doesn't count", () => {
  const tries = createSlidingWindow({ ...tenInTenMinutes, clock: () => 0 });
  for (let count = 0; count < 100; count += 1) {
    const begun = tries.begin("one");
    if (begun.mayGoOn) begun.giveBack();
  }
  expect(tries.begin("one").mayGoOn).toBe(true);
});

test("a flood of visitors is forgotten, the ones who tried longest ago first", () => {
  let now = 0;
  const tries = createSlidingWindow({ ...tenInTenMinutes, clock: () => now });
  const useUp = (visitor: string) => {
    for (let count = 0; count < 10; count += 1) tries.begin(visitor);
  };
  useUp("first");
  for (let count = 0; count < 9_999; count += 1) tries.begin(`visitor ${count}`);
  expect(tries.begin("first").mayGoOn).toBe(false);
  now = 1;
  for (let count = 0; count < 10; count += 1) tries.begin(`late ${count}`);
  expect(tries.begin("first").mayGoOn).toBe(true);
});

test("tries of a former run count as long as they would have, and whoever has none is forgotten", () => {
  let now = 20 * minute;
  const tries = createSlidingWindow({ ...tenInTenMinutes, clock: () => now });
  for (let count = 0; count < 10; count += 1) {
    tries.remember("old", 9 * minute);
    tries.remember("new", 11 * minute);
  }
  expect(tries.begin("old").mayGoOn).toBe(true);
  expect(tries.begin("new")).toEqual({ mayGoOn: false, retryAfter: 60 });
  now += minute;
  expect(tries.begin("new").mayGoOn).toBe(true);
});

test("sortedBy puts equal keys in the order of their IDs and missing keys last, both ways", async () => {
  const items = [
    { id: 1, key: 7 },
    { id: 2, key: undefined },
    { id: 3, key: 5 },
    { id: 4, key: 7 },
    { id: 5, key: undefined },
  ];
  const ids = async (direction: "asc" | "desc") =>
    (await sortedBy(items, ({ key }) => key, direction)).map(({ id }) => id);
  expect(await ids("asc")).toEqual([3, 1, 4, 2, 5]);
  expect(await ids("desc")).toEqual([4, 1, 3, 5, 2]);
});

test("sortedBy orders any keys, whatever order the items come in", async () => {
  const keys = fc.oneof(fc.array(fc.nat(20)), fc.array(fc.string({ maxLength: 2 })));
  await fc.assert(
    fc.asyncProperty(keys, async (all: readonly (number | string)[]) => {
      const items = all.map((key, place) => ({ id: place + 1, key })).toReversed();
      const sorted = await sortedBy(items, ({ key }) => key, "asc");
      for (const [place, { id, key }] of sorted.entries()) {
        const next = sorted[place + 1];
        if (next === undefined) continue;
        expect(key < next.key || (key === next.key && id < next.id)).toBe(true);
      }
    }),
  );
});

test("sortedBy orders more items than it sorts at once, and gives others their turn", async () => {
  const count = 3_000;
  const key = (id: number) => (id * 7_919) % 1_009;
  const items = Array.from({ length: count }, (_, place) => ({ id: place + 1 }));
  const expected = items.toSorted((one, other) => key(one.id) - key(other.id) || one.id - other.id);
  // Each look at the clock is later than a slice takes.
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 10));
  onTestFinished(() => void vi.restoreAllMocks());
  const turns = countTurns();
  const ascending = await sortedBy(items, ({ id }) => key(id), "asc");
  const taken = turns();
  expect(ascending).toEqual(expected);
  expect(await sortedBy(items, ({ id }) => key(id), "desc")).toEqual(expected.toReversed());
  expect(taken).toBeGreaterThanOrEqual(count / 10);
});

describe("timestamps", () => {
  afterEach(() => vi.restoreAllMocks());

  describe("moments in a time zone", () => {
    test.each([
      ["UTC", "2026-03-29T01:30:00Z", "2026-03-29 01:30:00"],
      ["Europe/Berlin", "2026-03-29T00:59:59Z", "2026-03-29 01:59:59"],
      ["Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29 03:00:00"],
      ["Europe/Berlin", "2026-10-25T00:30:00.999Z", "2026-10-25 02:30:00"],
      ["Europe/Berlin", "2026-10-25T01:30:00Z", "2026-10-25 02:30:00"],
      ["Asia/Tehran", "2026-12-31T20:29:59Z", "2026-12-31 23:59:59"],
      ["Asia/Kathmandu", "2026-01-01T00:00:00Z", "2026-01-01 05:45:00"],
      ["Australia/Lord_Howe", "2026-04-04T15:00:00Z", "2026-04-05 01:30:00"],
      ["America/New_York", "1883-11-18T16:59:59Z", "1883-11-18 12:03:57"],
    ])("%s: %s is %s", (timeZone, instant, local) => {
      expect(createTimestamps(timeZone).render(instant)).toBe(local);
    });

    test.each([
      ["Europe/Berlin", "2026-03-29 02:30:00", "2026-03-29T01:30:00Z"],
      ["Europe/Berlin", "2026-10-25 02:30:00", "2026-10-25T00:30:00Z"],
      ["Asia/Tehran", "2026-01-01 00:00:00", "2025-12-31T20:30:00Z"],
      ["America/New_York", "9999-12-31 23:59:59", "9999-12-31T23:59:59Z"],
      ["UTC", "0001-01-01 00:00:00", "0001-01-01T00:00:00Z"],
    ])("%s: %s means %s", (timeZone, local, instant) => {
      expect(createTimestamps(timeZone).parse(local)).toBe(instant);
    });

    test("what was parsed is rendered as it was, at every hour of half a year", () => {
      const moments = createTimestamps("Europe/Berlin");
      for (let hour = Date.UTC(2026, 0, 1); hour < Date.UTC(2026, 6, 1); hour += 3_600_000) {
        const local = moments.render(new Date(hour).toISOString());
        expect(moments.render(moments.parse(local))).toBe(local);
      }
    });

    test("the edges of four digits stay four digits in every zone", () => {
      for (const timeZone of ["Pacific/Kiritimati", "Pacific/Niue"]) {
        const moments = createTimestamps(timeZone);
        expect(moments.render(moments.parse("9999-12-31 23:59:59"))).toMatch(
          /^9999-12-31 \d{2}:\d{2}:59$/,
        );
        expect(moments.parse("0001-01-01 00:00:00")).toMatch(
          /^000[01]-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/,
        );
      }
    });

    test("a thousand rows of different days ask the zone once each, in the quick way, and never again", () => {
      const slow = vi.spyOn(Temporal.Instant.prototype, "toZonedDateTimeISO");
      const quick = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
      const moments = createTimestamps("Europe/Berlin");
      const rows = Array.from({ length: 1000 }, (_, day) =>
        new Date(Date.UTC(2023, 0, 1) + day * 86_400_000).toISOString(),
      );
      for (const row of [...rows, ...rows]) moments.render(row);
      expect(quick).toHaveBeenCalledTimes(1000);
      expect(slow).not.toHaveBeenCalled();
      moments.render("1883-11-18T16:59:59Z");
      expect(slow).toHaveBeenCalledTimes(1);
    });
  });
});
