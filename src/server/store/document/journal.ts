import { join } from "node:path";
import { journalName } from "./journalNames.ts";
import { errorText } from "../../../util/errorText.ts";
import { type FileSystem, isOutOfSpace, writeAllNow } from "../fileSystem.ts";
import { longestSealed, seal, sealInto } from "../lines.ts";
import { type Change, type Origin, StoreFailed, StoreFull } from "../store.ts";

/** Where a journal goes on: its file, the bytes in it, and the number of the next commit. */
export interface JournalPlace {
  readonly number: number;
  readonly bytes: number;
  readonly commit: number;
}

/**
 * The changes since the snapshot, one commit a line. A journal starts with a line that names it and
 * its first commit; one that was followed by another ends with a line that says so.
 */
export interface Journal {
  readonly place: JournalPlace;
  /** The failure after which nothing is acknowledged any more, if there was one. */
  readonly failure: StoreFailed | null;
  /**
   * Hands a line to the kernel now and resolves once it is on disk. `undo` takes the changes back:
   * now, if the line can't be written; in reverse order with all others, if the sync fails.
   */
  append(line: CommitLine, undo: () => void): Promise<void>;
  /**
   * Goes on in a new file. `capture` runs at the very moment of the change, between two commits; its
   * result comes back once all that stands in the former file is on disk.
   */
  rotate<T>(capture: () => T): Promise<T>;
  /** Where what is on disk ends, once all that was appended before is. */
  written(): Promise<Pick<JournalPlace, "number" | "bytes">>;
  /** Waits for what is in flight and closes the file. */
  close(): Promise<void>;
}

/** What one commit says besides its number. */
export interface CommitLine {
  readonly changes: readonly LoggedChange[];
  /** Absent: nobody changed it. */
  readonly meta?: CommitMeta;
}

/** By whom a commit was made, and as what. */
export interface CommitMeta {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly origin: Origin;
  /** The number of the set's first commit; null: this one's. */
  readonly set: number | null;
  /** It changes nothing, but says that its set begins here or ends. */
  readonly mark?: "begin" | "end";
}

/** A change with what it found: of a change the fields that differ (null: none), of a removal the record. */
export type LoggedChange = Change & { readonly was?: object };

interface Waiter {
  readonly undo: () => void;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

export function journalHead(version: number, number: number, commit: number): Buffer {
  return Buffer.from(seal(JSON.stringify({ journal: number, version, commit })));
}

export async function openJournal(options: {
  files: FileSystem;
  dir: string;
  version: number;
  place: JournalPlace;
}): Promise<Journal> {
  const { files, dir, version } = options;
  let { number, bytes, commit } = options.place;
  let descriptor = await files.open(join(dir, journalName(number)), "a");
  let retiring: { descriptor: number; bytes: number; synced: number } | null = null;
  /** Bytes of the present file that are known to be on disk. */
  let synced = bytes;
  let waiting: Waiter[] = [];
  let running: Promise<void> | null = null;
  let failure: StoreFailed | null = null;

  function write(line: Buffer): void {
    try {
      writeAllNow(files, descriptor, line);
    } catch (error) {
      try {
        files.truncateNow(descriptor, bytes);
      } catch {
        throw fail(error);
      }
      if (isOutOfSpace(error)) {
        throw new StoreFull("The disk is full.", { cause: error });
      }
      throw fail(error);
    }
    bytes += line.length;
  }

  function fail(cause: unknown): StoreFailed {
    failure ??= new StoreFailed(
      `The disk failed (${errorText(cause)}). Nothing more is saved until Waypost is restarted.`,
      { cause },
    );
    return failure;
  }

  /** Rejects all who wait and takes their changes back, the latest first. */
  function abandon(waiters: readonly Waiter[], error: StoreFailed): void {
    for (const waiter of waiters.toReversed()) waiter.undo();
    try {
      if (retiring !== null) files.truncateNow(retiring.descriptor, retiring.synced);
      files.truncateNow(descriptor, retiring === null ? synced : 0);
    } catch {
      // The lines were never acknowledged: a start may find them or not.
    }
    for (const waiter of waiters) waiter.reject(error);
  }

  async function syncBatches(): Promise<void> {
    // Commits of the same turn share the first sync as well.
    await Promise.resolve();
    while (waiting.length > 0 && failure === null) {
      const batch = waiting;
      waiting = [];
      const target = bytes;
      const present = descriptor;
      const former = retiring;
      try {
        if (former !== null) await files.sync(former.descriptor);
        await files.sync(present);
      } catch (error) {
        const late = waiting;
        waiting = [];
        abandon([...batch, ...late], fail(error));
        return;
      }
      if (present === descriptor) synced = target;
      else if (retiring !== null) retiring.synced = target;
      if (former !== null) {
        retiring = null;
        files.close(former.descriptor).catch(() => undefined);
      }
      for (const waiter of batch) waiter.resolve();
    }
    if (failure !== null && waiting.length > 0) {
      const late = waiting;
      waiting = [];
      abandon(late, failure);
    }
  }

  function settled(undo: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push({ undo, resolve, reject });
      running ??= syncBatches().finally(() => {
        running = null;
      });
    });
  }

  return {
    get place() {
      return { number, bytes, commit };
    },
    get failure() {
      return failure;
    },
    append(line, undo) {
      try {
        if (failure !== null) throw failure;
        write(sealedLine(jsonOf(commit, line)));
        commit += 1;
      } catch (error) {
        undo();
        return Promise.reject(error);
      }
      return settled(undo);
    },
    async rotate(capture) {
      // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- the sync ends it
      while (retiring !== null) await settled(() => undefined);
      const name = join(dir, journalName(number + 1));
      const opened = await files.open(name, "ax");
      try {
        await files.syncFolder(dir);
        if (failure !== null) throw failure;
        // From here to the new descriptor nothing waits, so no commit falls between the files.
        const head = journalHead(version, number + 1, commit);
        writeAllNow(files, opened, head);
        write(Buffer.from(seal(JSON.stringify({ end: commit }))));
        retiring = { descriptor, bytes, synced };
        descriptor = opened;
        number += 1;
        bytes = head.length;
        synced = 0;
      } catch (error) {
        await files.close(opened).catch(() => undefined);
        await files.remove(name).catch(() => undefined);
        throw error;
      }
      const captured = capture();
      await settled(() => undefined);
      return captured;
    },
    async written() {
      const present = { number, bytes };
      const isInFlight = running !== null || waiting.length > 0 || retiring !== null;
      if (failure === null && isInFlight) await settled(() => undefined).catch(() => undefined);
      return failure === null ? present : { number, bytes: synced };
    },
    async close() {
      // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- the sync ends it
      while (running !== null) await running;
      await files.close(descriptor);
    },
  };
}

/** A commit's line as JSON. Who it was is written word by word, as it stands in every line. */
function jsonOf(commit: number, { changes, meta }: CommitLine): string {
  const changesText = JSON.stringify(changes);
  if (meta === undefined) return `{"commit":${commit},"changes":${changesText}}`;
  const { at, origin, set, mark } = meta;
  const { by, operation, scope, key, undoes } = origin;
  const keyed = key === undefined ? "" : `,"key":${JSON.stringify(key)}`;
  const undone = undoes === undefined ? "" : `,"undoes":${undoes}`;
  const marked = mark === undefined ? "" : `,"mark":"${mark}"`;
  return (
    `{"commit":${commit},"at":${at},"by":"${by}","operation":${JSON.stringify(operation)},"scope":"${scope}"${keyed},` +
    `"set":${set ?? commit}${undone}${marked},"changes":${changesText}}`
  );
}

/** Lines up to so many bytes are made in one place, again and again. */
const sharedBytes = 1 << 16;
const shared = Buffer.allocUnsafeSlow(sharedBytes);

/** To be written before the next one is made. */
function sealedLine(json: string): Buffer {
  const most = longestSealed(json);
  const bytes = most <= sharedBytes ? shared : Buffer.allocUnsafe(most);
  return bytes.subarray(0, sealInto(bytes, 0, json));
}
