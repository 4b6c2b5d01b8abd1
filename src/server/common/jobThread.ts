import { Worker } from "node:worker_threads";
import { workerFile } from "../store/workerFile.ts";
import { Busy, Ending } from "./problems.ts";

type Answer = { readonly result: unknown } | { readonly error: string | Ending };
type Progress = (done: number, total: number) => void;
type Message = Answer | { readonly done: number; readonly total: number };

interface Waiting<Job> {
  readonly job: Job;
  readonly onProgress: Progress | undefined;
  readonly settle: (answer: Answer) => void;
}

interface RunOptions {
  /** The number of its queue. */
  readonly queue: number;
  readonly onProgress?: Progress | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface JobThread<Job> {
  /**
   * Does the job after what waits in its queue and in those before it. Rejects with {@link Busy}
   * when too many wait there, with {@link Ending} when the thread was closed, and with an `Error`
   * when the job fails, takes too long, or is stopped.
   */
  run(job: Job, options: RunOptions): Promise<unknown>;
  /** Ends what is being done and refuses what is waiting. */
  close(): Promise<void>;
}

/** One thread that does one job after the other, started by the first, let go when there is none. */
export function createJobThread<Job>(options: {
  /** The file that the thread runs, and `import.meta.url` of a source beside it. */
  worker: { readonly name: string; readonly beside: string };
  /** What its work is called in errors. */
  work: string;
  /** What those are told who find too many waiting. */
  busy: string;
  /** The first goes before the second. */
  queues: number;
  /** Of each queue: memory is nobody's to fill. */
  longestQueue: number;
  /** Milliseconds after which a job is given up, and with it the thread; null: never. */
  longestJob: number | null;
  /** Milliseconds without work after which the thread is let go, with its memory. */
  idleTime: number;
}): JobThread<Job> {
  const { work, longestQueue, longestJob, idleTime } = options;
  const queues = Array.from({ length: options.queues }, (): Waiting<Job>[] => []);
  let worker: Worker | null = null;
  let current: Waiting<Job> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function after(milliseconds: number, then: () => void): void {
    timer = setTimeout(then, milliseconds);
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
    const started = new Worker(workerFile(options.worker));
    started.on("message", (message: Message) => {
      if ("done" in message) current?.onProgress?.(message.done, message.total);
      else finish(message);
    });
    started.on("error", (error) => fail(String(error)));
    started.on("exit", () => fail(`the ${work} thread ended`));
    return started;
  }

  function next(): void {
    if (current !== null || isClosed) return;
    current = queues.find(({ length }) => length > 0)?.shift() ?? null;
    clearTimeout(timer);
    if (current === null) {
      worker?.unref();
      after(idleTime, () => void letGo());
      return;
    }
    worker ??= startWorker();
    worker.ref();
    if (longestJob !== null) after(longestJob, () => fail(`the ${work} took too long`));
    worker.postMessage(current.job, []);
  }

  return {
    run(job, { queue: number, onProgress, signal }) {
      const queue = queues[number] ?? [];
      return new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new Ending(`the ${work} thread is closed`));
          return;
        }
        if (queue.length >= longestQueue) {
          reject(new Busy(options.busy));
          return;
        }
        const waiting: Waiting<Job> = {
          job,
          onProgress,
          settle: (answer) => {
            if ("result" in answer) resolve(answer.result);
            else reject(answer.error instanceof Ending ? answer.error : new Error(answer.error));
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
      const waiting = queues.flatMap((queue) => queue.splice(0));
      const refused = current === null ? waiting : [current, ...waiting];
      current = null;
      const error = new Ending(`the ${work} thread is closed`);
      for (const { settle } of refused) settle({ error });
      await letGo();
    },
  };
}
