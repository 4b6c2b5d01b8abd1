import { setTimeout as wait } from "node:timers/promises";
import { aliasOf } from "./folders.ts";
import type { LoadProcess } from "./load.ts";
import type { LoadResult } from "./loadGenerator.ts";
import { residentMemory, startMeasured } from "./servers.ts";
import { median } from "./statistics.ts";

export interface ImportFigures {
  readonly rows: number;
  /** Seconds from the first byte of the file to the end of the job. */
  readonly preview: number;
  readonly applied: number;
  /** MiB above rest, at most; null: the system doesn't tell. */
  readonly memory: number | null;
  /** Milliseconds of the redirects meanwhile: of the seconds' p99 the median, and the longest of all. */
  readonly p99: number;
  readonly longest: number;
  readonly redirects: number;
}

/** About 250 bytes a row, as an export with titles and tags has. */
function table(rows: number): Buffer {
  const lines = Array.from({ length: rows }, (_, row) => {
    const target = `https://www.example.org/articles/2024/${row}/a-title-that-says-what-it-is-about?from=newsletter`;
    return `old-${row},${target},"Article ${row}: a title, and what it is about",news|spring|tag-${row % 50},2024-03-05T12:00:00Z,${row % 97}`;
  });
  return Buffer.from(["alias,url,title,tags,created,clicks", ...lines, ""].join("\n"));
}

interface Redirects {
  stop(): Promise<readonly LoadResult[]>;
}

/** Redirects one after the other, in another process, told second by second. */
function follow(load: LoadProcess, port: number, aliases: readonly string[]): Redirects {
  const seconds: LoadResult[] = [];
  const ending = new AbortController();
  const goesOn = (async () => {
    while (!ending.signal.aborted) {
      const requests = { kind: "visits", crowd: "few", aliases } as const;
      seconds.push(await load.run({ port, connections: 1, seconds: 1, requests }));
    }
  })();
  return {
    async stop() {
      ending.abort();
      await goesOn;
      return seconds;
    },
  };
}

interface Job {
  readonly id: number;
  readonly state: string;
  readonly message: string | null;
  readonly result: { readonly token: string; readonly valid: number; readonly imported: number };
}

/** A file of so many rows is brought along, while redirects of the links that are there go on. */
export async function measureImport(
  load: LoadProcess,
  dataDir: string,
  rows: number,
): Promise<ImportFigures> {
  const service = await startMeasured(dataDir);
  const { baseUrl, apiKey, pid } = service.ready;
  const authorization = `Bearer ${apiKey}`;
  let memory: number | null = null;

  function look(): void {
    const now = residentMemory(pid);
    if (now !== null) memory = Math.max(memory ?? 0, now);
  }

  async function over(answer: Response): Promise<Job> {
    let { job } = (await answer.json()) as { job: Job };
    while (job.state === "running") {
      await wait(50);
      look();
      const asked = await fetch(`${baseUrl}/api/jobs/${job.id}`, { headers: { authorization } });
      ({ job } = (await asked.json()) as { job: Job });
    }
    if (job.state !== "done") throw new Error(`the job ended: ${String(job.message)}`);
    return job;
  }

  try {
    const file = table(rows);
    const aliases = Array.from({ length: 1000 }, (_, index) => aliasOf(index + 1));
    const redirects = follow(load, Number(new URL(baseUrl).port), aliases);
    await wait(2000);
    const rest = residentMemory(pid);
    const startedAt = performance.now();
    const preview = await over(
      await fetch(`${baseUrl}/api/import?name=links.csv`, {
        method: "POST",
        headers: { authorization, "content-type": "application/octet-stream" },
        body: new Uint8Array(file),
      }),
    );
    const previewedAt = performance.now();
    const applied = await over(
      await fetch(`${baseUrl}/api/import/${preview.id}/apply`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify({ token: preview.result.token }),
      }),
    );
    const appliedAt = performance.now();
    const seconds = await redirects.stop();
    if (applied.result.imported !== rows) throw new Error(applied.message ?? "rows are missing");
    return {
      rows,
      preview: (previewedAt - startedAt) / 1000,
      applied: (appliedAt - previewedAt) / 1000,
      memory: memory === null || rest === null ? null : memory - rest,
      p99: median(seconds.map(({ p99 }) => p99)),
      longest: Math.max(...seconds.map(({ longest }) => longest)),
      redirects: seconds.reduce((sum, { answered }) => sum + answered, 0),
    };
  } finally {
    await service.stop();
  }
}
