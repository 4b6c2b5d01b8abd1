import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { hashOf, reasonToBuild } from "../../scripts/build.mjs";

const dir = mkdtempSync(join(tmpdir(), "waypost-build-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test("a build is due when there is none, when a part of it is gone, and when the sources changed", () => {
  expect(reasonToBuild({ stamp: null, wanted: "a", missing: [] })).toBe("nothing is built yet");
  expect(reasonToBuild({ stamp: "a", wanted: "a", missing: ["x"] })).toBe("nothing is built yet");
  expect(reasonToBuild({ stamp: "a", wanted: "b", missing: [] })).toBe("the sources changed");
  expect(reasonToBuild({ stamp: "a", wanted: "a", missing: [] })).toBeNull();
});

test("contents and names of the sources count, their times don't", () => {
  mkdirSync(join(dir, "src", "deep"), { recursive: true });
  const file = join(dir, "src", "deep", "a.ts");
  writeFileSync(file, "1");
  const before = hashOf(["src", "absent.json"], dir);
  utimesSync(file, 1, 1);
  expect(hashOf(["src", "absent.json"], dir)).toBe(before);
  writeFileSync(file, "2");
  const changed = hashOf(["src", "absent.json"], dir);
  expect(changed).not.toBe(before);
  writeFileSync(join(dir, "src", "b.ts"), "");
  expect(hashOf(["src", "absent.json"], dir)).not.toBe(changed);
});
