import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { median } from "./statistics.ts";

const run = promisify(execFile);

interface WriteTimes {
  /** Microseconds of processor time. */
  readonly creation: number;
  readonly change: number;
}

export interface WriteFigures {
  readonly without: WriteTimes;
  readonly withHistory: WriteTimes;
}

async function timesOf(mode: "history" | "plain"): Promise<WriteTimes> {
  const script = join(import.meta.dirname, "storeWriter.ts");
  const { stdout } = await run(process.execPath, [...process.execArgv, script, mode]);
  return JSON.parse(stdout) as WriteTimes;
}

function medians(rounds: readonly WriteTimes[]): WriteTimes {
  return {
    creation: median(rounds.map(({ creation }) => creation)),
    change: median(rounds.map(({ change }) => change)),
  };
}

/** What the store alone takes for a write, with the history and without, in turns. */
export async function measureWrites(rounds: number): Promise<WriteFigures> {
  const without: WriteTimes[] = [];
  const withHistory: WriteTimes[] = [];
  for (let round = 0; round < rounds; round += 1) {
    without.push(await timesOf("plain"));
    withHistory.push(await timesOf("history"));
  }
  return { without: medians(without), withHistory: medians(withHistory) };
}
