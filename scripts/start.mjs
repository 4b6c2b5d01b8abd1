// `npm start`: the window where there can be one, else the same GUI in the browser.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { hasDisplay, openInBrowser } from "./desktop.mjs";
import { bringElectron } from "./electronBinary.mjs";
import { assertNode24 } from "./node24.mjs";
import { projectDir, runScript, say } from "./say.mjs";
import { showWindow } from "./window.mjs";

const cli = join(projectDir, "out", "main", "cli.js");
/** Of `waypost open`: no service is running for this data folder. */
const noService = 3;

await runScript(async () => {
  assertNode24();
  const flags = process.argv.slice(2);
  if (flags.includes("--help") || flags.includes("-h")) {
    return (await runCli(["serve", "--help"], "inherit")).code;
  }
  const running = await openRunning(flags);
  if (running === "opened") return 0;
  const outcome = await tryWindow(flags);
  if ("code" in outcome) return outcome.code;
  if (running === "in its window") {
    say(`Waypost is already running in its window, which can't be shown here: ${outcome.reason}.`);
    return 0;
  }
  return await serveHeadless(
    flags.filter((flag) => flag !== "--headless"),
    outcome.reason,
  );
});

/**
 * Opens the GUI of the one that runs already.
 * @param {string[]} flags
 * @returns {Promise<"opened" | "in its window" | "none">}
 */
async function openRunning(flags) {
  const { code, output } = await runCli(["open", "--json", ...dataFlag(flags)], "pipe");
  if (code === noService) return "none";
  if (code !== 0) return "in its window";
  const { gui, opened } = JSON.parse(output);
  process.stdout.write(
    `Waypost is already running. ${opened ? "Opening in your browser" : "Open this in your browser"}: ${gui}\n`,
  );
  return "opened";
}

/** @returns {Promise<{ code: number } | { reason: string }>} */
async function tryWindow(/** @type {string[]} */ flags) {
  if (flags.includes("--headless")) return { reason: "--headless was asked for" };
  if (!hasDisplay(process.platform, process.env)) return { reason: "there is no display" };
  const electron = await bringElectron();
  if ("reason" in electron) return electron;
  return await showWindow(electron.binary, flags);
}

/** @returns {Promise<number>} exit code */
function serveHeadless(/** @type {string[]} */ flags, /** @type {string} */ reason) {
  return new Promise((resolve) => {
    const isJson = flags.includes("--json");
    const args = [cli, "serve", ...flags, ...(isJson ? [] : ["--json"])];
    const child = spawn(process.execPath, args, { stdio: ["inherit", "pipe", "inherit"] });
    let line = "";
    let isReady = false;
    child.stdout.on("data", (chunk) => {
      if (isJson || isReady) process.stdout.write(chunk);
      if (isReady) return;
      line += chunk;
      if (!line.includes("\n")) return;
      isReady = true;
      if (!isJson) announce(JSON.parse(line), reason);
    });
    // A terminal sends Ctrl-C to the service as well; staying lets it finish what is in flight.
    process.on("SIGINT", () => {});
    process.on("SIGTERM", () => child.kill("SIGTERM"));
    child.on("error", () => resolve(1));
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/**
 * @param {{ baseUrl: string, publicUrl: string | null, gui: string | null, dataDir: string }} ready
 * @param {string} reason why there is no window
 */
function announce({ baseUrl, publicUrl, gui, dataDir }, reason) {
  const isOpened = gui !== null && openInBrowser(gui);
  say(`no window: ${reason}.`);
  process.stdout.write(
    [
      `Waypost is running. Your links answer at ${baseUrl}`,
      ...(publicUrl === null ? [] : [`For a tunnel:   ${publicUrl}`]),
      ...(gui === null
        ? []
        : [`${isOpened ? "Opening in your browser:" : "Open this in your browser:"} ${gui}`]),
      `Its data is in ${dataDir}. Ctrl-C ends it.`,
      "",
    ].join("\n"),
  );
}

/**
 * @param {string[]} args
 * @param {"inherit" | "pipe"} stdout
 * @returns {Promise<{ code: number, output: string }>}
 */
function runCli(args, stdout) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...args], {
      stdio: ["ignore", stdout, stdout === "pipe" ? "ignore" : "inherit"],
    });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ code: 1, output: error.message }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** `--data DIR` or `--data=DIR`, as given. */
function dataFlag(/** @type {string[]} */ flags) {
  const at = flags.findIndex((flag) => flag === "--data" || flag.startsWith("--data="));
  if (at === -1) return [];
  return flags[at] === "--data" ? flags.slice(at, at + 2) : flags.slice(at, at + 1);
}
