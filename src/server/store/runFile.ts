import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { replaceFileNow } from "./fileSystem.ts";
import { type RunRecord, runRecord } from "./records.ts";

const runName = "run.json";

/** Says where the running service is; only the owner may read it, for it carries the local key. */
export function writeRunFile(dir: string, run: RunRecord): void {
  replaceFileNow(join(dir, runName), `${JSON.stringify(run, undefined, 2)}\n`);
}

/** Null: no service runs on the folder, or it was never a service's. */
export function readRunFile(dir: string): RunRecord | null {
  try {
    return runRecord.parse(JSON.parse(readFileSync(join(dir, runName), "utf8")));
  } catch {
    return null;
  }
}

export function removeRunFile(dir: string): void {
  rmSync(join(dir, runName), { force: true });
}
