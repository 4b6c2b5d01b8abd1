import { join } from "node:path";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { type FileSystem, publishDraft, syncFile } from "../fileSystem.ts";
import type { Repair } from "./databaseFile.ts";
import {
  DatabaseFailed,
  type DatabaseThread,
  type Request,
  startDatabaseThread,
  type Value,
} from "./databaseThread.ts";
import type { Jobs } from "./jobs.ts";

/** Below the data folder. */
export const databaseName = "waypost.sqlite";

export interface SelectOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds after which it is given up. */
  readonly longest?: number;
  /** Characters of text after which no more rows are read. */
  readonly mostText?: number;
}

/**
 * `waypost.sqlite`: what happened, as far as it isn't in files that are only appended to. It is
 * opened by the first who asks, in threads of its own, and closed while nobody does.
 */
export interface Database {
  /** Runs a job in the one thread that writes: one transaction, after those that were asked for before. */
  write<Job extends keyof Jobs>(
    job: Job,
    input: Parameters<Jobs[Job]>[1],
    options?: {
      /** On disk when it resolves, with all that was written before; else a cut of the power may cost it. */
      readonly isSafe?: boolean;
    },
  ): Promise<ReturnType<Jobs[Job]>>;
  /** Rows as they were committed. */
  select<Row>(sql: string, values?: readonly Value[], options?: SelectOptions): Promise<Row[]>;
  /** Reads all of it; where it is damaged, another takes its place. */
  check(): Promise<void>;
  /** What was deleted is in no file afterwards; false: somebody is reading, so it has to be done again. */
  emptyLog(): Promise<boolean>;
  /** A consistent copy under another name, on disk when it resolves. */
  copyTo(path: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** The copy from which a damaged one is made again. */
export function databaseCopy(dir: string): string {
  return join(dir, "backups", databaseName);
}

/** Milliseconds without work after which the threads are let go, and the database is one whole file. */
const idleTime = 20_000;
const longestSelect = 30_000;

export function createDatabase(options: {
  readonly files: FileSystem;
  readonly dir: string;
  readonly stamp: () => string;
  readonly warn: (said: Message) => void;
  /** Puts into a database that took the place of a damaged one what is still known. */
  readonly refill: () => Promise<void>;
}): Database {
  const { files, dir } = options;
  const path = join(dir, databaseName);
  /** Work that is asked for and not answered yet. */
  let working = 0;
  let isClosed = false;
  /** Threads that are on their way out: the next ones come after them. */
  let leaving: Promise<void> = Promise.resolve();
  let replacing: Promise<void> | null = null;
  /** Files that took the place of damaged ones in this run. */
  let replaced = 0;
  /** Until it resolves, a file that took the place of a damaged one may lack what is still known. */
  let refilling: Promise<void> = Promise.resolve();
  const idle = setTimeout(() => {
    if (working === 0) letGo();
  }, idleTime).unref();

  const writer = createPlace((ended) => startWriter(false, ended));
  const reader = createPlace(async (ended) => {
    // Whoever writes makes it what it is to be.
    await writer.thread();
    return started(startDatabaseThread(ended), { kind: "read", path });
  });

  async function startWriter(isDamaged: boolean, ended: () => void): Promise<DatabaseThread> {
    await leaving;
    const opening = { path, copy: databaseCopy(dir), stamp: options.stamp(), isDamaged };
    return started(startDatabaseThread(ended), { kind: "write", opening });
  }

  async function started(thread: DatabaseThread, request: Request): Promise<DatabaseThread> {
    try {
      // The thread answers with what it is typed to.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const repair = (await thread.ask(request)) as Repair | null;
      if (repair !== null) {
        const { kept, isFromCopy } = repair;
        options.warn(
          message(isFromCopy ? "service.databaseFromCopy" : "service.databaseAnew", { path, kept }),
        );
        replaced += 1;
        refilling = options.refill().catch(() => undefined);
      }
      return thread;
    } catch (error) {
      thread.drop().catch(() => undefined);
      throw error;
    }
  }

  /** The one who reads goes first: the last connection makes one file of it all. */
  function letGo(): void {
    const former = [reader.leave(), writer.leave()];
    leaving = leaving.then(async () => {
      for (const thread of former) {
        await thread?.then((found) => found.close()).catch(() => undefined);
      }
    });
  }

  /** Where the file is damaged, another has taken its place when this rejects. */
  async function asking<T>(ask: () => Promise<T>): Promise<T> {
    if (isClosed) throw new DatabaseFailed("The database is closed.");
    working += 1;
    const present = replaced;
    try {
      return await ask();
    } catch (error) {
      // What was asked of the former file says nothing about the one in its place.
      if (isDamage(error) && !isClosed && present === replaced) {
        replacing ??= replaceDamaged().finally(() => {
          replacing = null;
        });
        await replacing;
      }
      throw error;
    } finally {
      working -= 1;
      idle.refresh();
    }
  }

  /** The thread that writes, once the file has all that is still known. */
  async function filledWriter(): Promise<DatabaseThread> {
    // A damaged file is found by opening it.
    await writer.thread();
    await refilling;
    return writer.thread();
  }

  async function select(
    sql: string,
    values: readonly Value[],
    { mostText, ...limits }: SelectOptions,
  ): Promise<unknown> {
    const request = { kind: "select", sql, values, mostText } as const;
    const ask = () =>
      asking(async () => {
        const writing = await filledWriter();
        // As long as it has nothing else to do, it spares a thread; what may be stopped would end it.
        const isFree = limits.signal === undefined && !writing.isBusy && !reader.isThere();
        return isFree ? writing.ask(request) : (await reader.thread()).ask(request, limits);
      });
    try {
      return await ask();
    } catch (error) {
      if (!isDamage(error)) throw error;
      return ask();
    }
  }

  async function replaceDamaged(): Promise<void> {
    letGo();
    await writer.thread((ended) => startWriter(true, ended));
  }

  return {
    write: (job, input, { isSafe = false } = {}) =>
      asking(async () => (await writer.thread()).ask({ kind: "job", job, input, isSafe })) as never,
    select: (sql, values = [], limits = {}) =>
      select(sql, values, { longest: longestSelect, ...limits }) as never,
    check: () =>
      asking(async () => (await writer.thread()).ask({ kind: "check" })) as Promise<void>,
    emptyLog: () =>
      asking(async () => (await writer.thread()).ask({ kind: "emptyLog" })) as Promise<boolean>,
    copyTo: (to, signal) => asking(() => copy(to, signal)),
    async close() {
      isClosed = true;
      clearTimeout(idle);
      // Nobody waits for what is still being read, and it may take long.
      const reading = await reader.leave()?.catch(() => null);
      await (reading?.isBusy === true ? reading.drop() : reading?.close());
      letGo();
      await leaving;
    },
  };

  /** In a thread of its own: it takes its time. */
  async function copy(to: string, signal: AbortSignal): Promise<void> {
    const draft = `${to}.tmp`;
    await writer.thread();
    const thread = startDatabaseThread(() => undefined);
    try {
      await thread.ask({ kind: "read", path });
      await thread.ask({ kind: "copy", to: draft }, { signal });
      await syncFile(files, draft);
      await publishDraft(files, draft, to);
    } catch (error) {
      await files.remove(draft).catch(() => undefined);
      throw error;
    } finally {
      await thread.close();
    }
  }
}

/** Whether an error says that the file was damaged, so that what is in it now is not what was. */
export function isDamage(error: unknown): boolean {
  return error instanceof DatabaseFailed && error.isDamage;
}

/** Where a thread is kept once somebody has asked for it, until it ends. */
function createPlace(start: (ended: () => void) => Promise<DatabaseThread>) {
  let present: Promise<DatabaseThread> | null = null;
  return {
    thread(how = start): Promise<DatabaseThread> {
      if (present !== null) return present;
      const begun = how(() => forget());
      const forget = () => {
        if (present === begun) present = null;
      };
      present = begun;
      begun.catch(forget);
      return begun;
    },
    isThere: () => present !== null,
    /** It is nobody's any more, and to be closed. */
    leave(): Promise<DatabaseThread> | null {
      const former = present;
      present = null;
      return former;
    },
  };
}
