import { median } from "../bench/statistics.ts";

/** Resident memory may grow by this part after the first quarter of a run. */
const allowed = 0.2;

/** A sentence where a figure that should stay as it is has grown; null: it is flat. */
export function growthOf(name: string, samples: readonly number[]): string | null {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const early = Math.max(...samples.slice(0, quarter));
  const late = median(samples.slice(-quarter));
  return late <= early * (1 + allowed)
    ? null
    : `${name} grew from ${Math.round(early)} MiB to ${Math.round(late)} MiB`;
}
