import { LRUCache } from "lru-cache";
import {
  clickStretches,
  latestClicks,
  scanClicks,
  scanImported,
} from "../../store/clicks/scanClicks.ts";
import type { LogPlace } from "../../store/clicks/clickLog.ts";
import type { ClickRecord } from "../../store/records.ts";
import { codeOf, disk } from "../../store/fileSystem.ts";
import { createLineSums, type LineQuestion, type LineResult, type LineSums } from "./lineSums.ts";

/**
 * Reading the kept lines of clicks, in a thread of its own (see `readingThread`). What was added up
 * lately is kept there, so that the next look reads on from where the last one ended.
 */
export type ReadingJob = SumJob | LatestJob;

export interface SumJob {
  readonly kind: "sum";
  /** The same for the same question about the same links and files of imports. */
  readonly key: string;
  readonly dataDir: string;
  readonly question: LineQuestion;
  /** Whose lines: as `subjectKey` has them. */
  readonly subjects: Float64Array;
  /** Files of imported lines. */
  readonly imported: readonly string[];
}

export interface LatestJob {
  readonly kind: "latest";
  readonly dataDir: string;
  readonly subjects: Float64Array;
  readonly most: number;
  /** Where the last look began: what is in front of it is known. */
  readonly downTo: LogPlace | null;
}

export interface ReadingResults {
  readonly sum: LineResult;
  readonly latest: { readonly clicks: readonly ClickRecord[]; readonly end: LogPlace | null };
}

/** Bytes. */
export type Progress = (done: number, total: number) => void;

interface CachedSums {
  readonly sums: LineSums;
  place: LogPlace | null;
}

type SumCache = LRUCache<string, CachedSums>;

/** @param maxSize bytes of the sums that are kept; a question that takes more is read from the start each time */
export function createSumCache(maxSize = 64 * 2 ** 20): SumCache {
  return new LRUCache({ max: 6, maxSize, sizeCalculation: ({ sums }) => sums.bytes() });
}

const sumsOfThread = createSumCache();

export async function runReadingJob(
  job: ReadingJob,
  onProgress: Progress,
  signal: AbortSignal,
  cache = sumsOfThread,
): Promise<ReadingResults[ReadingJob["kind"]]> {
  switch (job.kind) {
    case "sum":
      return sum(job, onProgress, signal, cache);
    case "latest": {
      const subjects = new Set(job.subjects);
      return latestClicks(disk, job.dataDir, {
        wants: (_, subject) => subjects.has(subject),
        most: job.most,
        downTo: job.downTo,
        signal,
      });
    }
  }
}

async function sum(
  job: SumJob,
  onProgress: Progress,
  signal: AbortSignal,
  cache: SumCache,
): Promise<LineResult> {
  const known = cache.get(job.key);
  // What is stopped half way is no basis to go on from.
  cache.delete(job.key);
  const present: CachedSums = known ?? { sums: createLineSums(job.question), place: null };
  const { sums } = present;
  const has = membersOf(job.subjects);
  const stretches = await clickStretches(disk, job.dataDir, sums, present.place);
  const imported = known === undefined ? job.imported : [];
  let total = stretches.reduce((all, { from, to }) => all + to - from, 0);
  for (const path of imported) total += (await disk.state(path))?.size ?? 0;
  let done = 0;
  const scan = {
    wants: (at: number, subject: number) => at >= sums.from && at < sums.to && has(subject),
    take: (click: ClickRecord) => sums.add(click),
    async between(bytes: number) {
      done += bytes;
      onProgress(done, total);
      // Word that it is stopped comes in between.
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      signal.throwIfAborted();
    },
  };
  for (const path of imported) await scanImported(disk, path, scan);
  for (const stretch of stretches) {
    try {
      const byte = await scanClicks(disk, stretch, scan);
      present.place = { month: stretch.month, byte };
    } catch (error) {
      // A month whose time was over has just been deleted.
      if (codeOf(error) !== "ENOENT") throw error;
    }
  }
  cache.set(job.key, present);
  return sums.result();
}

/** Ids below this are looked up in a block of bytes. */
const mostMarked = 1 << 24;

/** Whether a subject is one of those: asked for each line. */
function membersOf(subjects: Float64Array): (subject: number) => boolean {
  const most = subjects.reduce((one, other) => Math.max(one, other), 0);
  const least = subjects.reduce((one, other) => Math.min(one, other), 0);
  if (most >= mostMarked || least < 0) {
    const members = new Set(subjects);
    return (subject) => members.has(subject);
  }
  const marks = new Uint8Array(most + 1);
  for (const subject of subjects) marks[subject] = 1;
  return (subject) => marks[subject] === 1;
}
