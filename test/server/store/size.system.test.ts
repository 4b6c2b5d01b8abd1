import { expect, test } from "vitest";
import { link, newFolder, open } from "./testFolder.ts";
import { isFull } from "../../support/full.ts";

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
