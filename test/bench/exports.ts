import { join } from "node:path";
import { readMeter } from "./meter.ts";
import { residentMemory, startMeasured } from "./servers.ts";

interface ExportFigures {
  readonly format: string;
  readonly seconds: number;
  readonly bytes: number;
  /** Milliseconds for which the service was held up at the longest. */
  readonly longestBlock: number;
  /** MiB above what it had at rest; null where the system doesn't say. */
  readonly memory: number | null;
}

export interface ExportsFigures {
  readonly links: number;
  readonly exports: readonly ExportFigures[];
}

const formats = ["csv", "json", "shlink", "bookmarks", "netlify", "nginx", "caddy", "apache"];

/** Everything taken along in each form, held up by nothing but its reader. */
export async function measureExports(dataDir: string, links: number): Promise<ExportsFigures> {
  const meter = join(dataDir, "..", "export-meter.json");
  const service = await startMeasured(dataDir, [], {
    environment: {
      NODE_OPTIONS: `--import ${join(import.meta.dirname, "blockMeter.ts")}`,
      WAYPOST_BLOCK_METER: meter,
    },
  });
  const { pid, baseUrl, apiKey } = service.ready;

  async function measure(format: string): Promise<ExportFigures> {
    await readMeter(pid, meter);
    const before = residentMemory(pid);
    let most = before ?? 0;
    let bytes = 0;
    const startedAt = performance.now();
    const response = await fetch(`${baseUrl}/api/export`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ what: "links", format, select: { all: true } }),
    });
    if (!response.ok || response.body === null) throw new Error(`${format}: ${response.status}`);
    for await (const piece of response.body) {
      bytes += piece.length;
      most = Math.max(most, residentMemory(pid) ?? 0);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const { longest } = await readMeter<{ readonly longest: number }>(pid, meter);
    const memory = before === null ? null : most - before;
    return { format, seconds, bytes, longestBlock: longest, memory };
  }

  try {
    const exports: ExportFigures[] = [];
    for (const format of formats) exports.push(await measure(format));
    return { links, exports };
  } finally {
    await service.stop();
  }
}
