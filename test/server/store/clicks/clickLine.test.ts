import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { clickLine } from "../../../../src/server/store/clicks/clickLine.ts";
import { seal } from "../../../../src/server/store/lines.ts";
import type { Store } from "../../../../src/server/store/store.ts";
import { click, copyOf, counts, folderOfLinks, now, open, openForTest } from "../testFolder.ts";
import { runs } from "../../../support/full.ts";

function logOf(dir: string): string {
  return join(dir, "clicks", "2026-03.ndjson");
}

/** Clicks of one turn of the event loop: they share a write. */
async function clickAtOnce(store: Store, targets: readonly number[]): Promise<void> {
  await Promise.all(targets.map((target) => click(store, target)));
}

async function countedIn(dir: string): Promise<{ clicks: [number, number][]; warnings: string }> {
  const keeper = counts();
  const store = await open(dir, { keeper });
  const warnings = store.warnings.map(({ message }) => message).join();
  await store.close();
  return { clicks: [...keeper.clicks].toSorted(([a], [b]) => a - b), warnings };
}

test("a click's line is its JSON, whatever its words are", () => {
  const letter = fc.constantFrom(
    '"',
    "\\",
    "\n",
    "\0",
    "\uD800",
    "\u2028",
    "a",
    "é",
    "😀",
    "}",
    ",",
  );
  const word = fc.option(fc.string({ unit: letter, maxLength: 8 }), { nil: undefined });
  fc.assert(
    fc.property(
      fc.record({
        at: fc.nat(),
        link: fc.constant(undefined),
        qr: fc.nat(),
        visitor: word,
        bot: word,
        country: word,
        browser: word,
        os: word,
        device: word,
        referrer: word,
        social: word,
        language: word,
      }),
      (record) => {
        expect(clickLine(record)).toBe(JSON.stringify(record));
      },
    ),
    { numRuns: runs(50) },
  );
  expect(clickLine({ at: 1, link: 2 })).toBe('{"at":1,"link":2}');
});

test("clicks that share a write share a seal, one for sixteen lines at most", async () => {
  const dir = await folderOfLinks();
  const store = await openForTest(dir);
  await clickAtOnce(
    store,
    Array.from({ length: 20 }, () => 1),
  );
  await click(store, 1);
  const lines = readFileSync(logOf(dir), "utf8").trimEnd().split("\n");
  const sealed = lines.flatMap((line, index) => (line.includes('"crc"') ? [index + 1] : []));
  expect(sealed).toEqual([16, 20, 21]);
  expect((await countedIn(copyOf(dir))).clicks).toEqual([[1, 21]]);
});

test("a log whose lines are all sealed, as before, counts as it did", async () => {
  const dir = await folderOfLinks();
  await (await open(dir)).close();
  const lines = [1, 2, 1].map((link) => seal(JSON.stringify({ at: now, link })));
  writeFileSync(logOf(dir), lines.join(""));
  expect(await countedIn(dir)).toEqual({
    clicks: [
      [1, 2],
      [2, 1],
    ],
    warnings: "",
  });
});

test("a damaged line takes along what it was sealed with, and nothing else", async () => {
  const dir = await folderOfLinks();
  const store = await openForTest(dir);
  await clickAtOnce(store, [1, 1, 1]);
  await clickAtOnce(store, [2, 2, 2]);
  await clickAtOnce(store, [3, 3, 3]);
  const copy = copyOf(dir);
  const text = readFileSync(logOf(copy), "utf8");
  writeFileSync(logOf(copy), text.replace('"link":2', '"link":4'));
  const { clicks, warnings } = await countedIn(copy);
  expect(clicks).toEqual([
    [1, 3],
    [3, 3],
  ]);
  expect(warnings).toContain("had 3 damaged lines");
});

test("a write that was torn between two lines spoils no later one, at any byte", async () => {
  const dir = await folderOfLinks();
  const store = await openForTest(dir);
  await clickAtOnce(store, [1, 1]);
  const whole = readFileSync(logOf(dir)).length;
  await clickAtOnce(store, [2, 2, 2]);
  const end = readFileSync(logOf(dir)).length;
  for (let length = whole; length < end; length += 29) {
    const copy = copyOf(dir);
    truncateSync(logOf(copy), length);
    const opened = await open(copy);
    await clickAtOnce(opened, [3, 3]);
    await opened.close();
    expect((await countedIn(copy)).clicks).toEqual([
      [1, 2],
      [3, 2],
    ]);
    // Counted anew from the log alone, it is the same.
    writeFileSync(join(copy, "statistics.ndjson"), "");
    expect((await countedIn(copy)).clicks).toEqual([
      [1, 2],
      [3, 2],
    ]);
  }
});

test("a line of another program in the middle spoils no click that is sealed alone", async () => {
  const dir = await folderOfLinks();
  const store = await openForTest(dir);
  await click(store, 1);
  appendFileSync(logOf(dir), '{"at":1,"link":9}\n');
  await click(store, 2);
  const { clicks, warnings } = await countedIn(copyOf(dir));
  expect(clicks).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(warnings).toContain("had a damaged line");
});
