import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { boundedJson } from "./boundedJson.ts";
import { replaceFileNow } from "./fileSystem.ts";
import { type RunRecord, runRecord } from "./records.ts";
import { largest, notFile, tooLarge } from "./unavailable.ts";

const runName = "run.json";

/**
 * Refuses what a command reads of a folder before anything has looked at the folder: it would wait for
 * somebody to write into a pipe.
 */
function refuseUnreadableRun(dir: string): void {
  for (const name of [runName, "lock.json"]) {
    const path = join(dir, name);
    const found = stateOf(path);
    if (found === null || found.isDirectory()) continue;
    if (!found.isFile()) throw notFile(path);
    if (found.size >= largest.record) throw tooLarge(path, found.size, largest.record);
  }
}

function stateOf(path: string) {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** Says where the running service is; only the owner may read it, for it carries the local key. */
export function writeRunFile(dir: string, run: RunRecord): void {
  replaceFileNow(join(dir, runName), `${JSON.stringify(run, undefined, 2)}\n`);
}

/** Null: no service runs on the folder, or it was never a service's. */
export function readRunFile(dir: string): RunRecord | null {
  refuseUnreadableRun(dir);
  try {
    return runRecord.parse(boundedJson(readFileSync(join(dir, runName))));
  } catch {
    return null;
  }
}

export function removeRunFile(dir: string): void {
  rmSync(join(dir, runName), { force: true });
}
