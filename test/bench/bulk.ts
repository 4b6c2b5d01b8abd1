import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readMeter } from "./meter.ts";
import { residentMemory, startMeasured } from "./servers.ts";

interface Blocks {
  /** Milliseconds beyond the 5 ms timer's own period. */
  readonly longest: number;
}

export interface BulkFigures {
  readonly links: number;
  /** Seconds of the preview, of the run with its check of the token, and of preview and run of its undo. */
  readonly preview: number;
  readonly run: number;
  readonly undo: number;
  /** The longest time that anything else had to wait meanwhile; milliseconds. */
  readonly longestBlock: number;
  /** MiB above rest, at most; null: the system doesn't tell. */
  readonly memory: number | null;
}

interface Job {
  readonly id: number;
  readonly state: string;
  readonly message: string | null;
  readonly change: number;
  readonly result: { readonly changed: number };
}

interface Answer {
  readonly preview: { readonly token: string };
  readonly job: Job;
}

/** Every link of a folder gets a tag and another status, and all of it is taken back. */
export async function measureBulk(dataDir: string, links: number): Promise<BulkFigures> {
  const meter = join(dataDir, "..", "bulk-block-meter.json");
  const service = await startMeasured(dataDir, [], {
    environment: {
      NODE_OPTIONS: `--import ${join(import.meta.dirname, "blockMeter.ts")}`,
      WAYPOST_BLOCK_METER: meter,
    },
  });
  const { baseUrl, apiKey, pid } = service.ready;
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  let memory: number | null = null;

  function look(): void {
    const now = residentMemory(pid);
    if (now !== null) memory = Math.max(memory ?? 0, now);
  }

  async function ask(method: string, path: string, body?: object): Promise<Answer> {
    const asked = fetch(baseUrl + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const looking = setInterval(look, 50);
    try {
      const answer = await asked;
      const told = (await answer.json()) as Answer;
      if (!answer.ok) throw new Error(JSON.stringify(told));
      return told;
    } finally {
      clearInterval(looking);
    }
  }

  async function over({ job: started }: Answer): Promise<Job> {
    let job = started;
    while (job.state === "running") {
      await wait(50);
      look();
      ({ job } = await ask("GET", `/api/jobs/${job.id}`));
    }
    if (job.state !== "done" || job.result.changed !== links) {
      throw new Error(`the job ended: ${String(job.message)}`);
    }
    return job;
  }

  try {
    await wait(2000);
    const rest = residentMemory(pid);
    await readMeter<Blocks>(pid, meter);
    const body = {
      kind: "links",
      select: { all: true },
      change: { status: "public" },
      add: { tags: ["bulk"] },
    };
    const startedAt = performance.now();
    const { token } = (await ask("POST", "/api/bulk", { ...body, preview: true })).preview;
    const previewedAt = performance.now();
    const { change } = await over(await ask("POST", "/api/bulk", { ...body, token }));
    const ranAt = performance.now();
    const path = `/api/changes/${change}/undo`;
    const back = (await ask("POST", path, { preview: true })).preview;
    await over(await ask("POST", path, { token: back.token }));
    const undoneAt = performance.now();
    const { longest } = await readMeter<Blocks>(pid, meter);
    return {
      links,
      preview: (previewedAt - startedAt) / 1000,
      run: (ranAt - previewedAt) / 1000,
      undo: (undoneAt - ranAt) / 1000,
      longestBlock: longest,
      memory: memory === null || rest === null ? null : memory - rest,
    };
  } finally {
    await service.stop();
  }
}
