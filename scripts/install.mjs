import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { node24 } from "./build.mjs";
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
    const { version } = JSON.parse(readText(join(modules, "node", "package.json")) ?? "{}");
    const { arch, platform } = process;
    // Before it is started for the first time.
    assertSealed(node24(), `${version} ${platform} ${arch}`);
    assertNode24(decision);
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

// Warnings here are about the Node that the first install runs on, and about others' packages.
const flags = ["--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];

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

async function npm(/** @type {readonly string[]} */ args) {
  // The npm that started us, run by the Node that runs us, whatever PATH says.
  const self = process.env["npm_execpath"];
  const startedAt = Date.now();
  const ticker = setInterval(() => {
    say(`still installing (${Math.round((Date.now() - startedAt) / 1_000)} s).`);
  }, 20_000);
  const { code } =
    self !== undefined && /npm-cli\.c?js$/.test(self)
      ? await run(process.execPath, [self, ...args], { env: npmEnv() })
      : await run(process.platform === "win32" ? "npm.cmd" : "npm", args, { env: npmEnv() });
  clearInterval(ticker);
  return code;
}

/** NODE_ENV=production would leave the build tools out. */
function npmEnv() {
  const { NODE_ENV: _, ...env } = process.env;
  return env;
}

/**
 * The package "node" fetches its program with an install of its own, which no lockfile covers. These
 * are the programs (SHA-256) of the packages it fetches, as their published integrity seals them.
 * @type {Readonly<Record<string, string>>}
 */
export const nodePrograms = {
  "24.21.0 linux arm64": "0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584",
  "24.21.0 linux x64": "7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c",
  "24.21.0 win32 x64": "ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32",
};

/**
 * Refuses a program that isn't the sealed one, where there is a seal for it.
 * @param {string} file
 * @param {string} kind version, platform and architecture
 */
export function assertSealed(file, kind) {
  const wanted = nodePrograms[kind];
  if (wanted === undefined || !existsSync(file)) return;
  if (createHash("sha256").update(readFileSync(file)).digest("hex") === wanted) return;
  throw new SetupFailed(
    `${file} isn't the Node that Waypost names (${kind}): what was fetched for it is something else. ` +
      "Remove node_modules and start again; if that doesn't help, don't use this network or registry.",
  );
}

/** @param {"install" | "adopt"} decision */
function assertNode24(decision) {
  const version = spawnSync(toolPath("node"), ["--version"], {
    encoding: "utf8",
    shell: process.platform === "win32",
  }).stdout?.trim();
  if (version?.startsWith("v24.")) return;
  throw new SetupFailed(
    `Waypost runs on Node 24, which its own package "node" brings along; after the ${
      decision === "install" ? "install" : "look at node_modules"
    } ${version === undefined || version === "" ? "it isn't there" : `there is ${version}`}. ` +
      'Its install script must run: see that npm has no "ignore-scripts" set ' +
      '(npm config get ignore-scripts) and that "allowScripts" in package.json names "node", ' +
      "then remove node_modules and start again.",
  );
}
