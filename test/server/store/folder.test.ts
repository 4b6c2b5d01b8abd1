import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isOutsideProfile } from "../../../src/server/store/folder.ts";
import { salvage } from "../../../src/server/store/salvage.ts";
import { failingFiles } from "./failingFiles.ts";
import { addLinks, linksOf, newFolder, openForTest } from "./testFolder.ts";

test("Windows closes to others what lies in a profile, and is not trusted with the rest", () => {
  const profile = String.raw`C:\Users\me`;
  const closed = [
    String.raw`C:\Users\me`,
    String.raw`C:\Users\me\AppData\Roaming\Waypost`,
    String.raw`c:\users\ME\..links`,
  ];
  const open = [
    String.raw`C:\Users\me2\Waypost`,
    String.raw`C:\Users`,
    String.raw`C:\Waypost`,
    String.raw`D:\Users\me\Waypost`,
  ];
  expect(closed.filter((dir) => isOutsideProfile(dir, profile))).toEqual([]);
  expect(open.filter((dir) => !isOutsideProfile(dir, profile))).toEqual([]);
});

test("a folder whose path is longer than 260 characters holds a store like any other", async () => {
  const names = Array.from({ length: 8 }, () => "a-folder-with-a-rather-long-name-of-its-own");
  const dir = join(newFolder(), ...names);
  expect(dir.length).toBeGreaterThan(340);
  const store = await openForTest(dir);
  await addLinks(store, 3);
  await store.close();
  const again = await openForTest(dir);
  expect(linksOf(again)).toHaveLength(3);
  await again.close();
});

test("a file in the folder's place is said to be one", async () => {
  const path = join(newFolder(), "notes.txt");
  writeFileSync(path, "mine");
  await expect(openForTest(path)).rejects.toThrow(`${path} is a file. Name a folder with --data.`);
});

test.each(["EACCES", "EROFS"])(
  "the doctor and a start say alike that %s forbids it",
  async (code) => {
    const dir = newFolder();
    const store = await openForTest(dir);
    await addLinks(store, 1);
    await store.close();
    const failing = failingFiles();
    failing.failAlways(["open"], code);
    const { files } = failing;
    const sentence = `Waypost may not write to ${dir} (${code}`;
    await expect(openForTest(dir, { files })).rejects.toThrow(sentence);
    await expect(salvage(dir, files)).rejects.toThrow(sentence);
  },
);
