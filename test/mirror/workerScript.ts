import { join } from "node:path";
import { buildEdgeWorker } from "../../scripts/edgeWorker.mjs";

let built: Promise<string> | null = null;

/** The Worker's file, made of the sources as they are; once a process. */
export function workerScript(): Promise<string> {
  built ??= build();
  return built;
}

/** Beside what is built, a place for each that runs tests at the same time: nothing is left to be tidied up. */
async function build(): Promise<string> {
  const { VITEST_POOL_ID, TEST_PARALLEL_INDEX } = process.env;
  const runner = `${VITEST_POOL_ID ?? "browser"}-${TEST_PARALLEL_INDEX ?? "0"}`;
  const folder = join(import.meta.dirname, "../../out/edge-tests", runner);
  await buildEdgeWorker(folder);
  return join(folder, "worker.js");
}
