import { monitorEventLoopDelay } from "node:perf_hooks";
import { startServer } from "../../src/app/index.ts";
import type { LinkRecord } from "../../src/server/store/records.ts";
import { chrome } from "../support/userAgents.ts";
import { aliasOf } from "./folders.ts";
import { median } from "./statistics.ts";

/** Milliseconds. */
interface ListFigures {
  readonly query: string;
  /** Of the first request after a start, which has an order made. */
  readonly first: number;
  readonly median: number;
  readonly slowest: number;
}

export interface ListsFigures {
  readonly links: number;
  readonly queries: readonly ListFigures[];
  /** The longest that the service was held up meanwhile; milliseconds. */
  readonly longestBlock: number;
  /** Bytes that the orders keep, once each was asked for. */
  readonly kept: number;
}

/** What a link of the measured folder has to be filtered by. */
export function filteredBy(id: number): Partial<LinkRecord> {
  return {
    ...(id % 2 === 0 && { tags: ["Half", ...(id % 1000 === 0 ? ["Rare"] : [])] }),
    ...(id % 10 === 0 && { isArchived: true as const }),
    ...(id % 5 === 0 && { source: { service: "elsewhere", id: String(id) } }),
    ...(id % 3 === 0 && {
      expiresAt: new Date(Date.UTC(2026, 0, 1) + id * 400_000).toISOString(),
    }),
    ...(id % 4 === 0 && { status: "public" as const }),
  };
}

const queries = [
  "",
  "archived=true",
  "archived=all",
  "tag=half",
  "tag=rare",
  "tag=half&tag=rare",
  "source=elsewhere",
  "status=public",
  "protected=true",
  "expired=true",
  "type=direct",
  "madeAfter=2026-01-02",
  "minClicks=1",
  "maxClicks=0",
  "noClicksSince=2026-01-01",
  "q=article+99",
  "q=nothing-like-this",
  "order=click",
  "order=date&direction=asc",
  "order=alias",
  "order=url&direction=desc",
  "order=expiry",
  "order=lastclick",
  "order=lastclick&direction=asc&tag=half&page=100",
  "order=alias&q=article+99",
];

const rounds = 7;

/** The list as the window asks for it, 200 links a page, while visits come in. */
export async function measureLists(dataDir: string, links: number): Promise<ListsFigures> {
  const settings = { rateLimit: "1000000", "targets.ask": "false" };
  const server = await startServer({ dataDir, port: 0, guiPort: null, settings });
  const headers = { authorization: `Bearer ${server.localKey}` };
  let visited = 0;
  const visit = () => {
    visited += 1;
    return fetch(`${server.baseUrl}/${aliasOf(1 + ((visited * 7919) % links))}`, {
      redirect: "manual",
      headers: { "user-agent": chrome },
    });
  };
  async function timed(query: string): Promise<number> {
    await visit();
    const startedAt = performance.now();
    const answer = await fetch(`${server.baseUrl}/api/urls?limit=200&${query}`, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${query}: ${answer.status}`);
    return performance.now() - startedAt;
  }
  try {
    for (let warm = 0; warm < 200; warm += 1) await visit();
    await timed("");
    const before = kept();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const figures: ListFigures[] = [];
    for (const query of queries) {
      const first = await timed(query);
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(await timed(query));
      figures.push({ query, first, median: median(times), slowest: Math.max(...times) });
    }
    delay.disable();
    return {
      links,
      queries: figures,
      longestBlock: delay.max / 1e6,
      kept: kept() - before,
    };
  } finally {
    await server.close();
  }
}

function kept(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
