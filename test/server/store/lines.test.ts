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

test("lines come whole, however their ends fall on the pieces of a file", async () => {
  const path = join(newFolder(), "lines");
  const kib = 1024;
  const lengths = [0, 1, 16 * kib - 1, 16 * kib, 40, 3_000 * kib, 1_024 * kib - 1, 7, 33 * kib, 0];
  const lines = lengths.map((length, place) => String(place).repeat(length));
  const cut = "without an end";
  writeFileSync(path, lines.map((line) => `${line}\n`).join("") + cut);

  const taken: { readonly line: string; readonly start: number }[] = [];
  const { end, rest } = await readLines(disk, path, 0, (line, { start }) =>
    taken.push({ line: line.toString(), start }),
  );
  const starts = lengths.map((_, place) =>
    lengths.slice(0, place).reduce((sum, length) => sum + length + 1, 0),
  );
  expect(taken.map(({ line }) => line.length)).toEqual(lengths);
  expect(taken.map(({ line }) => line)).toEqual(lines);
  expect(taken.map(({ start }) => start)).toEqual(starts);
  const whole = lengths.reduce((sum, length) => sum + length + 1, 0);
  expect([end, rest.toString()]).toEqual([whole, cut]);
});
