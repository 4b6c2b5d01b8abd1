import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { databaseCopy, databaseName } from "../../../../src/server/store/database/database.ts";
import { type Migration, migrations } from "../../../../src/server/store/document/migrations.ts";
import type { StoreOptions } from "../../../../src/server/store/openStore.ts";
import { historyJobs } from "../../../../src/server/store/history/historyJobs.ts";
import { erasedPassword } from "../../../../src/server/store/history/passwords.ts";
import type { RecordChange, SetFilter, Store } from "../../../../src/server/store/store.ts";
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

/** What the database of a folder answers, beside whoever uses it. */
function rowsIn(dir: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(dir, databaseName), { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

/** Number of the last commit that the database has. */
function lastTaken(dir: string): number {
  if (!existsSync(join(dir, databaseName))) return 0;
  return Number(rowsIn(dir, 'select "commit" from taken')[0]?.["commit"]);
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
  "the database and the journals tell the same history as it was made (%i)",
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
    await everythingKept(store);
    expect(lastTaken(dir)).toBeGreaterThan(60);
    await expectHistory(store, books);
    expect(store.warnings).toEqual([]);
    await store.close();
    // Each commit is there once.
    expect(
      rowsIn(dir, 'select 1 from changes group by collection, id, "commit" having count(*) > 3'),
    ).toEqual([]);
  },
);

/** A store whose every commit is followed by another journal, and what it was told is in the database. */
async function kept(dir: string, commits: (store: Store) => Promise<void>): Promise<Store> {
  const store = await open(dir, { ...bySomebody, rotateAfterBytes: 1 });
  await commits(store);
  await everythingKept(store);
  return store;
}

const bySomebody = {
  origin: () => ({ by: "script", operation: "updateLink", scope: "api" }),
} as const satisfies Partial<StoreOptions>;

/** Resolves when all that was committed is in the database, on disk. */
async function everythingKept({ history }: Store): Promise<void> {
  await history.keepWithin({ days: 0, maxBytes: 2 ** 28 });
}

function textsIn(dir: string, names = readdirSync(dir, { recursive: true, encoding: "utf8" })) {
  return names
    .filter((name) => statSync(join(dir, name)).isFile())
    .map((name) => readFileSync(join(dir, name)).toString("latin1"))
    .join("\n");
}

/** The bytes of the database and of its write-ahead log. */
function databaseTexts(dir: string): string {
  return textsIn(dir, filesOf(dir, /^waypost\.sqlite/));
}

test("a change is a row that any SQLite shows, and nobody else may read the file", async () => {
  const dir = newFolder();
  const store = await kept(dir, async (one) => {
    for (const id of [1, 2]) await one.commit([{ put: "links", record: link(id) }]);
    await one.commit([{ put: "links", record: link(1, { url: "https://example.org/" }) }]);
  });
  await store.close();
  // One whole file, as long as nothing runs.
  expect(filesOf(dir, /^waypost\.sqlite/)).toEqual([databaseName]);
  const rows = rowsIn(
    dir,
    'select "commit", "set", by, kind, changes.id, before, after from changes join sets on sets.id = "set" order by number',
  );
  expect(rows).toMatchObject([
    { commit: 1, set: 1, by: "script", kind: "added", id: 1, before: null },
    { commit: 2, set: 2, kind: "added", id: 2, after: JSON.stringify(link(2)) },
    {
      commit: 3,
      kind: "changed",
      id: 1,
      before: '{"url":"https://example.com/1"}',
      after: '{"url":"https://example.org/"}',
    },
  ]);
  const mode = statSync(join(dir, databaseName)).mode & 0o777;
  expect(process.platform === "win32" ? 0o600 : mode).toBe(0o600);
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
  for (const hash of hashes) expect(databaseTexts(dir)).not.toContain(hash);
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
  expect(databaseTexts(dir)).not.toContain("scrypt$");
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
    await store.commit([{ put: "links", record: link(id) }]);
    at += 86_400_000;
  }
  await store.history.keepWithin({ days: 10, maxBytes: 2 ** 28 });
  const { items, total } = await store.history.sets({ offset: 0, limit: 50 });
  expect(total).toBe(10);
  expect(Math.min(...items.map(({ at: moment }) => moment))).toBe(at - 10 * 86_400_000);
  await store.history.keepWithin({ days: 0, maxBytes: 3000 });
  const left = await store.history.sets({ offset: 0, limit: 50 });
  expect(left.total).toBeGreaterThan(2);
  expect(left.total).toBeLessThan(10);
  expect(left.items).toEqual(items.slice(0, left.total));
  await store.history.keepWithin({ days: 0, maxBytes: 1 });
  const latest = await store.history.sets({ offset: 0, limit: 50 });
  expect(latest.items).toEqual(items.slice(0, 1));
  at += 11 * 86_400_000;
  await store.history.keepWithin({ days: 10, maxBytes: 1 });
  expect((await store.history.sets({ offset: 0, limit: 50 })).total).toBe(0);
  expect(rowsIn(dir, "select * from changes")).toEqual([]);
});

test("a set that is under way keeps all its changes, however little room there is", async () => {
  const dir = newFolder();
  const store = await openForTest(dir, { ...bySomebody, rotateAfterBytes: 1 });
  const tight = { days: 0, maxBytes: 3000 };
  await store.commit([{ put: "links", record: link(99) }]);
  const set = await store.beginSet(bySomebody.origin());
  for (let id = 1; id <= 20; id += 1) {
    await store.commit([{ put: "links", record: link(id) }], { set });
    if (id % 5 === 0) await store.history.keepWithin(tight);
  }
  expect((await store.history.sets({ offset: 0, limit: 10 })).total).toBe(2);
  await set.end();
  await store.history.keepWithin(tight);
  expect(await store.history.set(set.id)).toMatchObject({
    state: "complete",
    counts: new Map([["links", { added: 20, changed: 0, removed: 0 }]]),
  });
  expect(await all(store.history.recordsBackwards(set.id))).toHaveLength(20);
  // Nothing was changed since: it made room for itself alone.
  expect((await store.history.sets({ offset: 0, limit: 10 })).total).toBe(1);
  await store.commit([{ put: "links", record: link(21) }]);
  await store.history.keepWithin(tight);
  expect(await store.history.set(set.id)).toBeUndefined();
});

test("a set that has lost changes for want of room is partial", async () => {
  const dir = newFolder();
  const store = await kept(dir, async (one) => {
    const records = Array.from({ length: 5001 }, (_, place) => link(place + 1));
    await one.commit(records.map((record) => ({ put: "links", record })));
    await one.commit([{ put: "links", record: link(1, { url: "https://example.org/" }) }]);
  });
  await store.close();
  const database = new DatabaseSync(join(dir, databaseName));
  // As one that is killed after its first go.
  historyJobs.dropOldHistory(database, { before: 0, mostBytes: 1, firstCommit: 1 });
  database.close();
  const again = await openForTest(dir, bySomebody);
  const { items } = await again.history.sets({ offset: 0, limit: 10 });
  expect(items.map(({ state }) => state)).toEqual(["complete", "partial"]);
});

test("a set whose beginning went with a damaged database is partial", async () => {
  const dir = newFolder();
  const store = await open(dir, { ...bySomebody, rotateAfterBytes: 1 });
  const set = await store.beginSet(bySomebody.origin());
  for (const id of [1, 2]) await store.commit([{ put: "links", record: link(id) }], { set });
  await everythingKept(store);
  const database = new DatabaseSync(join(dir, databaseName));
  database.exec("delete from changes; delete from set_counts; delete from sets");
  database.close();
  await store.commit([{ put: "links", record: link(3) }], { set });
  await set.end();
  expect(await store.history.set(set.id)).toMatchObject({ state: "partial" });
  await store.close();
});

test("once a removal has left the history, nothing is known of the record", async () => {
  const dir = newFolder();
  const store = await openForTest(dir, { ...bySomebody, rotateAfterBytes: 1 });
  for (const id of [1, 2]) await store.commit([{ put: "links", record: link(id) }]);
  await store.commit([{ remove: "links", id: 1 }]);
  expect(await store.history.withoutTrace("links", [1])).toEqual(new Set());
  await store.commit([{ put: "links", record: link(3) }]);
  await store.history.keepWithin({ days: 0, maxBytes: 1 });
  expect(await store.history.withoutTrace("links", [1])).toEqual(new Set([1]));
});

test("a database that is damaged is set aside and said, and never stops a start", async () => {
  const dir = newFolder();
  const whole = await kept(dir, async (one) => {
    for (let id = 1; id <= 8; id += 1) {
      await one.commit([{ put: "links", record: link(id) }]);
      await one.commit([{ put: "links", record: link(id, { url: "https://example.org/" }) }]);
    }
  });
  await whole.close();
  const random = seededRandom(11);
  async function spoil(round: number): Promise<void> {
    const copy = copyOf(dir);
    const path = join(copy, databaseName);
    const bytes = readFileSync(path);
    // A page is written over: at first the one that says what the others are.
    const page = round === 0 ? 0 : Math.floor((random() * bytes.length) / 4096);
    bytes.fill(0x5a, page * 4096, (page + 1) * 4096);
    writeFileSync(path, bytes);
    const store = await open(copy, bySomebody);
    expect(store.links.size).toBe(8);
    const found = await Promise.all(
      [...store.links.values()].map(({ id }) => all(store.history.ofRecord("links", id))),
    );
    const isWhole = found.every((changes) => changes.length === 2);
    const isSaid = store.warnings.some(({ code }) => code === "service.databaseAnew");
    const aside = filesOf(copy, /^waypost\.sqlite\.damaged-[\dTZ-]+$/);
    expect([round, isSaid || isWhole, aside.length]).toEqual([round, true, isSaid ? 1 : 0]);
    await store.commit([{ put: "links", record: link(9) }]);
    expect(await all(store.history.ofRecord("links", 9))).toHaveLength(1);
    expect(store.warnings.map(({ code }) => code)).not.toContain("service.historyBeyond");
    await store.close();
  }
  for (let round = 0; round < 6; round += 3) {
    await Promise.all(Array.from({ length: 3 }, (_, place) => spoil(round + place)));
  }
});

test("a database of somebody else acts on nothing, and leads nowhere", async () => {
  const dir = newFolder();
  const whole = await kept(dir, async (one) => {
    await one.commit([{ put: "links", record: link(1) }]);
  });
  await whole.close();
  const elsewhere = join(newFolder(), "other.sqlite");
  new DatabaseSync(elsewhere).close();
  writeFileSync(elsewhere, "not Waypost's", { mode: 0o644 });
  const endless =
    "with recursive n (x) as (values (1) union all select x + 1 from n) select max(x) from n";
  const hostile: readonly ((path: string) => void)[] = [
    (path) => {
      const database = new DatabaseSync(path);
      database.exec(`create trigger hold before insert on changes begin ${endless}; end`);
      database.close();
    },
    (path) => {
      const database = new DatabaseSync(path);
      database.exec("drop table former_names; create view former_names as select 1");
      database.close();
    },
    (path) => {
      rmSync(path);
      symlinkSync(elsewhere, path);
    },
    (path) => {
      rmSync(path);
      symlinkSync(join(elsewhere, "../missing.sqlite"), path);
    },
    (path) => symlinkSync(elsewhere, `${path}-journal`),
  ];
  for (const change of hostile) {
    const copy = copyOf(dir);
    change(join(copy, databaseName));
    const store = await open(copy, bySomebody);
    await store.commit([{ put: "links", record: link(2) }]);
    expect(await all(store.history.ofRecord("links", 2))).toHaveLength(1);
    expect(store.warnings.map(({ code }) => code)).toContain("service.databaseAnew");
    await store.close();
    expect(lstatSync(join(copy, databaseName)).isFile()).toBe(true);
    expect(filesOf(copy, /^waypost\.sqlite-/)).toEqual([]);
  }
  expect(statSync(elsewhere).mode & 0o777).toBe(0o644);
  expect(readFileSync(elsewhere, "utf8")).toBe("not Waypost's");
  expect(readdirSync(dirname(elsewhere))).toEqual(["other.sqlite"]);
});

test("rows that aren't changes are left out, and the others are told", async () => {
  const dir = newFolder();
  const whole = await kept(dir, async (one) => {
    await one.commit([{ put: "links", record: link(1) }]);
    await one.commit([{ put: "links", record: link(1, { url: "https://example.org/" }) }]);
    for (const id of [2, 3, 4, 5]) {
      await one.commit([{ put: "links", record: link(id) }]);
      await one.commit([{ remove: "links", id }]);
    }
  });
  await whole.close();
  const database = new DatabaseSync(join(dir, databaseName));
  const wide = `{"id":5,"x":[${Array.from({ length: 40_000 }, () => "[]").join(",")}]}`;
  const deep = (levels: number) => `{"tags":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  database.exec(`
    update changes set after = 'no JSON' where kind = 'changed';
    update changes set before = 'no JSON' where kind = 'removed' and id = 2;
    update changes set before = '${deep(200_000)}' where kind = 'removed' and id = 3;
    update changes set before = '${deep(40)}' where kind = 'removed' and id = 4;
    update changes set before = '${wide}' where kind = 'removed' and id = 5;
    update changes set collection = '__proto__' where kind = 'added' and collection <> 'links';
    insert into set_counts select id, '__proto__', 1, 0, 0 from sets limit 1;
  `);
  database.close();
  const store = await open(dir, bySomebody);
  expect((await all(store.history.ofRecord("links", 1))).map(({ before }) => before)).toEqual([
    null,
  ]);
  for (const id of [2, 3, 4, 5]) {
    expect(await all(store.history.ofRecord("links", id))).toMatchObject([{ before: null }]);
  }
  const { items } = await store.history.sets({ offset: 0, limit: 10 });
  expect(items.flatMap(({ counts }) => [...counts.keys()])).not.toContain("__proto__");
  await store.close();
});

test("a damaged database is made again from the copy of the day and the journals", async () => {
  const dir = newFolder();
  const first = await kept(dir, async (one) => {
    for (const id of [1, 2, 3]) await one.commit([{ put: "links", record: link(id) }]);
  });
  await first.close();
  // The backup of the day has a copy of the database beside it.
  const second = await open(dir, bySomebody);
  await vi.waitFor(() => expect(existsSync(databaseCopy(dir))).toBe(true), { timeout: 10_000 });
  await second.commit([{ put: "links", record: link(4) }]);
  await second.close();
  writeFileSync(join(dir, databaseName), "no database");
  const third = await openForTest(dir, bySomebody);
  for (const id of [1, 2, 3, 4]) {
    expect(await all(third.history.ofRecord("links", id))).toHaveLength(1);
  }
  expect(third.warnings.map(({ code }) => code)).toEqual(["service.databaseFromCopy"]);
});

test("a folder without a database opens, with what its journals have of the history", async () => {
  const dir = newFolder();
  const store = await kept(dir, async (one) => {
    for (const id of [1, 2, 3]) await one.commit([{ put: "links", record: link(id) }]);
  });
  await store.close();
  rmSync(join(dir, databaseName));
  const again = await openForTest(dir, bySomebody);
  expect(again.links.size).toBe(3);
  await again.commit([{ remove: "links", id: 3 }]);
  expect((await all(again.history.removed("links"))).map(({ id }) => id)).toEqual([3]);
  expect(again.warnings).toEqual([]);
});

test("a copy whose history goes on beyond its journals tells nothing that isn't so", async () => {
  const dir = newFolder();
  const store = await open(dir, { ...bySomebody, rotateAfterBytes: 1 });
  for (let id = 1; id <= 6; id += 1) await store.commit([{ put: "links", record: link(id) }]);
  const copy = copyOf(dir);
  for (let id = 7; id <= 12; id += 1) await store.commit([{ put: "links", record: link(id) }]);
  await everythingKept(store);
  expect(lastTaken(dir)).toBe(12);
  await store.close();
  // As if the journals had been copied before the history was.
  for (const name of filesOf(copy, /^waypost\.sqlite/)) rmSync(join(copy, name));
  cpSync(join(dir, databaseName), join(copy, databaseName));
  const again = await open(copy, { ...bySomebody, rotateAfterBytes: 1 });
  const present = again.links.size;
  expect(present).toBe(6);
  expect((await again.history.sets({ offset: 0, limit: 50 })).total).toBe(present);
  expect(again.warnings.map(({ code }) => code)).toContain("service.historyBeyond");
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
