import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npm, offlineSoon } from "./install.mjs";
import { projectDir, say } from "./say.mjs";

/** The edge's tests have a package of their own: nobody else has a use for its 150 MB. */
export const engineDir = join(projectDir, "test", "mirror");

/** Milliseconds that the registry may take. */
const patience = 180_000;

/**
 * Brings the network's own engine here, so that the Worker is tested in what will run it. Where the
 * registry is out of reach, or has none for this system, the tests go on without, and say so.
 */
export async function ensureWorkersEngine(dir = engineDir, install = npm) {
  const stampFile = join(dir, "node_modules", ".waypost-installed");
  const lockfile = readFileSync(join(dir, "package-lock.json"), "utf8");
  const wanted = `${createHash("sha256").update(lockfile).digest("hex")} ${process.platform} ${process.arch}\n`;
  if (readText(stampFile) === wanted) return;
  say("installing the engine that the edge's tests run in (npm ci in test/mirror).");
  const code = await install(["ci", ...offlineSoon, "--prefix", dir], patience);
  if (code === 0) writeFileSync(stampFile, wanted);
  else say("it didn't come: the Worker's tests run in Node alone, and say so.");
}

function readText(/** @type {string} */ file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
