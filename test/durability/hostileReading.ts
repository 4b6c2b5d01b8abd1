import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startService } from "../support/serviceProcess.ts";
import type { HostileCase } from "./hostileLengths.ts";

export interface ReadingFigures {
  readonly files: number;
  /** How many previews ended so. */
  readonly ends: Readonly<Record<string, number>>;
  /** MiB of the whole process at its highest (Linux), and before the first file. */
  readonly peak: number | null;
  readonly rest: number | null;
  readonly growth: number | null;
  /** Milliseconds of visits while nothing was read, and while files were. */
  readonly quietVisits: number;
  readonly visits: number;
  readonly longestVisit: number;
  readonly slowest: { readonly name: string; readonly time: number };
  readonly faults: readonly string[];
}

interface Job {
  readonly id: number;
  readonly state: string;
  readonly message: string | null;
  readonly problem: string | null;
  readonly result: {
    readonly token?: string;
    readonly valid?: number;
    readonly format?: string;
  } | null;
}

/** Bytes that a list of failed rows may have beside its bound: the last row and the note. */
const lastRow = 4096;
const mebibyte = 1024 * 1024;
/** Then visits are measured by themselves: how busy the machine is changes over minutes. */
const filesInARow = 50;
/** An answer to a preview; longer ones would carry the file back. */
const longestAnswer = 256 * 1024;

/**
 * MiB by which the whole process may grow at its highest: with the 135 at rest it stays below 300.
 * The thread may have 72 of them; the rest is for what V8 hasn't collected yet.
 */
export const mostGrowth = 165;

/** MiB that a process has had at most; null where the system doesn't say. */
function peakMemory(pid: number): number | null {
  if (process.platform !== "linux") return null;
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
}

function share(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return Math.round((sorted[Math.floor(sorted.length * part)] ?? sorted.at(-1) ?? 0) * 10) / 10;
}

/** Previews and imports files through a server in a process of its own, while somebody visits a link. */
export async function hostileReading(
  cases: readonly HostileCase[],
  tell: (line: string) => void = () => {},
): Promise<ReadingFigures> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-lengths-"));
  const service = await startService(join(folder, "data"), ["--rate-limit", "1000000000"]);
  const { pid, baseUrl, apiKey } = service.ready;
  const faults: string[] = [];
  const ends: Record<string, number> = {};
  const formats = new Map<string, Job>();
  const authorization = `Bearer ${apiKey}`;

  async function visitsDuring(work: () => Promise<void>): Promise<number[]> {
    const times: number[] = [];
    const ending = new AbortController();
    const visiting = (async () => {
      while (!ending.signal.aborted) {
        const before = performance.now();
        const { status } = await service.visit("here");
        times.push(performance.now() - before);
        if (status !== 302) faults.push(`a visit was answered ${status}`);
        await wait(5);
      }
    })();
    await work();
    ending.abort();
    await visiting;
    return times;
  }

  async function answerOf(name: string, answer: Response): Promise<{ job?: Job }> {
    const text = await answer.text();
    const isFine = answer.status < 500 && text.length < longestAnswer;
    if (!isFine) faults.push(`${name}: answered ${answer.status} of ${text.length} characters`);
    const body = JSON.parse(text) as { job?: Job; message?: string };
    if (answer.status >= 400 && !body.message)
      faults.push(`${name}: ${answer.status} says nothing`);
    return body;
  }

  async function over(name: string, started: Job): Promise<Job> {
    let job = started;
    while (job.state === "running") {
      await wait(5);
      ({ job = started } = await answerOf(name, await service.api("GET", `/api/jobs/${job.id}`)));
    }
    ends[job.state] = (ends[job.state] ?? 0) + 1;
    if (!job.message || job.message.length > 2000 || job.problem === "unexpected") {
      faults.push(`${name}: ${job.state} (${job.problem}): ${job.message?.slice(0, 2000)}`);
    }
    return job;
  }

  async function failedRows(name: string, { id }: Job, bytes: number): Promise<void> {
    const answer = await service.api("GET", `/api/import/${id}/failures`);
    const { length } = await answer.text();
    const most = Math.max(2 * bytes, mebibyte) + lastRow;
    if (answer.status >= 500 || length > most) {
      faults.push(`${name}: its list of failed rows: ${answer.status}, ${length} characters`);
    }
  }

  async function previewed(name: string, fileName: string, body: Buffer): Promise<Job | null> {
    const query = new URLSearchParams({ wait: "10", name: fileName }).toString();
    const answer = await fetch(`${baseUrl}/api/import?${query}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/octet-stream" },
      body: Uint8Array.from(body),
    });
    const { job } = await answerOf(name, answer);
    return job === undefined ? null : over(name, job);
  }

  async function formatOf(fileName: string, whole: Buffer): Promise<string | undefined> {
    const known = formats.get(fileName) ?? (await previewed(fileName, fileName, whole));
    if (known !== null) formats.set(fileName, known);
    return known?.result?.format;
  }

  async function read({ name, fileName, bytes, whole }: HostileCase): Promise<void> {
    const body = bytes();
    const first = await previewed(name, fileName, body);
    if (first === null) return;
    let preview = first;
    const format = whole === undefined ? undefined : await formatOf(fileName, whole);
    if (format !== undefined && format !== first.result?.format) {
      const path = `/api/import/${first.id}/preview`;
      const { job } = await answerOf(name, await service.api("POST", path, { format, wait: 10 }));
      if (job !== undefined) preview = await over(`${name}, as ${format}`, job);
    }
    await failedRows(name, preview, body.length);
    const { token, valid = 0 } = preview.result ?? {};
    if (token === undefined || valid === 0 || valid > 1000) return;
    const path = `/api/import/${preview.id}/apply`;
    const applying = await answerOf(name, await service.api("POST", path, { token, wait: 10 }));
    if (applying.job !== undefined) {
      await failedRows(name, await over(name, applying.job), body.length);
    }
  }

  try {
    await service.api("POST", "/api/url/add", { url: "https://example.org/", custom: "here" });
    for (let visit = 0; visit < 200; visit += 1) await service.visit("here");
    const quiet = await visitsDuring(() => wait(1000));
    const rest = peakMemory(pid);
    let slowest = { name: "", time: 0 };
    const times: number[] = [];
    for (let start = 0; start < cases.length; start += filesInARow) {
      const reading = visitsDuring(async () => {
        for (const one of cases.slice(start, start + filesInARow)) {
          const before = performance.now();
          await read(one);
          const time = Math.round(performance.now() - before);
          if (time > slowest.time) slowest = { name: one.name, time };
          tell(`${one.name}: ${time} ms, ${peakMemory(pid)} MiB at most`);
        }
      });
      times.push(...(await reading));
      quiet.push(...(await visitsDuring(() => wait(500))));
    }
    const peak = peakMemory(pid);
    return {
      files: cases.length,
      ends,
      peak,
      rest,
      growth: peak === null || rest === null ? null : peak - rest,
      quietVisits: share(quiet, 0.99),
      visits: share(times, 0.99),
      longestVisit: share(times, 1),
      slowest,
      faults,
    };
  } finally {
    await service.stop("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}
