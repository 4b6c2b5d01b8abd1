/* oxlint-disable vitest/no-conditional-expect -- which way a flipped bit is said depends on the bit */
import { copyFileSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { salvage } from "../../../src/server/store/salvage.ts";
import type { StoreOptions } from "../../../src/server/store/openStore.ts";
import { type Store, StoreUnavailable } from "../../../src/server/store/store.ts";
import {
  addLinks,
  copyOf,
  filesOf,
  link,
  linksOf,
  newFolder,
  open,
  openForTest,
} from "./testFolder.ts";
import { isFull } from "../../support/full.ts";

const byScript = {
  origin: () => ({ by: "script", operation: "updateLink", scope: "api" }),
} as const satisfies Partial<StoreOptions>;

const changed = (id: number) => link(id, { url: `https://example.org/changed/${id}` });

/**
 * The folder of a store that was killed: everything acknowledged, nothing closed. So many links
 * were made, then each of them was changed; the journal says by whom, and what stood there.
 */
async function killedFolder(count: number): Promise<string> {
  const dir = newFolder();
  const store = await openForTest(dir, byScript);
  await addLinks(store, count);
  for (let id = 1; id <= count; id += 1) {
    await store.commit([{ put: "links", record: changed(id) }]);
  }
  return copyOf(dir);
}

/** Of each change that the history tells, the set and the url before and after, oldest first. */
async function toldUrls({ history }: Store): Promise<unknown[]> {
  const { items } = await history.sets({ offset: 0, limit: 1000 });
  const told: unknown[] = [];
  for (const { id } of items.toReversed()) {
    for await (const { set, before, after } of history.records(id)) {
      told.push([set, before?.["url"], after?.["url"]]);
    }
  }
  return told;
}

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function flipBit(path: string, bit: number): void {
  const bytes = readFileSync(path);
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  writeFileSync(path, bytes);
}

const journal = "journal-000001.ndjson";

/** Most of the time of a start is waiting for the disk. */
async function sideBySide<T>(items: readonly T[], look: (item: T) => Promise<void>) {
  const left = items.values();
  const lookOn = async () => {
    for (const item of left) await look(item);
  };
  await Promise.all(Array.from({ length: 16 }, lookOn));
}

/** The full run cuts at each byte; the quick one at these, and around the ends of lines. */
const everyBytes = isFull ? 1 : 59;

test("a journal cut at any byte of its last three lines opens with the whole lines", async () => {
  const count = 3;
  const killed = await killedFolder(count);
  const expected = [
    ...[1, 2, 3].map((id) => [id, undefined, link(id).url]),
    ...[1, 2, 3].map((id) => [count + id, link(id).url, changed(id).url]),
  ];
  const bytes = readFileSync(join(killed, journal));
  const ends = [...bytes.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1);
  const first = ends.at(-4) ?? 0;
  const lengths = Array.from(
    { length: bytes.length - first + 1 },
    (_, more) => first + more,
  ).filter(
    (length) => length % everyBytes === 0 || ends.some((end) => Math.abs(end - length) <= 1),
  );
  await sideBySide(lengths, async (length) => {
    const whole = ends.filter((end) => end <= length).length - 1;
    const fresh = newFolder();
    copyFileSync(join(killed, "waypost.json"), join(fresh, "waypost.json"));
    writeFileSync(join(fresh, journal), bytes.subarray(0, length));
    const store = await open(fresh, byScript);
    expect([length, linksOf(store)]).toEqual([
      length,
      [1, 2, 3].map((id) => (id <= whole - count ? changed(id) : link(id))),
    ]);
    expect([length, await toldUrls(store)]).toEqual([length, expected.slice(0, whole)]);
    const isTold = store.warnings.some(({ code }) => code === "service.tailCut");
    expect([length, isTold]).toEqual([length, !ends.includes(length)]);
    await store.commit([{ put: "links", record: link(50) }]);
    await store.close();
    // A start takes its time: what is written next is looked at after some of the cuts.
    if (length % 5 !== 0) return;
    const again = await open(fresh, byScript);
    expect(again.links.size).toBe(count + 1);
    expect(await toldUrls(again)).toEqual([
      ...expected.slice(0, whole),
      [whole + 1, undefined, link(50).url],
    ]);
    await again.close();
  });
  expect(lengths.length).toBeGreaterThan(600 / everyBytes);
});

test("a flipped bit in the journal is said, and salvage keeps every other line", async () => {
  const killed = await killedFolder(20);
  const size = statSync(join(killed, journal)).size;
  const random = seededRandom(42);
  for (let round = 0; round < (isFull ? 200 : 25); round += 1) {
    const bit = Math.floor(random() * size * 8);
    const dir = copyOf(killed);
    flipBit(join(dir, journal), bit);
    const said = await open(dir).then(
      async (store) => {
        await store.close();
        return store.warnings.map(({ message }) => message).join();
      },
      (error: unknown) => {
        expect(error).toBeInstanceOf(StoreUnavailable);
        return String(error);
      },
    );
    expect([round, said]).toEqual([round, expect.stringContaining(journal)]);
    if (said.includes("waypost doctor")) {
      const saved = await salvage(dir);
      expect(saved.kept).toBeGreaterThanOrEqual(18);
      expect(saved.keptAside.length).toBeGreaterThan(0);
      const store = await open(dir);
      expect(store.links.size).toBe(saved.kept);
      for (const record of linksOf(store)) {
        expect([link(record.id), changed(record.id)]).toContainEqual(record);
      }
      await store.close();
    }
  }
}, 60_000);

test("a flipped bit in a closed document is said: taken as a hand edit, or refused", async () => {
  const dir = newFolder();
  const store = await open(dir);
  await addLinks(store, 20);
  await store.close();
  const size = statSync(join(dir, "waypost.json")).size;
  const random = seededRandom(7);
  for (let round = 0; round < (isFull ? 100 : 12); round += 1) {
    const copy = copyOf(dir);
    flipBit(join(copy, "waypost.json"), Math.floor(random() * size * 8));
    const said = await open(copy).then(
      async (opened) => {
        await opened.close();
        expect(filesOf(copy, /before-edit/)).toHaveLength(1);
        return opened.warnings.map(({ message }) => message).join();
      },
      (error: unknown) => {
        expect(error).toBeInstanceOf(StoreUnavailable);
        return String(error);
      },
    );
    expect([round, said]).toEqual([round, expect.stringContaining("waypost")]);
  }
}, 60_000);

test("salvage brings a damaged document back from its former state without a loss", async () => {
  const dir = newFolder();
  const first = await open(dir);
  await addLinks(first, 10);
  await first.close();
  const second = await open(dir);
  await addLinks(second, 10);
  await second.close();
  const path = join(dir, "waypost.json");
  writeFileSync(path, readFileSync(path, "utf8").replace('"links":[', '"links":[[['));
  await expect(open(dir)).rejects.toThrow(/waypost\.json is damaged.*waypost doctor/);
  expect(await salvage(dir)).toMatchObject({ kept: 20, lost: 0 });
  const store = await openForTest(dir);
  expect(linksOf(store)).toEqual(Array.from({ length: 20 }, (_, index) => link(index + 1)));
  expect(store.nextId("links")).toBe(21);
});

test("salvage saves every good record of a document without its former state", async () => {
  const dir = newFolder();
  const first = await open(dir);
  await addLinks(first, 10);
  await first.close();
  const alone = newFolder();
  const text = readFileSync(join(dir, "waypost.json"), "utf8");
  writeFileSync(join(alone, "waypost.json"), text.replace('{"id":4,', '{"id":4;'));
  await expect(open(alone)).rejects.toThrow(/line 10/);
  expect(await salvage(alone)).toMatchObject({ kept: 9, lost: 1 });
  const store = await openForTest(alone);
  expect(store.links.size).toBe(9);
  expect(store.links.get(4)).toBeUndefined();
  expect(store.nextId("links")).toBe(11);
});

test("salvage changes nothing where nothing is wrong", async () => {
  const dir = newFolder();
  const store = await open(dir);
  await addLinks(store, 3);
  await store.close();
  expect(await salvage(dir)).toEqual({ kept: 3, lost: 0, keptAside: [], findings: [] });
  expect(filesOf(dir, /^damaged/)).toEqual([]);
});

test("a missing journal between document and journals stops the start", async () => {
  const killed = await killedFolder(3);
  renameSync(join(killed, journal), join(killed, "journal-000003.ndjson"));
  await expect(open(killed)).rejects.toThrow(/Journal number 1 is missing/);
});
