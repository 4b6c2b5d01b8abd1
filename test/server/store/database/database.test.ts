import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { databaseName } from "../../../../src/server/store/database/database.ts";
import { openToWrite } from "../../../../src/server/store/database/databaseFile.ts";
import { journalNaming } from "./plantedJournal.ts";
import { databaseOf } from "./testDatabase.ts";
import { filesOf, newFolder } from "../testFolder.ts";

/** Takes some seconds: a thread that is given up ends only with it. */
const slow =
  "with recursive number(n) as (select 1 union all select n + 1 from number where n < 2e7) select count(*) from number";

test("a question that takes too long or that nobody waits for is given up, and the next is answered", async () => {
  const database = databaseOf(newFolder());
  const { signal } = new AbortController();
  await expect(database.select(slow, [], { signal, longest: 50 })).rejects.toThrow("too long");
  const stopped = new AbortController();
  const asked = database.select(slow, [], { signal: stopped.signal });
  stopped.abort(new Error("nobody waits"));
  await expect(asked).rejects.toThrow("nobody waits");
  expect(await database.select("select ? as answer", [42])).toEqual([{ answer: 42 }]);
  await expect(database.select("select unknown")).rejects.toThrow("no such column: unknown");
});

test("closing doesn't wait for what is still being read", async () => {
  const database = databaseOf(newFolder());
  const { signal } = new AbortController();
  // What may be stopped starts the thread that reads.
  await database.select("select 1", [], { signal });
  // Without an end, a row every few milliseconds.
  const endless = `with recursive number(n) as (select 1 union all select n + 1 from number)
    select n from number where n % 100000 = 0`;
  const asked = database.select(endless, [], { signal, longest: 600_000 });
  const refused = asked.then(() => "answered", String);
  await setImmediate();
  await database.close();
  expect(await refused).toContain("stopped");
});

test("a select takes a bounded number of rows, whatever it says", async () => {
  const database = databaseOf(newFolder());
  const text = "x".repeat(1 << 20);
  const many = `with recursive number(n) as (select 1 union all select n + 1 from number where n < 100)
    select ? as text from number`;
  const rows = await database.select(many, [text], { mostText: 3 << 20 });
  expect(rows).toHaveLength(3);
  expect((await database.select(many, [text])).length).toBeLessThan(70);
});

test("a job that fails leaves nothing behind, and those after it are done", async () => {
  const dir = newFolder();
  const database = databaseOf(dir);
  await expect(
    database.write("takeJournal", { dir: join(dir, "nowhere"), number: 1, bytes: 1 }),
  ).rejects.toThrow("ENOENT");
  expect(await database.write("takeJournal", { dir, number: 1, bytes: 1 })).toMatchObject({
    isDone: true,
    commit: 0,
  });
});

test("a copy is one whole file that only its owner may read", async () => {
  const dir = newFolder();
  const database = databaseOf(dir);
  const copy = join(dir, "copy.sqlite");
  await database.copyTo(copy, new AbortController().signal);
  const mode = statSync(copy).mode & 0o777;
  expect(process.platform === "win32" ? 0o600 : mode).toBe(0o600);
  expect(filesOf(dir, /^copy/)).toEqual(["copy.sqlite"]);
  await database.close();
  expect(filesOf(dir, /^waypost/)).toEqual([databaseName]);
});

test.runIf(process.platform !== "win32")("a copy isn't written through a link", async () => {
  const dir = newFolder();
  const database = databaseOf(dir);
  const victim = join(dir, "own.txt");
  writeFileSync(victim, "my own\n");
  symlinkSync(victim, join(dir, "copy.sqlite.tmp"));
  await database.copyTo(join(dir, "copy.sqlite"), new AbortController().signal);
  expect(readFileSync(victim, "utf8")).toBe("my own\n");
  expect(lstatSync(join(dir, "copy.sqlite")).isFile()).toBe(true);
  await database.close();
});

test.each(["-wal", "-shm", "-journal"])(
  "a folder as %s without a database is set aside",
  async (ending) => {
    const dir = newFolder();
    mkdirSync(join(dir, databaseName + ending));
    const database = databaseOf(dir);
    await expect(database.select("select 1 as one")).resolves.toEqual([{ one: 1 }]);
    expect(filesOf(dir, /damaged/)).toEqual([`${databaseName}.damaged-now${ending}`]);
    await database.close();
  },
);

test.runIf(process.platform !== "win32").each(["-wal", "-shm", "-journal"])(
  "a link as %s is too, and what it leads to stays as it was",
  async (ending) => {
    const dir = newFolder();
    const victim = join(dir, "own.txt");
    writeFileSync(victim, "my own\n");
    symlinkSync(victim, join(dir, databaseName + ending));
    const database = databaseOf(dir);
    await expect(database.select("select 1 as one")).resolves.toEqual([{ one: 1 }]);
    expect(filesOf(dir, /damaged/)).toEqual([`${databaseName}.damaged-now${ending}`]);
    expect(readFileSync(victim, "utf8")).toBe("my own\n");
    await database.close();
  },
);

test("a journal that names another file is set aside with its database, and the file stays", async () => {
  const dir = newFolder();
  const first = databaseOf(dir);
  await first.select("select 1");
  await first.close();
  const victim = join(dir, "own.txt");
  writeFileSync(victim, "my own\n");
  writeFileSync(join(dir, `${databaseName}-journal`), journalNaming(victim));
  const database = databaseOf(dir);
  await expect(database.select("select 1 as one")).resolves.toEqual([{ one: 1 }]);
  expect(filesOf(dir, /damaged/)).toEqual(
    ["", "-journal"].map((ending) => `${databaseName}.damaged-now${ending}`),
  );
  expect(readFileSync(victim, "utf8")).toBe("my own\n");
  await database.close();
});

test("a journal that our own first write left behind costs nothing", async () => {
  const dir = newFolder();
  writeFileSync(join(dir, databaseName), "");
  writeFileSync(join(dir, `${databaseName}-journal`), journalNaming(null));
  const database = databaseOf(dir);
  await expect(database.select("select 1 as one")).resolves.toEqual([{ one: 1 }]);
  expect(filesOf(dir, /damaged/)).toEqual([]);
  await database.close();
});

test("no more rows are read than it takes to have so much text", async () => {
  const database = databaseOf(newFolder());
  const sql = "select value, printf('%.*c', 1000, 'x') as text from json_each(?)";
  const values = [JSON.stringify(Array.from({ length: 20 }, (_, place) => place))];
  expect(await database.select(sql, values)).toHaveLength(20);
  expect(await database.select(sql, values, { mostText: 2_500 })).toHaveLength(3);
  expect(await database.select(sql, values, { mostText: 100_000 })).toHaveLength(20);
});

test("a database whose tables are described at endless length is set aside before that is read", () => {
  const path = join(newFolder(), databaseName);
  const opening = { path, copy: `${path}.copy`, stamp: "x", isDamaged: false };
  openToWrite(opening).database.close();
  // In a process of its own: what this one has ever used is measured below.
  const plant = `new (require("node:sqlite").DatabaseSync)(process.argv[1])
    .exec("create table planted (a /*" + "0".repeat(100_000_000) + "*/)")`;
  execFileSync(process.execPath, ["-e", plant, path]);
  const before = process.resourceUsage().maxRSS;
  const { database, repair } = openToWrite(opening);
  database.close();
  expect(repair).toEqual({ kept: `${databaseName}.damaged-x`, isFromCopy: false });
  // In KiB. It was seven times what is written there.
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(100_000);
});
