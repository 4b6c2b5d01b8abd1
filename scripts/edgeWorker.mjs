import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { projectDir } from "./say.mjs";

/** Builds the Worker at the edge along with the rest: one module, with everything in it. */
export function edgeWorker() {
  return {
    name: "waypost-edge-worker",
    apply: /** @type {const} */ ("build"),
    closeBundle: () => buildEdgeWorker(join(projectDir, "out", "edge")).then(() => undefined),
  };
}

/**
 * The Worker's size has a bound, and the indents of its SQL and pages count. Markup and styles leave theirs out anyway;
 * scripts of pages keep them, as at home.
 */
const withoutIndents = {
  name: "waypost-without-indents",
  transform: (/** @type {string} */ code, /** @type {string} */ id) =>
    id.includes("/src/mirror/worker/") ||
    (id.includes("/src/server/visit/") && !code.includes("js`"))
      ? code.replaceAll(/\n +/g, "\n")
      : null,
};

/** Of what a browser says, nobody asks for its engine and processor: 1.5 kB of patterns. */
const withoutEngines = {
  name: "waypost-without-engines",
  transform: (/** @type {string} */ code, /** @type {string} */ id) =>
    id.includes("/my-ua-parser/")
      ? code.replaceAll(/^( +)(cpu|engine) : \[\[[^]*?^\1\],$/gm, "$1$2 : [],")
      : null,
};

/** `outDir` null: it is made and not written. */
export function buildEdgeWorker(
  /** @type {string | null} */ outDir,
  /** @type {string} */ entry = "src/mirror/worker/worker.ts",
) {
  const { version } = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8"));
  return build({
    root: projectDir,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { waypostVersion: JSON.stringify(version) },
    plugins: [withoutIndents, withoutEngines],
    build: {
      outDir: outDir ?? "out/edge",
      write: outDir !== null,
      emptyOutDir: true,
      target: "es2024",
      // By default a library keeps its line breaks and the names of its modules.
      rolldownOptions: { output: { minify: true } },
      lib: {
        entry: join(projectDir, entry),
        formats: ["es"],
        fileName: () => "worker.js",
      },
    },
  });
}
