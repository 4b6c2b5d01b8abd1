import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { disk } from "../../../src/server/store/fileSystem.ts";
import { openStore } from "../../../src/server/store/openStore.ts";
import { largestId } from "../../../src/server/store/records.ts";
import { readRunFile, removeRunFile, writeRunFile } from "../../../src/server/store/runFile.ts";
import { storeConformance } from "./storeConformance.ts";
import {
  addLinks,
  click,
  copyOf,
  filesOf,
  link,
  linksOf,
  newFolder,
  now,
  open,
  openForTest,
} from "./testFolder.ts";

storeConformance("disk", openStore);

function everyFile(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test("closes the folder and its files to others", async () => {
  const dir = join(newFolder(), "deep", "data");
  const store = await openForTest(dir);
  await addLinks(store, 2);
  await click(store, 1);
  writeRunFile(dir, {
    pid: 1,
    baseUrl: "http://127.0.0.1:1",
    gui: null,
    hasWindow: false,
    localKey: "k",
    startedAt: "2026-01-01T00:00:00Z",
  });
  const check = () => {
    for (const file of everyFile(dir))
      expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600]);
    for (const folder of [dir, join(dir, "clicks")])
      expect(statSync(folder).mode & 0o777).toBe(0o700);
  };
  check();
  await store.close();
  check();
});

test("closes a folder of its own that was opened to others", async () => {
  const dir = newFolder();
  await (await open(dir)).close();
  chmodSync(dir, 0o755);
  const store = await openForTest(dir);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(store.warnings).toEqual([]);
});

test("leaves the rights of somebody else's folder alone, and says so", async () => {
  const dir = newFolder();
  writeFileSync(join(dir, "thesis.txt"), "");
  chmodSync(dir, 0o755);
  const store = await openForTest(dir);
  expect(statSync(dir).mode & 0o777).toBe(0o755);
  expect(store.warnings.map(({ message }) => message).join()).toContain(
    "Other users of this computer can list the files in",
  );
});

test("keeps secrets out of every file but their own", async () => {
  const dir = newFolder();
  const store = await open(dir);
  await addLinks(store, 3);
  await store.close();
  for (const file of everyFile(dir)) {
    if (file.endsWith("secrets.json")) continue;
    const text = readFileSync(file, "utf8");
    for (const secret of Object.values(store.secrets)) expect(text).not.toContain(secret);
  }
});

test("writes a document that is JSON, one record a line, lowest id first", async () => {
  const dir = newFolder();
  const store = await open(dir);
  await addLinks(store, 2);
  await store.close();
  const text = readFileSync(join(dir, "waypost.json"), "utf8");
  expect(text.split("\n").slice(0, 8)).toEqual([
    '{"waypost":5,',
    '"settings":[',
    "],",
    '"account":[',
    "],",
    '"links":[',
    `${JSON.stringify(link(1))},`,
    JSON.stringify(link(2)),
  ]);
  expect(JSON.parse(text)).toMatchObject({
    waypost: 5,
    links: [link(1), link(2)],
    end: { count: 2, next: { links: 3 }, journal: 2, commit: 3 },
  });
});

test("starts from the document alone, and says that later changes would be missing", async () => {
  const dir = newFolder();
  const store = await open(dir);
  await addLinks(store, 2);
  await store.close();
  const elsewhere = newFolder();
  writeFileSync(join(elsewhere, "waypost.json"), readFileSync(join(dir, "waypost.json")));
  const alone = await openForTest(elsewhere);
  expect(linksOf(alone)).toEqual([link(1), link(2)]);
  expect(alone.warnings.map(({ message }) => message).join()).toContain("was missing");
});

test("warns of a folder that looks synced", async () => {
  const store = await openForTest(join(newFolder(), "Dropbox", "waypost"));
  expect(store.warnings.map(({ message }) => message).join()).toContain("synced by Dropbox");
});

test("has a backup of each day, seven of them, each a document that opens", async () => {
  const dir = newFolder();
  const first = await open(dir);
  await addLinks(first, 2);
  await first.close();
  for (let day = 0; day < 9; day += 1) {
    const store = await open(dir, { clock: () => now + day * 86_400_000 });
    await new Promise(setImmediate);
    await store.close();
  }
  const backups = filesOf(join(dir, "backups"), /./);
  expect(backups).toEqual(
    [7, 8, 9, 10, 11, 12, 13].map((day) => `waypost-2026-03-${String(day).padStart(2, "0")}.json`),
  );
  const restored = newFolder();
  writeFileSync(
    join(restored, "waypost.json"),
    readFileSync(join(dir, "backups", backups[0] ?? "")),
  );
  expect(linksOf(await openForTest(restored))).toEqual([link(1), link(2)]);
});

test("makes no daily backup that would leave no room for changes, and says so", async () => {
  const dir = newFolder();
  const first = await open(dir);
  await addLinks(first, 2);
  await first.close();
  const { size } = statSync(join(dir, "waypost.json"));
  const said: unknown[] = [];
  const store = await openForTest(dir, {
    files: { ...disk, space: async () => ({ free: 2 * size, size: 100 * size }) },
    warned: (warning) => void said.push(warning),
  });
  await expect
    .poll(() => said, { timeout: 30_000 })
    .toMatchObject([{ code: "service.backupFailed", values: { reason: "the disk is full" } }]);
  expect(filesOf(dir, /^backups$/)).toEqual([]);
  expect(linksOf(store)).toHaveLength(2);
});

test("keeping the history within its bounds leaves the last of the disk to the journals", async () => {
  const dir = newFolder();
  let free = 1 << 20;
  const store = await openForTest(dir, {
    files: { ...disk, space: async () => ({ free, size: 1 << 30 }) },
  });
  await addLinks(store, 2);
  await store.history.keepWithin({ days: 1, maxBytes: 1 });
  expect(await store.history.withoutTrace("links", [])).toEqual(new Set());
  expect(filesOf(dir, /^waypost\.sqlite/)).toEqual([]);
  free = 1 << 29;
  await store.history.keepWithin({ days: 1, maxBytes: 1 });
  expect(filesOf(dir, /^waypost\.sqlite$/)).toHaveLength(1);
});

test("sets an edit aside that is made while it runs, and says so then and at the next start", async () => {
  const dir = newFolder();
  const said: string[] = [];
  const store = await open(dir, {
    lookEvery: 20,
    warned: ({ message }) => void said.push(message),
  });
  await addLinks(store, 2);
  const document = join(dir, "waypost.json");
  const edited = `${readFileSync(document, "utf8")} `;
  writeFileSync(document, edited);
  await expect.poll(() => filesOf(dir, /^waypost\.foreign-/).length, { timeout: 30_000 }).toBe(1);
  const [kept = ""] = filesOf(dir, /^waypost\.foreign-/);
  expect(readFileSync(join(dir, kept), "utf8")).toBe(edited);
  await expect.poll(() => said.join(), { timeout: 30_000 }).toContain(kept);
  expect(store.warnings.map(({ message }) => message)).toEqual(said);
  await store.close();
  const again = await openForTest(dir);
  expect(again.links.size).toBe(2);
  expect(again.warnings).toMatchObject([{ code: "service.foreignKept" }]);
  expect(again.warnings[0]?.message).toContain(kept);
});

test("lists the daily backup with the time it was made, before an older one of the same day", async () => {
  const dir = newFolder();
  const store = await openForTest(dir);
  mkdirSync(join(dir, "backups"), { recursive: true });
  for (const [name, changed] of [
    ["made-2026-03-04T18-48-00-000Z.json", "2026-03-04T18:48:00Z"],
    ["waypost-2026-03-04.json", "2026-03-04T19:10:30Z"],
    ["waypost-2026-03-03.json", "2026-03-05T09:00:00Z"],
  ] as const) {
    const path = join(dir, "backups", name);
    writeFileSync(path, "");
    utimesSync(path, new Date(changed), new Date(changed));
  }
  const listed = await store.backups.list();
  expect(
    listed.map(({ name, madeAt }) => [name, new Date(madeAt).toISOString()]),
    "of a copied folder, the day that its name says",
  ).toEqual([
    ["waypost-2026-03-04.json", "2026-03-04T19:10:30.000Z"],
    ["made-2026-03-04T18-48-00-000Z.json", "2026-03-04T18:48:00.000Z"],
    ["waypost-2026-03-03.json", "2026-03-03T00:00:00.000Z"],
  ]);
});

test("makes the document again from its former state when it is missing", async () => {
  const dir = newFolder();
  const first = await open(dir);
  await addLinks(first, 2);
  await first.close();
  const second = await open(dir);
  await addLinks(second, 1);
  await second.close();
  rmSync(join(dir, "waypost.json"));
  const store = await openForTest(copyOf(dir));
  expect(linksOf(store)).toEqual([link(1), link(2), link(3)]);
  expect(store.warnings.map(({ message }) => message).join()).toContain("has been recreated");
});

test("reads the run file that it wrote, and nothing where there is none", () => {
  const dir = newFolder();
  const run = {
    pid: 5,
    baseUrl: "http://127.0.0.1:4080",
    gui: null,
    hasWindow: false,
    localKey: "key",
    startedAt: "2026-01-01T00:00:00Z",
  };
  expect(readRunFile(dir)).toBeNull();
  writeRunFile(dir, run);
  expect(readRunFile(dir)).toEqual(run);
  removeRunFile(dir);
  expect(readRunFile(dir)).toBeNull();
  mkdirSync(join(dir, "run.json"));
  expect(readRunFile(dir)).toBeNull();
});

test("what is cut off the end of a journal is kept byte for byte", async () => {
  const dir = newFolder();
  await addLinks(await openForTest(dir), 2);
  const killed = copyOf(dir);
  const journal = join(killed, "journal-000001.ndjson");
  const torn = Buffer.concat([Buffer.from('{"commit":3,"changes":"گ€'), Buffer.of(0, 0xe2, 0xff)]);
  writeFileSync(journal, Buffer.concat([readFileSync(journal), torn]));
  expect(linksOf(await openForTest(killed))).toHaveLength(2);
  const [kept = ""] = filesOf(killed, /\.cut-/);
  expect(readFileSync(join(killed, kept))).toEqual(torn);
});

test("no id is given that no record could be read with", async () => {
  const store = await openForTest(newFolder());
  await store.commit([{ put: "links", record: link(largestId) }]);
  expect(() => store.nextId("links")).toThrow(/There are no IDs left.*waypost doctor/);
  expect(store.nextId("channels")).toBe(1);
});
