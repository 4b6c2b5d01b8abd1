import { parseArgs } from "node:util";
import { carriers, openRoundTrips } from "../server/features/exchange/roundTrips.ts";
import { drainRounds } from "./drainRounds.ts";
import { hostileFiles } from "./hostileFiles.ts";
import { importRounds } from "./importRounds.ts";
import { killRounds, createHistory, untilKilled } from "./killRounds.ts";
import { visitLoad } from "./visitLoad.ts";
import { weekOffline } from "./weekOffline.ts";
import {
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  type Stats,
  copyFileSync,
  mkdirSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLoad } from "../bench/load.ts";
import { residentMemory } from "../bench/servers.ts";
import { startService } from "../support/serviceProcess.ts";
import { growthOf } from "./flatness.ts";
import { spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { storedLinks } from "./readBack.ts";

interface PowerCutFigures {
  /** Null: it ran. */
  readonly skipped: string | null;
  readonly cuts: number;
  readonly acknowledged: number;
  readonly losses: readonly string[];
}

const imageBytes = 256 << 20;
const scripts = 8;
/** ext4 writes its own journal every 5 s by default; a minute leaves the most to lose. */
const mountOptions = ["defaults", "commit=60"] as const;

function runProgram(program: string, ...line: readonly string[]): string | null {
  const { status, stderr, error } = spawnSync(program, line, { encoding: "utf8" });
  return status === 0 ? null : `${program} ${line.join(" ")}: ${error?.message ?? stderr.trim()}`;
}

function mount(image: string, folder: string, options: string): void {
  mkdirSync(folder, { recursive: true });
  const failure = runProgram("mount", "-t", "ext4", "-o", `loop,${options}`, image, folder);
  if (failure !== null) throw new Error(failure);
}

function newImage(path: string): void {
  writeFileSync(path, "");
  truncateSync(path, imageBytes);
  const failure = runProgram("mkfs.ext4", "-q", "-F", path);
  if (failure !== null) throw new Error(failure);
}

/** Why it can't be done here; null: it can. */
function obstacle(folder: string): string | null {
  if (process.platform !== "linux") return "only Linux has loop devices";
  if (process.getuid?.() !== 0) return "only root may mount an image";
  const image = join(folder, "trial.img");
  try {
    newImage(image);
    mount(image, join(folder, "trial"), "defaults");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  runProgram("umount", join(folder, "trial"));
  return null;
}

/** What the disk had at one moment of full writing, started on: as after a cut of the power. */
async function cut(
  folder: string,
  options: string,
): Promise<{ acknowledged: number; losses: string[] }> {
  const [image, copy] = [join(folder, "disk.img"), join(folder, "copy.img")];
  const [disk, later] = [join(folder, "disk"), join(folder, "later")];
  newImage(image);
  mount(image, disk, options);
  const history = createHistory();
  const service = await startService(join(disk, "data"), ["--rate-limit", "1000000000"]);
  try {
    let isOver = false;
    const work = Array.from({ length: scripts }, () =>
      untilKilled(history.createScript()(service, () => isOver)),
    );
    await wait(300 + Math.random() * 1700);
    const exited = service.stop("SIGKILL");
    // What the kernel holds back from the device is not in the image.
    copyFileSync(image, copy);
    isOver = true;
    await exited;
    await Promise.all(work);
    mount(copy, later, "defaults");
    const again = await startService(join(later, "data"), ["--rate-limit", "1000000000"]);
    const losses = history.losses(await storedLinks(again));
    await again.stop();
    const { creates, updates, deletes } = history.figures;
    return { acknowledged: creates + updates + deletes, losses };
  } finally {
    await service.stop("SIGKILL");
    for (const mounted of [later, disk]) runProgram("umount", "-l", mounted);
    for (const file of [image, copy]) rmSync(file, { force: true });
  }
}

/** Cuts the power so many times, half of them with a file system that is in no hurry. */
async function powerCuts(rounds: number, tell: (line: string) => void): Promise<PowerCutFigures> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-power-"));
  try {
    const skipped = obstacle(folder);
    if (skipped !== null) return { skipped, cuts: 0, acknowledged: 0, losses: [] };
    let acknowledged = 0;
    const losses: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const options = mountOptions[round % mountOptions.length] ?? "defaults";
      const done = await cut(folder, options);
      acknowledged += done.acknowledged;
      losses.push(...done.losses.map((loss) => `power cut ${round + 1} (${options}): ${loss}`));
      tell(
        `power cut ${round + 1} (${options}): ${done.acknowledged} acknowledged, ${losses.length} losses`,
      );
    }
    return { skipped: null, cuts: rounds, acknowledged, losses };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface GrowthFigures {
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
  return name.includes("waypost.sqlite");
}

/** Writes at full rate for so many seconds to links that stay as many as they are. */
async function growth(seconds: number, tell: (line: string) => void): Promise<GrowthFigures> {
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

/** The long forms of what `npm test` does for a moment: about an hour. */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "200" },
    imports: { type: "string", default: "50" },
    drains: { type: "string", default: "50" },
    week: { type: "string", default: "50000" },
    trips: { type: "string", default: "1000" },
    hostile: { type: "string", default: "256" },
    cuts: { type: "string", default: "20" },
    writing: { type: "string", default: "600" },
    slow: { type: "string", default: "60" },
    visiting: { type: "string", default: "600" },
    help: { type: "boolean", default: false },
  },
});

if (values.help) {
  console.log(
    "npm run torture -- [--kills 200] [--imports 50] [--drains 50] [--week 50000] [--trips 1000] [--hostile 256] [--cuts 20] [--writing 600] [--slow 60] [--visiting 600]\n\n" +
      "Kills of the process, kills during imports of 100,000 rows and while 100,000 clicks of a mirror are taken,\n" +
      "a week offline with 10,000 changes at home and so many clicks at the edge, stores that leave and come back by each format,\n" +
      "files of so many MiB that are made to hurt, cuts of the power (root on Linux), seconds of writes at full rate, of 200 slow senders beside visits, and of\n" +
      "visits at full rate. 0 leaves a part out.",
  );
  process.exit(0);
}

const faults: string[] = [];

async function part<Figures>(
  name: string,
  amount: string,
  run: (amount: number) => Promise<Figures>,
  faultsOf: (figures: Figures) => readonly string[],
): Promise<void> {
  if (Number(amount) === 0) return;
  console.log(`${name} …`);
  const figures = await run(Number(amount));
  console.log(`${name}: ${JSON.stringify(figures)}`);
  faults.push(...faultsOf(figures));
}

async function tripFaults(stores: number): Promise<{ readonly faults: readonly string[] }> {
  const trips = await openRoundTrips();
  const found: string[] = [];
  try {
    for (const carrier of carriers) {
      await trips.check(carrier, stores).catch((error: unknown) => {
        found.push(`by ${carrier}: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
  } finally {
    await trips.close();
  }
  return { faults: found };
}

const tell = (line: string) => console.log(`  ${line}`);

await part(
  "kills",
  values.kills,
  (count) => killRounds(count, tell),
  ({ losses }) => losses,
);
await part(
  "kills during imports",
  values.imports,
  (count) => importRounds(count, 100_000, tell),
  ({ losses }) => losses,
);
await part(
  "kills during drains",
  values.drains,
  (count) => drainRounds(count, 100_000, tell),
  ({ losses }) => losses,
);
await part(
  "a week offline",
  values.week,
  (clicks) => weekOffline({ links: 3_000, changes: 10_000, clicks }, tell),
  (found) => found.faults,
);
await part("round trips", values.trips, tripFaults, ({ faults: found }) => found);
await part(
  "hostile files",
  values.hostile,
  (size) => hostileFiles(size, tell),
  (found) => found.faults,
);
await part(
  "power cuts",
  values.cuts,
  (count) => powerCuts(count, tell),
  ({ losses, skipped }) => {
    if (skipped !== null) console.log(`Power cuts did NOT run: ${skipped}.`);
    return losses;
  },
);
await part(
  "writes at full rate",
  values.writing,
  (time) => growth(time, tell),
  (found) => found.faults,
);
await part(
  "slow senders",
  values.slow,
  (time) => visitLoad(time, "slow senders", tell),
  (found) => found.faults,
);
await part(
  "visits at full rate",
  values.visiting,
  (time) => visitLoad(time, "nobody", tell),
  (found) => found.faults,
);

for (const fault of faults) console.log(fault);
console.log(faults.length === 0 ? "Nothing was lost, nothing grew." : `${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;
