import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SetupFailed, projectDir, say } from "./say.mjs";
import { isRunning } from "./stops.mjs";

/** A set-up that takes longer than this hangs; milliseconds. */
const patience = 20 * 60_000;
/** A lock without a pid this old was left by a process that died right after making it; milliseconds. */
const withoutOwner = 10_000;

/** Outside the project: an install empties node_modules, a build empties out/. */
export function lockPath(dir = projectDir) {
  const name = createHash("sha256").update(dir).digest("hex").slice(0, 16);
  return join(tmpdir(), `waypost-setup-${name}.lock`);
}

/**
 * One set-up at a time in one project folder; whoever comes second waits, then finds nothing left to do.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work, lock = lockPath()) {
  const giveUpAt = Date.now() + patience;
  let isTold = false;
  while (!take(lock)) {
    const owner = ownerOf(lock);
    if (owner === "gone") {
      discard(lock);
      continue;
    }
    if (!isTold) say(`another set-up is at work here (process ${owner}); waiting for it.`);
    isTold = true;
    if (Date.now() > giveUpAt) {
      throw new SetupFailed(`the other set-up never ended. If none is running, remove ${lock}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function take(/** @type {string} */ lock) {
  try {
    mkdirSync(lock);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
  writeFileSync(join(lock, "pid"), String(process.pid));
  return true;
}

/** @returns {number | "starting" | "gone"} */
function ownerOf(/** @type {string} */ lock) {
  try {
    const pid = Number(readFileSync(join(lock, "pid"), "utf8"));
    if (pid > 0) return isRunning(pid) ? pid : "gone";
  } catch {
    // Made this very moment, or left without a pid: its age tells.
  }
  try {
    return Date.now() - statSync(lock).mtimeMs > withoutOwner ? "gone" : "starting";
  } catch {
    return "starting";
  }
}

/** Renamed first: of two that find it abandoned only one discards it. */
function discard(/** @type {string} */ lock) {
  const aside = `${lock}-${randomBytes(4).toString("hex")}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  rmSync(aside, { recursive: true, force: true });
}

function codeOf(/** @type {unknown} */ error) {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
