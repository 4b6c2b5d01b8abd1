import { atMost } from "../../common/atMost.ts";
import { createHash } from "node:crypto";
import type { LineQuestion, LineResult } from "./lineSums.ts";
import type { ReadingThread } from "./readingThread.ts";
import type { Subjects } from "./subjects.ts";
import { asError } from "../../../util/errorText.ts";

/** Reading that is under way; bytes. */
export interface Reading {
  readonly id: number;
  readonly done: number;
  readonly total: number;
}

export interface ReadLines {
  readonly result: LineResult | null;
  /** Clicks that the counters had in the period when the lines were read. */
  readonly counted: number;
  readonly reading: Reading | null;
}

interface Entry {
  readonly id: number;
  readonly key: string;
  result: LineResult | null;
  counted: number;
  /** Until when a result is new enough; as `performance.now`. */
  freshUntil: number;
  usedAt: number;
  running: Promise<void> | null;
  ending: AbortController;
  failure: Error | null;
  done: number;
  total: number;
}

/** Answers that are kept. */
const maxEntries = 40;
/** Milliseconds for which an answer is new enough, and how many times its own reading it is so at least. */
const freshFor = 2_000;
const freshTimes = 2;
/** Milliseconds after which a reading that nobody asks for is given up. */
const patience = 15_000;

/** Reads the lines of clicks for questions, once for all who ask the same. */
export function createLineReader(options: {
  dataDir: string;
  thread: ReadingThread;
  /** Files of imported lines, with what tells one state of them from another. */
  imported: () => Promise<readonly { readonly path: string; readonly state: string }[]>;
}) {
  const { dataDir, thread } = options;
  const entries = new Map<string, Entry>();
  let lastId = 0;

  function entryFor(key: string): Entry {
    const known = entries.get(key);
    entries.delete(key);
    const entry: Entry = known ?? {
      id: (lastId += 1),
      key,
      result: null,
      counted: 0,
      freshUntil: 0,
      usedAt: 0,
      running: null,
      ending: new AbortController(),
      failure: null,
      done: 0,
      total: 0,
    };
    entries.set(key, entry);
    for (const [oldest, { running }] of entries) {
      if (entries.size <= maxEntries) break;
      if (running === null) entries.delete(oldest);
    }
    return entry;
  }

  function begin(
    entry: Entry,
    subjects: Subjects,
    question: LineQuestion,
    imported: readonly { readonly path: string }[],
    counted: number,
  ): void {
    const startedAt = performance.now();
    entry.ending = new AbortController();
    entry.failure = null;
    entry.done = 0;
    entry.total = 0;
    const { ending } = entry;
    // What was stopped ends when it does, while the entry's next reading may have begun.
    const isCurrent = () => entry.ending === ending;
    const onProgress = (done: number, total: number) => {
      if (!isCurrent()) return;
      entry.done = done;
      entry.total = total;
      if (performance.now() - entry.usedAt > patience) ending.abort();
    };
    const job = {
      kind: "sum" as const,
      key: entry.key,
      dataDir,
      question,
      subjects: subjects.keys,
      imported: imported.map(({ path }) => path),
    };
    async function run(): Promise<void> {
      try {
        entry.result = await thread.run(job, { onProgress, signal: ending.signal });
        entry.counted = counted;
        const now = performance.now();
        entry.freshUntil = now + Math.max(freshFor, freshTimes * (now - startedAt));
      } catch (error) {
        // Who stopped it waits for nothing.
        if (!ending.signal.aborted) {
          entry.failure = asError(error);
        }
      } finally {
        if (isCurrent()) entry.running = null;
      }
    }
    entry.running = run();
  }

  return {
    /** After at most `wait` seconds, with what there is by then. */
    async read(
      subjects: Subjects,
      question: LineQuestion,
      counted: number,
      wait: number,
    ): Promise<ReadLines> {
      const imported = await options.imported();
      const about = JSON.stringify([subjects.kind, subjects.mark, question, imported]);
      const entry = entryFor(createHash("sha256").update(about).digest("base64url"));
      entry.usedAt = performance.now();
      const isRead = entry.running !== null && !entry.ending.signal.aborted;
      if (!isRead && entry.usedAt >= entry.freshUntil) {
        begin(entry, subjects, question, imported, counted);
      }
      if (entry.running !== null) await atMost(entry.running, wait * 1_000);
      if (entry.failure !== null) throw entry.failure;
      const { id, done, total, running } = entry;
      return {
        result: entry.result,
        counted: entry.counted,
        reading: running === null ? null : { id, done, total },
      };
    },
    cancel(id: number): void {
      const entry = [...entries.values()].find((one) => one.id === id);
      entry?.ending.abort();
    },
  };
}
