import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BackupUnreadable } from "../../../src/server/store/store.ts";
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
