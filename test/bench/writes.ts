import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { LoadProcess } from "./load.ts";
import type { Load } from "./loadGenerator.ts";
import { processorTime } from "./processorTime.ts";
import { startMeasured } from "./servers.ts";
import { median } from "./statistics.ts";

const run = promisify(execFile);

interface WriteTimes {
  /** Microseconds of processor time. */
  readonly creation: number;
  readonly change: number;
}

export interface WriteFigures {
  /** The store alone, with nobody to make a history for. */
  readonly without: WriteTimes;
  readonly withHistory: WriteTimes;
  /** A whole request over HTTP, as the service answers it; null where the system doesn't tell. */
  readonly request: WriteTimes | null;
}

const count = 3000;
const connections = 16;
const note = "A note that says where the link is used, for whom it was made, and until when.";

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

/** Processor time of the service for a creation and an update. */
async function requestTimes(load: LoadProcess, folder: string, serial: number) {
  const service = await startMeasured(folder);
  try {
    const { pid, baseUrl, apiKey: key } = service.ready;
    const port = Number(new URL(baseUrl).port);
    const timed = async (requests: Load["requests"]) => {
      const before = processorTime(pid);
      const done = await load.run({ port, connections, count, requests });
      const after = processorTime(pid);
      const time = before === null || after === null ? null : ((after - before) * 1e6) / count;
      return { ids: done.ids, time };
    };
    const made = await timed({ kind: "creations", key, note, serial });
    const changed = await timed({ kind: "updates", key, ids: made.ids, serial });
    if (made.time === null || changed.time === null) return null;
    return { creation: made.time, change: changed.time };
  } finally {
    await service.stop();
  }
}

/** What a write takes with the history and without, in turns, and what a whole request takes. */
export async function measureWrites(
  load: LoadProcess,
  folder: string,
  rounds: number,
): Promise<WriteFigures> {
  const without: WriteTimes[] = [];
  const withHistory: WriteTimes[] = [];
  const requests: WriteTimes[] = [];
  for (let round = 0; round < rounds; round += 1) {
    without.push(await timesOf("plain"));
    withHistory.push(await timesOf("history"));
    const request = await requestTimes(load, folder, round);
    if (request !== null) requests.push(request);
  }
  return {
    without: medians(without),
    withHistory: medians(withHistory),
    request: requests.length === 0 ? null : medians(requests),
  };
}
