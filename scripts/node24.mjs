import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { SetupFailed, projectDir } from "./say.mjs";

/** The package that is Node itself, on one kind of system. */
export function nodePackage(
  /** @type {NodeJS.Platform} */ platform = process.platform,
  arch = process.arch,
) {
  const prefix = platform === "darwin" && arch === "arm64" ? "node-bin" : "node";
  return `${prefix}-${platform === "win32" ? "win" : platform}-${arch}`;
}

/** The first set-up of a clone runs on the system's Node; what it starts need not. */
export function node24() {
  const name = process.platform === "win32" ? "node.exe" : "node";
  const own = join(projectDir, "node_modules", nodePackage(), "bin", name);
  return existsSync(own) ? own : process.execPath;
}

/** What an install left must be there and start; where no package brings Node, the system's own 24 does. */
export function assertNode24Starts() {
  const program = node24();
  const version = spawnSync(program, ["--version"], { encoding: "utf8" }).stdout?.trim() ?? "";
  if (version.startsWith("v24.")) return;
  throw new SetupFailed(
    `Waypost runs on Node 24, which its own package ${nodePackage()} brings along; ` +
      (program === process.execPath
        ? "it isn't there after the install. Remove node_modules and start again; where there is no such " +
          "package for this system, install Node 24 and start again with that."
        : `${program} ${version === "" ? "can't start here" : `is ${version}`}. Remove node_modules and start again.`),
  );
}

/** Everything but the set-up itself runs on the Node 24 of node_modules; npm puts it first on PATH. */
export function assertNode24() {
  if (process.versions.node.startsWith("24.")) return;
  throw new SetupFailed(
    `this is Node ${process.versions.node}; Waypost runs on Node 24, which its own package ${nodePackage()} brings along. ` +
      "Start it with npm (npm start, npm test, npm run check). If you did, remove node_modules and start again.",
  );
}
