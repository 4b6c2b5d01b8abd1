import { readFile } from "node:fs/promises";
import { onTestFinished } from "vitest";
import { type Exit, runCommand } from "../support/serviceProcess.ts";

export interface CopyProcess {
  readonly url: string;
  readonly secret: string;
  stop(signal: NodeJS.Signals): Promise<Exit>;
}

/** `waypost mirror` in a process of its own. */
export async function startCopy(
  folder: string,
  flags: readonly string[],
  input = "",
): Promise<CopyProcess> {
  const running = runCommand(["mirror", "--data", folder, "--json", ...flags], { input });
  onTestFinished(() => void running.child.kill("SIGKILL"));
  const ready = JSON.parse(await running.firstLine);
  return {
    url: ready.url,
    secret: (await readFile(ready.secret, "utf8")).trim(),
    stop(signal) {
      process.kill(ready.pid, signal);
      return running.exited;
    },
  };
}
