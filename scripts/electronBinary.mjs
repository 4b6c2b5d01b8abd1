import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { run } from "./processes.mjs";
import { projectDir, say } from "./say.mjs";

const packageDir = join(projectDir, "node_modules", "electron");
const cacheDir = join(projectDir, "node_modules", ".cache", "waypost");
const failureFile = join(cacheDir, "electron-not-fetched.json");

/** A failed fetch isn't tried again for this long; milliseconds. */
const memory = 24 * 60 * 60_000;
/** A fetch that brings nothing for this long is given up; milliseconds. */
const silenceLimit = 60_000;

export const howToRetry = "to try again now: npx install-electron && npm start";

/**
 * @typedef {{ at: number, reason: string }} Failure `at`: milliseconds since 1970
 * @typedef {{ binary: string } | { reason: string }} Binary the file to start, or why there is none
 */

/** The Electron that is already here, or null. Says what electron's own index.js says, without fetching. */
export function findElectron() {
  const name = readText(join(packageDir, "path.txt"));
  const dist = process.env["ELECTRON_OVERRIDE_DIST_PATH"] ?? join(packageDir, "dist");
  if (name === null && process.env["ELECTRON_OVERRIDE_DIST_PATH"] === undefined) return null;
  const binary = join(dist, name ?? "electron");
  return existsSync(binary) ? binary : null;
}

/**
 * @param {string | null} note what was written down after the last failure
 * @param {number} now milliseconds since 1970
 * @returns {Failure | null} a failure fresh enough to believe
 */
export function rememberedFailure(note, now) {
  if (note === null) return null;
  try {
    const { at, reason } = JSON.parse(note);
    const isFresh = typeof at === "number" && now - at >= 0 && now - at < memory;
    return isFresh && typeof reason === "string" ? { at, reason } : null;
  } catch {
    return null;
  }
}

/** Finds Electron, or fetches it as its package does at the first start. @returns {Promise<Binary>} */
export async function bringElectron() {
  const there = findElectron();
  if (there !== null) return { binary: there };
  const failure = rememberedFailure(readText(failureFile), Date.now());
  if (failure !== null) {
    const when = new Date(failure.at).toLocaleString();
    return {
      reason: `Electron could not be fetched on ${when} (${failure.reason}); ${howToRetry}`,
    };
  }
  const reason = await fetchElectron();
  const binary = findElectron();
  if (binary !== null) {
    rmSync(failureFile, { force: true });
    return { binary };
  }
  mkdirSync(cacheDir, { recursive: true });
  writeFileSync(failureFile, JSON.stringify({ at: Date.now(), reason }));
  return { reason: `Electron could not be fetched (${reason}); ${howToRetry}` };
}

/** @returns {Promise<string>} what went wrong, in a few words; only of interest when nothing came */
async function fetchElectron() {
  say("fetching Electron for the window: once, about 120 MB.");
  const arriving = join(cacheDir, "electron");
  rmSync(arriving, { recursive: true, force: true });
  mkdirSync(arriving, { recursive: true });
  let size = 0;
  let told = 0;
  const isGrowing = () => {
    const now = sizeOf(arriving);
    if (now === size) return false;
    size = now;
    if (size - told > 10_000_000) {
      told = size;
      say(`fetching Electron: ${Math.round(size / 1_000_000)} MB so far.`);
    }
    return true;
  };
  // Its download lands in the system's temporary folder; a folder of our own shows whether bytes arrive.
  const env = { ...process.env, TMPDIR: arriving, TEMP: arriving, TMP: arriving };
  const { output, fellSilent } = await run(process.execPath, [join(packageDir, "install.js")], {
    env,
    silenceLimit,
    isAlive: isGrowing,
    quiet: true,
  });
  rmSync(arriving, { recursive: true, force: true });
  return fellSilent ? "nothing arrived for 60 s" : lastReason(output);
}

/** The first line of a stack that says something, without its class. */
export function lastReason(/** @type {string} */ output) {
  const line =
    output
      .split("\n")
      .map((each) => each.trim())
      .find((each) => /error/i.test(each) && !each.startsWith("at ")) ?? "";
  return line.replace(/^\w*Error:\s*/, "").slice(0, 200) || "its installer said nothing";
}

/** @returns {number} bytes in the files below a folder */
function sizeOf(/** @type {string} */ dir) {
  try {
    return readdirSync(dir, { recursive: true, encoding: "utf8" }).reduce((total, name) => {
      const stats = statSync(join(dir, name), { throwIfNoEntry: false });
      return total + (stats?.isFile() === true ? stats.size : 0);
    }, 0);
  } catch {
    return 0;
  }
}

function readText(/** @type {string} */ file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
