import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrations } from "../../../src/server/store/migrations.ts";
import { failingFiles } from "./failingFiles.ts";
import { addLinks, filesOf, link, linksOf, newFolder, open, openForTest } from "./testFolder.ts";

async function closedFolder(): Promise<string> {
  const dir = newFolder();
  const store = await open(dir);
  await addLinks(store, 2);
  await store.close();
  return dir;
}

test("a document from a newer version stops the start and stays as it is", async () => {
  const dir = await closedFolder();
  const path = join(dir, "waypost.json");
  const text = readFileSync(path, "utf8").replace('{"waypost":1,', '{"waypost":9,');
  writeFileSync(path, text);
  await expect(open(dir)).rejects.toThrow(/newer Waypost \(document version 9/);
  expect(readFileSync(path, "utf8")).toBe(text);
  expect(readdirSync(dir)).not.toContain("lock.json");
});

test("an empty document is damage, not a new beginning", async () => {
  const dir = await closedFolder();
  writeFileSync(join(dir, "waypost.json"), "");
  await expect(open(dir)).rejects.toThrow(/waypost\.json is damaged/);
});

test("a folder that was in use and has lost its document is not taken for a new one", async () => {
  const dir = await closedFolder();
  mkdirSync(join(dir, "backups"), { recursive: true });
  for (const name of filesOf(dir, /^(waypost|former)\.json$|^journal-000001/)) {
    rmSync(join(dir, name));
  }
  await expect(open(dir)).rejects.toThrow(/waypost\.json is missing/);
});

test("damaged secrets stop the start, with the way out", async () => {
  const dir = await closedFolder();
  writeFileSync(join(dir, "secrets.json"), "{");
  await expect(open(dir)).rejects.toThrow(/secrets\.json is damaged.*new API key/);
});

test("a folder on a read-only disk is refused with a sentence", async () => {
  const failing = failingFiles();
  failing.failAlways(["open", "write", "rename"], "EROFS");
  await expect(open(newFolder(), { files: failing.files })).rejects.toMatchObject({
    name: "StoreUnavailable",
    message: expect.stringContaining("may not write to") as string,
  });
});

test.skipIf(process.getuid?.() === 0)(
  "a folder without the right to write is refused",
  async () => {
    const dir = await closedFolder();
    chmodSync(dir, 0o500);
    await expect(open(dir)).rejects.toThrow(/may not write to/);
    chmodSync(dir, 0o700);
  },
);

test("an older document is backed up, brought forward with its journal, and stays forward", async () => {
  const dir = newFolder();
  const store = await openForTest(dir);
  await addLinks(store, 2);
  const killed = newFolder();
  for (const name of filesOf(dir, /^(waypost|journal|secrets)/)) {
    writeFileSync(join(killed, name), readFileSync(join(dir, name)));
  }
  const steps = [
    ...migrations,
    (document: Readonly<Record<string, readonly { readonly id: number }[]>>) => ({
      ...document,
      links: (document["links"] ?? []).map((record) => ({ ...record, metaTitle: "migrated" })),
    }),
  ];
  const migrated = await open(killed, { migrations: steps });
  expect(linksOf(migrated)).toEqual([1, 2].map((id) => link(id, { metaTitle: "migrated" })));
  expect(migrated.nextId("links")).toBe(3);
  await migrated.close();
  const [backup = ""] = filesOf(join(killed, "backups"), /^before-version-2/);
  expect(JSON.parse(readFileSync(join(killed, "backups", backup), "utf8"))).toMatchObject({
    waypost: 1,
    links: [link(1), link(2)],
  });
  const again = await openForTest(killed, { migrations: steps });
  expect(linksOf(again)).toEqual([1, 2].map((id) => link(id, { metaTitle: "migrated" })));
  await again.close();
  await expect(open(killed)).rejects.toThrow(/newer Waypost/);
});
