import { monitorEventLoopDelay } from "node:perf_hooks";
import { startServer } from "../../src/app/index.ts";
import { writeClicks } from "../support/keptClicks.ts";
import { median } from "./statistics.ts";

interface AskedFigures {
  readonly asked: string;
  /** Milliseconds; of what reads lines only the first, which reads them all. */
  readonly first: number;
  readonly median: number;
}

export interface ClickStatisticsFigures {
  readonly links: number;
  readonly lines: number;
  /** What the counters answer. */
  readonly counted: readonly AskedFigures[];
  /** What the lines answer: the first has them all read, later ones go on. */
  readonly read: readonly AskedFigures[];
  /** The longest that the service was held up meanwhile; milliseconds. */
  readonly longestBlock: number;
  /** Bytes above rest while lines are read, at most. */
  readonly memory: number;
}

const moment = Date.UTC(2026, 5, 15);

const counted = [
  "",
  "compare=true",
  "by=week&from=2026-01-01",
  "by=month&from=2025-07-01",
  "q=article+99",
  "link=77",
];
const read = [
  "country=IR&browser=Firefox",
  "lines=true",
  "lines=true&compare=true",
  "system=android&q=article+99",
  "link=77&lines=true",
];
const rounds = 5;

export async function measureClickStatistics(
  dataDir: string,
  links: number,
  lines: number,
): Promise<ClickStatisticsFigures> {
  writeClicks(dataDir, { links, count: lines, until: moment });
  const settings = { rateLimit: "1000000", "targets.ask": "false", "privacy.retentionDays": "0" };
  const server = await startServer({
    dataDir,
    port: 0,
    guiPort: null,
    settings,
    clock: () => moment,
  });
  const headers = { authorization: `Bearer ${server.localKey}` };
  async function timed(path: string): Promise<number> {
    const startedAt = performance.now();
    const answer = await fetch(`${server.baseUrl}/api/statistics${path}`, { headers });
    const body: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return performance.now() - startedAt;
  }
  async function asked(paths: readonly string[], times: number): Promise<AskedFigures[]> {
    const figures: AskedFigures[] = [];
    for (const path of paths) {
      const first = await timed(path);
      const later: number[] = [];
      for (let round = 0; round < times; round += 1) later.push(await timed(path));
      figures.push({ asked: path, first, median: median(later) });
    }
    return figures;
  }
  try {
    await timed("");
    globalThis.gc?.();
    const rest = process.memoryUsage().rss;
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const byCounters = await asked(
      [...counted.map((query) => `?${query}`), "/movers", "/sparklines?ids=1,2,3,4,5,6,7,8,9"],
      rounds,
    );
    let memory = 0;
    const watch = setInterval(() => {
      memory = Math.max(memory, process.memoryUsage().rss - rest);
    }, 50);
    const byLines = await asked(
      [...read.map((query) => `?wait=10&${query}`), "/last", "/last?link=77"],
      1,
    );
    clearInterval(watch);
    delay.disable();
    return {
      links,
      lines,
      counted: byCounters,
      read: byLines,
      longestBlock: delay.max / 1e6,
      memory,
    };
  } finally {
    await server.close();
  }
}
