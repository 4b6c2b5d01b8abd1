import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { add, readTally } from "../../scripts/tally.mjs";

const dir = mkdtempSync(join(tmpdir(), "waypost-tally-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function report(content: object): string {
  const file = join(dir, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test("vitest's and Playwright's reports are both understood", () => {
  const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
  expect(readTally(report(vitest))).toEqual({ passed: 5, failed: 1, skipped: 3 });
  const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 2 };
  expect(readTally(report({ stats }))).toEqual({ passed: 7, failed: 2, skipped: 2 });
});

test("a runner that never got to a report counted nothing", () => {
  const nothing = { passed: 0, failed: 0, skipped: 0 };
  expect(readTally(join(dir, "absent.json"))).toEqual(nothing);
  expect(readTally(report({}))).toEqual(nothing);
});

test("what the runners counted is added up", () => {
  expect(
    add({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 }),
  ).toEqual({ passed: 11, failed: 22, skipped: 33 });
});
