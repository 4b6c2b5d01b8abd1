import { spawn } from "node:child_process";
import { projectDir } from "./say.mjs";

/**
 * @typedef {object} RunOptions
 * @property {number} [silenceLimit] milliseconds without output (or `isAlive`) after which it is ended
 * @property {() => boolean} [isAlive] a further sign of life, asked once a second
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [quiet] keeps the output to itself; the answer carries it
 */

/**
 * Runs a program to its end, both outputs on stderr.
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
      env: options.env ?? process.env,
      shell: needsShell,
      stdio: ["ignore", "pipe", "pipe"],
    });
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
        : setInterval(() => {
            if (options.isAlive?.() === true) lastSign = Date.now();
            if (Date.now() - lastSign < silenceLimit) return;
            fellSilent = true;
            endTree(child.pid);
          }, 1_000);
    const finish = (/** @type {number | null} */ code) => {
      if (watch !== null) clearInterval(watch);
      resolve({ code, output, fellSilent });
    };
    child.on("error", (error) => {
      output += error.message;
      finish(null);
    });
    child.on("close", finish);
  });
}

/** Ends a program that stopped answering; on Windows with what its shell started. */
function endTree(/** @type {number | undefined} */ pid) {
  if (pid === undefined) return;
  if (process.platform === "win32") spawn("taskkill", ["/pid", String(pid), "/t", "/f"]);
  else process.kill(pid, "SIGKILL");
}
