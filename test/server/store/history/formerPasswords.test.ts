import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formerPasswords } from "../../../../src/server/store/history/formerHistory.ts";
import { seal } from "../../../../src/server/store/lines.ts";
import { newFolder } from "../testFolder.ts";

test("former passwords are read, but not those of a file that is far longer than any", () => {
  const dir = join(newFolder(), "history");
  mkdirSync(dir);
  const file = join(dir, "passwords.ndjson");
  const password = { link: 1, commit: 2, hash: "scrypt" };
  expect(formerPasswords(dir)).toEqual([]);
  writeFileSync(file, seal(JSON.stringify(password)));
  expect(formerPasswords(dir)).toEqual([password]);
  truncateSync(file, 2 ** 26 + 1);
  expect(formerPasswords(dir)).toEqual([]);
});

test("former passwords are read past lines that can't be, up to ten thousand", () => {
  const dir = join(newFolder(), "history");
  mkdirSync(dir);
  const password = { link: 1, commit: 2, hash: "scrypt" };
  const read = (unreadable: number) => {
    const text = "\n".repeat(unreadable) + seal(JSON.stringify(password));
    writeFileSync(join(dir, "passwords.ndjson"), text);
    return formerPasswords(dir);
  };
  expect(read(10_000)).toEqual([password]);
  expect(read(10_001)).toEqual([]);
});
