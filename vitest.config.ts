import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { iconModules } from "./scripts/icons.mjs";
import { isFull } from "./test/support/full.ts";

// Threads and processes that run sources start in a third of the time.
process.env["NODE_COMPILE_CACHE"] ??= resolve("node_modules/.cache/node");

// Nothing is kept in the home of whoever runs the tests.
process.env["XDG_STATE_HOME"] ??= resolve("node_modules/.cache/state");

/** Milliseconds. No test waits for its time to be over: this ends one that hangs, also on a busy machine. */
const patience = (quick: number) => (isFull ? 5 * quick : quick);

/** A second, which is the default, is short where three share two cores. */
const expect = { poll: { timeout: 20_000 } };

/** `unit` is quick and part of `npm run check`; `system` starts processes and takes its time; `full` is part of `npm run test:full` only; `cloudflare` needs somebody's account. */
export default defineConfig({
  test: {
    projects: [
      {
        // What is tested of the window's sources imports its icons.
        plugins: [iconModules()],
        test: {
          name: "unit",
          include: [
            "test/{app,architecture,cli,contract,main,mirror,packaging,renderer,scripts,server}/**/*.test.ts",
          ],
          exclude: ["**/*.{system,full,cloudflare}.test.ts"],
          // Files share what they import: half the time of a run. No test changes what it imports.
          pool: "threads",
          isolate: false,
          // What two leave of two cores a third one takes.
          maxWorkers: 3,
          testTimeout: patience(60_000),
          hookTimeout: 60_000,
          expect,
        },
      },
      {
        test: {
          name: "system",
          include: ["test/**/*.system.test.ts"],
          // They wait for processes and disks: a third one works meanwhile.
          maxWorkers: 3,
          testTimeout: patience(120_000),
          hookTimeout: 60_000,
          expect,
        },
      },
      { test: { name: "cloudflare", include: ["test/**/*.cloudflare.test.ts"] } },
      {
        test: {
          name: "full",
          include: ["test/**/*.full.test.ts"],
          maxWorkers: 3,
          testTimeout: patience(120_000),
          hookTimeout: 60_000,
          expect,
        },
      },
    ],
  },
});
