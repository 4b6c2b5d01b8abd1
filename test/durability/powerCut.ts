import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startService } from "../support/serviceProcess.ts";
import { createHistory, untilKilled } from "./killRounds.ts";
import { storedLinks } from "./readBack.ts";

export interface PowerCutFigures {
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

function run(program: string, ...line: readonly string[]): string | null {
  const { status, stderr, error } = spawnSync(program, line, { encoding: "utf8" });
  return status === 0 ? null : `${program} ${line.join(" ")}: ${error?.message ?? stderr.trim()}`;
}

function mount(image: string, folder: string, options: string): void {
  mkdirSync(folder, { recursive: true });
  const failure = run("mount", "-t", "ext4", "-o", `loop,${options}`, image, folder);
  if (failure !== null) throw new Error(failure);
}

function newImage(path: string): void {
  writeFileSync(path, "");
  truncateSync(path, imageBytes);
  const failure = run("mkfs.ext4", "-q", "-F", path);
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
  run("umount", join(folder, "trial"));
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
    for (const mounted of [later, disk]) run("umount", "-l", mounted);
    for (const file of [image, copy]) rmSync(file, { force: true });
  }
}

/** Cuts the power so many times, half of them with a file system that is in no hurry. */
export async function powerCuts(
  rounds: number,
  tell: (line: string) => void,
): Promise<PowerCutFigures> {
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
