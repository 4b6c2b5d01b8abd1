import { readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/** @type {Tally} */
export const nothing = { passed: 0, failed: 0, skipped: 0 };

/**
 * What a runner counted, from its JSON report; vitest's and Playwright's are told apart.
 * @returns {Tally} nothing, when the runner never got as far as a report
 */
export function readTally(/** @type {string} */ file) {
  const report = readReport(file);
  if (typeof report?.numPassedTests === "number") {
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  }
  if (typeof report?.stats?.expected !== "number") return nothing;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** @param {Tally} one @param {Tally} other @returns {Tally} */
export function add(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

function readReport(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
