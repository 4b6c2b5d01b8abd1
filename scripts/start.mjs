// `npm start`: the window where there can be one, else the same GUI in the browser.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { finished } from "node:stream";
import { alreadyRunning } from "./alreadyRunning.mjs";
import { notHeld } from "./askedFlags.mjs";
import { hasDisplay } from "./desktop.mjs";
import { bringElectron } from "./electronBinary.mjs";
import { assertNode24 } from "./node24.mjs";
import { projectDir, runScript, say } from "./say.mjs";
import { exitAtOnce, listenForStops } from "./stops.mjs";
import { showWindow } from "./window.mjs";

const cli = join(projectDir, "out", "main", "cli.js");

/** @type {(signal: NodeJS.Signals) => void} */
let stop = exitAtOnce;
const onStop = (/** @type {typeof stop} */ next) => {
  stop = next;
};

listenForStops((signal) => stop(signal));
await runScript(async () => {
  assertNode24();
  const flags = process.argv.slice(2);
  if (flags.includes("--help") || flags.includes("-h")) {
    return (await runCli(["serve", "--help"])).code;
  }
  const running = await findRunning(flags);
  if (running !== null) {
    const lines = alreadyRunning(running, notHeld(flags, running.settings));
    process.stdout.write(`${lines.join("\n")}\n`);
    if (running.hasGui) return (await runCli(["open", ...dataFlag(flags)])).code;
    if (!running.hasWindow) return 0;
  }
  const outcome = await tryWindow(flags);
  if ("code" in outcome) return outcome.code;
  if (running !== null) {
    say(`its window can't be shown here: ${outcome.reason}.`);
    return 0;
  }
  return await serveHeadless(
    flags.filter((flag) => flag !== "--headless"),
    outcome.reason,
  );
});

/**
 * @param {string[]} flags
 * @returns {Promise<import("./alreadyRunning.mjs").Running | null>}
 */
async function findRunning(flags) {
  const { code, output } = await runCli(["running", "--json", ...dataFlag(flags)], "pipe");
  return code === 0 ? JSON.parse(output) : null;
}

/** @returns {Promise<{ code: number } | { reason: string }>} */
async function tryWindow(/** @type {string[]} */ flags) {
  if (flags.includes("--headless")) return { reason: "--headless was asked for" };
  if (!hasDisplay(process.platform, process.env)) return { reason: "there is no display" };
  const electron = await bringElectron();
  if ("reason" in electron) return electron;
  return await showWindow(electron.binary, flags, onStop);
}

/** @returns {Promise<number>} exit code */
function serveHeadless(/** @type {string[]} */ flags, /** @type {string} */ reason) {
  return new Promise((resolve) => {
    const isJson = flags.includes("--json");
    const args = [cli, "serve", ...flags, ...(isJson ? [] : ["--json"])];
    const child =
      /** @type {import("node:child_process").ChildProcessByStdio<null, import("node:stream").Readable, null>} */ (
        spawn(process.execPath, args, { stdio: ["inherit", "pipe", "inherit", "ipc"] })
      );
    let line = "";
    let isReady = false;
    child.stdout.on("data", (chunk) => {
      if (isJson || isReady) process.stdout.write(chunk);
      if (isReady) return;
      line += chunk;
      if (!line.includes("\n")) return;
      isReady = true;
      if (!isJson) void announce(JSON.parse(line), reason, flags);
    });
    // A terminal sends Ctrl-C to the service as well. Letting go of it can't be taken for a second
    // one, and it finishes what is in flight; we stay until it has ended.
    onStop(() => {
      if (child.connected) child.disconnect();
    });
    child.on("error", () => resolve(1));
    // Its event "close" would wait for the channel that we let go.
    child.on("exit", (code) => finished(child.stdout, () => resolve(code ?? 1)));
  });
}

/**
 * @param {{ baseUrl: string, publicUrl: string | null, gui: string | null, dataDir: string }} ready
 * @param {string} reason why there is no window
 * @param {string[]} flags as they were given
 */
async function announce({ baseUrl, publicUrl, gui, dataDir }, reason, flags) {
  say(`no window: ${reason}.`);
  const isOpened = gui !== null && (await openBrowser(dataDir));
  process.stdout.write(
    [
      `Waypost is running. Your links answer at ${baseUrl}`,
      ...(publicUrl === null ? [] : [`For a tunnel:   ${publicUrl}`]),
      ...(gui === null ? [] : [howToOpen(gui, isOpened, dataFlag(flags))]),
      `Its data is in ${dataDir}. Ctrl-C ends it.`,
      "",
    ].join("\n"),
  );
}

/** A key belongs on a screen that its owner looks at, not in a file or another program's log. */
function howToOpen(
  /** @type {string} */ gui,
  /** @type {boolean} */ isOpened,
  /** @type {string[]} */ folder,
) {
  if (process.stdout.isTTY) {
    return `${isOpened ? "Opening in your browser:" : "Open this in your browser:"} ${gui}`;
  }
  const address = new URL("/", gui).href;
  if (isOpened) return `Opening in your browser: ${address}`;
  const open = ["open", ...folder].map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(" ");
  return `The window is at ${address}; the address with its key, on a terminal: npm run -s waypost -- ${open}`;
}

/**
 * Every account of the computer can read a browser's arguments, so `waypost open` gives it a file
 * with the key and stays until the browser has arrived.
 * @param {string} dataDir
 * @returns {Promise<boolean>} whether there was something to open it with
 */
function openBrowser(dataDir) {
  if (!hasDisplay(process.platform, process.env)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, "open", "--json", `--data=${dataDir}`], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    process.once("exit", () => child.kill());
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (!output.includes("\n")) return;
      // It goes on waiting for the browser; we don't wait for it when we are to end.
      child.unref();
      child.stdout.destroy();
      resolve(JSON.parse(output).opened === true);
    });
    child.on("error", () => resolve(false));
    child.on("close", () => resolve(false));
  });
}

/**
 * @param {string[]} args
 * @param {"inherit" | "pipe"} [stdout]
 * @returns {Promise<{ code: number, output: string }>}
 */
function runCli(args, stdout = "inherit") {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...args], {
      stdio: ["ignore", stdout, stdout === "pipe" ? "ignore" : "inherit"],
    });
    process.once("exit", () => child.kill());
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
