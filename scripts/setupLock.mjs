import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SetupFailed, projectDir, say } from "./say.mjs";
import { isRunning } from "./stops.mjs";

/** A set-up that takes longer than this hangs; milliseconds. */
const patience = 10 * 60_000;
/** A lock without a pid this old was left by a process that died right after making it; milliseconds. */
const withoutOwner = 10_000;

/** In the owner's project, where no other account can put one; an install empties node_modules only, a build out/. */
const ownLock = join(projectDir, ".setup.lock");

/**
 * One set-up at a time in one project folder; whoever comes second waits, then finds nothing left to do.
 * @template T
 * @param {() => Promise<T>} work
 * @param {{ lock?: string, limit?: number }} [options] limit: of the waiting, in milliseconds
 * @returns {Promise<T>}
 */
export async function withSetupLock(work, { lock = ownLock, limit = patience } = {}) {
  const giveUpAt = Date.now() + limit;
  let isTold = false;
  while (!take(lock)) {
    const owner = ownerOf(lock);
    if (owner === "gone") {
      discard(lock);
      continue;
    }
    const holder = owner === "starting" ? "a process that is just starting" : `process ${owner}`;
    if (Date.now() > giveUpAt) {
      throw new SetupFailed(
        `${holder} holds ${lock} and doesn't end. If it is no set-up of Waypost, remove that folder; ` +
          "else end it, and start again.",
      );
    }
    if (!isTold) say(`another set-up is at work here (${holder}); waiting for it.`);
    isTold = true;
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
    rmSync(aside, { recursive: true, force: true });
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw new SetupFailed(
      `${lock} was left behind by a set-up that has ended, and can't be removed (${String(codeOf(error))}). Remove it, and start again.`,
    );
  }
}

function codeOf(/** @type {unknown} */ error) {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
