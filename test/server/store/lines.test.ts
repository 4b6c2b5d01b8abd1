import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { disk } from "../../../src/server/store/fileSystem.ts";
import { readLines } from "../../../src/server/store/lines.ts";
import { newFolder } from "./testFolder.ts";

/** As long as a commit with many records takes. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test("others get their turn while lines of one piece of a file are taken", async () => {
  const path = join(newFolder(), "lines");
  writeFileSync(path, `${"a record".repeat(2_000)}\n`.repeat(80));
  let others = 0;
  const timer = setInterval(() => (others += 1), 1);
  let taken = 0;
  try {
    await readLines(disk, path, 0, () => {
      taken += 1;
      work(1);
    });
  } finally {
    clearInterval(timer);
  }

  expect(taken).toBe(80);
  expect(others).toBeGreaterThanOrEqual(5);
});
