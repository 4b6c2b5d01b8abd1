import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** Asks a meter inside a serving process for its figures. */
export async function readMeter<Figures>(pid: number, file: string): Promise<Figures> {
  rmSync(file, { force: true });
  process.kill(pid, "SIGUSR2");
  while (!existsSync(file) || statSync(file).size === 0) await wait(5);
  return JSON.parse(readFileSync(file, "utf8")) as Figures;
}
