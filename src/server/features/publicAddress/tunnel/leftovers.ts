import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { TunnelRunRecord } from "../../../store/records.ts";

/** A variable that everything a tunnel starts has in its environment. */
export const markVariable = "WAYPOST_TUNNEL_RUN";

const run = promisify(execFile);
/** Milliseconds that the system has to tell about a process. */
const askingTime = 5_000;

/** What tells a process from a later one of its number; null: it isn't there, or nothing does. */
export async function identityOf(pid: number): Promise<string | null> {
  const options = { timeout: askingTime, windowsHide: true } as const;
  try {
    if (process.platform === "win32") {
      const script = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
      const line = ["-NoProfile", "-NonInteractive", "-Command", script];
      return (await run("powershell.exe", line, options)).stdout.trim() || null;
    }
    const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    const { stdout } = await run("ps", ["-o", "lstart=", "-p", String(pid)], { ...options, env });
    return stdout.trim() || null;
  } catch {
    return null;
  }
}

/** Processes of this computer that carry a mark; Linux tells it exactly. */
async function marked(mark: string): Promise<readonly number[]> {
  const wanted = `${markVariable}=${mark}`;
  const numbers = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    numbers.map(async (pid) => {
      // Those of others can't be read, and aren't ours.
      const text = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "");
      return text.split("\0").includes(wanted) ? [pid] : [];
    }),
  );
  return found.flat().filter((pid) => pid !== process.pid);
}

function kill(pid: number): boolean {
  try {
    process.kill(pid, "SIGKILL");
    return true;
  } catch {
    return false;
  }
}

/**
 * Ends what a service that was killed has left running; what can't be told for certain to be that is
 * left alone. Answers whether there was something.
 */
export async function endLeftovers({ mark, pid, startedAs }: TunnelRunRecord): Promise<boolean> {
  if (process.platform === "linux") {
    const left = await marked(mark);
    for (const one of left) kill(one);
    return left.length > 0;
  }
  if (pid === null || startedAs === null || (await identityOf(pid)) !== startedAs) return false;
  if (process.platform === "win32") {
    await run("taskkill", ["/pid", String(pid), "/T", "/F"], { windowsHide: true }).catch(
      () => null,
    );
    return true;
  }
  // Its whole group: it was made its leader.
  return kill(-pid) || kill(pid);
}
