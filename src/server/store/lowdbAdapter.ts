import { join } from "node:path";
import type { Adapter } from "lowdb";
import { type Message, message } from "../../contract/messages/messages.ts";
import type { HistoryWriter } from "./history/historyWriter.ts";
import type { FileState, FileSystem } from "./fileSystem.ts";
import type { CommitLine, Journal } from "./document/journal.ts";
import { journalName, journalNumber } from "./document/journalNames.ts";
import type { OpenDocument } from "./document/openDocument.ts";
import { documentName, formerName, writeDocument } from "./document/snapshot.ts";
import type { Origin } from "./store.ts";
import { collectionNames, type Document, type Sequences, tableOf } from "./tables/tables.ts";
import { errorText } from "../../util/errorText.ts";
import { createTaskQueue } from "../../util/taskQueue.ts";

/** An idle store is compacted once its journals hold this part of the snapshot, or more. */
const idleShare = 1 / 16;
/** Bytes of a snapshot a millisecond, before one has been written. */
const expectedSpeed = 150_000;

const byHand: Origin = { by: "hand", operation: "hand", scope: "owner" };

const foreignPrefix = "waypost.foreign-";

/** Whether a file is a document that was edited while Waypost was running. */
export function isForeignDocument(name: string): boolean {
  return name.startsWith(foreignPrefix) && name.endsWith(".json");
}

const draftName = `${documentName}.tmp`;

/**
 * lowdb hands over the whole document at each write. Writing all of it would cost more the more there
 * is, so the store says beforehand what changed, and only that is written.
 */
export interface DocumentAdapter extends Adapter<Document> {
  /** What the next `write` is about, and how to take it back if the disk refuses. */
  changed(line: CommitLine, undo: () => void): void;
  /** Writes a snapshot of this moment, if there is anything that the present one lacks. */
  compact(): Promise<void>;
  /** The same where that is expected to take no longer than so many milliseconds. */
  compactWithin(time: number): Promise<void>;
  /** Bytes of a snapshot of this moment, at most. */
  snapshotBytes(): number;
  close(): Promise<void>;
}

export interface AdapterOptions {
  readonly files: FileSystem;
  readonly dir: string;
  readonly version: number;
  readonly compactAfterBytes: number;
  /** Milliseconds without a change after which the store counts as idle. */
  readonly idleAfter: number;
  /** Milliseconds between two looks at the document, which somebody may edit meanwhile. */
  readonly lookEvery: number;
  /** Ends a snapshot that is being written: what it would hold is safe in the journals. */
  readonly ending: AbortSignal;
  readonly opened: OpenDocument;
  readonly journal: Journal;
  /** Bytes after which a journal is followed by another, so that the history can take it up. */
  readonly rotateAfterBytes: number;
  /** Told of each journal that was followed by another, and asked which ones may go. */
  readonly history: Pick<HistoryWriter, "wrote" | "rotated" | "mayGo">;
  readonly warn: (warning: Message) => void;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** A name part for a file that is kept aside now. */
  readonly stamp: () => string;
}

export async function createAdapter(options: AdapterOptions): Promise<DocumentAdapter> {
  const { files, dir, version, opened, journal, warn, ending } = options;
  const path = join(dir, documentName);
  const draft = join(dir, draftName);
  const { document, sequences } = opened;
  /** What the disk has as the document; anything else is a change from outside. */
  let known: FileState | null = await files.state(path);
  let firstJournal = opened.firstJournal;
  let firstCommit = opened.firstCommit;
  /** Bytes of journals that the snapshot needs besides the present one. */
  let olderBytes = opened.olderBytes;
  /** Bytes at which the next compaction is due. */
  let due = threshold();
  let noted: { line: CommitLine; undo: () => void } | null = null;
  const compactions = createTaskQueue();
  const rotations = createTaskQueue();
  let isRotating = false;
  /** Bytes of the present journal at which it is followed by another. */
  let rotateAt = options.rotateAfterBytes;
  let running = 0;
  let speed = expectedSpeed;
  const idle = setTimeout(() => {
    if (pendingBytes() >= (known?.size ?? 0) * idleShare) compactBeside();
  }, options.idleAfter).unref();

  /** A change from outside that the last look found: an editor may still be writing. */
  let changing: FileState | null = null;
  const looking = setInterval(() => void lookAtDocument(), options.lookEvery).unref();

  /** Sets a document aside that somebody edited while this runs, and says so while they remember. */
  async function lookAtDocument(): Promise<void> {
    const found = await files.state(path).catch(() => null);
    if (running > 0 || found === null || isSame(found, known)) {
      changing = null;
      return;
    }
    const isSettled = isSame(found, changing);
    changing = found;
    if (isSettled) compactBeside(false);
  }

  function pendingBytes(): number {
    return journal.place.commit === firstCommit ? 0 : olderBytes + journal.place.bytes;
  }

  function snapshotBytes(): number {
    return (known?.size ?? 0) + pendingBytes();
  }

  function threshold(): number {
    return Math.max(options.compactAfterBytes, (known?.size ?? 0) / 2);
  }

  /** Whether somebody else wrote the document; what they wrote is then kept under another name. */
  async function keepForeignAside(): Promise<boolean> {
    const found = await files.state(path);
    if (found === null || isSame(found, known)) return false;
    const name = `${foreignPrefix}${options.stamp()}.json`;
    await files.link(path, join(dir, name));
    warn(message("service.changedMeanwhile", { path, kept: name }));
    return true;
  }

  /**
   * The present document becomes the former one before the next is written: then the one before and
   * the journals that only it needs can go, and a copy of the folder that was under way has had a
   * whole snapshot's time for them.
   */
  async function letFormerGo(): Promise<boolean> {
    const found = await files.state(path);
    if (found === null || known === null || !isSame(found, known)) return false;
    await files.remove(join(dir, formerName));
    await files.link(path, join(dir, formerName));
    for (const name of await files.list(dir)) {
      const number = journalNumber(name);
      const isOver = number !== null && number < firstJournal && options.history.mayGo(number);
      if (isOver) await files.remove(join(dir, name));
    }
    return true;
  }

  async function publish(isFormerWhole: boolean): Promise<void> {
    const isForeign = await keepForeignAside();
    await files.rename(draft, path);
    known = await files.state(path);
    await files.syncFolder(dir);
    if (isFormerWhole && !isForeign) return;
    const former = join(dir, formerName);
    await files.copy(path, `${former}.tmp`);
    await files.rename(`${former}.tmp`, former);
  }

  /** One after the other: each begins a file of the next number. */
  function rotate<T>(capturing: () => T): Promise<T> {
    return rotations.run(async () => {
      const { bytes } = journal.place;
      rotateAt = options.rotateAfterBytes;
      const captured = await journal.rotate(capturing);
      olderBytes += bytes;
      options.history.rotated();
      return captured;
    });
  }

  /** The history takes up what is in a journal that is followed by another. */
  function rotateBeside(): void {
    if (isRotating || ending.aborted) return;
    isRotating = true;
    // A disk that has no room for a file now may have some later.
    rotate(() => undefined)
      .catch(() => {
        rotateAt = journal.place.bytes + options.rotateAfterBytes;
      })
      .finally(() => {
        isRotating = false;
      });
  }

  async function writeSnapshot(keepsFormer: boolean): Promise<void> {
    ending.throwIfAborted();
    const captured = await rotate(() => capture(document, sequences, journal));
    const isFormerWhole = keepsFormer && (await letFormerGo());
    const startedAt = performance.now();
    const written = await writeDocument(files, draft, { version, ...captured }, ending);
    await publish(isFormerWhole);
    speed = written.bytes / (performance.now() - startedAt);
    firstJournal = captured.end.journal;
    firstCommit = captured.end.commit;
    olderBytes = 0;
    due = threshold();
  }

  /** One at a time; the promise ends only when what a failure leaves behind is cleared away. */
  function compact(keepsFormer: boolean): Promise<void> {
    running += 1;
    return compactions.run(async () => {
      try {
        await writeSnapshot(keepsFormer);
      } catch (error) {
        due = olderBytes + journal.place.bytes + threshold();
        await files.remove(draft).catch(() => undefined);
        throw error;
      } finally {
        running -= 1;
      }
    });
  }

  /** While changes go on: nobody waits for it. */
  function compactBeside(keepsFormer = true): void {
    if (running > 0 || ending.aborted) return;
    compact(keepsFormer).catch((error: unknown) => {
      if (ending.aborted) return;
      const reason = errorText(error);
      warn(message("service.documentUnwritten", { reason, journal: journalName(firstJournal) }));
    });
  }

  function append(line: CommitLine, undo: () => void): Promise<void> {
    const { bytes, commit } = journal.place;
    const safe = journal.append(line, undo);
    const { meta, changes } = line;
    const isWritten = journal.place.bytes > bytes;
    if (meta !== undefined && isWritten) options.history.wrote({ commit, at: meta.at, changes });
    return safe;
  }

  if (opened.byHand.length > 0) {
    const meta = { at: options.clock(), origin: byHand, set: null };
    await append({ changes: opened.byHand, meta }, () => undefined);
  }
  if (opened.mustWrite) await compact(false);

  return {
    read: () => Promise.resolve(document),
    changed(line, undo) {
      noted = { line, undo };
    },
    write() {
      if (noted === null) return Promise.resolve();
      const { line, undo } = noted;
      noted = null;
      const safe = append(line, undo);
      if (olderBytes + journal.place.bytes >= due) compactBeside();
      else if (journal.place.bytes >= rotateAt) rotateBeside();
      idle.refresh();
      return safe;
    },
    async compact() {
      await compactions.idle();
      if (pendingBytes() > 0) await compact(true);
    },
    async compactWithin(time) {
      await compactions.idle();
      const expected = snapshotBytes() / speed;
      if (pendingBytes() > 0 && expected <= time) await compact(true);
    },
    snapshotBytes,
    async close() {
      clearTimeout(idle);
      clearInterval(looking);
      await compactions.idle();
      await rotations.idle();
      await journal.close();
    },
  };
}

function capture(document: Document, sequences: Sequences, journal: Journal) {
  const { number, commit } = journal.place;
  return {
    collections: collectionNames.map((name) => [name, tableOf(document, name).all()] as const),
    end: { next: sequences.next(), journal: number, commit },
  };
}

function isSame(a: FileState, b: FileState | null): boolean {
  return (
    b !== null &&
    a.inode === b.inode &&
    a.device === b.device &&
    a.size === b.size &&
    a.changedAt === b.changedAt
  );
}
