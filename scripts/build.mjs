import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { node24 } from "./node24.mjs";
import { run } from "./processes.mjs";
import { SetupFailed, projectDir, say } from "./say.mjs";

const sources = [
  "src",
  "resources",
  "electron.vite.config.ts",
  "extension",
  "scripts/edgeWorker.mjs",
  "scripts/extension.mjs",
  "scripts/licences.mjs",
  "package.json",
  "package-lock.json",
];
const products = [
  "out/main/index.js",
  "out/main/cli.js",
  "out/preload/index.cjs",
  "out/renderer/index.html",
  "out/edge/worker.js",
  "out/extension/manifest.json",
];

/**
 * @param {{ stamp: string | null, wanted: string, missing: readonly string[] }} state
 * @returns {string | null} why a build is due, null: it isn't
 */
export function reasonToBuild({ stamp, wanted, missing }) {
  if (stamp === null || missing.length > 0) return "nothing is built yet";
  return stamp === wanted ? null : "the sources changed";
}

/** One hash over names and contents: a clone, a copy and a restored cache all look alike to it. */
export function hashOf(/** @type {readonly string[]} */ paths, dir = projectDir) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((each) => filesBelow(dir, each))) {
    const content = readFileSync(join(dir, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** Builds when out/ isn't what the sources make. */
export async function ensureBuilt() {
  const stampFile = join(projectDir, "out", ".waypost-built");
  const wanted = hashOf(sources);
  const reason = reasonToBuild({
    stamp: existsSync(stampFile) ? readFileSync(stampFile, "utf8") : null,
    wanted,
    missing: products.filter((product) => !existsSync(join(projectDir, product))),
  });
  if (reason === null) return;
  say(`building (${reason}).`);
  rmSync(stampFile, { force: true });
  const vite = join(projectDir, "node_modules", "electron-vite", "bin", "electron-vite.js");
  const { code, output } = await run(node24(), [vite, "build"], { quiet: true });
  if (code !== 0) {
    process.stderr.write(output);
    throw new SetupFailed("the build failed (above).");
  }
  writeFileSync(stampFile, wanted);
}

/** @returns {string[]} paths below `dir`, with `/`, in one order on every system */
function filesBelow(/** @type {string} */ dir, /** @type {string} */ path) {
  const full = join(dir, path);
  if (!existsSync(full)) return [];
  /** @type {import("node:fs").Dirent[]} */
  let entries;
  try {
    entries = readdirSync(full, { withFileTypes: true });
  } catch {
    return [path];
  }
  return entries
    .map((entry) => entry.name)
    .toSorted()
    .flatMap((name) => filesBelow(dir, `${path}/${name}`));
}
