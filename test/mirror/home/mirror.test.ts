import { afterEach, expect, test } from "vitest";
import { clickStatements, isClickWritten } from "../../../src/mirror/worker/visits/recordClick.ts";
import { type LocalEdge, type LocalEdgeOptions, startLocalEdge } from "../../support/localEdge.ts";
import {
  savedInMemory,
  linesInMemory,
  type MirroredHomeParts,
  rowsAtEdge,
  rowsInMemory,
  startMirroredHome,
} from "../../support/mirroredHome.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function anEdge(options?: LocalEdgeOptions): Promise<LocalEdge> {
  const edge = await startLocalEdge(options);
  ends.push(() => edge.close());
  return edge;
}

/** As a visit does; false: there was no room for it. */
async function click({ database }: LocalEdge, line: string, now = Date.now()): Promise<boolean> {
  return isClickWritten(await database.batch(clickStatements(database, line, now)));
}

function aHome(parts: MirroredHomeParts) {
  const home = startMirroredHome(parts);
  ends.push(() => home.mirror.close());
  return home;
}

const rowsOf = (count: number, text = "one") =>
  Array.from(
    { length: count },
    (_, at) => [`a/0/link-${at}`, `{"v":1,"is":"${text} ${at}"}`] as const,
  );
const callsOf = (edge: LocalEdge) => edge.asked.map((path) => path.split("/").at(-1));

test("a first push brings everything; the next start finds it there and sends nothing", async () => {
  const edge = await anEdge();
  const source = rowsInMemory(rowsOf(1_200));
  const saved = savedInMemory(edge);
  const first = aHome({ edge, source, saved });
  await first.mirror.push();
  expect(rowsAtEdge(edge)).toEqual(source.rows);
  expect(first.mirror.state()).toMatchObject({ problem: null, rows: 1_200, waiting: 0 });
  await first.mirror.close();
  edge.asked.length = 0;

  const second = aHome({ edge, source, saved });
  expect(second.mirror.waits("a/0/link-1")).toBe("soon");
  await second.mirror.push();
  expect(callsOf(edge)).toEqual(["state"]);
  expect(second.mirror.waits("a/0/link-1")).toBeNull();
});

test("a start without a network takes the edge for what it was, if nothing changed since", async () => {
  const edge = await anEdge();
  const source = rowsInMemory(rowsOf(30));
  const saved = savedInMemory(edge);
  const before = aHome({ edge, source, saved });
  await before.mirror.push();
  await before.mirror.close();
  edge.cut(() => "cutBefore");
  const offline = aHome({ edge, source, saved });
  await offline.mirror.push();
  expect(offline.mirror.state()).toMatchObject({ problem: { code: "network" }, waiting: 0 });
  expect(offline.mirror.waits("a/0/link-1")).toBeNull();
  source.put("a/0/link-1", "another");
  await offline.mirror.push();
  expect(offline.mirror.state().waiting).toBe(1);
  // It wasn't what it was, after all.
  edge.database.sqlite.exec("update state set rows = rows + 1");
  edge.cut(() => "open");
  await offline.mirror.push();
  expect(offline.mirror.state()).toMatchObject({ problem: null, waiting: 0 });
  expect(rowsAtEdge(edge)).toEqual(source.rows);
  const state = edge.database.sqlite.prepare("select rows from state").get();
  expect(state).toEqual({ rows: 30 });
});

test("what changed while nothing ran is found by comparing, and only that is sent", async () => {
  const edge = await anEdge();
  const source = rowsInMemory(rowsOf(3_000));
  const saved = savedInMemory(edge);
  const before = aHome({ edge, source, saved });
  await before.mirror.push();
  await before.mirror.close();
  for (const [key, data] of rowsOf(20, "another")) source.put(key, data);
  for (const at of [500, 600, 700]) source.put(`a/0/link-${at}`, null);
  source.put("c/1", "{}");
  const written = edge.database.written();

  const after = aHome({ edge, source, saved });
  await after.mirror.push();
  expect(rowsAtEdge(edge)).toEqual(source.rows);
  // Two pages of keys, a call with 24 rows: a row for each turn, and the totals once more.
  expect(edge.database.written() - written).toBe(24 + 2 + 2);
});

test("a change is sent two seconds after the last, and within ten seconds of the first", async () => {
  const edge = await anEdge();
  let now = Date.now();
  const source = rowsInMemory();
  const home = aHome({ edge, source, saved: savedInMemory(edge), clock: () => now });
  expect(home.next()).toBe(0);
  await home.mirror.push();
  source.put("a/0/a", "1");
  source.put("a/0/a", "2");
  const waited: number[] = [];
  for (let second = 0; second < 6; second += 1) {
    now += 1_500;
    source.put("a/0/a", `at ${second}`);
  }
  expect(home.mirror.waits("a/0/a")).toBe("soon");
  waited.push(home.next() ?? -1);
  await home.mirror.push();
  expect(waited).toEqual([0]);
  expect(rowsAtEdge(edge)).toEqual(source.rows);
  expect(edge.asked.filter((path) => path.endsWith("push"))).toHaveLength(1);
});

test("a push whose network is cut at any of its calls, there or back, goes on where it was", async () => {
  for (const cut of ["cutBefore", "cutAfter"] as const) {
    for (let at = 0; at < 6; at += 1) {
      const edge = await anEdge();
      const source = rowsInMemory(rowsOf(1_200));
      const saved = savedInMemory(edge);
      let calls = 0;
      edge.cut(() => {
        calls += 1;
        return calls - 1 === at ? cut : "open";
      });
      const home = aHome({ edge, source, saved });
      await home.mirror.push();
      expect(home.mirror.state().problem?.code).toBe("network");
      source.put("a/0/link-7", "changed meanwhile");
      await home.mirror.push();
      expect(home.mirror.state()).toMatchObject({ problem: null, waiting: 0 });
      expect(rowsAtEdge(edge)).toEqual(source.rows);
      // What arrived is known to be there: hardly anything goes twice.
      expect(edge.database.written()).toBeLessThan(1_200 + 30);
      await home.mirror.close();
    }
  }
});

test("the second of two homes is refused, in words, until it takes over; then the first is", async () => {
  const edge = await anEdge();
  const one = rowsInMemory([["a/0/one", "1"]]);
  const two = rowsInMemory([["a/0/two", "2"]]);
  const first = aHome({ edge, source: one, saved: savedInMemory(edge) });
  await first.mirror.push();
  const second = aHome({ edge, source: two, saved: savedInMemory(edge, { home: "home-2" }) });
  await second.mirror.push();
  expect(second.mirror.state().problem).toEqual({
    code: "otherOwner",
    message:
      "Another Waypost writes to the always-on copy. Only one Waypost can write to it. Claim the copy if this is the right Waypost.",
    values: { address: edge.address, home: "home-1", generation: 1 },
  });
  expect(rowsAtEdge(edge)).toEqual(one.rows);
  await second.mirror.takeOver();
  expect(rowsAtEdge(edge)).toEqual(two.rows);
  one.put("a/0/more", "3");
  await first.mirror.push();
  expect(first.mirror.state().problem?.code).toBe("otherOwner");
  expect(rowsAtEdge(edge)).toEqual(two.rows);
});

test("a copy of a data folder is known by its turns, and the original by those of the copy", async () => {
  const edge = await anEdge();
  const source = rowsInMemory([["a/0/one", "1"]]);
  const saved = savedInMemory(edge);
  const original = aHome({ edge, source, saved });
  await original.mirror.push();
  const copy = aHome({ edge, source, saved: savedInMemory(edge, saved.record) });
  source.put("a/0/one", "2");
  await original.mirror.push();
  await copy.mirror.push();
  expect(copy.mirror.state().problem?.code).toBe("copied");
  await copy.mirror.takeOver();
  expect(copy.mirror.state().problem).toBeNull();
  await original.mirror.push();
  expect(original.mirror.state().problem?.code).toBe("otherOwner");
});

test("what somebody wrote at the edge by hand is found by a check, and mended", async () => {
  const edge = await anEdge();
  const source = rowsInMemory(rowsOf(450));
  const home = aHome({ edge, source, saved: savedInMemory(edge) });
  await home.mirror.push();
  edge.database.sqlite.exec(`
    update mirror set data = 'poison' where key = 'a/0/link-1';
    delete from mirror where key = 'a/0/link-2';
    insert into mirror values ('a/0/foreign', 1, '{}');`);
  await home.mirror.check();
  expect(home.mirror.state().check?.differences).toBe(3);
  expect(rowsAtEdge(edge)).toEqual(source.rows);
  await home.mirror.check();
  expect(home.mirror.state()).toMatchObject({ waiting: 0, check: { differences: 0 } });
});

test("an edge whose database was made anew, or put back by a day, is filled again", async () => {
  const edge = await anEdge();
  const source = rowsInMemory(rowsOf(10));
  const saved = savedInMemory(edge);
  const home = aHome({ edge, source, saved });
  await home.mirror.push();
  edge.database.sqlite.exec("drop table mirror; drop table state; drop table clicks");
  await home.mirror.push();
  expect(home.mirror.state().problem).toBeNull();
  expect(rowsAtEdge(edge)).toEqual(source.rows);
});

test("a Worker that can't read these rows gets none", async () => {
  const edge = await anEdge({ version: "9.0.0" });
  const home = aHome({
    edge,
    source: rowsInMemory(rowsOf(1)),
    saved: savedInMemory(edge),
    through: (client) => ({
      ...client,
      state: async () => ({ ...(await client.state()), formats: [7, 8] }),
    }),
  });
  await home.mirror.push();
  expect(home.mirror.state().problem).toMatchObject({
    code: "otherWorker",
    values: { worker: "9.0.0" },
  });
  expect(home.mirror.waits("a/0/link-0")).toBe("problem");
});

/** How many pages a home reads of a copy that counts some rows and lists what it likes, and what it says then. */
async function pagesOf(rows: number, listed: (limit: number) => (readonly [string, number])[]) {
  const edge = await anEdge();
  let pages = 0;
  const home = aHome({
    edge,
    source: rowsInMemory(rowsOf(1)),
    saved: savedInMemory(edge),
    through: (client) => ({
      ...client,
      state: async () => ({ ...(await client.state()), rows }),
      async list(asked) {
        pages += 1;
        return { ...(await client.list(asked)), rows: listed(asked.limit) };
      },
    }),
  });
  await home.mirror.push();
  return { pages, problem: home.mirror.state().problem };
}

test.each([
  ["the same again", (at: number) => `a/0/${at}`, 0],
  ["more than it was asked for", (at: number) => `a/0/${at}`, 1],
  ["keys that no alias has", (at: number) => `a/0/${"a".repeat(5_000)}${at}`, 0],
])("a Worker that lists %s is asked no more", async (_what, key, more) => {
  const { pages, problem } = await pagesOf(7, (limit) =>
    Array.from({ length: limit + more }, (_, at) => [key(at), at] as const),
  );
  expect(problem).toMatchObject({ code: "excess" });
  expect(pages).toBeLessThanOrEqual(2);
});

test.each([
  ["more rows than it counts", 7, (at: number) => `a/0/${at}`, 60],
  ["keys of more than 64 million characters", 4_000_000, (at: number) => `${at}`.padEnd(4_000), 10],
])("a list with %s is read to that bound", async (_what, rows, key, most) => {
  let last = 0;
  const { pages, problem } = await pagesOf(rows, (limit) =>
    Array.from({ length: limit }, () => [key((last += 1)), 1] as const),
  );
  expect(problem).toMatchObject({ code: "excess" });
  expect(pages).toBeLessThan(most);
});

test("a copy that answers with another sequence than the one it was asked for isn't believed", async () => {
  const edge = await anEdge();
  const saved = savedInMemory(edge);
  const home = aHome({
    edge,
    source: rowsInMemory(rowsOf(1)),
    saved,
    through: (client) => ({
      ...client,
      push: async (asked) => ({
        ...(await client.push(asked)),
        sequence: Number.MAX_SAFE_INTEGER,
      }),
    }),
  });
  await home.mirror.push();
  expect(home.mirror.state().problem).toMatchObject({ code: "otherWorker" });
  expect(saved.record.sequence).toBeLessThan(10);
});

test("a Worker that hands over lines without end isn't asked again until its owner says so", async () => {
  const edge = await anEdge();
  const clicks = linesInMemory();
  let last = 0;
  let isEndless = false;
  const home = aHome({
    edge,
    source: rowsInMemory(rowsOf(1)),
    saved: savedInMemory(edge),
    clicks,
    through: (client) => ({
      ...client,
      async state() {
        const state = await client.state();
        if (!isEndless) return state;
        return { ...state, clicks: { waiting: 1, first: 1, last: last + 1 } };
      },
      async drain(asked) {
        const answer = await client.drain(asked);
        if (!isEndless) return answer;
        const lines = Array.from({ length: 500 }, () => [(last += 1), "{}"] as const);
        return { ...answer, clicks: lines };
      },
    }),
  });
  await home.mirror.push();
  isEndless = true;
  await home.mirror.push();
  expect(home.mirror.state().problem).toMatchObject({ code: "excess" });
  const taken = last;
  expect(taken).toBeLessThan(102_000);
  await home.mirror.push();
  expect([home.mirror.state().problem?.code, last]).toEqual(["excess", taken]);
  isEndless = false;
  await home.mirror.drain();
  expect(home.mirror.state().problem).toBeNull();
}, 30_000);

test("clicks come home exactly once, whichever call of the drain is cut", async () => {
  for (const cut of ["cutBefore", "cutAfter"] as const) {
    for (let at = 0; at < 7; at += 1) {
      const edge = await anEdge();
      const [source, saved, clicks] = [rowsInMemory(), savedInMemory(edge), linesInMemory()];
      const home = aHome({ edge, source, saved, clicks });
      await home.mirror.push();
      const ids = Array.from({ length: 1_100 }, (_, id) => id + 1);
      edge.database.sqlite
        .prepare("insert into clicks (line) select value from json_each(?)")
        .run(JSON.stringify(ids));
      let calls = 0;
      edge.cut(() => {
        calls += 1;
        return calls - 1 === at ? cut : "open";
      });
      await home.mirror.drain();
      await home.mirror.close();
      edge.cut(() => "open");
      const again = aHome({ edge, source, saved, clicks });
      await again.mirror.drain();
      expect(clicks.lines.map(Number)).toEqual(ids);
      expect(again.mirror.state()).toMatchObject({ problem: null, linesWaiting: 0 });
      expect(edge.database.sqlite.prepare("select id from clicks").all()).toEqual([{ id: 1_100 }]);
      await again.mirror.close();
    }
  }
});

test("a change is sent while many clicks come home, and not after them", async () => {
  const edge = await anEdge();
  const source = rowsInMemory();
  let now = Date.now();
  const taker = linesInMemory();
  const clicks: typeof taker = {
    ...taker,
    async take(group) {
      if (taker.lines.length === 0) source.put("a/0/spring", "changed");
      now += 2_000;
      return taker.take(group);
    },
  };
  const home = aHome({ edge, source, saved: savedInMemory(edge), clicks, clock: () => now });
  home.mirror.begin();
  await home.mirror.push();
  const ids = Array.from({ length: 2_200 }, (_, id) => id + 1);
  edge.database.sqlite
    .prepare("insert into clicks (line) select value from json_each(?)")
    .run(JSON.stringify(ids));
  edge.asked.length = 0;
  await home.mirror.push();
  const calls = callsOf(edge).filter((call) => call !== "state");
  expect(calls).toEqual(["drain", "push", "drain", "drain", "drain", "drain"]);
  expect(taker.lines.map(Number)).toEqual(ids);
  expect(rowsAtEdge(edge)).toEqual(source.rows);
  expect(home.mirror.state()).toMatchObject({ problem: null, waiting: 0, linesWaiting: 0 });
});

test("a home that takes over gets no click that the one before it has", async () => {
  const edge = await anEdge();
  const [old, fresh] = [linesInMemory(), linesInMemory()];
  const first = aHome({ edge, source: rowsInMemory(), saved: savedInMemory(edge), clicks: old });
  await first.mirror.push();
  await click(edge, "1");
  await first.mirror.drain();
  await click(edge, "2");
  const saved = savedInMemory(edge, { home: "home-2" });
  const second = aHome({ edge, source: rowsInMemory(), saved, clicks: fresh });
  await second.mirror.takeOver();
  await second.mirror.drain();
  expect([old.lines, fresh.lines]).toEqual([["1"], ["2"]]);
});

test("long texts come home in one go, and are compared, whatever fits into an answer", async () => {
  const edge = await anEdge();
  const clicks = linesInMemory();
  const source = rowsInMemory(rowsOf(30, "z".repeat(60_000)));
  const home = aHome({ edge, source, saved: savedInMemory(edge), clicks });
  await home.mirror.push();
  for (let at = 0; at < 20; at += 1) await click(edge, `${at}${"x".repeat(60_000)}`);
  await home.mirror.push();
  expect(clicks.lines.map((line) => parseInt(line, 10))).toEqual([...Array(20).keys()]);
  edge.database.sqlite.exec("update mirror set data = 'other' where key = 'a/0/link-29'");
  await home.mirror.check();
  expect(home.mirror.state()).toMatchObject({ problem: null, check: { differences: 1 } });
  expect(rowsAtEdge(edge)).toEqual(source.rows);
});

test("what is removed leaves nothing, and its clicks are home first", async () => {
  const edge = await anEdge();
  const clicks = linesInMemory();
  const home = aHome({ edge, source: rowsInMemory(rowsOf(3)), saved: savedInMemory(edge), clicks });
  await home.mirror.push();
  await click(edge, "1");
  await home.mirror.wipe();
  expect(clicks.lines).toEqual(["1"]);
  expect(rowsAtEdge(edge).size).toBe(0);
  expect(edge.database.sqlite.prepare("select count(*) as n from clicks").get()).toEqual({ n: 0 });
});

test.each([-3_600_000, 3_600_000])(
  "home's clock is %d ms off: it works, by the edge's day",
  async (off) => {
    // A minute before midnight there; home believes in another day.
    const there = Date.UTC(2026, 10, 23, off < 0 ? 0 : 23, off < 0 ? 1 : 59);
    const edge = await anEdge({ clock: () => there });
    const source = rowsInMemory(rowsOf(5));
    const home = aHome({ edge, source, saved: savedInMemory(edge), clock: () => there + off });
    await home.mirror.push();
    expect(home.mirror.state()).toMatchObject({ problem: null, meter: { day: "2026-11-23" } });
    expect(rowsAtEdge(edge)).toEqual(source.rows);
  },
);

test("a day's budget for the mirror goes to what is clicked most, the rest waits and is said", async () => {
  let now = Date.UTC(2026, 10, 23, 12);
  const edge = await anEdge({ clock: () => now });
  const meter = { day: now / 86_400_000 - 0.5, written: 39_900, mirrored: 39_900, clicks: 0 };
  const saved = savedInMemory(edge, { meter });
  const source = rowsInMemory(rowsOf(300));
  const home = aHome({ edge, source, saved, clock: () => now });
  await home.mirror.push();
  const there = [...rowsAtEdge(edge).keys()];
  expect(there).toHaveLength(98);
  expect(there).toContain("a/0/link-299");
  expect(there).not.toContain("a/0/link-201");
  expect(home.mirror.waits("a/0/link-0")).toBe("budget");
  expect(home.mirror.state()).toMatchObject({ waiting: 202, meter: { left: 0, written: 40_001 } });
  now += 12 * 3_600_000;
  await home.mirror.push();
  expect(rowsAtEdge(edge)).toEqual(source.rows);
  expect(home.mirror.state()).toMatchObject({ waiting: 0, meter: { day: "2026-11-24" } });
});

test("clicks end before the network would refuse everything; those of another day are written", async () => {
  let now = Date.UTC(2026, 10, 23, 12);
  const edge = await anEdge({ clock: () => now });
  const meter = { day: now / 86_400_000 - 0.5, written: 94_995, mirrored: 0, clicks: 0 };
  const clicks = linesInMemory();
  const parts = { source: rowsInMemory(), saved: savedInMemory(edge, { meter }), clicks };
  const home = aHome({ edge, ...parts, clock: () => now });
  await home.mirror.push();
  await home.mirror.drain();
  const taken: boolean[] = [];
  for (let id = 0; id < 8; id += 1) taken.push(await click(edge, `${id}`, now));
  expect(taken.filter(Boolean).length).toBeGreaterThan(0);
  expect(taken.at(-1)).toBe(false);
  now += 12 * 3_600_000;
  expect(await click(edge, "tomorrow", now)).toBe(true);
  await home.mirror.drain();
  expect(clicks.lines.at(-1)).toBe("tomorrow");
});

test("where a day has no rows left, clicks come home all the same; they are deleted another day", async () => {
  let now = Date.UTC(2026, 10, 23, 12);
  const edge = await anEdge({ clock: () => now });
  const meter = { day: now / 86_400_000 - 0.5, written: 79_990, mirrored: 0, clicks: 0 };
  const clicks = linesInMemory();
  const parts = { source: rowsInMemory(), saved: savedInMemory(edge, { meter }), clicks };
  const home = aHome({ edge, ...parts, clock: () => now });
  await home.mirror.push();
  for (let id = 1; id <= 30; id += 1) await click(edge, `${id}`, now);
  await home.mirror.drain();
  expect(clicks.lines).toHaveLength(30);
  expect(home.mirror.state()).toMatchObject({ problem: null, linesWaiting: 0 });
  const saved = () => edge.database.sqlite.prepare("select count(*) as rows from clicks").get();
  expect(saved()).toEqual({ rows: 30 });
  now += 12 * 3_600_000;
  await home.mirror.drain();
  expect(saved()).toEqual({ rows: 1 });
  expect(clicks.lines).toHaveLength(30);
});

test("an edge that doesn't answer is asked again in two seconds, then ever more rarely, up to a minute", async () => {
  const edge = await anEdge();
  const source = rowsInMemory();
  const home = aHome({ edge, source, saved: savedInMemory(edge) });
  edge.cut(() => "cutBefore");
  const waited: (number | null)[] = [home.next()];
  for (let tries = 0; tries < 8; tries += 1) {
    await expect.poll(() => home.isPlanned()).toBe(true);
    // A change doesn't hurry it.
    source.put("a/0/a", `${tries}`);
    waited.push(home.next());
  }
  const seconds = [2, 4, 8, 16, 32, 60, 60, 60];
  expect(waited).toEqual([0, ...seconds.map((one) => one * 1_000)]);
  await expect.poll(() => home.isPlanned()).toBe(true);
  edge.cut(() => "open");
  home.next();
  await expect.poll(() => home.isPlanned()).toBe(true);
  expect(rowsAtEdge(edge)).toEqual(source.rows);
  expect(home.log).toEqual([
    expect.stringContaining("can’t connect to the always-on copy"),
    `${edge.address} is in sync again.`,
  ]);
  expect(home.next()).toBe(30_000);
});

test("what home has no room for waits at the edge, is said once, and comes when there is room", async () => {
  const edge = await anEdge();
  const clicks = linesInMemory();
  let isFull = true;
  const home = aHome({
    edge,
    source: rowsInMemory(),
    saved: savedInMemory(edge),
    clicks: {
      ...clicks,
      async take(group) {
        if (isFull) throw new Error("The disk is full.");
        return clicks.take(group);
      },
    },
  });
  await home.mirror.push();
  await click(edge, "1");
  for (let tries = 0; tries < 3; tries += 1) {
    home.next();
    await expect.poll(() => home.isPlanned()).toBe(true);
  }
  expect(home.log).toEqual([
    "The state of the always-on copy couldn't be saved: The disk is full.",
  ]);
  isFull = false;
  home.next();
  await expect.poll(() => clicks.lines).toEqual(["1"]);
});

test("the meter warns from 70 % of the day on", async () => {
  const now = Date.UTC(2026, 10, 23, 6);
  const edge = await anEdge({ clock: () => now });
  const day = Math.floor(now / 86_400_000);
  const meter = { day, written: 9_500, mirrored: 1_000, clicks: 8_500 };
  const home = aHome({
    edge,
    source: rowsInMemory(),
    saved: savedInMemory(edge, { meter }),
    clock: () => now,
  });
  expect(home.mirror.state().meter).toEqual({
    day: "2026-11-23",
    written: 18_000,
    limit: 100_000,
    forecast: 69_000,
    warns: false,
    left: 39_000,
  });
  const busy = savedInMemory(edge, { meter: { ...meter, written: 10_500 } });
  const other = aHome({ edge, source: rowsInMemory(), saved: busy, clock: () => now });
  expect(other.mirror.state().meter.warns).toBe(true);
});

test("a week offline: the budget is told beforehand, one push later both sides agree, and it was kept", async () => {
  let now = Date.UTC(2026, 10, 16, 20);
  const budgetOf = () => 100_000;
  const edge = await anEdge({ clock: () => now, budget: budgetOf });
  const source = rowsInMemory(rowsOf(2_000));
  const parts = { edge, source, saved: savedInMemory(edge), clicks: linesInMemory() };
  const before = aHome({ ...parts, clock: () => now });
  await before.mirror.push();
  await before.mirror.close();

  for (let day = 0; day < 7; day += 1) {
    now += 86_400_000;
    for (let id = 0; id < 700; id += 1) await click(edge, `${day * 700 + id}`, now);
    for (let at = 0; at < 150; at += 1) {
      const key = `a/0/link-${(day * 150 + at * 7) % 2_300}`;
      source.put(key, at % 10 === 0 ? null : `{"day":${day}}`);
    }
  }
  const after = aHome({ ...parts, clock: () => now });
  edge.cut(() => "cutBefore");
  await after.mirror.push();
  edge.cut((path) => (path.endsWith("state") || path.endsWith("list") ? "open" : "cutBefore"));
  await after.mirror.push();
  const { waiting, linesWaiting, meter: told } = after.mirror.state();
  expect(linesWaiting).toBe(4_900);
  expect(waiting).toBeGreaterThan(500);
  const written = edge.database.written();
  edge.cut(() => "open");
  await after.mirror.push();

  expect(rowsAtEdge(edge)).toEqual(source.rows);
  expect(parts.clicks.lines.map(Number)).toEqual(Array.from({ length: 4_900 }, (_, id) => id));
  expect(after.mirror.state()).toMatchObject({ problem: null, waiting: 0, linesWaiting: 0 });
  const spent = edge.database.written() - written;
  // What was told beyond it: the clicks of the evening that is to come.
  expect(spent).toBeLessThan(told.forecast);
  expect(after.mirror.state().meter.written - told.written).toBe(spent);
});
