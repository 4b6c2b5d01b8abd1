import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { journalHead } from "../../../src/server/store/document/journal.ts";
import { seal } from "../../../src/server/store/lines.ts";
import {
  type Migration,
  migrations,
  versionAfter,
} from "../../../src/server/store/document/migrations.ts";
import type { RawRecord } from "../../../src/server/store/tables/checks.ts";
import type { LinkRecord } from "../../../src/server/store/records.ts";
import { salvage } from "../../../src/server/store/salvage.ts";
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
  const text = readFileSync(path, "utf8").replace(/^\{"waypost":\d+,/, '{"waypost":9,');
  writeFileSync(path, text);
  await expect(open(dir)).rejects.toThrow(/newer version of Waypost \(records of version 9/);
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

test("a backup copied over the document stops the start with its name and the command that restores it", async () => {
  const dir = await closedFolder();
  const keeping = await open(dir);
  const backup = (await keeping.backups.keep("made")) ?? "";
  await keeping.close();
  for (let round = 0; round < 3; round += 1) {
    const store = await open(dir);
    await addLinks(store, 1);
    await store.close();
  }
  const document = join(dir, "waypost.json");
  const copied = readFileSync(join(dir, "backups", backup), "utf8");
  const { end } = JSON.parse(copied) as { readonly end: { readonly journal: number } };
  // As soon as the history has what is in it.
  rmSync(join(dir, `journal-${String(end.journal).padStart(6, "0")}.ndjson`), { force: true });
  writeFileSync(document, copied);
  // The daily one may be the same.
  await expect(open(dir)).rejects.toThrow(
    /is a copy of the backup ([\w-]+\.json), .* run "waypost restore \1"/,
  );
  rmSync(document);
  const store = await openForTest(dir);
  expect(store.links.size).toBe(5);
});

test.each(["apiKey", "hashKey", "cookieKey"])(
  "an empty %s stops the start, as it would be right for whoever sends none",
  async (name) => {
    const dir = await closedFolder();
    const path = join(dir, "secrets.json");
    const secrets = JSON.parse(readFileSync(path, "utf8")) as object;
    writeFileSync(path, JSON.stringify({ ...secrets, [name]: "" }));
    await expect(open(dir)).rejects.toThrow(/secrets\.json is damaged.*new API key/);
  },
);

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
    message: expect.stringContaining("isn't allowed to write to") as string,
  });
});

test.skipIf(process.getuid?.() === 0)(
  "a folder without the right to write is refused",
  async () => {
    const dir = await closedFolder();
    chmodSync(dir, 0o500);
    await expect(open(dir)).rejects.toThrow(/isn.t allowed to write to/);
    chmodSync(dir, 0o700);
  },
);

const titled = {
  links: (record: RawRecord) => ({ ...record, metaTitle: `${record["alias"] as string} migrated` }),
};
const steps: readonly Migration[] = [...migrations, titled];
const next = versionAfter(steps);
const present = versionAfter(migrations);

function migratedLink(id: number): LinkRecord {
  return link(id, { metaTitle: `${link(id).alias} migrated` });
}

/** Two links in the journal, none in the document: what a kill leaves behind. */
async function killedFolder(): Promise<string> {
  const dir = newFolder();
  await addLinks(await openForTest(dir), 2);
  const killed = newFolder();
  for (const name of filesOf(dir, /^(waypost|journal|secrets)/)) {
    writeFileSync(join(killed, name), readFileSync(join(dir, name)));
  }
  return killed;
}

test("an older document is backed up, brought forward with its journal, and stays forward", async () => {
  const killed = await killedFolder();
  const migrated = await open(killed, { migrations: steps });
  expect(linksOf(migrated)).toEqual([migratedLink(1), migratedLink(2)]);
  expect(migrated.nextId("links")).toBe(3);
  await migrated.close();
  const [backup = ""] = filesOf(join(killed, "backups"), /^before-version-/);
  expect(backup).toMatch(`before-version-${next}-`);
  expect(JSON.parse(readFileSync(join(killed, "backups", backup), "utf8"))).toMatchObject({
    waypost: present,
    links: [link(1), link(2)],
  });
  const again = await openForTest(killed, { migrations: steps });
  expect(linksOf(again)).toEqual([migratedLink(1), migratedLink(2)]);
  await again.close();
  await expect(open(killed)).rejects.toThrow(/newer version of Waypost/);
});

test("each line is brought forward from the version of its own journal", async () => {
  const killed = await killedFolder();
  const path = join(killed, "journal-000001.ndjson");
  writeFileSync(path, `${readFileSync(path, "utf8")}${seal(JSON.stringify({ end: 3 }))}`);
  writeFileSync(
    join(killed, "journal-000002.ndjson"),
    Buffer.concat([
      journalHead(next, 2, 3),
      Buffer.from(
        seal(JSON.stringify({ commit: 3, changes: [{ put: "links", record: link(2) }] })),
      ),
    ]),
  );
  const store = await open(killed, { migrations: steps });
  expect(linksOf(store)).toEqual([migratedLink(1), link(2)]);
  await store.close();
  const [backup = ""] = filesOf(join(killed, "backups"), /^before-version-/);
  expect(JSON.parse(readFileSync(join(killed, "backups", backup), "utf8"))).toMatchObject({
    waypost: present,
    links: [link(1), link(2)],
  });
});

test("a journal from a newer version is neither read nor mended", async () => {
  const killed = await killedFolder();
  const path = join(killed, "journal-000001.ndjson");
  const [, ...lines] = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, Buffer.concat([journalHead(next, 1, 1), Buffer.from(lines.join("\n"))]));
  writeFileSync(join(killed, "waypost.json"), "damaged");
  const before = filesOf(killed, /./).map((name) => [
    name,
    readFileSync(join(killed, name), "utf8"),
  ]);
  await expect(salvage(killed)).rejects.toThrow(/created by a newer version of Waypost/);
  rmSync(join(killed, "waypost.json"));
  await expect(open(killed)).rejects.toThrow(/created by a newer version of Waypost/);
  expect(
    filesOf(killed, /./).map((name) => [name, readFileSync(join(killed, name), "utf8")]),
  ).toEqual(before.filter(([name]) => name !== "waypost.json"));
});
