import { createJobThread } from "../../common/jobThread.ts";
import type { DrawingJob, DrawingResults } from "./drawingJobs.ts";

/** For whom a job is. The owner's come first, and have places of their own. */
export type DrawingCaller = "owner" | "stranger";

export interface DrawingThread {
  /**
   * Does the job after its caller's that came before it. Rejects with `Busy` when too many are
   * waiting, with `Ending` when the thread was closed, and with an `Error` when the job fails or
   * takes too long.
   */
  run<Job extends DrawingJob>(
    job: Job,
    caller: DrawingCaller,
  ): Promise<DrawingResults[Job["kind"]]>;
  /** Ends what is being done and refuses what is waiting. */
  close(): Promise<void>;
}

const queueOf: Readonly<Record<DrawingCaller, number>> = { owner: 0, stranger: 1 };

/** One thread for pictures, started by the first job, so that no request waits for a drawing. */
export function createDrawingThread(): DrawingThread {
  const thread = createJobThread<DrawingJob>({
    worker: { name: "drawingWorker", beside: import.meta.url },
    work: "drawing",
    busy: "Too many images at once. Please retry later.",
    queues: 2,
    longestQueue: 100,
    longestJob: 20_000,
    idleTime: 30_000,
  });
  return {
    async run<Job extends DrawingJob>(job: Job, caller: DrawingCaller) {
      const result = await thread.run(job, { queue: queueOf[caller] });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker answers a job with the result of its kind
      return result as DrawingResults[Job["kind"]];
    },
    close: () => thread.close(),
  };
}
