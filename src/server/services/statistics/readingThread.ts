import { Worker } from "node:worker_threads";
import { Busy } from "../problems.ts";
import type { Progress, ReadingJob, ReadingResults } from "./readingJobs.ts";

/** Jobs that may wait: memory is nobody's to fill. */
const longestQueue = 50;
/** Milliseconds without work after which the thread is let go, with what it keeps. */
const idleTime = 120_000;

export interface ReadingThread {
  /**
   * Reads after what was asked before; what was asked for the latest clicks goes first. Rejects
   * with {@link Busy} when too many are waiting, and with an `Error` when it fails, is stopped, or
   * the thread was closed.
   */
  run<Job extends ReadingJob>(
    job: Job,
    options?: { readonly told?: Progress; readonly signal?: AbortSignal },
  ): Promise<ReadingResults[Job["kind"]]>;
  close(): Promise<void>;
}

interface Waiting {
  readonly job: ReadingJob;
  readonly told: Progress | undefined;
  readonly settle: (answer: Answer) => void;
}

type Answer = { readonly result: unknown } | { readonly error: string };
type Told = Answer | { readonly done: number; readonly total: number };

/** Beside this file in the sources; built, an entry beside the others, above the shared chunks. */
function workerFile(): URL {
  const here = import.meta.url;
  if (here.endsWith(".ts")) return new URL("readingWorker.ts", here);
  const isChunk = /\/chunks\/[^/]+$/.test(here);
  return new URL(isChunk ? "../readingWorker.js" : "readingWorker.js", here);
}

/** One thread for the lines of clicks, started by the first job: no visitor waits for a reading. */
export function createReadingThread(): ReadingThread {
  const queue: Waiting[] = [];
  let worker: Worker | null = null;
  let current: Waiting | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

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
    started.on("message", (told: Told) => {
      if ("done" in told) current?.told?.(told.done, told.total);
      else finish(told);
    });
    started.on("error", (error) => fail(String(error)));
    started.on("exit", () => fail("the reading thread ended"));
    return started;
  }

  function next(): void {
    if (current !== null || isClosed) return;
    const latest = queue.findIndex(({ job }) => job.kind === "latest");
    [current = null] = queue.splice(Math.max(0, latest), 1);
    clearTimeout(timer);
    if (current === null) {
      worker?.unref();
      timer = setTimeout(() => void letGo(), idleTime).unref();
      return;
    }
    worker ??= startWorker();
    worker.ref();
    worker.postMessage(current.job, []);
  }

  return {
    run<Job extends ReadingJob>(
      job: Job,
      { told, signal }: { readonly told?: Progress; readonly signal?: AbortSignal } = {},
    ) {
      return new Promise<ReadingResults[Job["kind"]]>((resolve, reject) => {
        if (isClosed) {
          reject(new Error("the reading thread is closed"));
          return;
        }
        if (queue.length >= longestQueue) {
          reject(new Busy("Too many statistics at once. Please retry later."));
          return;
        }
        const waiting: Waiting = {
          job,
          told,
          settle: (answer) => {
            if ("error" in answer) reject(new Error(answer.error));
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker answers a job with the result of its kind
            else resolve(answer.result as ReadingResults[Job["kind"]]);
          },
        };
        signal?.addEventListener("abort", () => {
          const place = queue.indexOf(waiting);
          if (place >= 0) {
            queue.splice(place, 1);
            waiting.settle({ error: "stopped" });
          } else if (current === waiting) worker?.postMessage("stop", []);
        });
        queue.push(waiting);
        next();
      });
    },
    async close() {
      isClosed = true;
      const refused = current === null ? [...queue] : [current, ...queue];
      queue.length = 0;
      current = null;
      for (const { settle } of refused) settle({ error: "the reading thread is closed" });
      await letGo();
    },
  };
}
