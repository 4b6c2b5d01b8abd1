import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BackupUnreadable } from "../../../src/server/store/store.ts";
import { newFolder, openForTest } from "./testFolder.ts";

const link = (id: number) =>
  `{"id":${id},"alias":"a${id}","url":"https://example.org/","createdAt":"2026-01-01T00:00:00.000Z"}`;

function written(records: number): string {
  const links = Array.from({ length: records }, (_, at) => link(at + 1)).join(",\n");
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
