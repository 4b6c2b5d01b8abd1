import { mkdtempSync, readdirSync, rmSync, statSync, type Stats } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLoad } from "../bench/load.ts";
import { residentMemory } from "../bench/servers.ts";
import { startService } from "../support/serviceProcess.ts";
import { growthOf } from "./flatness.ts";

export interface GrowthFigures {
  readonly writes: number;
  /** MiB. */
  readonly largestFolder: number;
  readonly allowedFolder: number;
  readonly memory: readonly number[];
  readonly faults: readonly string[];
}

const links = 20_000;
const note = "What is told of the link in so many words that its record has some size. ".repeat(6);
const connections = 16;
/** MiB beside three times the live data. */
const spare = 64;
const mebibyte = 2 ** 20;

/** MiB that the history may have. */
const allowedHistory = 256;

/** MiB on disk; two names of one file are one. */
function sizeOf(folder: string, isCounted: (name: string) => boolean = () => true): number {
  const files = new Map<number, number>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!isCounted(name)) continue;
    const found: Stats | undefined = statSync(join(folder, name), { throwIfNoEntry: false });
    if (found?.isFile() === true) files.set(found.ino, found.size);
  }
  return [...files.values()].reduce((sum, size) => sum + size, 0) / mebibyte;
}

function isHistory(name: string): boolean {
  return name.startsWith("history");
}

/** Writes at full rate for so many seconds to links that stay as many as they are. */
export async function growth(
  seconds: number,
  tell: (line: string) => void,
): Promise<GrowthFigures> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-growth-"));
  const dataDir = join(folder, "data");
  const load = startLoad([]);
  const service = await startService(dataDir, ["--rate-limit", "1000000000"]);
  const port = Number(new URL(service.ready.baseUrl).port);
  const key = service.ready.apiKey;
  let largestFolder = 0;
  let largestHistory = 0;
  const watch = setInterval(() => {
    largestFolder = Math.max(
      largestFolder,
      sizeOf(dataDir, (name) => !isHistory(name)),
    );
    largestHistory = Math.max(largestHistory, sizeOf(dataDir, isHistory));
  }, 100);
  try {
    const made = await load.run({
      port,
      connections,
      count: links,
      requests: { kind: "creations", key, note, serial: 0 },
    });
    const memory: number[] = [];
    let writes = 0;
    let serial = 0;
    const endsAt = performance.now() + seconds * 1000;
    while (performance.now() < endsAt) {
      serial += 1;
      const done = await load.run({
        port,
        connections,
        count: links,
        seconds: (endsAt - performance.now()) / 1000,
        requests: { kind: "updates", key, ids: made.ids, serial },
      });
      writes += done.answered;
      memory.push(residentMemory(service.ready.pid) ?? 0);
      if (serial % 10 === 1) {
        tell(
          `${writes} writes, ${Math.round(largestFolder)} MiB on disk, ${Math.round(memory.at(-1) ?? 0)} MiB of memory`,
        );
      }
    }
    clearInterval(watch);
    await service.stop();
    const live = statSync(join(dataDir, "waypost.json")).size / mebibyte;
    const allowedFolder = 3 * live + spare;
    const faults = [
      largestFolder <= allowedFolder
        ? null
        : `the folder grew to ${Math.round(largestFolder)} MiB, allowed are ${Math.round(allowedFolder)}`,
      largestHistory <= allowedHistory
        ? null
        : `the history grew to ${Math.round(largestHistory)} MiB, allowed are ${allowedHistory}`,
      growthOf("memory under writes", memory),
    ];
    return {
      writes,
      largestFolder,
      allowedFolder,
      memory,
      faults: faults.filter((fault) => fault !== null),
    };
  } finally {
    clearInterval(watch);
    load.stop();
    await service.stop("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}
