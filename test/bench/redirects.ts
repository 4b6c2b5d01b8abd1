import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunOptions, ServiceProcess } from "../support/serviceProcess.ts";
import { aliasOf, buildFolder, targetOf } from "./folders.ts";
import type { LoadProcess } from "./load.ts";
import type { LoadResult } from "./loadGenerator.ts";
import { processorTime } from "./processorTime.ts";
import { startBare, startMeasured, loadCore } from "./servers.ts";
import { median } from "./statistics.ts";
import { type Crowd, visitRequests } from "./visitRequests.ts";
import { spawnSync } from "node:child_process";

/** A second load generator, that nobody here has written. */
interface Wrk {
  /** Answered requests a second. */
  rate(port: number, connections: number, seconds: number): number;
}

const shownRequests = 20_000;

/** Null where it isn't installed. It sends what our own generator sends for the same few visitors. */
function findWrk(folder: string, aliases: readonly string[]): Wrk | null {
  if (spawnSync("wrk", ["-v"]).error !== undefined) return null;
  return {
    rate(port, connections, seconds) {
      const next = visitRequests({ crowd: "few", aliases, port });
      const requests = Array.from({ length: shownRequests }, () => luaText(next().toString()));
      const script = join(folder, "visits.lua");
      writeFileSync(
        script,
        `local requests = {\n${requests.join(",\n")}}\nlocal at = 0\n` +
          `request = function() at = at % ${shownRequests} + 1 return requests[at] end\n`,
      );
      const [program, ...line] = [
        ...loadCore,
        "wrk",
        "-t1",
        `-c${connections}`,
        `-d${seconds}s`,
        "-s",
        script,
        `http://127.0.0.1:${port}`,
      ];
      const { stdout } = spawnSync(program ?? "wrk", line, { encoding: "utf8" });
      return Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
    },
  };
}

function luaText(text: string): string {
  return JSON.stringify(text);
}

export const linkCount = 10_000;
/** Links that a script creates before a process that has written is measured. */
export const writeCount = 10_000;
const writers = 16;
const connections = 50;
const wrkRounds = 3;

/** One run of the load against one of the two servers. */
export interface Run extends LoadResult {
  /** Seconds of processor time that the server took for it, all its threads; null: not told. */
  readonly serverTime: number | null;
}

interface Pair {
  readonly bare: Run;
  readonly waypost: Run;
}

export interface RedirectFigures {
  readonly crowd: Crowd;
  /** Links that the same process had created through the API before. */
  readonly writes: number;
  readonly pairs: readonly Pair[];
  /** Median over the pairs of the bare server's processor time an answer by Waypost's; null: not told. */
  readonly ratio: number | null;
  /** The same of the requests a second; null: the generator was busier than a server. */
  readonly rateRatio: number | null;
  /** Answers a second that the generator could take, by its own processor time: the lowest of all runs. */
  readonly ceiling: number;
  /** By wrk, where it is installed; requests a second. */
  readonly wrk: { readonly bare: number; readonly waypost: number } | null;
  readonly clicksSent: number;
  readonly clicksCounted: number;
  readonly clicksInLog: number;
}

export function rate({ answered, seconds }: LoadResult): number {
  return answered / seconds;
}

/** Microseconds of processor time for one answer; null: not told. */
export function costOf({ serverTime, answered }: Run): number | null {
  return serverTime === null ? null : (serverTime / answered) * 1e6;
}

async function countedClicks(service: ServiceProcess, links: number): Promise<number> {
  let clicks = 0;
  for (let page = 1; page <= links / 1000; page += 1) {
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

interface Target {
  readonly pid: number;
  readonly port: number;
}

/** Everybody comes through the public door, with a provider in front that tells addresses apart. */
export function startVisited(
  dataDir: string,
  crowd: Crowd,
  options?: RunOptions,
): Promise<ServiceProcess> {
  const flags = crowd === "few" ? [] : ["--public-port", "0", "--set", "geo.provider=cloudflare"];
  return startMeasured(dataDir, flags, options);
}

export function visitedDoor({ ready }: ServiceProcess, crowd: Crowd): Target {
  const door = crowd === "few" ? ready.baseUrl : (ready.publicUrl ?? "");
  return { pid: ready.pid, port: Number(new URL(door).port) };
}

/** Whether the load took less of its core than the server did: only then is the server what is measured. */
function isServerBusier({ serverTime, processorTime: loadTime }: Run): boolean {
  return serverTime !== null && loadTime < serverTime;
}

function createLinks(load: LoadProcess, { ready }: ServiceProcess, count: number) {
  return load.run({
    port: Number(new URL(ready.baseUrl).port),
    connections: writers,
    count,
    requests: { kind: "creations", key: ready.apiKey, note: "", serial: 1 },
  });
}

/**
 * Redirects with every click recorded, beside the bare server, in interleaved pairs: in a process that has just
 * started, or in one that has created `writes` links before.
 */
export async function measureRedirects(
  load: LoadProcess,
  { crowd, writes }: Pick<RedirectFigures, "crowd" | "writes">,
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
  const service = await startVisited(dataDir, crowd);
  const waypost = visitedDoor(service, crowd);
  const run = async ({ pid, port }: Target): Promise<Run> => {
    const before = processorTime(pid);
    const result = await load.run({
      port,
      connections,
      seconds,
      requests: { kind: "visits", crowd, aliases },
    });
    const after = processorTime(pid);
    const serverTime = before === null || after === null ? null : after - before;
    return { ...result, serverTime };
  };
  const wrk: Wrk | null = crowd === "few" ? findWrk(folder, aliases) : null;
  try {
    if (writes > 0) await createLinks(load, service, writes);
    // Both are compiled and warm before anything counts.
    await run(bare);
    let clicksSent = (await run(waypost)).answered;
    const results: Pair[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      const bareRun = await run(bare);
      const waypostRun = await run(waypost);
      clicksSent += waypostRun.answered;
      results.push({ bare: bareRun, waypost: waypostRun });
    }
    const clicksCounted = await countedClicks(service, linkCount + writes);
    // A line is in the file before its visitor is answered.
    const clicksInLog = loggedClicks(dataDir);
    const beside =
      wrk === null ? null : byWrk(wrk, { bare: bare.port, waypost: waypost.port }, seconds);
    await service.stop();
    return {
      crowd,
      writes,
      pairs: results,
      ...ratios(results),
      wrk: beside,
      clicksSent,
      clicksCounted,
      clicksInLog,
    };
  } finally {
    bare.stop();
    service.child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Interleaved too; the median of each. */
function byWrk(wrk: Wrk, ports: { bare: number; waypost: number }, seconds: number) {
  const rates = Array.from({ length: wrkRounds }, () => ({
    bare: wrk.rate(ports.bare, connections, seconds),
    waypost: wrk.rate(ports.waypost, connections, seconds),
  }));
  return {
    bare: median(rates.map(({ bare }) => bare)),
    waypost: median(rates.map(({ waypost }) => waypost)),
  };
}

function ratios(pairs: readonly Pair[]) {
  const runs = pairs.flatMap(({ bare, waypost }) => [bare, waypost]);
  const costs = pairs.map(({ bare, waypost }) => {
    const [one, other] = [costOf(bare), costOf(waypost)];
    return one === null || other === null ? null : one / other;
  });
  return {
    ratio: costs.includes(null) ? null : median(costs.map(Number)),
    rateRatio: runs.every(isServerBusier)
      ? median(pairs.map(({ bare, waypost }) => rate(waypost) / rate(bare)))
      : null,
    ceiling: Math.min(...runs.map((run) => run.answered / run.processorTime)),
  };
}
