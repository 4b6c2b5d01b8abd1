import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100;

/**
 * Seconds of processor time that a process has used since its start, all threads together, in its
 * own code and in the kernel for it, as the system tells others; null where it doesn't say.
 */
export function processorTime(pid: number): number | null {
  if (process.platform === "linux") {
    return processorTimeOf(readFileSync(`/proc/${pid}/stat`, "utf8"));
  }
  const { stdout, status } = spawnSync("ps", ["-o", "time=", "-p", String(pid)], {
    encoding: "utf8",
  });
  return status === 0 ? secondsOf(stdout.trim()) : null;
}

/** The program's name is in brackets and may hold anything, spaces and brackets too. */
function processorTimeOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** "1-02:03:04" or "3:04.56" */
function secondsOf(time: string): number | null {
  const parts = /^(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)$/.exec(time);
  if (parts === null) return null;
  const [, days = "0", hours = "0", minutes, seconds] = parts;
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
}
