import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertNode24Starts } from "./node24.mjs";
import { run } from "./processes.mjs";
import { SetupFailed, projectDir, say, toolPath } from "./say.mjs";

/**
 * @typedef {object} InstalledState
 * @property {boolean} hasModules node_modules is there
 * @property {string | null} stamp what the last good install left, null: nothing
 * @property {string} wanted what it would leave now
 * @property {boolean} matchesLockfile what npm noted as installed is what the lockfile asks for
 */

/**
 * Times of files say nothing in a fresh clone or a restored cache, so contents decide.
 * @param {InstalledState} state
 * @returns {"install" | "keep" | "adopt"} adopt: installed by hand, and right
 */
export function decideInstall(state) {
  if (!state.hasModules) return "install";
  if (state.stamp === state.wanted) return "keep";
  return state.matchesLockfile ? "adopt" : "install";
}

/**
 * Whether the packages npm noted as installed are those of the lockfile. Optional ones may be
 * absent (they belong to other systems); none may differ and none may be left over.
 * @param {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }>} wanted
 * @param {Record<string, { version?: string }>} installed
 */
export function isSameTree(wanted, installed) {
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === "") continue;
    const there = installed[path];
    if (there === undefined) {
      if (entry.optional !== true && entry.devOptional !== true && entry.peer !== true)
        return false;
    } else if (there.version !== entry.version) return false;
  }
  return Object.keys(installed).every((path) => wanted[path] !== undefined);
}

/** Installs when node_modules is missing or isn't what the lockfile asks for. */
export async function ensureInstalled() {
  const decision = decideInstall(readState());
  if (decision === "install") await install();
  if (decision !== "keep") {
    assertNode24Starts();
    writeFileSync(stampFile, wantedStamp());
  }
  if (process.platform === "win32") giveExec();
}

/**
 * Our npm scripts begin with `exec`: a shell that stayed between npm and us would keep signals to
 * itself. Windows has no such word and no such signals; there it starts what follows.
 */
function giveExec() {
  const file = toolPath("exec");
  if (!existsSync(file)) writeFileSync(file, "@%*\r\n");
}

const modules = join(projectDir, "node_modules");
const lockfile = join(projectDir, "package-lock.json");
const stampFile = join(modules, ".waypost-installed");

/** @returns {InstalledState} */
function readState() {
  return {
    hasModules: existsSync(modules),
    stamp: readText(stampFile),
    wanted: wantedStamp(),
    matchesLockfile: matchesLockfile(),
  };
}

function wantedStamp() {
  const hash = createHash("sha256")
    .update(readText(lockfile) ?? readText(join(projectDir, "package.json")) ?? "")
    .digest("hex");
  return `${hash} ${process.platform} ${process.arch}\n`;
}

function matchesLockfile() {
  const wanted = readPackages(lockfile);
  const installed = readPackages(join(modules, ".package-lock.json"));
  return wanted !== null && installed !== null && isSameTree(wanted, installed);
}

function readPackages(/** @type {string} */ file) {
  const text = readText(file);
  if (text === null) return null;
  try {
    return JSON.parse(text).packages ?? null;
  } catch {
    return null;
  }
}

function readText(/** @type {string} */ file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

// Node 24 itself is an optional package, as each system has its own. No package needs to run anything here.
// Warnings would be about the Node that the first install runs on, and about others' packages.
const flags = [
  "--include=dev",
  "--include=optional",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
];

async function install() {
  const hasLockfile = existsSync(lockfile);
  if (!hasLockfile) say("package-lock.json is missing: versions are chosen anew.");
  const args = [hasLockfile ? "ci" : "install", ...flags];
  say(
    `installing what Waypost is built with (npm ${args[0]}); the first time takes a minute or two.`,
  );
  if ((await npm(args)) === 0) return;
  if (!hasLockfile) throw new SetupFailed("the install failed; npm says why above.");
  say("npm ci failed (above). Trying npm install, which mends a lockfile that doesn't fit.");
  if ((await npm(["install", ...flags])) !== 0) {
    throw new SetupFailed(
      "the install failed; npm says why above. Is the network there? Then try again.",
    );
  }
}

/** For what the work goes on without: a registry that is out of reach is not waited for. */
export const offlineSoon = [
  ...flags,
  "--prefer-offline",
  "--fetch-retries=0",
  "--fetch-timeout=20000",
];

/**
 * @param {readonly string[]} args
 * @param {number} [patience] milliseconds without a word after which it is ended
 * @returns {Promise<number | null>} null: it couldn't start or was ended
 */
export async function npm(args, patience) {
  const limit = patience === undefined ? {} : { silenceLimit: patience };
  // The npm that started us, run by the Node that runs us, whatever PATH says.
  const self = process.env["npm_execpath"];
  const startedAt = Date.now();
  const ticker = setInterval(() => {
    say(`still installing (${Math.round((Date.now() - startedAt) / 1_000)} s).`);
  }, 20_000);
  const { code } =
    self !== undefined && /npm-cli\.c?js$/.test(self)
      ? await run(process.execPath, [self, ...args], { env: npmEnv(), ...limit })
      : await run(process.platform === "win32" ? "npm.cmd" : "npm", args, {
          env: npmEnv(),
          ...limit,
        });
  clearInterval(ticker);
  return code;
}

/** NODE_ENV=production would leave the build tools out. */
function npmEnv() {
  const { NODE_ENV: _, ...env } = process.env;
  return env;
}
