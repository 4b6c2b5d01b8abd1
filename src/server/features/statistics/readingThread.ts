import { createJobThread } from "../../common/jobThread.ts";
import type { Progress, ReadingJob, ReadingResults } from "./readingJobs.ts";

export interface ReadingThread {
  /**
   * Reads after what was asked before; what was asked for the latest clicks goes first. Rejects
   * with `Busy` when too many are waiting, with `Ending` when the thread was closed, and with an
   * `Error` when it fails or is stopped.
   */
  run<Job extends ReadingJob>(
    job: Job,
    options?: { readonly onProgress?: Progress; readonly signal?: AbortSignal },
  ): Promise<ReadingResults[Job["kind"]]>;
  close(): Promise<void>;
}

const queueOf: Readonly<Record<ReadingJob["kind"], number>> = { latest: 0, sum: 1 };

/** One thread for the lines of clicks, started by the first job: no visitor waits for a reading. */
export function createReadingThread(): ReadingThread {
  const thread = createJobThread<ReadingJob>({
    worker: { name: "readingWorker", beside: import.meta.url },
    work: "reading",
    busy: "Too many statistics requests at once. Please retry later.",
    queues: 2,
    longestQueue: 50,
    // A year of clicks takes its time, and tells how far it is.
    longestJob: null,
    idleTime: 120_000,
  });
  return {
    async run<Job extends ReadingJob>(
      job: Job,
      options: { readonly onProgress?: Progress; readonly signal?: AbortSignal } = {},
    ) {
      const result = await thread.run(job, { queue: queueOf[job.kind], ...options });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker answers a job with the result of its kind
      return result as ReadingResults[Job["kind"]];
    },
    close: () => thread.close(),
  };
}
