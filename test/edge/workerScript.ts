import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildEdgeWorker } from "../../scripts/edgeWorker.mjs";

let built: Promise<string> | null = null;

/** The Worker's file, made of the sources as they are; once a process. */
export function workerScript(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "waypost-edge-script-"));
  await buildEdgeWorker(folder);
  return join(folder, "worker.js");
}
