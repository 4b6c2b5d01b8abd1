import { spawn } from "node:child_process";
import { projectDir } from "./say.mjs";

/**
 * @typedef {object} RunOptions
 * @property {number} [silenceLimit] milliseconds without output (or `isAlive`) after which it is ended
 * @property {() => boolean} [isAlive] a further sign of life, asked once a second
 * @property {Readonly<Record<string, string | undefined>>} [env]
 * @property {boolean} [quiet] keeps the output to itself; the answer carries it
 */

/**
 * Runs a program to its end, both outputs on stderr. It ends with us, and so does what it started.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number | null, output: string, fellSilent: boolean }>} code null: it couldn't start or was ended
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    // Node refuses to start a .cmd file without a shell.
    const needsShell = process.platform === "win32" && /\.cmd$/i.test(command);
    const child = spawn(needsShell ? `"${command}"` : command, [...args], {
      cwd: projectDir,
      env: { ...(options.env ?? process.env) },
      shell: needsShell,
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that its children can be ended with it.
      detached: process.platform !== "win32",
    });
    const endWithUs = () => endTree(child.pid, "SIGTERM");
    process.once("exit", endWithUs);
    let output = "";
    let fellSilent = false;
    let lastSign = Date.now();
    const hear = (/** @type {Buffer} */ chunk) => {
      lastSign = Date.now();
      output = (output + chunk.toString()).slice(-200_000);
      if (options.quiet !== true) process.stderr.write(chunk);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    const { silenceLimit } = options;
    const watch =
      silenceLimit === undefined
        ? null
        : setInterval(
            () => {
              if (options.isAlive?.() === true) lastSign = Date.now();
              if (Date.now() - lastSign < silenceLimit) return;
              fellSilent = true;
              endTree(child.pid, "SIGKILL");
            },
            Math.min(1_000, silenceLimit),
          );
    const finish = (/** @type {number | null} */ code) => {
      if (watch !== null) clearInterval(watch);
      process.off("exit", endWithUs);
      resolve({ code, output, fellSilent });
    };
    child.on("error", (error) => {
      output += error.message;
      finish(null);
    });
    child.on("close", finish);
  });
}

/**
 * Ends a program and what it started.
 * @param {number | undefined} pid
 * @param {"SIGTERM" | "SIGKILL"} signal
 */
function endTree(pid, signal) {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}
