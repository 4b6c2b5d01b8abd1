import { join } from "node:path";
import { expect, test } from "vitest";
import { isOutsideProfile } from "../../../src/server/store/folder.ts";
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
