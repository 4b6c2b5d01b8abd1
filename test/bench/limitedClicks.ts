import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCloudflare, goodToken } from "../mirror/cloudflare.ts";
import { type Engine, workersEngine } from "../mirror/engine.ts";
import { homeOf, startHome, type TestHome } from "../mirror/home.ts";
import { startTestServer } from "../support/server.ts";
import { builtCommand, runCommand, startService } from "../support/serviceProcess.ts";
import { chrome } from "../support/userAgents.ts";

/** Milliseconds. */
interface Latency {
  readonly p50: number;
  readonly p99: number;
}

interface Clicks {
  readonly plain: Latency;
  readonly limited: Latency;
}

/** How long one visitor waits, alone, for a link and for one whose clicks are limited. */
export interface LimitedClicksFigures {
  readonly visits: number;
  readonly home: Clicks;
  /** The copy on a server of one's own, a process by itself. */
  readonly ownServer: Clicks;
  /** The copy in the network's engine; null: it isn't installed here. */
  readonly engine: Clicks | null;
}

const destination = "https://example.org/";
const links = [
  { url: destination, custom: "plain" },
  { url: destination, custom: "limited", maxclicks: 1_000_000_000 },
];

function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** By turns, so that whatever else the machine does meets both. */
async function clicksAt(origin: string, visits: number): Promise<Clicks> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const visit = (alias: string) =>
    new Promise<number>((resolve, reject) => {
      const startedAt = performance.now();
      const headers = { "user-agent": chrome };
      request(`${origin}/${alias}`, { agent, headers }, (answer) => {
        answer.resume().on("end", () => {
          if (answer.headers.location === destination) resolve(performance.now() - startedAt);
          else reject(new Error(`${alias} was answered ${answer.statusCode}`));
        });
      })
        .on("error", reject)
        .end();
    });
  const [plain, limited]: [number[], number[]] = [[], []];
  for (let number = -visits / 5; number < visits; number += 1) {
    const [one, other] = [await visit("plain"), await visit("limited")];
    // The first ones warm it up.
    if (number < 0) continue;
    plain.push(one);
    limited.push(other);
  }
  agent.destroy();
  return { plain: latencyOf(plain), limited: latencyOf(limited) };
}

async function atHome(folder: string, visits: number): Promise<Clicks> {
  const service = await startService(folder, [], { command: builtCommand });
  try {
    for (const link of links) await service.api("POST", "/api/url/add", link);
    return await clicksAt(service.ready.baseUrl, visits);
  } finally {
    await service.stop();
  }
}

/** Adds the links, and waits until the copy has them. */
async function copied(home: TestHome): Promise<void> {
  for (const link of links) {
    const { status, text } = await home.api("POST", "/api/url/add", link);
    if (status !== 200) throw new Error(text);
  }
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await home.edge("POST", "/push")).push.waiting === 0) return;
  }
  throw new Error("The copy doesn't take the links.");
}

async function atOwnServer(folder: string, visits: number): Promise<Clicks> {
  const line = ["mirror", "--data", join(folder, "copy"), "--port", "0", "--json"];
  const running = runCommand(line, { command: builtCommand });
  const ready: { url: string; secret: string } = JSON.parse(await running.firstLine);
  const secret = (await readFile(ready.secret, "utf8")).trim();
  const settings = { baseUrl: ready.url };
  const dataDir = join(folder, "data");
  const home = homeOf(await startTestServer({ dataDir, settings, log: () => {} }));
  try {
    await home.follow("/connect", { address: ready.url, secret });
    await copied(home);
    return await clicksAt(ready.url, visits);
  } finally {
    await home.stop();
    running.child.kill();
    await running.exited;
  }
}

async function inEngine(engine: Engine, folder: string, visits: number): Promise<Clicks> {
  const cloudflare = await startCloudflare({ engine });
  const address = cloudflare.addressOf("waypost");
  const home = await startHome(cloudflare, { dataDir: folder, settings: { baseUrl: address } });
  try {
    await home.follow("/setup", { token: goodToken });
    await copied(home);
    return await clicksAt(address, visits);
  } finally {
    await home.stop();
    await cloudflare.close();
  }
}

export async function measureLimitedClicks(visits: number): Promise<LimitedClicksFigures> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-limited-"));
  const engine = workersEngine();
  try {
    return {
      visits,
      home: await atHome(join(folder, "home"), visits),
      ownServer: await atOwnServer(join(folder, "server"), visits),
      engine: engine === null ? null : await inEngine(engine, join(folder, "engine"), visits),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
