import { Worker } from "node:worker_threads";
import { setFlagsFromString } from "node:v8";
import { message } from "../../../contract/messages/messages.ts";
import { workerFile } from "../../store/workerFile.ts";
import { createPauses } from "../../common/paging.ts";
import type { FileMessage, FileToRead, ReadRow, ReadState } from "./openImport.ts";
import type { OpenImport, ReadingChoice } from "./openImport.ts";
import { Unreadable } from "./read/unreadable.ts";

export interface FileThread {
  /**
   * Reads a file for as long as `work` takes. The thread stays a few batches of rows ahead at most.
   * It ends with the signal, and with anything that goes wrong.
   */
  read<Result>(
    file: { readonly path: string; readonly name: string },
    choice: ReadingChoice,
    signal: AbortSignal,
    work: (opened: OpenImport) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/**
 * MiB. The readers keep far less, whatever the file; a file that gets past their limits ends its
 * thread, and not the process.
 */
const memory = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
/** Milliseconds to wait for the rows of a file: at first, and more for what has been read of it. */
const patience = { atFirst: 5 * 60_000, perMegabyte: 4000 };
/** Milliseconds that a thread waits for the next file, such as the one that was just previewed. */
const idleTime = 30_000;

/**
 * V8 would let what rows leave behind grow to four times what lives. While there is a thread, both
 * look after a fifth more.
 */
function limitHeapGrowth(isLimited: boolean): void {
  setFlagsFromString(`--heap-growing-percent=${isLimited ? 20 : 0}`);
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/**
 * The messages of a thread in their order; rejects once it has failed or the signal is aborted, or if
 * the next one takes more than so many milliseconds.
 */
function messagesOf(worker: Worker, signal: AbortSignal): (most: number) => Promise<FileMessage> {
  const waiting: string[] = [];
  let failure: unknown;
  let wake = (): void => undefined;
  const fail = (error: unknown): void => {
    failure ??= error;
    wake();
  };
  worker.on("message", (line: string) => {
    waiting.push(line);
    wake();
  });
  worker.on("error", (error) => {
    fail(isOutOfMemory(error) ? new Unreadable(message("file.tooMuchMemory")) : error);
  });
  worker.on("exit", () => fail(new Error("The thread that reads the file ended early.")));
  signal.addEventListener("abort", () => wake(), { once: true });

  async function next(): Promise<FileMessage> {
    for (;;) {
      signal.throwIfAborted();
      const line = waiting.shift();
      // Sent by `fileWorker` alone.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      if (line !== undefined) return JSON.parse(line) as FileMessage;
      if (failure !== undefined) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  return async (most) => {
    const tooLong = setTimeout(() => fail(new Unreadable(message("file.tooSlow"))), most);
    try {
      return await next();
    } finally {
      clearTimeout(tooLong);
    }
  };
}

function readable(received: FileMessage): FileMessage {
  if (received.is !== "unreadable") return received;
  const { reason, line, column } = received;
  throw new Unreadable(reason, line === null || column === null ? undefined : { line, column });
}

/** A thread for files of others: whatever is in them, no visitor waits, and the process survives. */
export function createFileThread(resourceLimits = memory, allowed = patience): FileThread {
  let idle: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function claimWorker(): Worker {
    clearTimeout(timer);
    limitHeapGrowth(true);
    const worker =
      idle ??
      new Worker(workerFile({ name: "fileWorker", beside: import.meta.url }), { resourceLimits });
    idle = null;
    worker.removeAllListeners();
    worker.ref();
    return worker;
  }

  async function end(worker: Worker): Promise<void> {
    worker.removeAllListeners();
    // Nobody waits for what it does any more.
    worker.on("error", () => undefined);
    await worker.terminate();
    limitHeapGrowth(false);
  }

  /** Keeps a thread that has done its work for the next file. */
  async function release(worker: Worker, isDone: boolean): Promise<void> {
    if (!isDone || isClosed || idle !== null) {
      await end(worker);
      return;
    }
    worker.removeAllListeners();
    worker.on("error", () => undefined);
    worker.on("exit", () => {
      if (idle === worker) idle = null;
    });
    worker.unref();
    idle = worker;
    timer = setTimeout(() => {
      if (idle === worker) idle = null;
      void end(worker);
    }, idleTime);
    timer.unref();
  }

  return {
    async read(file, { format, mapping, dates }, signal, work) {
      const columns = Object.entries(mapping ?? {}).map(
        ([column, field]): [string, string | null] => [column, field === "none" ? null : field],
      );
      const sent: FileToRead = {
        ...file,
        format,
        dates,
        mapping: mapping === undefined ? undefined : Object.fromEntries(columns),
      };
      const worker = claimWorker();
      const next = messagesOf(worker, signal);
      let state: ReadState = { bytes: 0, dates: null };
      let isDone = false;
      let waited = 0;

      async function received(): Promise<FileMessage> {
        const before = performance.now();
        const { atFirst, perMegabyte } = allowed;
        try {
          const one = await next(atFirst + (state.bytes / 1e6) * perMegabyte - waited);
          // Its thread is done with such a file, too, and takes the next: each thread that ends leaves
          // pieces of memory that others can't use.
          isDone = one.is === "unreadable";
          return readable(one);
        } finally {
          waited += performance.now() - before;
        }
      }

      async function* rows(): AsyncGenerator<ReadRow> {
        const pause = createPauses();
        for (;;) {
          worker.postMessage("more", []);
          const batch = await received();
          if (batch.is !== "rows") break;
          ({ state } = batch);
          for (const row of batch.rows) {
            yield row;
            const rest = pause();
            if (rest !== undefined) await rest;
          }
        }
        isDone = true;
      }

      try {
        worker.postMessage(sent, []);
        const first = await received();
        if (first.is !== "known") throw new Error("The thread doesn't say what the file is.");
        const { known, header, fields } = first;
        return await work({
          known,
          reading: {
            header,
            rows: { [Symbol.asyncIterator]: rows },
            columnOf: (field) => header[fields.findIndex((one) => one === field)] ?? null,
            dates: () => state.dates,
          },
          bytes: () => state.bytes,
        });
      } finally {
        await release(worker, isDone);
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const left = idle;
      idle = null;
      if (left !== null) await end(left);
    },
  };
}
