import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "./processes.mjs";
import { compileCache, projectDir, toolPath } from "./say.mjs";
import { add, nothing, readTally } from "./tally.mjs";

/**
 * @typedef {object} Step
 * @property {string} name as it is told
 * @property {string} tool
 * @property {readonly string[]} args
 * @property {boolean} [countsTests] writes a JSON report to the file REPORT names
 * @property {Readonly<Record<string, string>>} [env]
 *
 * @typedef {{ step: Step, isGood: boolean, output: string, tally: import("./tally.mjs").Tally }} Outcome
 */

/** @returns {Step} */
function vitest(/** @type {("unit" | "system" | "full")[]} */ ...projects) {
  return {
    name: `${projects[0]} tests`,
    tool: "vitest",
    args: [
      "run",
      ...projects.map((project) => `--project=${project}`),
      "--reporter=default",
      "--reporter=json",
      "--outputFile.json=REPORT",
    ],
    countsTests: true,
  };
}

/**
 * The long ones first: two run at a time, so that none of them needs a second thread, which costs half
 * as much again.
 */
const types = {
  name: "types",
  tool: "tsc",
  args: ["-b", "--singleThreaded"],
  // A Go program: collecting less often saves a sixth of its time, and takes 1 GB more.
  env: { GOGC: "400" },
};

/** Takes three seconds, where rules that ask for types take a minute. */
const lint = { name: "lint", tool: "oxlint", args: ["--max-warnings=0", "--threads=1"] };

const lintWithTypes = {
  ...lint,
  args: ["--type-aware", ...lint.args],
  // Of the types' part, which is a Go program of its own.
  env: { GOMAXPROCS: "1" },
};

/** @type {readonly Step[]} */
const shortSteps = [
  { name: "dead code", tool: "knip", args: [] },
  {
    name: "format",
    tool: "oxfmt",
    args: ["--check", "src", "extension", "test", "scripts", "examples"],
  },
];

/** @type {readonly Step[]} */
export const checkSteps = [vitest("unit"), types, lintWithTypes, ...shortSteps];

/** Rules that ask for types are for `npm run check` and the full run. @type {readonly Step[]} */
const quickSteps = [vitest("unit"), types, lint, ...shortSteps];

/** They start the program hundreds of times. */
const builtProgram = { WAYPOST_TEST_BUILT: "1" };

/** @type {Step} */
const systemTests = { ...vitest("system"), env: builtProgram };

/** @type {Step} */
const browserTests = {
  name: "browser tests",
  tool: "playwright",
  args: ["test", "--grep-invert", "@full"],
  countsTests: true,
  // Each of a dozen workers reads the same sources: what one compiled the others take.
  env: { NODE_COMPILE_CACHE: compileCache },
};

/** Tests repeat and generate more under it (test/support/full.ts). */
const fullRuns = { WAYPOST_TEST_FULL: "1" };

const inFull = (/** @type {Step} */ step) => ({ ...step, env: { ...step.env, ...fullRuns } });

/**
 * What runs, stage after stage. The full run has all of the quick one, and what is too slow to wait
 * for at every change: `*.full.test.ts`, browser tests with `@full` in their titles, longer runs.
 */
export const stagesOf = {
  quick: [
    () => runSideBySide(quickSteps),
    () => runAlone(systemTests),
    () => runAlone(browserTests),
  ],
  full: [
    () => runSideBySide(checkSteps.map(inFull)),
    () => runAlone(inFull({ ...vitest("system", "full"), env: builtProgram })),
    () => runAlone(inFull({ ...browserTests, args: ["test"] })),
  ],
};

/**
 * @param {Step} step
 * @param {{ isLive: boolean }} how live: its output passes through as it comes
 * @returns {Promise<Outcome>}
 */
async function runStep(step, { isLive }) {
  const reports = mkdtempSync(join(tmpdir(), "waypost-report-"));
  const report = join(reports, "report.json");
  const startedAt = Date.now();
  const { code, output } = await run(
    toolPath(step.tool),
    step.args.map((arg) => arg.replace("REPORT", report)),
    {
      quiet: !isLive,
      env: {
        ...process.env,
        ...step.env,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        WAYPOST_CHECK_ANSWERS: "1",
      },
    },
  );
  const isGood = code === 0;
  const tally = step.countsTests === true ? readTally(report) : nothing;
  rmSync(reports, { recursive: true, force: true });
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  const counted = step.countsTests === true ? `, ${tally.passed} passed` : "";
  if (!isGood && !isLive) process.stdout.write(`${output.trimEnd()}\n`);
  process.stdout.write(`${isGood ? "ok    " : "FAILED"} ${step.name} (${seconds} s${counted})\n`);
  return { step, isGood, output, tally };
}

/**
 * Runs steps side by side, two at a time; each is told when it ends, with its output when it failed.
 * @param {readonly Step[]} steps
 */
export async function runSideBySide(steps) {
  const waiting = [...steps];
  /** @type {Outcome[]} */
  const outcomes = [];
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      outcomes.push(await runStep(step, { isLive: false }));
    }
  };
  await Promise.all([worker(), worker()]);
  return sum(outcomes);
}

/** Runs one step with its output passing through. */
export async function runAlone(/** @type {Step} */ step) {
  process.stdout.write(`\n${step.name}, in ${projectDir}\n`);
  return sum([await runStep(step, { isLive: true })]);
}

/** A step that failed without a failing test still is one failure. @param {readonly Outcome[]} outcomes */
function sum(outcomes) {
  const failedSteps = outcomes.filter(({ isGood }) => !isGood);
  const tally = outcomes.reduce((total, { isGood, tally: own }) => {
    const isSilent = !isGood && own.failed === 0;
    return add(total, isSilent ? { ...own, failed: 1 } : own);
  }, nothing);
  return { tally, failed: failedSteps.map(({ step }) => step.name) };
}
