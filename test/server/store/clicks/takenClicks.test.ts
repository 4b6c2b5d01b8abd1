import { readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clickLine } from "../../../../src/server/store/clicks/clickLine.ts";
import type { DrainedClicks } from "../../../../src/server/store/store.ts";
import { copyOf, counts, newFolder, now, open, openForTest } from "../testFolder.ts";

const database = "mirror-1";

function drained(first: number, last: number, at = now, link = 1): DrainedClicks {
  const lines = Array.from(
    { length: last - first + 1 },
    (_, place) => [first + place, clickLine({ at, link })] as const,
  );
  return { database, upTo: last, lines };
}

test("a mirror's clicks are counted once, whatever is handed over again", async () => {
  const dir = newFolder();
  const keeper = counts();
  const store = await open(dir, { keeper });
  expect(await store.clicks.take(drained(1, 100))).toBe(100);
  expect(await store.clicks.take(drained(1, 100))).toBe(0);
  expect(await store.clicks.take(drained(51, 150))).toBe(50);
  expect(await store.clicks.take({ ...drained(1, 10), database: "another" })).toBe(10);
  expect(store.clicks.takenUpTo(database)).toBe(150);
  expect(store.clicks.takenUpTo("unheard of")).toBe(0);
  expect(keeper.total()).toBe(160);

  const killed = counts();
  const copy = await openForTest(copyOf(dir), { keeper: killed });
  await store.close();
  const closed = counts();
  const again = await openForTest(dir, { keeper: closed });
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
  const store = await openForTest(dir);
  await store.clicks.take(drained(1, 40));
  const cut = copyOf(dir);
  const path = join(cut, "clicks", "2026-03.ndjson");
  const size = readFileSync(path).length;
  for (let length = size; length >= 0; length -= 149) {
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
