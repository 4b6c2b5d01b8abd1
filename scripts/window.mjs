import { spawn } from "node:child_process";
import { projectDir } from "./say.mjs";
import { exitAtOnce } from "./stops.mjs";

/** The lines of the shell (src/main) that mean: the owner sees something, or asked for nothing to see. */
export const signsOfLife = [
  "Waypost's window is open",
  "Waypost asks",
  "Waypost is already open",
  "Waypost serves without a window",
];

/** How long Electron may take to close the store when it is sent away; milliseconds. */
const farewell = 5_000;

/**
 * Starts the built app in Electron and stays with it to its end.
 * @param {string} binary
 * @param {readonly string[]} flags
 * @param {(stop: (signal: NodeJS.Signals) => void) => void} onStop says what a signal to us is to do
 * @param {number} [patience] milliseconds; a window that isn't ready by then is not coming
 * @returns {Promise<{ code: number } | { reason: string }>} its exit code, or why no window came
 */
export function showWindow(binary, flags, onStop, patience = 15_000) {
  return new Promise((resolve) => {
    const child = spawn(binary, [projectDir, ...flags], { stdio: ["inherit", "pipe", "pipe"] });
    let isSeen = false;
    let isTooLate = false;
    let heard = "";
    let complaints = "";
    const timer = setTimeout(() => {
      isTooLate = true;
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), farewell).unref();
    }, patience);
    child.stdout.on("data", (chunk) => {
      process.stdout.write(chunk);
      if (isSeen) return;
      heard += chunk;
      isSeen = signsOfLife.some((sign) => heard.includes(sign));
      if (isSeen) clearTimeout(timer);
    });
    child.stderr.on("data", (chunk) => {
      complaints = (complaints + chunk).slice(-20_000);
      if (isSeen) process.stderr.write(chunk);
    });
    onStop((signal) => child.kill(signal));
    const finish = (/** @type {{ code: number } | { reason: string }} */ result) => {
      clearTimeout(timer);
      onStop(exitAtOnce);
      resolve(result);
    };
    child.on("error", (error) => finish({ reason: error.message }));
    child.on("close", (code) => {
      if (isTooLate) finish({ reason: `none was ready within ${patience / 1_000} s` });
      else if (isSeen || code === 0) finish({ code: code ?? 0 });
      else finish({ reason: ownLine(complaints) });
    });
  });
}

/** Electron's own line, without the place in its source: `[1:2:ERROR:ozone.cc(9)] Missing X server`. */
export function ownLine(/** @type {string} */ complaints) {
  const lines = complaints
    .split("\n")
    .map((line) => line.replace(/^\[[^\]]*\]\s*/, "").trim())
    .filter((line) => line !== "");
  const telling = lines.find((line) => /sandbox|display|X server|no-sandbox|platform/i.test(line));
  return telling ?? lines.at(-1) ?? "Electron ended without a word";
}
