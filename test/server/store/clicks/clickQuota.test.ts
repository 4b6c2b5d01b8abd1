import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { disk } from "../../../../src/server/store/fileSystem.ts";
import { all, countedIn, fill, linesOf, logs, march, openEarly } from "./oldLog.ts";
import { failingFiles } from "../failingFiles.ts";
import { click, folderOfLinks } from "../testFolder.ts";

const gibibyte = 2 ** 30;

/** The real disk, but for how much room it says it has. */
function diskOf(size: number) {
  const room = { free: size, size };
  return { room, files: { ...disk, space: async () => room } };
}

test.each([
  ["1 GiB of a large disk", 500 * gibibyte, gibibyte],
  ["a twentieth of a small one", 10 * gibibyte, gibibyte / 2],
])("below %s clicks are counted without lines, and the owner is told", async (_, size, floor) => {
  const { room, files } = diskOf(size);
  const dir = await folderOfLinks();
  const store = await openEarly(dir, { files });
  room.free = floor;
  await store.clicks.keepWithin(gibibyte);
  await click(store, 3, march);
  expect(store.clicks.notices()).toEqual([]);

  room.free = floor - 1;
  await store.clicks.keepWithin(gibibyte);
  for (let number = 0; number < 5; number += 1) await click(store, 3, march);
  expect(linesOf(dir, "2026-03")).toHaveLength(1);
  expect(store.clicks.notices().map(({ message }) => message)).toEqual([
    expect.stringContaining("is nearly full"),
  ]);
  // The counters alone know of them: looking at the disk has them written.
  await store.clicks.keepWithin(gibibyte);
  expect(await countedIn(dir)).toEqual([[3, 6]]);

  room.free = floor * 1.05;
  await store.clicks.keepWithin(gibibyte);
  await click(store, 3, march);
  expect(linesOf(dir, "2026-03")).toHaveLength(1);

  room.free = floor * 1.2;
  await store.clicks.keepWithin(gibibyte);
  await click(store, 3, march);
  expect(linesOf(dir, "2026-03")).toHaveLength(2);
  expect(store.clicks.notices().map(({ message }) => message)).toEqual([
    "6 clicks were counted, but aren’t in the click log.",
  ]);
  await store.close();
  expect(await countedIn(dir)).toEqual([[3, 8]]);
});

test("clicks without lines are written at the end, also when the disk refused their counters before", async () => {
  const failing = failingFiles();
  const { room, files } = diskOf(10 * gibibyte);
  const dir = await folderOfLinks();
  const store = await openEarly(dir, {
    files: Object.assign(Object.create(failing.files), { space: files.space }),
  });
  room.free = 0;
  await store.clicks.keepWithin(gibibyte);
  await click(store, 3, march);
  failing.failAlways(["rename"], "ENOSPC");
  await store.clicks.keepWithin(gibibyte);
  failing.failAlways([], "ENOSPC");
  await store.close();
  expect(await countedIn(dir)).toEqual([[3, 1]]);
});

test("a disk that doesn't say how much room it has stops nothing", async () => {
  const dir = await folderOfLinks();
  const files = { ...disk, space: () => Promise.reject(new Error("unknown")) };
  const store = await openEarly(dir, { files });
  await click(store, 3, march);
  expect(linesOf(dir, "2026-03")).toHaveLength(1);
});

test("click files stay within their bytes: the oldest months go first, what they add up to stays", async () => {
  const dir = await folderOfLinks();
  const store = await openEarly(dir);
  await fill(store);
  const sizeOf = (month: string) => statSync(join(dir, "clicks", `${month}.ndjson`)).size;
  const two = sizeOf("2026-02") + sizeOf("2026-03");
  await store.clicks.keepWithin(two + 1);
  expect(logs(dir)).toEqual(["2026-02.ndjson", "2026-03.ndjson"]);
  expect(await countedIn(dir)).toEqual(all);
  await store.clicks.keepWithin(two - 1);
  expect(logs(dir)).toEqual(["2026-03.ndjson"]);
  expect(store.clicks.notices()).toEqual([]);

  // Of the present month nothing goes; its lines stop, and begin again where more is allowed.
  const size = sizeOf("2026-03");
  await store.clicks.keepWithin(100);
  await click(store, 3, march + 11 * 86_400_000);
  expect(sizeOf("2026-03")).toBe(size);
  expect(store.clicks.notices().map(({ message }) => message)).toEqual([
    expect.stringContaining("clicks.maxBytes"),
  ]);
  await store.clicks.keepWithin(gibibyte);
  await click(store, 3, march + 11 * 86_400_000);
  expect(sizeOf("2026-03")).toBeGreaterThan(size);
  await store.close();
  expect(await countedIn(dir)).toEqual([all[0], all[1], [3, 42]]);
});
