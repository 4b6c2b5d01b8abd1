import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServiceProcess } from "../support/serviceProcess.ts";
import { aliasOf, buildFolder } from "./folders.ts";
import type { LoadProcess } from "./load.ts";
import { readMeter } from "./meter.ts";
import { linkCount, startVisited, visitedDoor } from "./redirects.ts";

export interface VisitorsFigures {
  readonly visitors: number;
  readonly links: number;
  /** MiB that are kept for them once garbage is collected. */
  readonly kept: number;
  /** MiB that the process is larger by, as the system counts. */
  readonly resident: number;
  /** Milliseconds from the spawn to the ready line: after a kill, and after a clean end. */
  readonly startKilled: number;
  readonly start: number;
  /** Milliseconds from the signal to the exit. */
  readonly stop: number;
}

interface Memory {
  readonly kept: number;
  readonly resident: number;
}

/** What it costs to tell so many different visitors apart. */
export async function measureVisitors(
  load: LoadProcess,
  visitors: number,
): Promise<VisitorsFigures> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-bench-"));
  const dataDir = join(folder, "data");
  const meter = join(folder, "memory.json");
  await buildFolder(dataDir, linkCount);
  const start = () =>
    startVisited(dataDir, "everybody", {
      environment: {
        NODE_OPTIONS: `--import ${join(import.meta.dirname, "memoryMeter.ts")}`,
        WAYPOST_MEMORY_METER: meter,
      },
    });
  const memoryOf = ({ ready }: ServiceProcess) => readMeter<Memory>(ready.pid, meter);
  let service = await start();
  try {
    const atRest = await memoryOf(service);
    await load.run({
      port: visitedDoor(service, "everybody").port,
      connections: 50,
      count: visitors,
      requests: {
        kind: "visits",
        crowd: "everybody",
        aliases: Array.from({ length: linkCount }, (_, index) => aliasOf(index + 1)),
      },
    });
    const after = await memoryOf(service);
    await service.stop("SIGKILL");
    service = await start();
    const { startTime: startKilled } = service;
    const stoppingAt = performance.now();
    await service.stop();
    const stop = performance.now() - stoppingAt;
    service = await start();
    const mebibytes = (figure: keyof Memory) => (after[figure] - atRest[figure]) / 2 ** 20;
    return {
      visitors,
      links: linkCount,
      kept: mebibytes("kept"),
      resident: mebibytes("resident"),
      startKilled,
      start: service.startTime,
      stop,
    };
  } finally {
    service.child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}
