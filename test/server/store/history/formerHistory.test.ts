import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { databaseName } from "../../../../src/server/store/database/database.ts";
import { formerLines } from "../../../../src/server/store/history/formerHistory.ts";
import { seal } from "../../../../src/server/store/lines.ts";
import type { StoreOptions } from "../../../../src/server/store/openStore.ts";
import type { Store } from "../../../../src/server/store/store.ts";
import { filesOf, newFolder, open } from "../testFolder.ts";
import { type Answered, answersOf } from "./historyQuestions.ts";

const fixture = join(import.meta.dirname, "../fixtures/history-files");
const kept = ["backups", "before-version-5", "history"] as const;

/** What the program that wrote the folder said of its history. */
const answers = readFileSync(join(fixture, "answers.ndjson"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Answered);
const asked = (pattern: RegExp) =>
  answers.flatMap(({ question }) => pattern.exec(question)?.[1] ?? []);
const links = asked(/^changes of link (\d+)$/).map(Number);
const names = asked(/^link called (.*)$/);

const options = { rotateAfterBytes: 900, compactAfterBytes: 9000 } satisfies Partial<StoreOptions>;

function formerFolder(): string {
  const dir = newFolder();
  cpSync(join(fixture, "folder"), dir, { recursive: true });
  return dir;
}

interface Told {
  readonly commit: number;
  readonly id: number;
}

/** Without what nobody said an order of, and without what was asked of links that aren't gone. */
function comparable(given: readonly Answered[], store: Store): Answered[] {
  return given.map(({ question, answer }) => {
    if (question === "removed links") {
      const told = answer as readonly Told[];
      return {
        question,
        answer: told.toSorted((one, other) => other.commit - one.commit || one.id - other.id),
      };
    }
    if (question !== "links without trace") return { question, answer };
    const ids = answer as readonly number[];
    return { question, answer: ids.filter((id) => store.links.get(id) === undefined) };
  });
}

async function expectAnswers(dir: string): Promise<void> {
  const store = await open(dir, options);
  try {
    const found = await answersOf(store, links, names);
    expect(comparable(found, store)).toEqual(comparable(answers, store));
    const codes = store.warnings.map(({ code }) => code);
    expect(codes.filter((code) => code.startsWith("service.history"))).toEqual([]);
  } finally {
    await store.close();
  }
}

test("a history of files moves into the database: the same answers, and the files are kept", async () => {
  const dir = formerFolder();
  const files = filesOf(join(dir, "history"), /\.gz$/);
  expect(files.length).toBeGreaterThan(1);
  await expectAnswers(dir);
  expect(existsSync(join(dir, "history"))).toBe(false);
  expect(filesOf(join(dir, ...kept), /\.gz$/)).toEqual(files);
  await expectAnswers(dir);
});

test("where the database is lost later, those files are taken in again", async () => {
  const dir = formerFolder();
  await expectAnswers(dir);
  cpSync(join(fixture, "folder"), dir, { recursive: true });
  // As it was before: what is kept aside is all that is left of the history.
  rmSync(join(dir, "history"), { recursive: true });
  for (const name of filesOf(dir, /^waypost\.sqlite/)) rmSync(join(dir, name));
  await expectAnswers(dir);
});

test("a file of it that is damaged costs the blocks that are, and no start", async () => {
  const dir = formerFolder();
  const [name = ""] = filesOf(join(dir, "history"), /\.gz$/);
  const path = join(dir, "history", name);
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0, 200, 260));
  const store = await open(dir, options);
  const { total } = await store.history.sets({ offset: 0, limit: 1 });
  const whole = answers[0]?.answer as { total: number };
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(whole.total);
  await store.close();
});

test("what an older program wrote into such files afterwards is taken in too", async () => {
  const dir = formerFolder();
  await expectAnswers(dir);
  // The newest of its files alone, as if the database had come before it was written.
  const [, , last = ""] = filesOf(join(dir, ...kept), /\.gz$/);
  const first = Number(last.slice(0, 12));
  const database = new DatabaseSync(join(dir, databaseName));
  database.exec(`update taken set "commit" = ${first - 1}, journal = 0`);
  for (const table of ["changes", "former_passwords"]) {
    database.exec(`delete from ${table} where "commit" >= ${first}`);
  }
  database.exec("delete from former_names where number not in (select number from changes)");
  database.exec("delete from sets; delete from set_counts");
  database.close();
  cpSync(join(dir, ...kept), join(dir, "history"), { recursive: true });
  const store = await open(dir, options);
  for (const id of links) {
    const changes: number[] = [];
    for await (const { commit } of store.history.ofRecord("links", id)) changes.push(commit);
    const found = answers.find(({ question }) => question === `changes of link ${id}`);
    const told = found?.answer as readonly { readonly commit: number }[];
    expect(changes).toEqual(told.map(({ commit }) => commit));
  }
  await store.close();
  expect(existsSync(join(dir, "history"))).toBe(false);
});

/** A block as `gzip` packed it, whose one line of changes is as long as said. */
function block(commit: number, length: number): Buffer {
  const head = seal(JSON.stringify({ version: 5 }));
  return gzipSync(head + seal(JSON.stringify({ commit, said: " ".repeat(length) })));
}

function commitsOf(...blocks: readonly Buffer[]): unknown[] {
  const path = join(newFolder(), "blocks.gz");
  // What says by which system it was packed is not the same on each.
  for (const one of blocks) one.fill(0, 3, 10);
  writeFileSync(path, Buffer.concat(blocks));
  return [...formerLines(path)].map(({ line }) => line["commit"]);
}

test("of former history, blocks that unpack to far more than they are aren't read", () => {
  expect(commitsOf(block(1, 10), block(2, 4 << 20), block(3, 10))).toEqual([1, 3]);
  const large = Array.from({ length: 4 }, (_, at) => block(at, 400_000));
  expect(commitsOf(...large)).toEqual([0, 1]);
});

test("of former history, no more is read after many blocks that can't be", () => {
  const damaged = Array.from({ length: 30 }, () => {
    const one = block(1, 10);
    return one.fill(0, one.length - 8);
  });
  expect(commitsOf(...damaged.slice(0, 5), block(2, 10))).toEqual([2]);
  expect(commitsOf(block(1, 10), ...damaged, block(2, 10))).toEqual([1]);
});

const packed = (text: string | Buffer) => gzipSync(text, { level: 1 });
const commitLine = (commit: number) => seal(JSON.stringify({ commit, changes: [] }));

function formerFile(...blocks: readonly (string | Buffer)[]): string {
  const path = join(newFolder(), "000000000001-000000001000.ndjson.gz");
  writeFileSync(path, Buffer.concat(blocks.map(packed)));
  return path;
}

test("a former file with millions of line ends costs no memory for each", () => {
  const path = formerFile(Buffer.alloc(4_000_000, "\n"));
  const before = process.memoryUsage().heapUsed;
  expect([...formerLines(path)]).toEqual([]);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 2 ** 20);
});

test("former lines that can't be read are passed over, up to ten thousand", () => {
  const head = seal(JSON.stringify({ version: 3 }));
  const read = (unreadable: number) =>
    [...formerLines(formerFile(head + "\n".repeat(unreadable) + commitLine(7)))].map(
      ({ line }) => line["commit"],
    );
  expect(read(10_000)).toEqual([7]);
  expect(read(10_001)).toEqual([]);
});
