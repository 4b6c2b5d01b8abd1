import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { largestImport } from "../../src/contract/changes/imports.ts";
import { residentMemory } from "../bench/servers.ts";
import { startService } from "../support/serviceProcess.ts";

export interface HostileFigures {
  /** MiB of each file. */
  readonly size: number;
  /** MiB above rest while it was taken in and read, and the longest block in milliseconds. */
  readonly files: Readonly<
    Record<string, { readonly memory: number | null; readonly block: number }>
  >;
  readonly faults: readonly string[];
}

interface Job {
  readonly id: number;
  readonly state: string;
  readonly message: string | null;
}

const mebibyte = 1024 * 1024;

/** A beginning, and the same piece again and again up to the size. */
function* repeated(start: string, piece: string, bytes: number): Generator<Buffer> {
  let left = bytes - start.length;
  yield Buffer.from(start);
  const block = Buffer.from(piece.repeat(Math.ceil((64 * 1024) / piece.length)));
  for (; left > 0; left -= block.length) yield block.subarray(0, Math.min(block.length, left));
}

const wide = (cell: string) => `${Array.from({ length: 10_000 }, () => cell).join(",")}\n`;
const header = "Short link,Destination URL,Clicks,Created at\n";
const row = "https://go.example.org/good,https://example.org/,1,2024-01-02\n";

const files = {
  "one line": (bytes: number) => repeated("", "a", bytes),
  "one line after good ones": (bytes: number) => repeated(header + row.repeat(100), "a", bytes),
  "a quote that nothing ends": (bytes: number) => repeated(`${header}"`, "line\n", bytes),
  "10,000 columns": (bytes: number) => repeated(wide("url"), wide("https://example.org/"), bytes),
  "JSON that lies deep in itself": (bytes: number) =>
    repeated(`[${"[".repeat(100_000)}`, "[", bytes),
  "one text of JSON": (bytes: number) => repeated('[{"address":"', "a", bytes),
  "one tag of HTML": (bytes: number) =>
    repeated("<!DOCTYPE NETSCAPE-Bookmark-file-1><a ", "x", bytes),
  "nothing but zeros": (bytes: number) => repeated("", "\0", bytes),
  "the same link again and again": (bytes: number) => repeated(header, row, bytes),
} satisfies Readonly<Record<string, (bytes: number) => Iterable<Buffer>>>;

/** Files that are made to hurt: what they cost while they are taken in and read. */
export async function hostileFiles(
  size: number,
  tell: (line: string) => void = () => {},
  bounds = { memory: 200, block: 50 },
): Promise<HostileFigures> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-hostile-"));
  const meter = join(folder, "blocks.json");
  const meterModule = pathToFileURL(join(import.meta.dirname, "../bench/blockMeter.ts")).href;
  const service = await startService(join(folder, "data"), ["--rate-limit", "1000000000"], {
    environment: { WAYPOST_BLOCK_METER: meter, NODE_OPTIONS: `--import ${meterModule}` },
  });
  const { pid, baseUrl, apiKey } = service.ready;
  const found: Record<string, { memory: number | null; block: number }> = {};
  const faults: string[] = [];

  async function longestBlock(): Promise<number> {
    rmSync(meter, { force: true });
    process.kill(pid, "SIGUSR2");
    for (;;) {
      await wait(20);
      try {
        return (JSON.parse(readFileSync(meter, "utf8")) as { longest: number }).longest;
      } catch {
        // It is being written.
      }
    }
  }

  async function over(started: Job): Promise<Job> {
    let job = started;
    while (job.state === "running") {
      await wait(20);
      ({ job } = (await (await service.api("GET", `/api/jobs/${job.id}`)).json()) as { job: Job });
    }
    return job;
  }

  try {
    await service.api("POST", "/api/url/add", { url: "https://example.org/", custom: "here" });
    await service.visit("here");
    for (const [name, content] of Object.entries(files)) {
      await longestBlock();
      const rest = residentMemory(pid);
      let most = rest;
      const ending = new AbortController();
      const watching = (async () => {
        while (!ending.signal.aborted) {
          most = rest === null ? null : Math.max(most ?? 0, residentMemory(pid) ?? 0);
          await wait(10);
        }
      })();
      const answer = await fetch(`${baseUrl}/api/import`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${apiKey}`,
          "content-type": "application/octet-stream",
        },
        body: Readable.from(content(size * mebibyte)),
        duplex: "half",
      } as unknown as RequestInit);
      const taken = (await answer.json()) as { job?: Job; message?: string };
      const ended = taken.job ? await over(taken.job) : { state: "refused", ...taken };
      ending.abort();
      await watching;
      const memory = rest === null || most === null ? null : Math.round(most - rest);
      const block = Math.round(await longestBlock());
      found[name] = { memory, block };
      tell(`${name}: ${memory} MiB, ${block} ms, ${ended.state}: ${ended.message}`);
      const due = size * mebibyte > largestImport ? 413 : 200;
      if (answer.status !== due) faults.push(`${name} was answered ${answer.status}`);
      if (!ended.message || ended.message.includes("inside the service")) {
        faults.push(`${name} ended ${ended.state} and says no reason`);
      }
      if (memory !== null && memory > bounds.memory) faults.push(`${name} took ${memory} MiB`);
      if (block > bounds.block) faults.push(`${name} held everybody up for ${block} ms`);
      if ((await service.visit("here")).status !== 302) faults.push(`after ${name} no redirect`);
    }
    return { size, files: found, faults };
  } finally {
    await service.stop("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}
