import { join } from "node:path";
import { readMeter } from "./meter.ts";
import { residentMemory, startMeasured } from "./servers.ts";
import { median } from "./statistics.ts";

export interface StartFigures {
  readonly links: number;
  /** Milliseconds from the spawn to the ready line, one figure a start. */
  readonly times: readonly number[];
  /** MiB at the ready line, median; null where the system doesn't say. */
  readonly memory: number | null;
  /** Milliseconds from the signal to the exit, median. */
  readonly stop: number;
  /** Longest block of the event loop from the loaded program to the ready line, in milliseconds; median. */
  readonly block: number;
}

export async function measureStarts(
  dataDir: string,
  links: number,
  starts: number,
): Promise<StartFigures> {
  const times: number[] = [];
  const memories: number[] = [];
  const stops: number[] = [];
  for (let count = 0; count < starts; count += 1) {
    const service = await startMeasured(dataDir);
    times.push(service.startTime);
    const memory = residentMemory(service.ready.pid);
    if (memory !== null) memories.push(memory);
    const before = performance.now();
    await service.stop();
    stops.push(performance.now() - before);
  }
  return {
    links,
    times,
    block: await measureBlocks(dataDir, starts),
    memory: memories.length === 0 ? null : median(memories),
    stop: median(stops),
  };
}

/** Starts of their own: loading the meter takes time too. */
async function measureBlocks(dataDir: string, starts: number): Promise<number> {
  const meter = join(dataDir, "..", "block-meter.json");
  const longest: number[] = [];
  for (let count = 0; count < starts; count += 1) {
    const service = await startMeasured(dataDir, [], {
      environment: {
        NODE_OPTIONS: `--import ${join(import.meta.dirname, "blockMeter.ts")}`,
        WAYPOST_BLOCK_METER: meter,
      },
    });
    const blocks = await readMeter<{ readonly longest: number }>(service.ready.pid, meter);
    longest.push(blocks.longest);
    await service.stop();
  }
  return median(longest);
}
