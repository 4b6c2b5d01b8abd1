import { statSync } from "node:fs";
import { join } from "node:path";
import type { LoadProcess } from "./load.ts";
import { readMeter } from "./meter.ts";
import { startMeasured } from "./servers.ts";

interface Blocks {
  /** Milliseconds beyond the 5 ms timer's own period. */
  readonly p999: number;
  readonly longest: number;
}

export interface CompactionFigures {
  /** While links are made and the store compacts. */
  readonly during: Blocks;
  /** While links are made and it doesn't. */
  readonly before: Blocks;
  readonly compactions: number;
  readonly creations: number;
}

/** Long notes fill the journal, so that the store compacts under load; measured where it serves. */
export async function measureCompaction(
  load: LoadProcess,
  dataDir: string,
): Promise<CompactionFigures> {
  const meter = join(dataDir, "..", "block-meter.json");
  const document = join(dataDir, "waypost.json");
  const service = await startMeasured(dataDir, [], {
    environment: {
      NODE_OPTIONS: `--import ${join(import.meta.dirname, "blockMeter.ts")}`,
      WAYPOST_BLOCK_METER: meter,
    },
  });
  const port = Number(new URL(service.ready.baseUrl).port);
  const note = "What is told of the link in so many words that the journal fills soon. ".repeat(27);
  let serial = 0;
  const make = (count: number) =>
    load.run({
      port,
      connections: 8,
      count,
      requests: { kind: "creations", key: service.ready.apiKey, note, serial: (serial += 1) },
    });
  const version = () => statSync(document).ino;
  try {
    await make(1000);
    await readMeter<Blocks>(service.ready.pid, meter);
    await make(2000);
    const before = await readMeter<Blocks>(service.ready.pid, meter);
    let compactions = 0;
    let creations = 0;
    let seen = version();
    while (compactions < 2 && creations < 100_000) {
      creations += (await make(2000)).answered;
      if (version() !== seen) {
        seen = version();
        compactions += 1;
      }
    }
    return {
      during: await readMeter<Blocks>(service.ready.pid, meter),
      before,
      compactions,
      creations,
    };
  } finally {
    await service.stop();
  }
}
