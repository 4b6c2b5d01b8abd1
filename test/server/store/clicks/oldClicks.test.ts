import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  all,
  countedIn,
  day,
  february,
  fill,
  january,
  linesOf,
  logs,
  march,
  openEarly,
  textOf,
} from "./oldLog.ts";
import { click, copyOf, counts, filesOf, folderOfLinks, openForTest } from "../testFolder.ts";

test("old months go as files, old lines of the present one are overwritten, and counts stay", async () => {
  const dir = await folderOfLinks();
  const store = await openEarly(dir);
  await fill(store);
  const size = textOf(dir, "2026-03").length;
  await store.clicks.forgetBefore(march);
  expect(logs(dir)).toEqual(["2026-03.ndjson"]);
  expect(linesOf(dir, "2026-03")).toHaveLength(20);
  expect(linesOf(dir, "2026-03")[0]).toContain(`{"at":${march},`);
  expect(textOf(dir, "2026-03")).toHaveLength(size);
  expect(await countedIn(dir)).toEqual(all);

  await click(store, 3, march + 11 * day);
  await store.clicks.forgetBefore(march + 5 * day);
  expect(linesOf(dir, "2026-03")).toHaveLength(11);
  expect(await countedIn(dir)).toEqual([all[0], all[1], [3, 41]]);
});

test("a month that is not over at that moment keeps its later lines", async () => {
  const dir = await folderOfLinks();
  const store = await openEarly(dir);
  await fill(store);
  await store.clicks.forgetBefore(february + 30);
  expect(logs(dir)).toEqual(["2026-02.ndjson", "2026-03.ndjson"]);
  expect(linesOf(dir, "2026-02")).toHaveLength(10);
  expect(await countedIn(dir)).toEqual(all);
});

test("clicks that come in meanwhile are all counted", async () => {
  const dir = await folderOfLinks();
  const store = await openEarly(dir);
  await fill(store);
  const forgotten = store.clicks.forgetBefore(march);
  const clicks = 300;
  for (let number = 0; number < clicks; number += 1) await click(store, 4, march + 12 * day);
  await forgotten;
  expect(logs(dir)).toEqual(["2026-03.ndjson", "2026-04.ndjson"]);
  expect(await countedIn(dir)).toEqual([...all, [4, clicks]]);
});

test("nothing that is old is left to do the second time, and nothing is written for it", async () => {
  const dir = await folderOfLinks();
  const store = await openEarly(dir);
  await click(store, 1, january);
  await store.clicks.forgetBefore(january - 40 * day);
  expect(filesOf(dir, /^statistics/)).toEqual([]);
});

test("a half overwritten line is overwritten whole the next time", async () => {
  const dir = await folderOfLinks();
  const store = await openEarly(dir);
  await fill(store);
  await store.clicks.forgetBefore(january);
  const path = join(dir, "clicks", "2026-03.ndjson");
  writeFileSync(path, textOf(dir, "2026-03").replace('{"at":', "      "));
  await store.clicks.forgetBefore(march);
  expect(linesOf(dir, "2026-03")).toHaveLength(20);
  expect(await countedIn(dir)).toEqual(all);
});

test("counters that are damaged afterwards come back from those kept at the deletion", async () => {
  const dir = await folderOfLinks();
  const store = await openEarly(dir);
  await fill(store);
  await store.clicks.forgetBefore(march);
  await click(store, 1, march + 12 * day);
  await click(store, 5, march + 12 * day);
  await store.close();
  const expected = [[1, 41], all[1], all[2], [5, 1]];
  for (const damage of [
    "",
    "{}\n",
    readFileSync(join(dir, "statistics.ndjson"), "utf8").replaceAll('"counters":4', '"counters":9'),
  ]) {
    const copy = copyOf(dir);
    writeFileSync(join(copy, "statistics.ndjson"), damage);
    const keeper = counts();
    const opened = await openForTest(copy, { keeper });
    expect([...keeper.clicks].toSorted(([a], [b]) => a - b)).toEqual(expected);
    expect(opened.warnings.map(({ message }) => message).join()).toContain("was damaged");
    expect(opened.warnings.map(({ message }) => message).join()).not.toContain("missing");
  }
});

test("lines of others and torn ones among the old go too", async () => {
  const dir = await folderOfLinks();
  const store = await openEarly(dir);
  await click(store, 1, january);
  await store.close();
  appendFileSync(join(dir, "clicks", "2026-01.ndjson"), 'a line\n{"at":1,"link":1}\n{"at"');
  const opened = await openEarly(dir);
  await click(opened, 1, january + 1);
  await click(opened, 1, january + day);
  await opened.clicks.forgetBefore(january + 2);
  expect(linesOf(dir, "2026-01")).toHaveLength(1);
  expect(await countedIn(dir)).toEqual([[1, 3]]);
});
