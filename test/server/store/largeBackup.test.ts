import { writeFile } from "node:fs/promises";
import { disk } from "../../../src/server/store/fileSystem.ts";
import { readDocument } from "../../../src/server/store/document/readDocument.ts";
import { checkId } from "../../../src/server/store/tables/checks.ts";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BackupUnreadable } from "../../../src/server/store/store.ts";
import { countTurns } from "../../support/turns.ts";
import { newFolder, openForTest } from "./testFolder.ts";

const link = (id: number, title: string) =>
  `{"id":${id},"alias":"a${id}","url":"https://example.org/","metaTitle":"${title}","createdAt":"2026-01-01T00:00:00.000Z"}`;

function written(records: number, title = ""): string {
  const links = Array.from({ length: records }, (_, at) => link(at + 1, title)).join(",\n");
  const end = `{"count":${records},"next":{},"journal":1,"commit":1}`;
  return `{"waypost":5,\n"links":[\n${links}\n],\n"end":${end}}\n`;
}

test("a backup with more records than fit into memory is refused, and one that fits is read", async () => {
  const dir = newFolder();
  let freeMemory = 2 ** 20;
  const store = await openForTest(dir, { freeMemory: () => freeMemory });
  const path = join(dir, "many.json");
  await writeFile(path, written(10_000));
  const refused = store.backups.read(path, "The file");
  await expect(refused).rejects.toBeInstanceOf(BackupUnreadable);
  await expect(refused).rejects.toThrow("too many records");
  freeMemory = 2 ** 25;
  expect((await store.backups.read(path, "The file")).records.get("links")).toHaveLength(10_000);
});

test("texts beyond Latin letters count for as much memory as they take", async () => {
  const freeMemory = 2 ** 23;
  const store = await openForTest(newFolder(), { freeMemory: () => freeMemory });
  const read = async (title: string) => {
    const path = join(newFolder(), "some.json");
    await writeFile(path, written(1_000, title));
    return store.backups.read(path, "The file");
  };
  expect((await read("e".repeat(2_000))).records.get("links")).toHaveLength(1_000);
  await expect(read("\u06cc".repeat(2_000))).rejects.toThrow("too many records");
});

test("a document with more tags than fit into memory is refused, and one with few is read", async () => {
  const tagged = (tagOf: (id: number) => string) =>
    written(1_000).replaceAll(/"id":(\d+),/g, (id, at) => `${id}"tags":["${tagOf(Number(at))}"],`);
  const different = tagged((id) => `t${id}`);
  const opened = async (document: string) => {
    const dir = newFolder();
    await writeFile(join(dir, "waypost.json"), document);
    return openForTest(dir, { freeMemory: () => 500_000 });
  };
  const { links } = await opened(tagged((id) => `t${id % 10}`));
  expect([...links.values()]).toHaveLength(1_000);
  await expect(opened(different)).rejects.toThrow("more records than fit into memory");
  const laidOut = JSON.stringify(JSON.parse(different), undefined, 2);
  await expect(opened(laidOut)).rejects.toThrow("more records than fit into memory");
});

test.each([
  [
    "many names of no collection",
    Array.from({ length: 300_000 }, (_, at) => `"n${at}":[\n],\n`).join(""),
  ],
  ["one name of no collection", '"others":[\n],\n'],
  ["a collection twice", '"links":[\n],\n"links":[\n],\n'],
])("a backup with %s is refused", async (_, collections) => {
  const dir = newFolder();
  const store = await openForTest(dir);
  const path = join(dir, "names.json");
  const end = `"end":{"count":0,"next":{},"journal":1,"commit":1}}\n`;
  await writeFile(path, `{"waypost":5,\n${collections}${end}`);
  await expect(store.backups.read(path, "The file")).rejects.toThrow("can't be restored");
});

/** A backup that an editor has laid out anew, as long as one may be: the same record again and again. */
async function edited(record: string, bytes = 2 << 20): Promise<string> {
  const path = join(newFolder(), "laid-out.json");
  const end = '"end":{"count":0,"next":{},"journal":1,"commit":1}';
  const head = '{"waypost":5,"links":[';
  const count = Math.floor((bytes - head.length - end.length - 4) / (record.length + 1));
  await writeFile(path, `${head}${Array.from({ length: count }, () => record).join(",")}],${end}}`);
  return path;
}

test("once a record of a backup is wrong, the records after it aren't looked at", async () => {
  const path = join(newFolder(), "wrong.json");
  await writeFile(path, written(100));
  let checked = 0;
  const check = (_: string, record: unknown) => {
    checked += 1;
    return checked === 3 ? { problem: "not a link" } : checkId("links", record);
  };
  const reading = { files: disk, path, version: 5, checkFor: () => check };
  expect((await readDocument(reading)).problem).toEqual({ line: 5, text: "links: not a link" });
  expect(checked).toBe(3);
});

test("a laid-out backup with more values than any is refused before it is parsed", async () => {
  const checked: unknown[] = [];
  const checkFor = () => (_: string, record: unknown) => {
    checked.push(record);
    return { problem: "not a link" };
  };
  const read = async (path: string) =>
    readDocument({ files: disk, path, version: 5, longestFree: 2 << 20, checkFor });
  await expect(read(await edited("{}"))).rejects.toThrow("more than 300000 values");
  expect(checked).toEqual([]);
  const found = await read(await edited("{}", 200_000));
  expect(found.problem?.text).toBe("links: not a link");
  expect(checked).toHaveLength(1);
});

test("the longest laid-out backup with the shortest records is read, and others get their turn", async () => {
  const path = await edited(link(1, "").replace('"metaTitle":"",', ""));
  let turns: (() => number) | undefined;
  const checkFor = () => (collection: string, record: unknown) => {
    turns ??= countTurns();
    const until = performance.now() + 0.01;
    while (performance.now() < until);
    return checkId(collection, record);
  };
  const found = await readDocument({
    files: disk,
    path,
    version: 5,
    longestFree: 2 << 20,
    checkFor,
  });
  expect(found.collections.get("links")?.length).toBeGreaterThan(20_000);
  expect(turns?.()).toBeGreaterThan(10);
});
