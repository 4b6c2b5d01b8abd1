import { join } from "node:path";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { errorText } from "../../../util/errorText.ts";
import { createTaskQueue } from "../../../util/taskQueue.ts";
import { type Database, isDamage } from "../database/database.ts";
import type { JournalPlace } from "../document/journal.ts";
import type { FileSystem } from "../fileSystem.ts";
import { StoreFailed } from "../store.ts";
import { formerFolder } from "./formerHistory.ts";
import { type FormerName, formerNameOf } from "./journalEntry.ts";

export interface HistoryLimits {
  /** Days that it is kept; 0: as many as fit. */
  readonly days: number;
  readonly maxBytes: number;
}

/** A name that a link had until a commit that the database may not have yet. */
export interface RecentName extends FormerName {
  readonly commit: number;
  readonly until: number;
}

/** Takes what journals say of changes into the database, so that it outlives them. */
export interface HistoryWriter {
  /** What was committed before is in the database when it resolves; rejects with {@link StoreFailed}. */
  upToDate(): Promise<void>;
  /** As `upToDate`; what fails is told to the owner. */
  upToDateIfPossible(): Promise<void>;
  /**
   * Names that links gave up in commits that the database may not have yet, the latest last. What the
   * last run left in its journals is in the database, unless that takes long or fails.
   */
  recentNames(): Promise<{ readonly names: readonly RecentName[]; readonly areAll: boolean }>;
  /** Nothing goes for want of room while `read` goes on. */
  reading<T>(read: () => AsyncIterable<T>): AsyncIterable<T>;
  /** After the database was damaged, and another took its place: what is still known goes into that. */
  takeAgain(): Promise<void>;
  /** A line was written to a journal; on disk it is later. */
  wrote(line: { commit: number; at: number; changes: readonly unknown[] }): void;
  /** A journal was followed by another, and is on disk. */
  rotated(): void;
  /** Whether all that a journal says of changes is kept elsewhere. */
  mayGo(journal: number): boolean;
  /** Hashes are to be kept nowhere, as a line on disk says. */
  passwordTaken(): void;
  keepWithin(limits: HistoryLimits): Promise<void>;
  /** From now on nothing is taken in by itself: the next start finds it in the journals. */
  end(): void;
  close(): Promise<void>;
}

export interface HistoryWriterOptions {
  readonly files: FileSystem;
  readonly dir: string;
  readonly database: Database;
  readonly clock: () => number;
  readonly warn: (said: Message) => void;
  readonly stamp: () => string;
  /** The number of this run's first commit. */
  readonly firstCommit: number;
  /** Where what was kept before there was a database goes. */
  readonly keptFolder: string;
  /** The end of what the journals have on disk, once all that was written is. */
  readonly written: () => Promise<Pick<JournalPlace, "number" | "bytes">>;
  /** Ends what is being taken in: it is safe in the journals. */
  readonly ending: AbortSignal;
}

const day = 86_400_000;
/** Milliseconds from the end of a journal to when it is taken in. */
const rotationPause = 200;
/** Bytes of the disk that history leaves free, as long as nobody asks for it. */
const leastFree = 8 * 2 ** 20;

export function startHistoryWriter(options: HistoryWriterOptions): HistoryWriter {
  const { files, dir, database, clock, warn, ending } = options;
  const formerDir = join(dir, formerFolder);
  const queue = createTaskQueue();
  let ready: Promise<void> | null = null;
  /** Up to where the journals are taken in. */
  let reached = { number: 0, bytes: 0 };
  /** Journals before this one are in the database, on disk. */
  let safeBefore = 0;
  /** Hashes were erased that the write-ahead log may still hold. */
  let isErasing = false;
  /** What belongs to no commit of this folder was dropped. */
  let isCut = false;
  let limits: HistoryLimits | null = null;
  let readers = 0;
  let names: RecentName[] = [];
  let isTold = false;
  let isEnding = false;
  let soon: NodeJS.Timeout | null = null;

  function complain(error: unknown): void {
    if (ending.aborted || isTold) return;
    isTold = true;
    warn(message("service.historyUnwritten", { reason: errorText(error) }));
  }

  /** One piece of work at a time; what fails is tried again with the next one. */
  function inTurn(step: () => Promise<void>): Promise<void> {
    return queue.run(async () => {
      if (ending.aborted) throw new StoreFailed("The store is closed.");
      try {
        await attempt(step).catch((error: unknown) => {
          if (!isDamage(error)) throw error;
          forget();
          return attempt(step);
        });
      } catch (error) {
        if (error instanceof StoreFailed) throw error;
        throw new StoreFailed(`History isn't available (${errorText(error)}).`, { cause: error });
      }
    });
  }

  async function attempt(step: () => Promise<void>): Promise<void> {
    ready ??= open();
    await ready;
    await step();
  }

  /** The database is another one, which has less. */
  function forget(): void {
    ready = null;
    reached = { number: 0, bytes: 0 };
    safeBefore = 0;
  }

  function takeBeside(): void {
    if (!isEnding) inTurn(() => withRoom(takeSafe)).catch(complain);
  }

  /** The last of a disk's room is for the journals: without them nothing can be changed, or started. */
  async function withRoom(work: () => Promise<void>): Promise<void> {
    const { free } = await files.space(dir);
    if (free >= leastFree) await work();
  }

  /** Once for journals that follow each other quickly; a store that is about to close does without. */
  function takeSoon(): void {
    if (isEnding) return;
    soon ??= setTimeout(() => {
      soon = null;
      takeBeside();
    }, rotationPause).unref();
  }

  async function open(): Promise<void> {
    try {
      // Those that were moved come again where a damaged database began anew.
      for (const folder of [join(options.keptFolder, formerFolder), formerDir]) {
        await takeFormer(folder);
      }
      if (await isFormerThere()) await moveFormer();
      if (!isCut) await cut();
    } catch (error) {
      ready = null;
      throw error;
    }
  }

  /** Once a run: afterwards its own commits are beyond, and some of their journals are gone. */
  async function cut(): Promise<void> {
    const dropped = await database.write("dropHistoryBeyond", options.firstCommit, {
      isSafe: true,
    });
    isCut = true;
    if (dropped.isAny) warn(message("service.historyBeyond", { dir }));
  }

  async function isFormerThere(): Promise<boolean> {
    return (await files.state(formerDir)) !== null;
  }

  async function takeFormer(folder: string): Promise<void> {
    if ((await files.state(folder)) === null) return;
    for (let isDone = false; !isDone;) {
      ending.throwIfAborted();
      ({ isDone } = await database.write("takeFormerHistory", { folder }, { isSafe: true }));
    }
  }

  async function moveFormer(): Promise<void> {
    const { keptFolder } = options;
    await files.makeFolder(keptFolder);
    const isThere = (await files.state(join(keptFolder, formerFolder))) !== null;
    const name = isThere ? `${formerFolder}-${options.stamp()}` : formerFolder;
    await files.rename(formerDir, join(keptFolder, name));
    await files.syncFolder(keptFolder);
    await files.syncFolder(dir);
  }

  /** @param isSafe it is on disk afterwards, so that journals can go */
  async function take(isSafe: boolean): Promise<void> {
    const place = await options.written();
    const isNew = place.number !== reached.number || place.bytes !== reached.bytes;
    for (let isDone = !isNew && !isSafe; !isDone;) {
      ending.throwIfAborted();
      const taken = await database.write("takeJournal", { dir, ...place }, { isSafe });
      ({ isDone } = taken);
      isErasing ||= taken.hasErased;
      if (isSafe) safeBefore = taken.journal;
      names = names.filter(({ commit }) => commit > taken.commit);
    }
    reached = place;
    isTold = false;
    if (isErasing) isErasing = !(await database.emptyLog());
  }

  async function prune(): Promise<void> {
    if (limits === null || readers > 0) return;
    const { days, maxBytes: mostBytes } = limits;
    const { firstCommit } = options;
    const before = days === 0 ? Number.MIN_SAFE_INTEGER : clock() - days * day;
    for (let isDone = false; !isDone && !ending.aborted;) {
      ({ isDone } = await database.write("dropOldHistory", { before, mostBytes, firstCommit }));
    }
  }

  async function takeSafe(): Promise<void> {
    await take(true);
    await prune();
  }

  return {
    upToDate: () => inTurn(() => take(false)),
    upToDateIfPossible: () => inTurn(() => take(false)).catch(complain),
    async recentNames() {
      if (reached.number === 0) {
        // In a new folder nothing was taken in yet, and all there is was said to this.
        if (options.firstCommit === 1) return { names, areAll: true };
        // What was kept before there was a database takes its time.
        const isLong = await isFormerThere();
        const caughtUp = inTurn(() => withRoom(() => take(false))).catch(complain);
        if (!isLong) await caughtUp;
      }
      return { names, areAll: false };
    },
    async *reading(read) {
      readers += 1;
      try {
        yield* read();
      } finally {
        readers -= 1;
      }
    },
    takeAgain() {
      return inTurn(() => {
        forget();
        return attempt(() => take(false));
      });
    },
    wrote({ commit, at, changes }) {
      for (const change of changes) {
        const former = formerNameOf(change);
        if (former !== null) names.push({ ...former, commit, until: at });
      }
    },
    rotated: takeSoon,
    mayGo: (journal) => journal < safeBefore,
    passwordTaken: takeBeside,
    async keepWithin(next) {
      limits = next;
      await withRoom(() => inTurn(takeSafe));
    },
    end() {
      isEnding = true;
      if (soon !== null) clearTimeout(soon);
    },
    close: () => queue.idle(),
  };
}
