import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createStatistics } from "../../../../src/server/features/clicks/statistics.ts";
import { clickLine } from "../../../../src/server/store/clicks/clickLine.ts";
import { disk, type FileSystem } from "../../../../src/server/store/fileSystem.ts";
import type { StoreOptions } from "../../../../src/server/store/openStore.ts";
import {
  type DrainedClicks,
  type Store,
  StoreFailed,
  StoreFull,
} from "../../../../src/server/store/store.ts";
import { failingFiles } from "../failingFiles.ts";
import { click, copyOf, counts, link, newFolder, now, open } from "../testFolder.ts";

const database = "mirror-1";
const january = Date.parse("2026-01-20T12:00:00Z");

/** Opens where there are two links. */
async function openWithLinks(dir: string, options: Partial<StoreOptions> = {}): Promise<Store> {
  const store = await open(dir, options);
  if (store.links.size === 0) {
    await store.commit([1, 2].map((id) => ({ put: "links", record: link(id) })));
  }
  return store;
}

async function openedForTest(dir: string, options: Partial<StoreOptions> = {}): Promise<Store> {
  const store = await openWithLinks(dir, options);
  onTestFinished(() => store.close());
  return store;
}

function drained(first: number, last: number, at = now, target = 1): DrainedClicks {
  const lines = Array.from(
    { length: last - first + 1 },
    (_, place) => [first + place, clickLine({ at, link: target })] as const,
  );
  return { database, upTo: last, lines };
}

test("texts of a mirror's click that are longer than any name or host are left out, and the click counts", async () => {
  const dir = newFolder();
  const keeper = counts();
  const store = await openedForTest(dir, { keeper });
  const long = "x".repeat(3_500);
  const names = ["visitor", "country", "browser", "os", "device", "referrer", "language", "bot"];
  const lines = ["social", ...names].map(
    (name, place) =>
      [place + 1, clickLine({ at: now, link: 1, browser: "Firefox", [name]: long })] as const,
  );
  expect(await store.clicks.take({ database, upTo: lines.length, lines })).toBe(lines.length);
  const [file = ""] = readdirSync(join(dir, "clicks")).filter((name) => name.endsWith(".ndjson"));
  const written = readFileSync(join(dir, "clicks", file), "utf8");
  expect(written).toContain("Firefox");
  // A bot stays one: its name is cut.
  expect(Math.max(...[...written.matchAll(/x+/g)].map(([text]) => text.length))).toBe(260);
  expect(written.match(/x{260}/g)).toHaveLength(1);
});

test("a mirror's click has a country's code, and short names of browser, system and device", async () => {
  const store = await openedForTest(newFolder());
  const long = "x".repeat(41);
  const real = { country: "NZ", browser: "y".repeat(40), os: "Windows", device: "Mobile" };
  const made = [real, { country: "nz", browser: long, os: long, device: long }, { country: "NZL" }];
  const lines = made.map(
    (names, place) => [place + 1, clickLine({ at: now, link: 1, ...names })] as const,
  );
  expect(await store.clicks.take({ database, upTo: lines.length, lines })).toBe(lines.length);
  const kept = [];
  for await (const clicks of store.clicks.between(now, now + 1)) kept.push(...clicks);
  expect(kept).toEqual([real, {}, {}].map((names) => ({ at: now, link: 1, ...names })));
});

test("a mirror's clicks are counted once, whatever is handed over again", async () => {
  const dir = newFolder();
  const keeper = counts();
  const store = await openWithLinks(dir, { keeper });
  expect(await store.clicks.take(drained(1, 100))).toBe(100);
  expect(await store.clicks.take(drained(1, 100))).toBe(0);
  expect(await store.clicks.take(drained(51, 150))).toBe(50);
  expect(await store.clicks.take({ ...drained(1, 10), database: "another" })).toBe(10);
  expect(store.clicks.takenUpTo(database)).toBe(150);
  expect(store.clicks.takenUpTo("unheard of")).toBe(0);
  expect(keeper.total()).toBe(160);

  const killed = counts();
  const copy = await openedForTest(copyOf(dir), { keeper: killed });
  await store.close();
  const closed = counts();
  const again = await openedForTest(dir, { keeper: closed });
  for (const [present, keeperOf] of [
    [copy, killed],
    [again, closed],
  ] as const) {
    expect(keeperOf.total()).toBe(160);
    expect(present.clicks.takenUpTo(database)).toBe(150);
    expect(await present.clicks.take(drained(101, 151))).toBe(1);
    expect(keeperOf.total()).toBe(161);
  }
});

test("cut anywhere, the log has what it says is taken, and the rest comes again", async () => {
  const dir = newFolder();
  const store = await openedForTest(dir);
  await store.clicks.take(drained(1, 40));
  const cut = copyOf(dir);
  const path = join(cut, "clicks", "2026-03.ndjson");
  const size = readFileSync(path).length;
  for (let length = size; length >= 0; length -= 331) {
    truncateSync(path, length);
    const keeper = counts();
    const copy = await open(copyOf(cut), { keeper });
    const upTo = copy.clicks.takenUpTo(database);
    expect(keeper.total()).toBe(upTo);
    expect(await copy.clicks.take(drained(1, 40))).toBe(40 - upTo);
    expect(keeper.total()).toBe(40);
    await copy.close();
  }
});

test("what is no click is passed over, and what is of tomorrow is of now", async () => {
  const dir = newFolder();
  const keeper = counts();
  const store = await openedForTest(dir, { keeper });
  const poisoned = [
    "",
    "not JSON",
    "[]",
    '{"at":1}',
    '{"at":-1,"link":1}',
    '{"at":1e99,"link":1}',
    '{"at":1,"link":1,"qr":1}',
    `{"at":1,"link":1,"browser":"${"x".repeat(5000)}"}`,
  ];
  const lines = poisoned.map((line, place) => [place + 1, line] as const);
  expect(await store.clicks.take({ database, upTo: 8, lines })).toBe(0);
  expect(store.clicks.takenUpTo(database)).toBe(8);
  const nowhere = [[Number.NaN, clickLine({ at: now, link: 1 })]] as const;
  expect(await store.clicks.take({ database, upTo: 8, lines: nowhere })).toBe(0);
  const endless = { database, upTo: Number.NaN, lines: nowhere };
  await expect(store.clicks.take(endless)).rejects.toBeInstanceOf(StoreFailed);
  const future = [
    [9, clickLine({ at: now + 3_600_000, link: 1 })],
    [10, clickLine({ at: Date.parse("9999-01-01"), link: 2 })],
  ] as const;
  expect(await store.clicks.take({ database, upTo: 10, lines: future })).toBe(2);
  const moments: number[] = [];
  for await (const clicks of store.clicks.between(0, Number.MAX_SAFE_INTEGER)) {
    moments.push(...clicks.map(({ at }) => at));
  }
  expect(moments).toEqual([now + 3_600_000, now]);
});

test("while no lines are kept they are counted all the same, once, and safe when that is said", async () => {
  const dir = newFolder();
  const keeper = counts();
  const store = await openedForTest(dir, { keeper });
  await click(store, 1);
  await store.clicks.keepWithin(1);
  expect(await store.clicks.take(drained(1, 100))).toBe(100);
  const killed = counts();
  const copy = await openedForTest(copyOf(dir), { keeper: killed });
  expect(killed.total()).toBe(101);
  expect(await copy.clicks.take(drained(1, 101))).toBe(1);
  expect(keeper.total()).toBe(101);
});

/** A disk one of whose calls fails with a code, while there is one. */
function failing(call: "writeNow" | "sync") {
  const failure: { code: string | null } = { code: null };
  const fail = (here: typeof call) => {
    const { code } = failure;
    if (here === call && code !== null) throw Object.assign(new Error(code), { code });
  };
  const files: FileSystem = {
    ...disk,
    writeNow(descriptor, bytes) {
      fail("writeNow");
      return disk.writeNow(descriptor, bytes);
    },
    async sync(descriptor) {
      fail("sync");
      await disk.sync(descriptor);
    },
  };
  return { files, failure };
}

async function takesTheRest(dir: string): Promise<void> {
  const keeper = counts();
  const store = await openedForTest(dir, { keeper });
  await store.clicks.take(drained(1, 40));
  expect(keeper.total()).toBe(40);
}

test("a full disk takes nothing, and takes it when there is room again", async () => {
  const dir = newFolder();
  const { files, failure } = failing("writeNow");
  const store = await openWithLinks(dir, { files });
  expect(await store.clicks.take(drained(1, 20))).toBe(20);
  failure.code = "ENOSPC";
  await expect(store.clicks.take(drained(21, 40))).rejects.toBeInstanceOf(StoreFull);
  expect(store.clicks.takenUpTo(database)).toBe(20);
  failure.code = null;
  expect(await store.clicks.take(drained(21, 40))).toBe(20);
  await store.close();
  await takesTheRest(dir);
});

test("what one sync failed to keep no later one brings back, and it is never said to be safe", async () => {
  const dir = newFolder();
  const { files, failure } = failing("sync");
  const store = await openWithLinks(dir, { files });
  expect(await store.clicks.take(drained(1, 20))).toBe(20);
  failure.code = "EIO";
  await expect(store.clicks.take(drained(21, 40))).rejects.toBeInstanceOf(StoreFailed);
  failure.code = null;
  await expect(store.clicks.take(drained(21, 40))).rejects.toBeInstanceOf(StoreFailed);
  expect(store.clicks.takenUpTo(database)).toBe(20);
  await expect(store.close()).rejects.toBeInstanceOf(StoreFailed);
  await takesTheRest(dir);
});

test("clicks of a link that was deleted meanwhile count as its own would: for whoever takes that back", async () => {
  const dir = newFolder();
  const begin = async () => {
    const keeper = createStatistics({ clock: () => now, timeZone: () => "UTC" });
    const store = await openedForTest(dir, { keeper });
    for (const { id } of store.links.values()) keeper.linkAdded(id);
    return { store, keeper };
  };
  const first = await begin();
  const [counted, deleted] = [...first.store.links.values()];
  if (counted === undefined || deleted === undefined) throw new Error("There are two links.");
  await first.store.commit([{ remove: "links", id: deleted.id }]);
  first.keeper.linkRemoved(deleted.id);
  expect(await first.store.clicks.take(drained(1, 5, now, deleted.id))).toBe(5);
  await click(first.store, counted.id);
  expect(first.keeper.gone(() => true).links).toEqual([deleted.id]);
  await first.store.close();

  const second = await begin();
  expect(second.keeper.gone(() => true).links).toEqual([deleted.id]);
  await second.store.commit([{ put: "links", record: deleted }]);
  second.keeper.linkAdded(deleted.id);
  expect(second.keeper.clicksOf(deleted.id)).toBe(5);
  expect(second.keeper.gone(() => true).links).toEqual([]);
});

test("clicks of links that never were here are nobody's, so that no later link gets them", async () => {
  const keeper = counts();
  const store = await openedForTest(newFolder(), { keeper });
  expect(await store.clicks.take(drained(1, 5, now, 3))).toBe(0);
  const scan = [6, clickLine({ at: now, qr: 1 })] as const;
  expect(await store.clicks.take({ database, upTo: 6, lines: [scan] })).toBe(0);
  expect(store.clicks.takenUpTo(database)).toBe(6);
  await store.commit([{ remove: "links", id: 2 }]);
  expect(await store.clicks.take(drained(7, 8, now, 2))).toBe(2);
  expect([...keeper.clicks]).toEqual([[2, 2]]);
});

test("whichever call fails, what was said to be taken is there once, and the rest comes again", async () => {
  let isDue = true;
  for (let call = 1; isDue; call += 1) {
    const dir = newFolder();
    const disturbed = failingFiles();
    const store = await openWithLinks(dir, { files: disturbed.files });
    disturbed.failAt(call, "EIO");
    await store.clicks.take(drained(1, 40)).catch(() => undefined);
    // In the same run: what was counted already isn't counted anew.
    await store.clicks.take(drained(1, 60, january)).catch(() => undefined);
    isDue = disturbed.hasFailed();
    disturbed.failAt(null, "EIO");
    const upTo = store.clicks.takenUpTo(database);
    const killed = copyOf(dir);
    await store.close().catch(() => undefined);
    const keeper = counts();
    const again = await openedForTest(killed, { keeper });
    expect(again.clicks.takenUpTo(database)).toBeGreaterThanOrEqual(upTo);
    expect(keeper.total()).toBe(again.clicks.takenUpTo(database));
    await again.clicks.take(drained(1, 60));
    expect(keeper.total()).toBe(60);
  }
});

test("a damaged group is given up alone and said, and those around it count", async () => {
  const dir = newFolder();
  const store = await openedForTest(dir);
  await store.clicks.take(drained(1, 64));
  const copy = copyOf(dir);
  const path = join(copy, "clicks", "2026-03.ndjson");
  const lines = readFileSync(path, "utf8").split("\n");
  lines[20] = (lines[20] ?? "").replace('"link":1', '"link":2');
  writeFileSync(path, lines.join("\n"));
  const keeper = counts();
  const opened = await openedForTest(copy, { keeper });
  expect([...keeper.clicks]).toEqual([[1, 48]]);
  expect(opened.clicks.takenUpTo(database)).toBe(64);
  expect(opened.warnings.map(({ message }) => message).join()).toContain("damaged lines");
});
