// Loaded into every Node process of a test: writes down the arguments of each process that it starts.
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import childProcess from "node:child_process";

const file = process.env["WAYPOST_STARTS"] ?? "";
const note = (/** @type {unknown} */ line) => appendFileSync(file, `${JSON.stringify(line)}\n`);

note(process.argv);
const { spawn } = childProcess.ChildProcess.prototype;
childProcess.ChildProcess.prototype.spawn = function record(options) {
  note(options.args);
  return spawn.call(this, options);
};
for (const name of /** @type {const} */ (["spawnSync", "execFileSync", "execSync"])) {
  const start = /** @type {(...given: unknown[]) => never} */ (childProcess[name]);
  Object.assign(childProcess, {
    [name]: (/** @type {unknown[]} */ ...given) => {
      note(given.slice(0, 2));
      return start(...given);
    },
  });
}
syncBuiltinESMExports();
