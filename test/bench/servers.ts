import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
  builtCommand,
  nodeProgram,
  sourceCommand,
  startService,
  type RunOptions,
  type ServiceProcess,
} from "../support/serviceProcess.ts";

/** As users run it; from its sources where it isn't built. Another build can be named, to compare with. */
export const measuredCommand =
  process.env["WAYPOST_BENCH_COMMAND"] ?? (existsSync(builtCommand) ? builtCommand : sourceCommand);

/** A core for the server and one for the load, where the system can promise them. */
const canPin =
  process.platform === "linux" &&
  availableParallelism() > 1 &&
  spawnSync("taskset", ["-V"]).status === 0;
export const serverCore: readonly string[] = canPin ? ["taskset", "-c", "0"] : [];
export const loadCore: readonly string[] = canPin ? ["taskset", "-c", "1"] : [];

export function startMeasured(
  dataDir: string,
  flags: readonly string[] = [],
  options: RunOptions = {},
): Promise<ServiceProcess> {
  return startService(dataDir, ["--rate-limit", "1000000000", ...flags], {
    command: measuredCommand,
    before: serverCore,
    ...options,
  });
}

export interface BareServer {
  readonly pid: number;
  readonly port: number;
  stop(): void;
}

export async function startBare(pairsFile: string): Promise<BareServer> {
  const [program, ...rest] = [
    ...serverCore,
    nodeProgram,
    join(import.meta.dirname, "bareServer.ts"),
    pairsFile,
  ];
  const child = spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface(child.stdout)) {
    return { pid: child.pid ?? 0, port: Number(line), stop: () => child.kill() };
  }
  throw new Error("the bare server did not start");
}

/** Resident memory in MiB; null where the system doesn't say. */
export function residentMemory(pid: number): number | null {
  if (process.platform === "linux") {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  }
  const { stdout, status } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], {
    encoding: "utf8",
  });
  return status === 0 ? Number(stdout) / 1024 : null;
}
