import { Worker } from "node:worker_threads";
import { workerFile } from "../workerFile.ts";
import type { Opening } from "./databaseFile.ts";
import type { Jobs } from "./jobs.ts";

export type Value = string | number | bigint | null | Uint8Array;

export type Request =
  | { readonly kind: "write"; readonly opening: Opening }
  | { readonly kind: "read"; readonly path: string }
  | {
      readonly kind: "job";
      readonly job: keyof Jobs;
      readonly input: unknown;
      /** On disk before it is answered. */
      readonly isSafe: boolean;
    }
  | {
      readonly kind: "select";
      readonly sql: string;
      readonly values: readonly Value[];
      /** Characters of text after which no more rows are read; absent: the usual bound. */
      readonly mostText?: number | undefined;
    }
  /** Whether it is what was written. */
  | { readonly kind: "check" }
  /** Puts what the write-ahead log holds into the database, and empties it. */
  | { readonly kind: "emptyLog" }
  | { readonly kind: "copy"; readonly to: string }
  | { readonly kind: "close" };

export type Answer =
  | { readonly result: unknown }
  | { readonly error: string; readonly isDamage: boolean };

/** SQLite refused, or the thread ended. */
export class DatabaseFailed extends Error {
  override readonly name = "DatabaseFailed";
  /** The file is not what was written. */
  readonly isDamage: boolean;

  constructor(said: string, isDamage = false) {
    super(said);
    this.isDamage = isDamage;
  }
}

interface Limits {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which it is given up, and with it the thread; absent: never. */
  readonly longest?: number | undefined;
}

interface Waiting {
  readonly request: Request;
  readonly longest: number | undefined;
  readonly settle: (answer: Answer) => void;
}

/** A connection in a thread of its own, which answers one after the other. */
export interface DatabaseThread {
  readonly isBusy: boolean;
  ask(request: Request, limits?: Limits): Promise<unknown>;
  /** Once what was asked for is answered. */
  close(): Promise<void>;
  /** At once: what was asked for is refused. Resolves when the thread has ended. */
  drop(): Promise<void>;
}

export function startDatabaseThread(ended: () => void): DatabaseThread {
  const worker = new Worker(workerFile({ name: "databaseWorker", beside: import.meta.url }));
  const queue: Waiting[] = [];
  let current: Waiting | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isGone = false;
  worker.unref();
  worker.on("message", (answer: Answer) => settleCurrent(answer));
  worker.on("error", (error) => fail(String(error)));
  worker.on("exit", () => fail("the thread ended"));

  function settleCurrent(answer: Answer): void {
    clearTimeout(timer);
    const done = current;
    current = null;
    worker.unref();
    done?.settle(answer);
    next();
  }

  function next(): void {
    if (current !== null || isGone) return;
    current = queue.shift() ?? null;
    if (current === null) return;
    const { request, longest } = current;
    if (longest !== undefined) timer = setTimeout(() => fail("it took too long"), longest).unref();
    worker.ref();
    worker.postMessage(request, []);
  }

  function fail(reason: string): void {
    if (isGone) return;
    isGone = true;
    clearTimeout(timer);
    worker.unref();
    worker.terminate().catch(() => undefined);
    ended();
    const refused = current === null ? queue.splice(0) : [current, ...queue.splice(0)];
    current = null;
    for (const { settle } of refused) settle({ error: reason, isDamage: false });
  }

  function ask(request: Request, { signal, longest }: Limits = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const waiting: Waiting = {
        request,
        longest,
        settle(answer) {
          signal?.removeEventListener("abort", stop);
          if ("result" in answer) resolve(answer.result);
          else reject(new DatabaseFailed(answer.error, answer.isDamage));
        },
      };
      /** What SQLite is at can't be stopped but with its thread. */
      function stop(): void {
        const place = queue.indexOf(waiting);
        if (place >= 0) queue.splice(place, 1);
        reject(signal?.reason as Error);
        if (current === waiting) fail("it was stopped");
      }
      if (isGone) {
        waiting.settle({ error: "the thread ended", isDamage: false });
        return;
      }
      signal?.addEventListener("abort", stop, { once: true });
      queue.push(waiting);
      next();
    });
  }

  return {
    get isBusy() {
      return current !== null || queue.length > 0;
    },
    ask,
    async close() {
      await ask({ kind: "close" }).catch(() => undefined);
      if (isGone) return;
      isGone = true;
      ended();
      await worker.terminate();
    },
    async drop() {
      fail("it was stopped");
      await worker.terminate();
    },
  };
}
