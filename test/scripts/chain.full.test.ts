import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { projectDir } from "../../scripts/say.mjs";

/** `npm start` as a process manager runs it: npm, scripts/start.mjs, and the service or the window. */

let folder: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waypost-chain-"));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const patience = { timeout: 60_000, interval: 20 };

interface Chain {
  readonly npm: number;
  readonly script: number;
  /** What serves: the last of the chain. */
  readonly service: number;
  readonly runFile: string;
}

async function startChain(name: string, env: Record<string, string> = {}): Promise<Chain> {
  const data = join(folder, name);
  const npm = spawn("npm", ["start", "--", `--data=${data}`, "--port=0", "--gui-port=0"], {
    cwd: projectDir,
    env: { HOME: folder, PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(npm);
  let said = "";
  for (const stream of [npm.stdout, npm.stderr])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await vi.waitFor(
    () => expect(said).toMatch(/Ctrl-C ends it\.\n|window is open: process \d+\n/),
    patience,
  );
  const own = npm.pid ?? 0;
  const runFile = join(data, "run.json");
  const service = existsSync(runFile)
    ? pidIn(runFile)
    : Number(/window is open: process (\d+)/.exec(said)?.[1]);
  return { npm: own, script: parentOf(service), service, runFile };
}

function pidIn(runFile: string): number {
  return (JSON.parse(readFileSync(runFile, "utf8")) as { pid: number }).pid;
}

function parentOf(pid: number): number {
  const [, afterName = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  return Number(afterName.split(" ")[1]);
}

/** A process that has ended and isn't collected yet counts as ended. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Milliseconds until nothing of the chain is left. */
async function timeToEnd({ npm, script, service }: Chain): Promise<number> {
  const startedAt = performance.now();
  const left = () => Object.entries({ npm, script, service }).filter(([, pid]) => isAlive(pid));
  await vi.waitFor(() => expect(left()).toEqual([]), { ...patience, timeout: 10_000 });
  return performance.now() - startedAt;
}

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

describe.skipIf(process.platform !== "linux")(
  "whoever ends a part of the chain ends all of it",
  () => {
    test.each(["npm", "script", "service"] as const)("%s", async (part) => {
      const ends = signals.map(async (signal) => {
        const chain = await startChain(signal);
        expect(new Set([chain.npm, chain.script, chain.service]).size).toBe(3);
        process.kill(chain[part], signal);
        const isInTime = (await timeToEnd(chain)) < 3_000;
        // Closed in order: its run file goes last.
        return { signal, isInTime, isClosed: !existsSync(chain.runFile) };
      });
      expect(await Promise.all(ends)).toEqual(
        signals.map((signal) => ({ signal, isInTime: true, isClosed: true })),
      );
    });

    test("a window goes with npm too", async () => {
      const dist = join(folder, "electron");
      mkdirSync(dist);
      const program = join(dist, "electron");
      writeFileSync(
        program,
        `#!/bin/sh\necho "Waypost's window is open: process $$"\nexec sleep 300\n`,
      );
      chmodSync(program, 0o755);
      const env = { DISPLAY: ":77", ELECTRON_OVERRIDE_DIST_PATH: dist };
      const ends = signals.map(async (signal) => {
        const chain = await startChain(signal, env);
        process.kill(chain.npm, signal);
        return (await timeToEnd(chain)) < 3_000;
      });
      expect(await Promise.all(ends)).toEqual([true, true, true]);
    });
  },
);
