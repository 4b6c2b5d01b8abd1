import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLoad } from "../bench/load.ts";
import { residentMemory } from "../bench/servers.ts";
import { startService } from "../support/serviceProcess.ts";
import { growthOf } from "./flatness.ts";
import { storedLinks } from "./readBack.ts";

export interface VisitFigures {
  readonly visits: number;
  /** Milliseconds; the worst of the run's pieces. */
  readonly p99: number;
  readonly faults: readonly string[];
}

const links = 100;
/** Seconds of one piece of load. */
const piece = 10;
const senders = 200;
/** Milliseconds. */
const allowedP99 = 100;
const allowedHead = 60_000;

interface SlowSenders {
  /** Milliseconds that the longest half-sent head was let stand. */
  longest(): number;
  stop(): void;
}

/** Each sends a byte of its head a second, and comes back when it is closed. */
function slowSenders(port: number): SlowSenders {
  const head = `GET /${"x".repeat(1000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
  const open = new Map<number, number>();
  const stops: (() => void)[] = [];
  let longestClosed = 0;
  let isOver = false;

  function begin(place: number): void {
    const socket = connect(port, "127.0.0.1");
    const openedAt = performance.now();
    open.set(place, openedAt);
    let sent = 0;
    const drip = setInterval(() => socket.write(head.charAt(sent++ % head.length)), 1000);
    socket.on("error", () => undefined);
    socket.resume();
    socket.once("close", () => {
      clearInterval(drip);
      longestClosed = Math.max(longestClosed, performance.now() - openedAt);
      open.delete(place);
      if (!isOver) begin(place);
    });
    stops[place] = () => socket.destroy();
  }

  for (let place = 0; place < senders; place += 1) begin(place);
  return {
    longest: () =>
      Math.max(longestClosed, ...[...open.values()].map((since) => performance.now() - since)),
    stop() {
      isOver = true;
      for (const stop of stops) stop();
    },
  };
}

/** Visits at full rate for so many seconds, if asked for beside 200 that send a byte a second. */
export async function visitLoad(
  seconds: number,
  beside: "nobody" | "slow senders",
  tell: (line: string) => void,
): Promise<VisitFigures> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-visits-"));
  const load = startLoad([]);
  const service = await startService(join(folder, "data"), ["--rate-limit", "1000000000"]);
  const port = Number(new URL(service.ready.baseUrl).port);
  const aliases = Array.from({ length: links }, (_, index) => `load-${index}`);
  let slow: SlowSenders | null = null;
  try {
    for (const custom of aliases) {
      await (
        await service.api("POST", "/api/url/add", { url: "https://example.org/", custom })
      ).text();
    }
    slow = beside === "slow senders" ? slowSenders(port) : null;
    const memory: number[] = [];
    let visits = 0;
    let p99 = 0;
    const endsAt = performance.now() + seconds * 1000;
    while (performance.now() < endsAt) {
      const done = await load.run({
        port,
        connections: 20,
        seconds: Math.min(piece, (endsAt - performance.now()) / 1000),
        requests: { kind: "visits", crowd: "few", aliases },
      });
      visits += done.answered;
      p99 = Math.max(p99, done.p99);
      memory.push(residentMemory(service.ready.pid) ?? 0);
      tell(
        `${visits} visits, p99 ${done.p99.toFixed(1)} ms, ${Math.round(memory.at(-1) ?? 0)} MiB of memory`,
      );
    }
    const longest = slow?.longest() ?? 0;
    const stored = await storedLinks(service);
    const counted = stored.reduce((sum, { clicks }) => sum + clicks, 0);
    const faults = [
      p99 < allowedP99 ? null : `p99 of visits was ${Math.round(p99)} ms`,
      longest <= allowedHead ? null : `a half-sent head stood for ${Math.round(longest / 1000)} s`,
      counted === visits ? null : `${visits} visits were answered, ${counted} counted`,
      growthOf("memory under visits", memory),
    ];
    return { visits, p99, faults: faults.filter((fault) => fault !== null) };
  } finally {
    slow?.stop();
    load.stop();
    await service.stop("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}
