import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Bytes from which V8 makes no more room for short-lived objects: it would keep up to 128 MiB. */
const mostYoungSpace = 32 * 1024 * 1024;

function youngSpace(): number {
  return (
    getHeapSpaceStatistics().find((space) => space.space_name === "new_space")?.space_size ?? 0
  );
}

/**
 * For work whose records live on. V8 would take them for short-lived ones, make ever more room for
 * such, copy them through it, and keep that room: a third of the memory of a start.
 */
export async function limitSemiSpaceGrowth<T>(work: () => Promise<T>): Promise<T> {
  setFlagsFromString("--semi-space-growth-factor=1");
  try {
    return await work();
  } finally {
    const factor = youngSpace() < mostYoungSpace ? 2 : 1;
    setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  }
}
