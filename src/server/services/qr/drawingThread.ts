import { Worker } from "node:worker_threads";
import type { DrawingJob, DrawingResults } from "./drawingJobs.ts";
import { Busy } from "../problems.ts";

/** Jobs of the owner's, and as many of strangers', that may wait: memory is nobody's to fill. */
const longestQueue = 100;
/** Milliseconds after which a job is given up, and with it the thread. */
const longestJob = 20_000;
/** Milliseconds without work after which the thread is let go, with its memory. */
const idleTime = 30_000;

/** For whom a job is. The owner's come first, and have places of their own. */
export type DrawingCaller = "owner" | "stranger";

export interface DrawingThread {
  /**
   * Does the job after its caller's that came before it. Rejects with {@link Busy} when too many are
   * waiting, and with an `Error` when the job fails, takes too long, or the thread was closed.
   */
  run<Job extends DrawingJob>(
    job: Job,
    caller: DrawingCaller,
  ): Promise<DrawingResults[Job["kind"]]>;
  /** Ends what is being done and refuses what is waiting. */
  close(): Promise<void>;
}

interface Waiting {
  readonly job: DrawingJob;
  readonly settle: (answer: Answer) => void;
}

type Answer = { readonly result: unknown } | { readonly error: string };

/** Beside this file in the sources; built, an entry beside the others, above the shared chunks. */
function workerFile(): URL {
  const here = import.meta.url;
  if (here.endsWith(".ts")) return new URL("drawingWorker.ts", here);
  const isChunk = /\/chunks\/[^/]+$/.test(here);
  return new URL(isChunk ? "../drawingWorker.js" : "drawingWorker.js", here);
}

/** One thread for pictures, started by the first job, so that no request waits for a drawing. */
export function createDrawingThread(): DrawingThread {
  const queues: Readonly<Record<DrawingCaller, Waiting[]>> = { owner: [], stranger: [] };
  let worker: Worker | null = null;
  let current: Waiting | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function after(milliseconds: number, work: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds);
    timer.unref();
  }

  function letGo(): Promise<unknown> {
    clearTimeout(timer);
    const gone = worker;
    worker = null;
    gone?.removeAllListeners();
    // An error of a thread that nobody waits for any more is nobody's.
    gone?.on("error", () => undefined);
    return gone?.terminate() ?? Promise.resolve();
  }

  function finish(answer: Answer): void {
    const done = current;
    current = null;
    done?.settle(answer);
    next();
  }

  function fail(error: string): void {
    void letGo();
    finish({ error });
  }

  function startWorker(): Worker {
    const started = new Worker(workerFile());
    started.on("message", finish);
    started.on("error", (error) => fail(String(error)));
    started.on("exit", () => fail("the drawing thread ended"));
    return started;
  }

  function next(): void {
    if (current !== null || isClosed) return;
    current = queues.owner.shift() ?? queues.stranger.shift() ?? null;
    if (current === null) {
      worker?.unref();
      after(idleTime, () => void letGo());
      return;
    }
    worker ??= startWorker();
    worker.ref();
    after(longestJob, () => fail("the drawing took too long"));
    worker.postMessage(current.job, []);
  }

  return {
    run<Job extends DrawingJob>(job: Job, caller: DrawingCaller) {
      const queue = queues[caller];
      return new Promise<DrawingResults[Job["kind"]]>((resolve, reject) => {
        if (isClosed) {
          reject(new Error("the drawing thread is closed"));
          return;
        }
        if (queue.length >= longestQueue) {
          reject(new Busy("Too many pictures at once. Please retry later."));
          return;
        }
        queue.push({
          job,
          settle: (answer) => {
            if ("error" in answer) reject(new Error(answer.error));
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker answers a job with the result of its kind
            else resolve(answer.result as DrawingResults[Job["kind"]]);
          },
        });
        next();
      });
    },
    async close() {
      isClosed = true;
      const waiting = [...queues.owner.splice(0), ...queues.stranger.splice(0)];
      const refused = current === null ? waiting : [current, ...waiting];
      current = null;
      for (const { settle } of refused) settle({ error: "the drawing thread is closed" });
      await letGo();
    },
  };
}
