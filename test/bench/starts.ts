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
    memory: memories.length === 0 ? null : median(memories),
    stop: median(stops),
  };
}
