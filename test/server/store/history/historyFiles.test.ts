import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { type Migration, migrations } from "../../../../src/server/store/document/migrations.ts";
import type { StoreOptions } from "../../../../src/server/store/openStore.ts";
import {
  erasedPassword,
  type RecordChange,
  type SetFilter,
  type Store,
} from "../../../../src/server/store/store.ts";
import { copyOf, filesOf, link, newFolder, now, open, openForTest } from "../testFolder.ts";
import { type Bookkeeper, keepBooks, presentOrigin, seededRandom } from "./bookkeeper.ts";

async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of found) items.push(item);
  return items;
}

/** What a password was changed to is told only as long as it holds. */
const opaque = /^kept:[\w-]{43}$/;

function asBooked({ set, at, collection, id, before, after }: RecordChange) {
  const change = { set, at, collection, id, before, after };
  const password = change.after?.["password"];
  if (typeof password !== "string" || !opaque.test(password)) return change;
  return { ...change, after: { ...change.after, password: expect.stringMatching(/^scrypt/) } };
}

/** Numbers of the first and the last commit of each file. */
function ranges(dir: string): [first: number, last: number][] {
  const folder = join(dir, "history");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => /^(\d+)-(\d+)\.ndjson\.gz$/.exec(name) ?? [])
    .filter((_, place) => place % 3 !== 0)
    .map(Number)
    .reduce<[number, number][]>(
      (pairs, number, place, numbers) =>
        place % 2 === 0 ? [...pairs, [number, numbers[place + 1] ?? 0]] : pairs,
      [],
    );
}

const filters: readonly SetFilter[] = [
  {},
  { by: "script" },
  { scope: "owner" },
  { by: "import", scope: "api" },
  { collection: "links" },
  { collection: "domains" },
];

async function expectHistory({ history }: Store, books: Bookkeeper): Promise<void> {
  const times = [now + 20_000_000, now + 80_000_000, now + 150_000_000];
  const ranged = times.flatMap((from, place) => [{ from }, { from, to: times[place + 1] }]);
  for (const filter of [...filters, ...ranged]) {
    const expected = books.sets(filter);
    for (const [offset, limit] of [
      [0, 7],
      [11, 5],
      [0, 1000],
      [expected.length - 3, 10],
    ] as const) {
      const { items, total } = await history.sets({
        ...filter,
        offset: Math.max(0, offset),
        limit,
      });
      const page = expected.slice(Math.max(0, offset), Math.max(0, offset) + limit);
      expect([filter, total]).toEqual([filter, expected.length]);
      expect([filter, offset, items]).toMatchObject([filter, offset, page]);
    }
  }
  for (const { id } of books.sets({})) {
    const expected = books.changes.filter(({ set }) => set === id);
    expect((await all(history.records(id))).map(asBooked)).toEqual(expected);
    const backwards = (await all(history.recordsBackwards(id))).map(asBooked);
    expect(backwards).toEqual(expected.toReversed());
    const summary = await history.set(id);
    const counted = [...(summary?.counts.values() ?? [])].map(
      ({ added, changed, removed }) => added + changed + removed,
    );
    expect([id, counted]).toEqual([id, expected.length === 0 ? [] : [expected.length]]);
  }
  const ids = new Set(books.changes.map(({ id }) => id));
  for (const id of ids) {
    const expected = books.changes.filter((change) => change.id === id).toReversed();
    expect((await all(history.ofRecord("links", id))).map(asBooked)).toEqual(expected);
  }
  const gone = [...ids].filter((id) => !books.links.has(id));
  const removed = await all(history.removed("links"));
  expect(removed.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    gone.toSorted((a, b) => a - b),
  );
  expect(await history.withoutTrace("links", [...gone, 99_999])).toEqual(new Set([99_999]));
  for (const change of books.changes) {
    const alias = change.before?.["alias"];
    if (typeof alias !== "string") continue;
    const isTaken = [...books.links.values()].some((one) => one.alias === alias);
    const former = await history.formerAlias(alias.toUpperCase(), undefined);
    expect([alias, former?.record]).toEqual([alias, isTaken ? undefined : change.id]);
  }
}

test.for([1, 2])(
  "files, journals and what is joined of them tell the same history as it was made (%i)",
  async (seed) => {
    const dir = newFolder();
    const books = keepBooks(seed, now);
    const options: Partial<StoreOptions> = {
      origin: presentOrigin,
      clock: () => books.now(),
      rotateAfterBytes: 900,
      compactAfterBytes: 9000,
    };
    for (let life = 0; life < 4; life += 1) {
      const store = await open(dir, options);
      for (let step = 0; step < 30; step += 1) await books.step(store);
      if (life === 1) await expectHistory(store, books);
      await store.close();
      books.closed();
    }
    const store = await open(dir, options);
    await vi.waitFor(() => expect(ranges(dir).at(-1)?.[1]).toBeGreaterThan(60), { timeout: 5000 });
    await expectHistory(store, books);
    expect(store.warnings).toEqual([]);
    await store.close();
    // Each number is in one file.
    let next = 1;
    for (const [first, last] of ranges(dir)) {
      expect(first).toBe(next);
      next = last + 1;
    }
  },
);

/** A store whose every commit is followed by another journal, and what it was told is in files. */
async function kept(dir: string, commits: (store: Store) => Promise<void>): Promise<Store> {
  const store = await open(dir, { ...bySomebody, rotateAfterBytes: 1 });
  await commits(store);
  await vi.waitFor(() => expect(ranges(dir).length).toBeGreaterThan(0), { timeout: 10_000 });
  await everythingKept(store);
  return store;
}

const bySomebody = {
  origin: () => ({ by: "script", operation: "updateLink", scope: "api" }),
} as const satisfies Partial<StoreOptions>;

/** Resolves when all journals but the last are in files. */
async function everythingKept({ history }: Store): Promise<void> {
  await history.keepWithin({ days: 0, maxBytes: 2 ** 28 });
}

/** Writes what nobody made until a journal that holds a commit is followed by another. */
async function inFiles(store: Store, dir: string, commit: number | null): Promise<void> {
  await vi.waitFor(
    async () => {
      const record = { id: 1, name: "A", color: "#000000", createdAt: "2026-01-01T00:00:00Z" };
      await store.commit([{ put: "channels", record }], { isLearned: true });
      await everythingKept(store);
      expect(ranges(dir).at(-1)?.[1] ?? 0).toBeGreaterThanOrEqual(Number(commit));
    },
    { timeout: 10_000 },
  );
}

function textsIn(dir: string): string {
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(dir, name)).isFile())
    .map((name) => {
      const bytes = readFileSync(join(dir, name));
      return name.endsWith(".gz") ? gunzipSync(bytes).toString() : bytes.toString("latin1");
    })
    .join("\n");
}

test("a file of the history is what gzip unpacks, a line a commit", async () => {
  const dir = newFolder();
  const store = await kept(dir, async (one) => {
    for (const id of [1, 2, 3]) await one.commit([{ put: "links", record: link(id) }]);
  });
  await store.close();
  const [name = ""] = filesOf(join(dir, "history"), /\.gz$/);
  const lines = gunzipSync(readFileSync(join(dir, "history", name)))
    .toString()
    .trimEnd()
    .split("\n");
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { history: 1, version: expect.any(Number) },
    { commit: 1, set: 1, by: "script", changes: [{ put: "links", record: link(1) }] },
    ...lines.slice(2).map(() => expect.anything()),
  ]);
});

test("the hash of a password that is taken away is in no file of the folder, two snapshots later", async () => {
  const dir = newFolder();
  const hashes = ["scrypt$16384$8$1$b25lIHNhbHQ$Zmlyc3Q", "scrypt$16384$8$1$b25lIHNhbHQ$c2Vjb25k"];
  const [first = "", second = ""] = hashes;
  const store = await kept(dir, async (one) => {
    await one.commit([{ put: "links", record: link(1, { password: first }) }]);
    await one.commit([{ put: "links", record: link(1, { password: second }) }]);
    await one.commit([{ put: "links", record: link(2, { password: "scrypt$kept" }) }]);
    await one.commit([{ remove: "links", id: 2 }]);
    await one.commit([{ put: "links", record: link(3) }]);
  });
  // As long as the link has one, the former one can be brought back.
  const changes = await all(store.history.ofRecord("links", 1));
  expect(changes[0]?.before).toEqual({ password: first });
  expect(textsIn(dir)).toContain(first);

  await store.commit([{ put: "links", record: link(1) }]);
  const after = await all(store.history.ofRecord("links", 1));
  expect(after.map(({ before }) => before?.["password"])).toEqual([
    erasedPassword,
    erasedPassword,
    undefined,
  ]);
  await store.commit([{ put: "links", record: link(4) }]);
  await everythingKept(store);
  expect(textsIn(join(dir, "history"))).not.toContain(first);
  await store.close();
  for (const id of [5, 6]) {
    const again = await open(dir, bySomebody);
    await again.commit([{ put: "links", record: link(id) }]);
    await everythingKept(again);
    await again.close();
  }
  const last = await open(dir, bySomebody);
  await everythingKept(last);
  await last.commit([{ put: "links", record: link(7) }]);
  await last.close();
  for (const hash of hashes) expect(textsIn(dir)).not.toContain(hash);
  const reopened = await openForTest(dir, bySomebody);
  const [removed] = await all(reopened.history.removed("links"));
  expect(removed?.before).toMatchObject({ password: "scrypt$kept" });
});

test("the account's password is in no history", async () => {
  const dir = newFolder();
  const account = {
    id: 1,
    username: "owner",
    email: "owner@localhost",
    status: "pro",
    registeredAt: "2026-01-01T00:00:00Z",
    expiresAt: "2036-01-01T00:00:00Z",
  } as const;
  const store = await kept(dir, async (one) => {
    await one.commit([{ put: "account", record: { ...account, password: "scrypt$one" } }]);
    await one.commit([{ put: "account", record: { ...account, password: "scrypt$two" } }]);
    await one.commit([
      { put: "account", record: { ...account, password: "scrypt$six", email: "a@example.com" } },
    ]);
    await one.commit([{ put: "links", record: link(1) }]);
  });
  expect(textsIn(join(dir, "history"))).not.toContain("scrypt$");
  const [changed] = await all(store.history.ofRecord("account", 1));
  expect(changed).toMatchObject({
    before: { email: "owner@localhost" },
    after: { email: "a@example.com" },
  });
  expect((await store.history.sets({ offset: 0, limit: 10 })).total).toBe(3);
  await store.close();
});

test("what is older than its days goes, the oldest first, and so does what has no room", async () => {
  const dir = newFolder();
  let at = now;
  const store = await openForTest(dir, { ...bySomebody, rotateAfterBytes: 1, clock: () => at });
  for (let id = 1; id <= 20; id += 1) {
    const commit = await store.commit([{ put: "links", record: link(id) }]);
    // So that no file holds what is much older and much younger.
    await inFiles(store, dir, commit);
    at += 86_400_000;
  }
  await store.history.keepWithin({ days: 10, maxBytes: 2 ** 28 });
  const { items, total } = await store.history.sets({ offset: 0, limit: 50 });
  expect(total).toBeGreaterThanOrEqual(10);
  expect(total).toBeLessThanOrEqual(12);
  expect(Math.min(...items.map(({ at: moment }) => moment))).toBeGreaterThanOrEqual(
    at - 12 * 86_400_000,
  );
  await store.history.keepWithin({ days: 0, maxBytes: 1 });
  expect((await store.history.sets({ offset: 0, limit: 50 })).total).toBeLessThanOrEqual(1);
  expect(filesOf(join(dir, "history"), /\.gz$/)).toEqual([]);
});

test("once a removal has left the history, nothing is known of the record", async () => {
  const dir = newFolder();
  const store = await openForTest(dir, { ...bySomebody, rotateAfterBytes: 1 });
  for (const id of [1, 2]) await store.commit([{ put: "links", record: link(id) }]);
  const removal = await store.commit([{ remove: "links", id: 1 }]);
  await inFiles(store, dir, removal);
  expect(await store.history.withoutTrace("links", [1])).toEqual(new Set());
  await store.history.keepWithin({ days: 0, maxBytes: 1 });
  expect(await store.history.withoutTrace("links", [1])).toEqual(new Set([1]));
});

test("a bit that is flipped in the history is said or harmless, and never stops a start", async () => {
  const dir = newFolder();
  const whole = await kept(dir, async (one) => {
    for (let id = 1; id <= 8; id += 1) {
      await one.commit([{ put: "links", record: link(id) }]);
      await one.commit([{ put: "links", record: link(id, { url: "https://example.org/" }) }]);
    }
  });
  const expected = await Promise.all(
    [...whole.links.values()].map(({ id }) => all(whole.history.ofRecord("links", id))),
  );
  await whole.close();
  const random = seededRandom(11);
  const names = filesOf(join(dir, "history"), /./);
  async function flipOne(round: number): Promise<void> {
    const copy = copyOf(dir);
    const path = join(copy, "history", names[Math.floor(random() * names.length)] ?? "");
    const bytes = readFileSync(path);
    const bit = Math.floor(random() * bytes.length * 8);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    writeFileSync(path, bytes);
    const store = await open(copy, bySomebody);
    const found: RecordChange[][] = [];
    for (const { id } of store.links.values()) {
      found.push(
        await all(store.history.ofRecord("links", id)).catch(() =>
          all(store.history.ofRecord("links", id)),
        ),
      );
    }
    const isSaid = store.warnings.some(({ message }) => message.includes("history"));
    const isWhole = isDeepStrictEqual(found, expected);
    expect([round, isSaid || isWhole]).toEqual([round, true]);
    await store.close();
  }
  // Some side by side: most of the time of a start is waiting for the disk.
  for (let round = 0; round < 40; round += 8) {
    await Promise.all(Array.from({ length: 8 }, (_, place) => flipOne(round + place)));
  }
}, 30_000);

test("a copy whose history goes on beyond its journals tells nothing that isn't so", async () => {
  const dir = newFolder();
  const store = await open(dir, { ...bySomebody, rotateAfterBytes: 1 });
  for (let id = 1; id <= 6; id += 1) await store.commit([{ put: "links", record: link(id) }]);
  const copy = copyOf(dir);
  for (let id = 7; id <= 12; id += 1) await store.commit([{ put: "links", record: link(id) }]);
  await inFiles(store, dir, 12);
  await store.close();
  // As if the journals had been copied before the history was.
  rmSync(join(copy, "history"), { recursive: true, force: true });
  cpSync(join(dir, "history"), join(copy, "history"), { recursive: true });
  const again = await open(copy, { ...bySomebody, rotateAfterBytes: 1 });
  const present = again.links.size;
  expect(present).toBe(6);
  expect((await again.history.sets({ offset: 0, limit: 50 })).total).toBe(present);
  expect(again.warnings.map(({ message }) => message).join()).toContain("history");
  await again.commit([{ put: "links", record: link(50) }]);
  await again.commit([{ put: "links", record: link(51) }]);
  await everythingKept(again);
  expect((await again.history.sets({ offset: 0, limit: 50 })).total).toBe(present + 2);
  expect(await all(again.history.ofRecord("links", 50))).toHaveLength(1);
  await again.close();
});

test("what was written by an older version is told in the words of today", async () => {
  const dir = newFolder();
  const store = await kept(dir, async (one) => {
    for (const name of ["one", "two", "six"])
      await one.commit([{ put: "channels", record: channel(name) }]);
    await one.commit([{ remove: "channels", id: 1 }]);
    await one.commit([{ put: "links", record: link(1) }]);
  });
  await store.close();
  const shout: Migration = {
    channels: (record) => ({ ...record, name: String(record["name"]).toUpperCase() }),
  };
  const newer = await openForTest(dir, { ...bySomebody, migrations: [...migrations, shout] });
  const changes = await all(newer.history.ofRecord("channels", 1));
  expect(changes.map(({ before, after }) => [before?.["name"], after?.["name"]])).toEqual([
    ["SIX", undefined],
    ["TWO", "SIX"],
    ["ONE", "TWO"],
    [undefined, "ONE"],
  ]);
});

function channel(name: string) {
  return { id: 1, name, color: "#000000", createdAt: "2026-01-01T00:00:00Z" };
}
