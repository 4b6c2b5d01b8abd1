import { fork } from "node:child_process";
import { join } from "node:path";
import { nodeProgram } from "../support/serviceProcess.ts";
import type { Load, LoadResult } from "./loadGenerator.ts";

export interface LoadProcess {
  run(load: Load): Promise<LoadResult>;
  stop(): void;
}

/** The generator is started once and kept, so that it is warm in every run. */
export function startLoad(pin: readonly string[]): LoadProcess {
  const [program, ...before] = [...pin, nodeProgram];
  const child = fork(join(import.meta.dirname, "loadGenerator.ts"), {
    execPath: program,
    execArgv: before,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return {
    run: (load) =>
      new Promise((resolve, reject) => {
        const onExit = (code: number | null) =>
          reject(new Error(`the load generator ended with code ${code}`));
        child.once("exit", onExit);
        child.once("message", (result) => {
          child.off("exit", onExit);
          const answer = result as LoadResult;
          const faults = Object.entries(answer.unexpected);
          if (faults.length === 0) resolve(answer);
          else reject(new Error(`unexpected answers: ${JSON.stringify(answer.unexpected)}`));
        });
        child.send(load);
      }),
    stop: () => {
      child.kill();
    },
  };
}
