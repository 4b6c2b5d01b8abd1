import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { zeroSocialCount } from "../../../../src/server/visitor/socialPlatforms.ts";
import {
  createStatistics,
  type Statistics,
} from "../../../../src/server/features/clicks/statistics.ts";
import type { ClickRecord } from "../../../../src/server/store/records.ts";
import { runs } from "../../../support/full.ts";

const noon = Date.parse("2026-03-10T12:00:00Z");

function statistics(now = noon, timeZone = "UTC"): Statistics {
  return createStatistics({ clock: () => now, timeZone: () => timeZone });
}

function click(given: Partial<ClickRecord> = {}): ClickRecord {
  return { at: noon, link: 1, visitor: "AAAAAAAAAAAAAAAA", ...given };
}

function restored(from: Statistics, now = noon): Statistics {
  const to = statistics(now);
  for (const line of from.snapshot()) to.restore(JSON.parse(JSON.stringify(line)));
  return to;
}

function busy(count: number): ClickRecord[] {
  return Array.from({ length: count }, (_, place) =>
    click({
      at: noon + place * 3_600_000,
      visitor: String(place).padStart(16, "A"),
      referrer: `site-${place % 300}.example`,
    }),
  );
}

test("the memory of counters grows with hours, names and visitors, and shrinks when they leave", () => {
  const counts = statistics();
  const empty = counts.memoryWith(0);
  counts.apply(click());
  const small = counts.memoryWith(0) - empty;
  expect(small).toBeLessThan(2_500);
  for (const one of busy(2_000)) {
    counts.apply({ ...one, link: 2 });
    counts.imported.add(7, { ...one, link: 1 });
  }
  const large = counts.memoryWith(0) - empty;
  expect(large).toBeGreaterThan(30_000);
  const again = restored(counts);
  expect(again.memoryWith(0)).toBeGreaterThan(15_000);
  again.forget(1);
  again.forget(2);
  expect(again.memoryWith(0)).toBe(empty);
  counts.imported.drop(7);
  counts.forget(2);
  expect(counts.memoryWith(0) - empty).toBe(small);
  counts.imported.addSum(7, 1, 5, 0);
  counts.forget(1);
  expect(counts.memoryWith(0)).toBe(empty);
});

test("a link that nobody visited has zeros and empty lists", () => {
  expect(statistics().of(9)).toEqual({
    clicks: 0,
    uniqueClicks: 0,
    countries: [],
    referrers: [],
    browsers: [],
    systems: [],
    languages: [],
    bots: [],
    social: zeroSocialCount,
    botClicks: 0,
  });
});

test("clicks are broken down by country, referrer, browser, system and platform", () => {
  const counts = statistics();
  counts.apply(
    click({
      country: "DE",
      referrer: "t.co",
      social: "twitter",
      browser: "Firefox",
      os: "Linux",
      language: "fa",
    }),
  );
  counts.apply(click({ visitor: "BBBBBBBBBBBBBBBB", country: "DE", browser: "Firefox" }));
  counts.apply(click());
  expect(counts.of(1)).toEqual({
    clicks: 3,
    uniqueClicks: 2,
    countries: [
      ["Germany", 2],
      ["Unknown", 1],
    ],
    referrers: [
      ["Direct, email and other", 2],
      ["t.co", 1],
    ],
    browsers: [
      ["Firefox", 2],
      ["Unknown", 1],
    ],
    systems: [
      ["Unknown", 2],
      ["Linux", 1],
    ],
    languages: [
      ["Unknown", 2],
      ["Persian", 1],
    ],
    bots: [],
    social: { ...zeroSocialCount, twitter: 1 },
    botClicks: 0,
  });
});

test("bots are counted apart and change nothing else", () => {
  const counts = statistics();
  counts.linkAdded(1);
  counts.apply(click({ bot: "curl", visitor: undefined, country: "DE" }));
  counts.apply(click({ bot: "curl", visitor: undefined }));
  expect(counts.of(1)).toMatchObject({
    clicks: 0,
    uniqueClicks: 0,
    countries: [],
    bots: [["curl", 2]],
    botClicks: 2,
  });
  expect(counts.clicksToday()).toBe(0);
});

test("lists have ten names at most", () => {
  const counts = statistics();
  for (let place = 0; place < 15; place += 1) counts.apply(click({ browser: `Browser ${place}` }));
  expect(counts.of(1).browsers).toHaveLength(10);
});

describe("a checkpoint", () => {
  test("brings everything back", () => {
    const before = statistics();
    for (let number = 0; number < 1_500; number += 1) {
      before.apply(
        click({
          link: 1 + (number % 2),
          visitor: `${number}`.padStart(16, "A"),
          country: number % 3 === 0 ? "DE" : undefined,
          referrer: `host-${number % 250}`,
          social: number % 5 === 0 ? "reddit" : undefined,
          browser: "Chrome",
          os: "Windows",
        }),
      );
      before.apply(click({ link: 1, bot: `bot ${number % 4}`, visitor: undefined }));
    }
    const after = restored(before);
    expect(after.of(1)).toEqual(before.of(1));
    expect(after.of(2)).toEqual(before.of(2));
    expect(after.clicksToday()).toBe(1_500);
    expect([...after.snapshot()]).toEqual([...before.snapshot()]);
  });

  test("and the clicks after it make the same as all clicks at once", () => {
    const all = statistics();
    const first = statistics();
    const clicks = Array.from({ length: 600 }, (_, number) =>
      click({ referrer: `host-${(number * 7) % 400}`, visitor: `${number}`.padStart(16, "A") }),
    );
    for (const one of clicks.slice(0, 350)) first.apply(one);
    const resumed = restored(first);
    for (const one of clicks.slice(350)) resumed.apply(one);
    for (const one of clicks) all.apply(one);
    expect(resumed.of(1)).toEqual(all.of(1));
  });

  test("leaves out links that nobody visited", () => {
    const counts = statistics();
    counts.linkAdded(1);
    expect([...counts.snapshot()]).toEqual([]);
  });

  test("of an older build is read as it is, and counted on", () => {
    const visitor = "q83vEjRWeJqrze8S";
    const counts = statistics();
    counts.restore({
      link: 1,
      counters: {
        clicks: 3,
        botClicks: 1,
        visitors: [visitor, "AAAAAAAAAAAAAAAB"],
        tallies: [
          [["DE", 3]],
          [["a.example", 3]],
          [["Chrome", 3]],
          [["Linux", 3]],
          [],
          [["curl", 1]],
        ],
        quarters: [[Math.floor(noon / 900_000), 3]],
        hours: [[noon / 3_600_000, 3]],
        days: [],
      },
    });
    counts.apply(click({ visitor, country: "DE", browser: "Chrome" }));
    expect(counts.of(1)).toMatchObject({
      clicks: 4,
      uniqueClicks: 2,
      countries: [["Germany", 4]],
      browsers: [["Chrome", 4]],
      bots: [["curl", 1]],
    });
    expect(counts.clicksToday()).toBe(4);
  });

  test("with a million steps from the latest to the first is read in a moment", () => {
    const first = Math.floor(noon / 3_600_000);
    const hours = Array.from({ length: 1_000_000 }, (_, back) => [first - back, 1]);
    const counters = { clicks: 1, botClicks: 0, visitors: [], tallies: [], quarters: [null] };
    const start = process.threadCpuUsage();
    statistics().restore({ link: 1, counters: { ...counters, hours } });
    const { user, system } = process.threadCpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(5_000);
  });

  test("with too many hours takes another click in a moment", () => {
    const counts = statistics();
    const first = Math.floor(noon / 3_600_000);
    const hours = Array.from({ length: 300_000 }, (_, number) => [first - number, 1]);
    const days = Array.from({ length: 300_000 }, (_, number) => [number, 1]);
    const counters = { clicks: 1, botClicks: 0, visitors: [], tallies: [], quarters: [] };
    counts.restore({ link: 1, counters: { ...counters, hours, days } });
    const start = process.threadCpuUsage();
    for (let number = 0; number < 100; number += 1) counts.apply(click());
    const { user, system } = process.threadCpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(1_000);
  });

  test("with counts and moments that can't be is read without them", () => {
    const counts = statistics();
    const quarter = noon / 900_000;
    counts.restore({
      link: 1,
      counters: {
        clicks: 1e300,
        botClicks: -1,
        visitors: { before: 2 ** 53 - 1, known: { keys: "" } },
        tallies: [
          [
            ["DE", 1e300],
            ["FR", 2],
            [{}, 1],
          ],
        ],
        quarters: [
          [quarter, 1],
          [quarter, 2 ** 31],
          [1e9, 1],
        ],
        hours: [[noon / 3_600_000, -5]],
        days: [[1e300, 1]],
        last: 1e300,
      },
    });
    expect(counts.of(1)).toMatchObject({
      clicks: 0,
      uniqueClicks: 0,
      botClicks: 0,
      countries: [["France", 2]],
    });
    expect(counts.lastClickOf(1)).toBe(noon);
    expect(counts.clicksToday()).toBe(1);
  });

  test("in another form is refused, and says nothing", () => {
    for (const counters of [null, 7, {}, { clicks: "1" }, []]) {
      expect(() => statistics().restore({ link: 1, counters })).toThrow(TypeError);
    }
  });
});

test("clicks of after 2199 count on its last day, so that no link has millions of days", () => {
  const counts = statistics();
  const last = Date.UTC(2199, 11, 31) / 86_400_000;
  for (const year of [2200, 3000, 9999]) counts.apply(click({ at: Date.UTC(year, 5) }));
  const [before, on] = counts.history(1, "day", last - 1, last);
  expect([before?.clicks, on?.clicks]).toEqual([0, 3]);
  expect(counts.clicksOf(1)).toBe(3);
});

describe("a deleted link", () => {
  test("keeps its counters until it is forgotten", () => {
    const counts = statistics();
    counts.linkAdded(1);
    counts.linkAdded(2);
    counts.apply(click({ link: 2 }));
    counts.linkRemoved(2);
    expect(counts.clicksOf(2)).toBe(1);
    counts.forget(2);
    expect(counts.clicksOf(2)).toBe(0);
    expect(counts.clicksToday()).toBe(0);
  });
});

describe("scans of QR codes", () => {
  test("are counted like clicks, and apart from the link of the same id", () => {
    const counts = statistics();
    counts.linkAdded(1);
    counts.apply(click({ link: undefined, qr: 1, country: "DE", browser: "Firefox" }));
    counts.apply(click({ link: undefined, qr: 1, bot: "curl", visitor: undefined }));
    expect(counts.scans.clicksOf(1)).toBe(1);
    expect(counts.scans.of(1)).toMatchObject({
      clicks: 1,
      uniqueClicks: 1,
      countries: [["Germany", 1]],
      botClicks: 1,
    });
    expect(counts.clicksOf(1)).toBe(0);
    expect(counts.clicksToday()).toBe(1);
  });

  test("come back from a checkpoint, and leave when their code is forgotten", () => {
    const before = statistics();
    before.apply(click({ link: undefined, qr: 1 }));
    before.apply(click({ link: undefined, qr: 2 }));
    const after = restored(before);
    expect(after.scans.of(2)).toEqual(before.scans.of(2));
    after.forget(-1);
    expect([...after.snapshot()].map(({ link, qr }) => [link, qr])).toEqual([[undefined, 2]]);
  });
});

describe("the history", () => {
  const hourOf = (local: string) => Date.parse(`${local}Z`) / 3_600_000;
  const dayOf = (local: string) => Date.parse(`${local}T00:00:00Z`) / 86_400_000;

  test("is by hours and days of the account's clocks", () => {
    const counts = statistics(noon, "Asia/Tehran");
    // 3 hours 30 minutes ahead.
    counts.apply(click({ at: Date.parse("2026-03-09T20:29:59Z") }));
    counts.apply(click({ at: Date.parse("2026-03-09T20:30:00Z") }));
    counts.apply(click({ at: Date.parse("2026-03-09T21:29:59Z") }));
    counts.apply(click({ at: Date.parse("2026-03-09T21:29:59Z"), bot: "curl" }));
    const [first, last] = [hourOf("2026-03-09T22:00"), hourOf("2026-03-10T01:00")];
    expect(counts.history(1, "hour", first, last)).toEqual([
      { start: first, clicks: 0 },
      { start: first + 1, clicks: 1 },
      { start: first + 2, clicks: 2 },
      { start: last, clicks: 0 },
    ]);
    expect(counts.history(1, "day", dayOf("2026-03-09"), dayOf("2026-03-10"))).toEqual([
      { start: dayOf("2026-03-09"), clicks: 1 },
      { start: dayOf("2026-03-10"), clicks: 2 },
    ]);
  });

  test("has an hour that the clocks show twice once, and none for one they skip", () => {
    const counts = statistics(noon, "Europe/Berlin");
    for (const time of [
      "2026-10-25T00:30",
      "2026-10-25T01:30",
      "2026-03-29T00:59",
      "2026-03-29T01:00",
    ]) {
      counts.apply(click({ at: Date.parse(`${time}:00Z`) }));
    }
    const at = (hour: number) => counts.history(1, "hour", hour, hour)[0]?.clicks;
    expect(at(hourOf("2026-10-25T02:00"))).toBe(2);
    expect([1, 2, 3].map((hour) => at(hourOf(`2026-03-29T0${hour}:00`)))).toEqual([1, 0, 1]);
  });

  test("keeps the hours of 35 days and the days of all, and survives a checkpoint", () => {
    const before = statistics();
    const hours = 24 * 200;
    for (let hour = 0; hour < hours; hour += 1)
      before.apply(click({ at: noon + hour * 3_600_000 }));
    const counts = restored(before);
    const [start, end] = [Math.floor(noon / 86_400_000), Math.floor(noon / 86_400_000) + 200];
    const days = counts.history(1, "day", start, end);
    expect(days.map(({ clicks }) => clicks)).toEqual([
      12,
      ...Array.from({ length: 199 }, () => 24),
      12,
    ]);
    const last = noon / 3_600_000 + hours - 1;
    const recent = counts.history(1, "hour", last - 35 * 24 + 1, last);
    expect(recent.every(({ clicks }) => clicks === 1)).toBe(true);
    const [line] = counts.snapshot();
    expect(JSON.stringify(line).length).toBeLessThan(16_000);
  });

  test("of a QR code is its own", () => {
    const counts = statistics();
    counts.apply(click({ link: undefined, qr: 1 }));
    const day = Math.floor(noon / 86_400_000);
    expect(counts.scans.history(1, "day", day, day)).toEqual([{ start: day, clicks: 1 }]);
    expect(counts.history(1, "day", day, day)).toEqual([{ start: day, clicks: 0 }]);
  });

  test("and languages of checkpoints that knew none are empty, and go on from there", () => {
    const [line] = (() => {
      const older = statistics();
      older.apply(click());
      return [...older.snapshot()];
    })();
    const {
      hours: _hours,
      days: _days,
      ...kept
    } = JSON.parse(JSON.stringify(line?.counters)) as {
      hours: unknown;
      days: unknown;
      tallies: unknown[];
    };
    const counts = statistics();
    counts.restore({ link: 1, counters: { ...kept, tallies: kept.tallies.slice(0, 6) } });
    counts.apply(click({ language: "de" }));
    expect(counts.of(1)).toMatchObject({ clicks: 2, languages: [["German", 1]] });
  });
});

describe("today's clicks", () => {
  test("are those since midnight in the account's time zone", () => {
    const now = Date.parse("2026-03-10T02:00:00Z");
    const at = (time: string) => click({ at: Date.parse(time) });
    const clicks = [
      at("2026-03-09T20:15:00Z"),
      at("2026-03-09T20:45:00Z"),
      at("2026-03-10T00:30:00Z"),
    ];
    const inZone = (zone: string) => {
      const counts = statistics(now, zone);
      for (const one of clicks) counts.apply(one);
      return counts.clicksToday();
    };
    expect(inZone("UTC")).toBe(1);
    // Midnight in Tehran is 20:30 UTC.
    expect(inZone("Asia/Tehran")).toBe(2);
    expect(inZone("America/New_York")).toBe(3);
  });

  test("are none on the next day, without anything happening at midnight", () => {
    let now = noon;
    const counts = createStatistics({ clock: () => now, timeZone: () => "UTC" });
    counts.apply(click());
    expect(counts.clicksToday()).toBe(1);
    now = Date.parse("2026-03-11T00:00:00Z");
    expect(counts.clicksToday()).toBe(0);
  });

  test("are right after a restart, and old quarters of an hour are let go", () => {
    const before = statistics();
    for (let hour = 0; hour < 1_000; hour += 1) {
      before.apply(click({ at: noon - (1_000 - hour) * 3_600_000 }));
    }
    before.apply(click());
    const after = restored(before);
    expect(after.clicksToday()).toBe(13);
    expect(after.clicksOf(1)).toBe(1_001);
    const [line] = after.snapshot();
    expect(JSON.stringify(line).length).toBeLessThan(12_000);
  });
});

describe("the sums over all listed links", () => {
  const hour = 3_600_000;
  const links = 4;
  const link = fc.integer({ min: 1, max: links });
  const visit = fc.record({
    link,
    at: fc.integer({ min: 0, max: 60 * 24 }).map((ago) => noon - ago * hour),
    // More names than are kept apart, so that rare ones fold.
    referrer: fc.integer({ min: 0, max: 400 }).map((one) => `site-${one}.example`),
    bot: fc.option(fc.constantFrom("curl", "Googlebot"), { nil: undefined, freq: 5 }),
  });
  const set = fc.integer({ min: 1, max: 2 });
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("visits" as const),
        clicks: fc.array(visit, { minLength: 40, maxLength: 300 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("import" as const), set, click: visit }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("drop" as const), set }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom("add" as const, "remove" as const, "forget" as const),
        link,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("look" as const) }) },
  );

  /** Days and hours up to the one after noon, to be added to. */
  const emptySteps = () => ({
    days: {
      step: "day" as const,
      first: Math.floor(noon / hour / 24) - 70,
      counts: new Float64Array(72),
    },
    hours: {
      step: "hour" as const,
      first: Math.floor(noon / hour) - 800,
      counts: new Float64Array(802),
    },
  });

  /** Walked through, one link after the other. */
  function walked(counts: Statistics, ids: Iterable<number>) {
    const tallies = counts.tallySums();
    const { days, hours } = emptySteps();
    const sums = { steps: [days, hours], tallies, lastAt: 0 };
    for (const id of ids) counts.addTo(sums, id);
    const names = Object.fromEntries(tallies.top("referrers", 1_000));
    return {
      days: [...days.counts],
      hours: [...hours.counts],
      names,
      bots: Object.fromEntries(tallies.top("bots", 9)),
      lastAt: sums.lastAt,
    };
  }

  async function keptUp(counts: Statistics) {
    const listed = await counts.listed(() => undefined);
    const { days, hours } = emptySteps();
    listed.addTo([days, hours]);
    const names = Object.fromEntries(listed.top("referrers", 1_000));
    return {
      days: [...days.counts],
      hours: [...hours.counts],
      names,
      bots: Object.fromEntries(listed.top("bots", 9)),
      lastAt: listed.lastAt(),
    };
  }

  test("are those of a walk through them, whatever comes and goes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const counts = statistics();
        const ids = new Set<number>();
        for (const one of steps) {
          switch (one.kind) {
            case "visits":
              for (const { bot, ...rest } of one.clicks.toSorted((a, b) => a.at - b.at))
                counts.apply(click({ ...rest, ...(bot !== undefined && { bot }) }));
              break;
            case "import":
              counts.imported.add(one.set, {
                ...click(),
                link: one.click.link,
                at: one.click.at,
                referrer: one.click.referrer,
              });
              break;
            case "drop":
              counts.imported.drop(one.set);
              break;
            case "add":
              counts.linkAdded(one.link);
              ids.add(one.link);
              break;
            case "remove":
              counts.linkRemoved(one.link);
              ids.delete(one.link);
              break;
            case "forget":
              counts.forget(one.link);
              ids.delete(one.link);
              break;
            case "look":
              await counts.listed(() => undefined);
              break;
          }
        }
        expect(await keptUp(counts)).toEqual(walked(counts, ids));
      }),
      { numRuns: runs(40) },
    );
  });

  test("go along when rare names of a link become one", async () => {
    const counts = statistics();
    counts.linkAdded(1);
    await counts.listed(() => undefined);
    for (let one = 0; one < 500; one += 1) counts.apply(click({ referrer: `site-${one}.example` }));
    expect(await keptUp(counts)).toEqual(walked(counts, [1]));
    counts.linkRemoved(1);
    expect(await keptUp(counts)).toEqual(walked(counts, []));
  });
});

describe("clicks that come late", () => {
  const day = 86_400_000;
  const today = Math.floor(noon / day);

  /** All that can be read of one link, also over all links. */
  async function shownOf(counts: Statistics): Promise<unknown> {
    const listed = await counts.listed(() => undefined);
    const days = { step: "day" as const, first: today - 120, counts: new Float64Array(121) };
    const hours = {
      step: "hour" as const,
      first: 24 * (today - 33),
      counts: new Float64Array(800),
    };
    listed.addTo([days, hours]);
    // Which of two with as many clicks comes first is chance.
    const byName = ([one]: readonly [string, number], [other]: readonly [string, number]) =>
      one.localeCompare(other, "en");
    const { browsers, ...of } = counts.of(1);
    return {
      of,
      browsers: browsers.toSorted(byName),
      today: counts.clicksToday(),
      last: counts.lastClickOf(1),
      days: counts.history(1, "day", today - 120, today),
      hours: counts.history(1, "hour", 24 * (today - 33), 24 * (today + 1)),
      listed: {
        days,
        hours,
        last: listed.lastAt(),
        browsers: listed.top("browsers", 10).toSorted(byName),
      },
    };
  }

  test("add up to the same as if they had come at once", async () => {
    const quarters = fc.array(fc.integer({ min: 0, max: 110 * 96 }), {
      minLength: 1,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(quarters, fc.integer({ min: 1, max: 60 }), async (back, late) => {
        // Many days of full hours, so that old ones are folded, and then what a mirror hands over.
        const steady = Array.from({ length: 40 * 24 }, (_, hour) => hour * 4);
        const clicks = [...steady, ...back].map((quarter, place) =>
          click({ at: noon - quarter * 900_000, browser: `B${place % 7}` }),
        );
        const inTime = clicks.toSorted((one, other) => one.at - other.at);
        const isLate = new Set(clicks.slice(-late));
        const inTurn = [...inTime.filter((one) => !isLate.has(one)), ...isLate];
        const shown = [];
        for (const order of [inTime, inTurn]) {
          const counts = statistics();
          counts.linkAdded(1);
          await counts.listed(() => undefined);
          for (const one of order) counts.apply(one);
          const after = restored(counts);
          after.linkAdded(1);
          shown.push(await shownOf(counts), await shownOf(after));
        }
        expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1);
      }),
      { numRuns: runs(15) },
    );
  });

  test("leave a link that only a mirror counts the quarters of an hour of a day", () => {
    const counts = statistics();
    for (let quarter = 2_000; quarter > 0; quarter -= 1) {
      counts.apply(click({ at: noon - quarter * 900_000 }));
    }
    const late = statistics();
    for (let quarter = 1; quarter <= 2_000; quarter += 1) {
      late.apply(click({ at: noon - quarter * 900_000 }));
    }
    expect([...late.snapshot()]).toEqual([...counts.snapshot()]);
    expect(late.clicksToday()).toBe(48);
  });
});

test("invented names on many links stay bounded, also after a restore, and direct visits count apart", () => {
  const counts = statistics();
  const links = Array.from({ length: 1_010 }, (_, place) => place + 1);
  for (const link of links) {
    for (let visit = 0; visit < 199; visit += 1) {
      counts.apply(click({ link, visitor: undefined, bot: `invented-${link}-${visit}` }));
    }
  }
  counts.apply(click({ link: 1_010 }));
  for (const one of [counts, restored(counts)]) {
    const names = new Set(links.flatMap((link) => one.of(link, 200).bots.map(([name]) => name)));
    expect(names.size).toBeLessThan(200_000);
    expect(one.of(1).bots).toHaveLength(10);
    expect(one.of(1_010)).toMatchObject({
      bots: [["Other", 199]],
      botClicks: 199,
      referrers: [["Direct, email and other", 1]],
      languages: [["Unknown", 1]],
    });
  }
});
