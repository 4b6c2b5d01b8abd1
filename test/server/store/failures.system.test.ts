import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { StoreFailed, StoreFull, StoreUnavailable } from "../../../src/server/store/store.ts";
import { failingFiles } from "./failingFiles.ts";
import {
  addLinks,
  click,
  copyOf,
  counts,
  link,
  linksOf,
  folderOfLinks,
  newFolder,
  open,
  openForTest,
} from "./testFolder.ts";
import { isFull } from "../../support/full.ts";
import { mountHere } from "../../support/smallDisk.ts";

test("a full disk refuses the change, keeps the rest, and works again once there is room", async () => {
  const dir = newFolder();
  const failing = failingFiles();
  const store = await openForTest(dir, { files: failing.files });
  await addLinks(store, 2);
  failing.failAlways(["writeNow"], "ENOSPC");
  await expect(
    store.commit([
      { put: "links", record: link(3) },
      { remove: "links", id: 1 },
      { put: "links", record: link(2, { alias: "new" }) },
    ]),
  ).rejects.toBeInstanceOf(StoreFull);
  expect(linksOf(store)).toEqual([link(1), link(2)]);
  expect(store.links.byAlias("new", undefined)).toBeUndefined();
  expect(store.links.byAlias("alias-2", undefined)).toEqual(link(2));
  failing.failAlways([], "ENOSPC");
  await store.commit([{ put: "links", record: link(3) }]);
  const elsewhere = await openForTest(copyOf(dir));
  expect(linksOf(elsewhere)).toEqual([link(1), link(2), link(3)]);
});

test("after a failed sync nothing is acknowledged, and what was not is taken back", async () => {
  const dir = newFolder();
  const failing = failingFiles();
  const store = await openForTest(dir, { files: failing.files });
  await addLinks(store, 2);
  failing.failAlways(["sync"], "EIO");
  const results = await Promise.allSettled([
    store.commit([{ put: "links", record: link(3) }]),
    store.commit([{ put: "links", record: link(3, { alias: "again" }) }]),
    store.commit([{ remove: "links", id: 1 }]),
  ]);
  for (const result of results) {
    expect(result).toMatchObject({ status: "rejected", reason: { name: "StoreFailed" } });
  }
  expect(linksOf(store)).toEqual([link(1), link(2)]);
  failing.failAlways([], "EIO");
  await expect(store.commit([{ put: "links", record: link(3) }])).rejects.toBeInstanceOf(
    StoreFailed,
  );
  expect(linksOf(await openForTest(copyOf(dir)))).toEqual([link(1), link(2)]);
});

test("a click that can't be written is answered and counted as lost", async () => {
  const dir = await folderOfLinks();
  const failing = failingFiles();
  const store = await openForTest(dir, { files: failing.files });
  await click(store, 1);
  failing.failAlways(["writeNow"], "ENOSPC");
  await Promise.all([click(store, 1), click(store, 1)]);
  expect(store.clicks.lost).toBe(2);
  failing.failAlways([], "ENOSPC");
  await click(store, 1);
  expect(store.clicks.lost).toBe(2);
  const keeper = counts();
  await openForTest(copyOf(dir), { keeper });
  expect(keeper.total()).toBe(2);
});

test("secrets that can't be saved stay as they were", async () => {
  const dir = newFolder();
  const failing = failingFiles();
  const store = await openForTest(dir, { files: failing.files });
  const before = readFileSync(join(dir, "secrets.json"), "utf8");
  const secrets = store.secrets;
  failing.failAlways(["write"], "EDQUOT");
  await expect(store.saveSecrets({ ...secrets, apiKey: "x" })).rejects.toBeInstanceOf(StoreFull);
  failing.failAlways([], "EIO");
  expect(store.secrets).toEqual(secrets);
  expect(readFileSync(join(dir, "secrets.json"), "utf8")).toBe(before);
});

const byScript = { by: "script", operation: "addLink", scope: "api" } as const;

async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of found) items.push(item);
  return items;
}

/** Opens, writes across compactions, closes; what was acknowledged, and whether a failure was met. */
async function life(dir: string, failing: ReturnType<typeof failingFiles>) {
  const acknowledged = new Map<number, string>();
  const refused = new Set<number>();
  let failedAt: string | null = null;
  try {
    const store = await open(dir, {
      files: failing.files,
      compactAfterBytes: 800,
      rotateAfterBytes: 500,
      origin: () => byScript,
    });
    for (let id = 1; id <= 4; id += 1) {
      try {
        await store.commit([{ put: "links", record: link(id) }]);
        if (failedAt === "StoreFailed") throw new Error("acknowledged after a failure");
        acknowledged.set(id, link(id).alias);
      } catch (error) {
        if (!(error instanceof StoreFull) && !(error instanceof StoreFailed)) throw error;
        failedAt = error.name;
        refused.add(id);
      }
      await click(store, id);
    }
    // Once what waits for it has been put into the history, or could not be.
    await store.history.keepWithin({ days: 0, maxBytes: 2 ** 28 }).catch(() => undefined);
    await store.close();
  } catch (error) {
    if (!(error instanceof StoreUnavailable) && !(error instanceof StoreFailed)) throw error;
  }
  return { acknowledged, refused };
}

/** In the quick run every second call fails, in one of the three ways; in the full run, each call in each. */
const step = isFull ? 1 : 6;

for (const [way, code] of ["EIO", "ENOSPC", "EACCES"].entries()) {
  test(`whichever call fails with ${code}, what was acknowledged is there afterwards`, async () => {
    const failing = failingFiles();
    let call = isFull ? 0 : 2 * way + 1 - step;
    let hasFailed = true;
    do {
      call += step;
      const dir = newFolder();
      failing.failAt(call, code);
      const { acknowledged, refused } = await life(dir, failing);
      hasFailed = failing.hasFailed();
      failing.failAt(null, code);
      const store = await open(dir);
      for (const id of acknowledged.keys()) {
        expect([call, store.links.get(id)]).toEqual([call, link(id)]);
      }
      for (const { id } of linksOf(store)) {
        expect([call, acknowledged.has(id) || refused.has(id)]).toEqual([call, true]);
      }
      const { items } = await store.history.sets({ offset: 0, limit: 100 });
      const told = (
        await Promise.all(items.map((set) => all(store.history.records(set.id))))
      ).flat();
      expect([call, told.map(({ id }) => id).toSorted((a, b) => a - b)]).toEqual([
        call,
        linksOf(store).map(({ id }) => id),
      ]);
      await store.close();
    } while (hasFailed);
    expect(call).toBeGreaterThan(60);
  }, 120_000);
}

/** Needs the right to mount; failures.system.test.ts says the same through injected failures. */
test("a disk that is really full loses nothing, and works again once there is room", async (context) => {
  const dir = newFolder();
  if (!mountHere(dir, "size=3m")) return context.skip();
  const ballast = join(dir, "ballast");
  const store = await open(dir, { compactAfterBytes: 200_000 });
  writeFileSync(ballast, Buffer.alloc(1_000_000));
  let id = 0;
  async function fill(): Promise<never> {
    for (;;) {
      id += 1;
      const record = link(id, { description: "d".repeat(2000) });
      await store.commit([{ put: "links", record }]);
    }
  }
  await expect(fill()).rejects.toBeInstanceOf(StoreFull);
  expect(store.links.size).toBe(id - 1);
  await click(store, 1);
  rmSync(ballast);
  await store.commit([{ put: "links", record: link(id) }]);
  await store.close();
  const again = await open(dir);
  expect(linksOf(again).map((record) => record.id)).toEqual(
    Array.from({ length: id }, (_, index) => index + 1),
  );
  await again.close();
});

test("a disk that is really read-only is refused with a sentence", async (context) => {
  const dir = newFolder();
  if (!mountHere(dir, "size=3m")) return context.skip();
  const store = await open(dir);
  await store.commit([{ put: "links", record: link(1) }]);
  await store.close();
  execFileSync("mount", ["-o", "remount,ro", dir]);
  await expect(open(dir)).rejects.toThrow(/isn.t allowed to write to/);
  execFileSync("mount", ["-o", "remount,rw", dir]);
  const again = await open(dir);
  expect(again.links.size).toBe(1);
  await again.close();
});

const many = isFull ? 100_000 : 25_000;
const padding = { description: "d".repeat(200), metaTitle: "t".repeat(150) };

/**
 * The longest stretch in which a 5 ms timer didn't get its turn, in milliseconds: by the clock, and
 * of that what this thread itself was busy (a crowded machine makes everybody wait).
 */
function watchBlocks(): { stop(): { byClock: number; busy: number } } {
  let byClock = 0;
  let busy = 0;
  let last = performance.now();
  let lastBusy = busyTime();
  const timer = setInterval(() => {
    const present = performance.now();
    const presentBusy = busyTime();
    byClock = Math.max(byClock, present - last - 5);
    busy = Math.max(busy, Math.min(presentBusy - lastBusy, present - last));
    last = present;
    lastBusy = presentBusy;
  }, 5);
  return {
    stop() {
      clearInterval(timer);
      return { byClock, busy };
    },
  };
}

function busyTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

test(`${many} links: the snapshot is written in short slices, closing is quick, and all is there`, async () => {
  const dir = newFolder();
  const store = await open(dir);
  while (store.links.size < many) {
    await Promise.all(
      Array.from({ length: 200 }, () =>
        store.commit([{ put: "links", record: link(store.nextId("links"), padding) }]),
      ),
    );
  }
  const blocks = watchBlocks();
  const closing = store.close();
  const start = busyTime();
  await closing;
  // Of this thread, as above: a crowded machine takes its time.
  const closeTime = busyTime() - start;
  const longest = blocks.stop();
  const openStart = performance.now();
  const again = await open(dir);
  const openTime = performance.now() - openStart;
  expect(again.links.size).toBe(many);
  expect(again.links.newest(many - 10, 20).map(({ id }) => id)).toEqual([
    10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
  ]);
  await again.close();
  console.log({ longest, closeTime, openTime, megabytes: process.memoryUsage().rss / 1e6 });
  expect(closeTime).toBeLessThan(1500);
  expect(longest.busy).toBeLessThan(50);
});
