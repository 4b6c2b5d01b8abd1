import type { build } from "vite";
import { buildEdgeWorker } from "../../scripts/edgeWorker.mjs";

export interface Bundle {
  readonly code: string;
  /** What it is made of, and what it would load. */
  readonly modules: readonly string[];
}

/** The Worker as the build makes it, written nowhere. */
export async function edgeBundle(entry?: string): Promise<Bundle> {
  return bundleIn(await buildEdgeWorker(null, entry));
}

export function bundleIn(built: Awaited<ReturnType<typeof build>>): Bundle {
  const outputs = Array.isArray(built) ? built : [built];
  const chunks = outputs
    .flatMap((one) => ("output" in one ? one.output : []))
    .filter((one) => one.type === "chunk");
  return {
    code: chunks.map(({ code }) => code).join("\n"),
    modules: chunks.flatMap(({ moduleIds, imports }) => [...moduleIds, ...imports]),
  };
}
