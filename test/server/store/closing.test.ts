import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { disk, type FileSystem } from "../../../src/server/store/fileSystem.ts";
import {
  addLinks,
  click,
  copyOf,
  filesOf,
  link,
  linksOf,
  newFolder,
  open,
  openForTest,
} from "./testFolder.ts";

const noJournal = /"journal":2,/;

/** However busy the machine is; milliseconds. */
const patience = { timeout: 30_000 };

/** Milliseconds; as the service has it. */
const endingTime = 500;

function documentOf(dir: string): string {
  return readFileSync(join(dir, "waypost.json"), "utf8");
}

/** A disk that, once it is told so, takes longer for each write than an end may take. */
function slowDisk(): { readonly files: FileSystem; isSlow: boolean } {
  const slow = {
    isSlow: false,
    files: {
      ...disk,
      async write(descriptor: number, bytes: Uint8Array) {
        if (slow.isSlow) await wait(600);
        return disk.write(descriptor, bytes);
      },
    },
  };
  return slow;
}

test("a small store is closed with everything in the document", async () => {
  const dir = newFolder();
  const store = await open(dir);
  await addLinks(store, 3);
  await store.close();
  expect(documentOf(dir)).toContain('"alias":"alias-3"');
  expect(documentOf(dir)).toMatch(noJournal);
});

test("a snapshot that would take too long at the end is left to the next start", async () => {
  const dir = newFolder();
  const slow = slowDisk();
  const store = await open(dir, { files: slow.files, endingTime });
  await addLinks(store, 4);
  await click(store, 1);
  slow.isSlow = true;
  const before = performance.now();
  await store.close();
  // The write that was under way when the time was up, and nothing after it.
  expect(performance.now() - before).toBeLessThan(2000);
  expect(documentOf(dir)).not.toContain("alias-4");
  expect(existsSync(join(dir, "waypost.json.tmp"))).toBe(false);
  const again = await openForTest(dir);
  expect(linksOf(again)).toEqual([1, 2, 3, 4].map((id) => link(id)));
  expect(again.warnings).toEqual([]);
});

test("an end that comes while a snapshot is being written does not wait for it", async () => {
  const dir = newFolder();
  const slow = slowDisk();
  const store = await open(dir, { files: slow.files, compactAfterBytes: 1, endingTime });
  slow.isSlow = true;
  await addLinks(store, 1);
  const before = performance.now();
  await store.close();
  expect(performance.now() - before).toBeLessThan(2000);
  expect(linksOf(await openForTest(dir))).toEqual([link(1)]);
});

test("an idle store writes its snapshot by itself", async () => {
  const dir = newFolder();
  const store = await openForTest(dir, { idleAfter: 20 });
  await addLinks(store, 100);
  // On a busy machine it may find itself idle before the last one, and what then comes is too little.
  await vi.waitFor(() => expect(documentOf(dir)).toContain('"alias":"alias-1"'), patience);
});

test("what is needed to understand an edit stays beside a document with changes pending", async () => {
  const dir = newFolder();
  // Once, on the way: what comes after it is too little for another.
  const store = await openForTest(dir, { compactAfterBytes: 5_000 });
  await addLinks(store, 50);
  await vi.waitFor(() => expect(documentOf(dir)).toContain('"alias":"alias-1"'), patience);
  await addLinks(store, 1);
  const killed = copyOf(dir);
  expect(filesOf(killed, /^(former|journal)/)).toEqual([
    "former.json",
    "journal-000001.ndjson",
    "journal-000002.ndjson",
  ]);
});

test("an end says so when clicks could not be made safe", async () => {
  const dir = newFolder();
  let isBroken = false;
  const store = await open(dir, {
    files: {
      ...disk,
      async sync(descriptor) {
        if (isBroken) throw Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
        return disk.sync(descriptor);
      },
    },
  });
  await addLinks(store, 1);
  await click(store, 1);
  isBroken = true;
  await expect(store.close()).rejects.toThrow("Some data couldn't be saved to disk");
  expect(filesOf(dir, /^lock/)).toEqual([]);
});
