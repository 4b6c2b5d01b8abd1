import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that holds package.json. */
export const projectDir = dirname(dirname(fileURLToPath(import.meta.url)));

/** What Node compiled once is kept there, for the many starts of a run of the tests. */
export const compileCache = join(projectDir, "node_modules/.cache/node-compile");

/** Everything the set-up says goes to stderr: `npm run -s serve -- --json` owes stdout to its one line. */
export function say(/** @type {string} */ line) {
  process.stderr.write(`waypost: ${line}\n`);
}

/** A sentence for the owner in place of a stack. */
export class SetupFailed extends Error {}

/**
 * Runs the main function of a script; a SetupFailed becomes one line and exit code 1.
 * @param {() => Promise<number>} main answers the exit code
 */
export async function runScript(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}

/** The tool's file below node_modules/.bin, as the system runs it. */
export function toolPath(/** @type {string} */ name) {
  const file = process.platform === "win32" ? `${basename(name)}.cmd` : name;
  return join(projectDir, "node_modules", ".bin", file);
}
