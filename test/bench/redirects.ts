import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServiceProcess } from "../support/serviceProcess.ts";
import { aliasOf, buildFolder, targetOf } from "./folders.ts";
import type { LoadProcess } from "./load.ts";
import type { Load, LoadResult } from "./loadGenerator.ts";
import { startBare, startMeasured } from "./servers.ts";
import { median } from "./statistics.ts";
import { userAgents } from "./userAgents.ts";

const linkCount = 10_000;
const connections = 50;

export interface RedirectFigures {
  readonly pairs: readonly { readonly bare: LoadResult; readonly waypost: LoadResult }[];
  /** Median over the pairs of Waypost's rate by the bare server's. */
  readonly ratio: number;
  readonly p99Ratio: number;
  readonly clicksSent: number;
  readonly clicksCounted: number;
  readonly clicksInLog: number;
}

export function rate({ answered, seconds }: LoadResult): number {
  return answered / seconds;
}

async function countedClicks(service: ServiceProcess): Promise<number> {
  let clicks = 0;
  for (let page = 1; page <= linkCount / 1000; page += 1) {
    const answer = await service.api("GET", `/api/urls?limit=1000&page=${page}`);
    const { data } = (await answer.json()) as { data: { urls: { clicks: number }[] } };
    clicks += data.urls.reduce((sum, link) => sum + link.clicks, 0);
  }
  return clicks;
}

function loggedClicks(dataDir: string): number {
  const folder = join(dataDir, "clicks");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".ndjson"))
    .reduce((sum, name) => {
      const bytes = readFileSync(join(folder, name));
      let lines = 0;
      for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
      return sum + lines;
    }, 0);
}

/** Redirects with every click recorded, beside the bare server, in interleaved pairs. */
export async function measureRedirects(
  load: LoadProcess,
  pairs: number,
  seconds: number,
): Promise<RedirectFigures> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-bench-"));
  const dataDir = join(folder, "data");
  await buildFolder(dataDir, linkCount);
  const ids = Array.from({ length: linkCount }, (_, index) => index + 1);
  const pairsFile = join(folder, "pairs.json");
  writeFileSync(pairsFile, JSON.stringify(ids.map((id) => [aliasOf(id), targetOf(id)])));
  const aliases = ids.map(aliasOf);

  const bare = await startBare(pairsFile);
  const service = await startMeasured(dataDir);
  const visits = (port: number, duration: number): Load => ({
    port,
    connections,
    seconds: duration,
    requests: { kind: "visits", aliases, userAgents },
  });
  const servicePort = Number(new URL(service.ready.baseUrl).port);
  try {
    // Both are compiled and warm before anything counts.
    let clicksSent = 0;
    await load.run(visits(bare.port, seconds));
    clicksSent += (await load.run(visits(servicePort, seconds))).answered;
    const results: { bare: LoadResult; waypost: LoadResult }[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      const bareResult = await load.run(visits(bare.port, seconds));
      const waypost = await load.run(visits(servicePort, seconds));
      clicksSent += waypost.answered;
      results.push({ bare: bareResult, waypost });
    }
    const clicksCounted = await countedClicks(service);
    await service.stop();
    return {
      pairs: results,
      ratio: median(results.map((pair) => rate(pair.waypost) / rate(pair.bare))),
      p99Ratio: median(results.map((pair) => pair.waypost.p99 / pair.bare.p99)),
      clicksSent,
      clicksCounted,
      clicksInLog: loggedClicks(dataDir),
    };
  } finally {
    bare.stop();
    service.child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}
