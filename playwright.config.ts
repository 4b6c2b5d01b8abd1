import { resolve } from "node:path";
import { defineConfig } from "@playwright/test";
import type { GuiOptions } from "./test/e2e/gui/guiTest.ts";
import { chromiumOptions } from "./test/support/chromium.ts";
import { hashQuickly } from "./test/support/quickScrypt.ts";

// Nothing is kept in the home of whoever runs the tests.
process.env["XDG_STATE_HOME"] ??= resolve("node_modules/.cache/state");

// Each worker reads this file. No spec tests what a password costs.
hashQuickly();

const { userAgent, ...launchOptions } = chromiumOptions();
/** Pages of one test after the other share a process, and what it has compiled (test/e2e/gui/warmBrowser.ts). */
const onePerSite = {
  ...launchOptions,
  args: [...launchOptions.args, "--process-per-site"],
};
const reportFile = process.env["PLAYWRIGHT_JSON_OUTPUT_FILE"];

/** `gui`: the screens in a browser over a real service; `guiRtl`: what goes both ways of them, in Persian. `extension`: the browser extension, loaded in one. `visitor`: the pages of links in one. `shell`: the window, in Electron or its stand-in. */
export default defineConfig<GuiOptions>({
  outputDir: "test-results",
  // Each test has its own service, folder and profile; what two leave of two cores a third one takes.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: process.env["CI"] !== undefined,
  // For what hangs: a machine that is at work takes its time over a long way by keys.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // Node reads TypeScript by itself, in a quarter of the time that Playwright's own way takes.
  build: { external: ["**/src/**", "**/test/**", "**/scripts/**"] },
  reporter: [["list"], ...(reportFile === undefined ? [] : [["json"] as const])],
  use: {
    userAgent,
    launchOptions,
    // A trace takes a third of a run's time: ask for one when something fails.
    trace: process.env["WAYPOST_TRACE"] === undefined ? "off" : "retain-on-failure",
    // Times and numbers on screen must not depend on whose computer runs the tests.
    locale: "en-GB",
    timezoneId: "UTC",
  },
  projects: [
    // What runs in Persian in each run runs in English in the full one.
    {
      name: "gui",
      testDir: "test/e2e/gui",
      grepInvert: /@rtl/,
      use: { launchOptions: onePerSite },
    },
    {
      name: "gui @full",
      testDir: "test/e2e/gui",
      grep: /@rtl/,
      use: { launchOptions: onePerSite },
    },
    {
      name: "guiRtl",
      testDir: "test/e2e/gui",
      grep: /@rtl/,
      use: { language: "fa", launchOptions: onePerSite },
    },
    {
      name: "guiRtl @full",
      testDir: "test/e2e/gui",
      grep: /@bothways/,
      grepInvert: /@rtl/,
      use: { language: "fa", launchOptions: onePerSite },
    },
    { name: "extension", testDir: "test/e2e/extension", use: { trace: "off" } },
    { name: "visitor", testDir: "test/e2e/visitor" },
    // A trace would wait for a browser that each of these specs ends by itself.
    { name: "shell", testDir: "test/e2e/shell", use: { trace: "off" } },
  ],
});
