import { join } from "node:path";
import type { Adapter } from "lowdb";
import type { FileState, FileSystem } from "./fileSystem.ts";
import type { Journal } from "./journal.ts";
import { journalName, journalNumber, openJournal } from "./journal.ts";
import type { Opened } from "./openDocument.ts";
import { documentName, formerName, writeDocument } from "./snapshot.ts";
import type { Change } from "./store.ts";
import type { Document, Sequences } from "./tables.ts";
import { collectionNames, tableOf } from "./tables.ts";

const draftName = `${documentName}.tmp`;

/**
 * lowdb hands over the whole document at each write. Writing all of it would cost more the more there
 * is, so the store says beforehand what changed, and only that is written.
 */
export interface DocumentAdapter extends Adapter<Document> {
  /** What the next `write` is about, and how to take it back if the disk refuses. */
  changed(changes: readonly Change[], undo: () => void): void;
  /** Writes a snapshot of this moment, if there is anything that the present one lacks. */
  compact(): Promise<void>;
  readonly journal: Journal;
  close(): Promise<void>;
}

export interface AdapterOptions {
  readonly files: FileSystem;
  readonly dir: string;
  readonly version: number;
  readonly compactAfterBytes: number;
  readonly opened: Opened;
  readonly warn: (sentence: string) => void;
  /** A name part for a file that is kept aside now. */
  readonly stamp: () => string;
}

export async function createAdapter(options: AdapterOptions): Promise<DocumentAdapter> {
  const { files, dir, version, opened, warn } = options;
  const path = join(dir, documentName);
  const draft = join(dir, draftName);
  const journal = await openJournal({ files, dir, version, place: opened.place });
  const { document, sequences } = opened;
  /** What the disk has as the document; anything else is a change from outside. */
  let known: FileState | null = await files.state(path);
  let firstJournal = opened.firstJournal;
  let firstCommit = opened.firstCommit;
  /** Bytes of journals that the snapshot needs besides the present one. */
  let olderBytes = opened.olderBytes;
  /** Bytes at which the next compaction is due. */
  let due = threshold();
  let noted: { changes: readonly Change[]; undo: () => void } | null = null;
  /** Ends when the latest compaction has, well or not. */
  let previous: Promise<void> = Promise.resolve();
  let running = 0;

  function threshold(): number {
    return Math.max(options.compactAfterBytes, (known?.size ?? 0) / 2);
  }

  /** Whether somebody else wrote the document; what they wrote is then kept under another name. */
  async function keepForeignAside(): Promise<boolean> {
    const found = await files.state(path);
    if (found === null || isSame(found, known)) return false;
    const name = `waypost.foreign-${options.stamp()}.json`;
    await files.link(path, join(dir, name));
    warn(
      `${path} was changed by another program while Waypost was running. That version is kept as ${name}, and ` +
        "is not part of what Waypost shows. To edit the document by hand, stop Waypost first.",
    );
    return true;
  }

  async function publish(isFormerKept: boolean): Promise<void> {
    const isForeign = await keepForeignAside();
    const former = join(dir, formerName);
    const isFormerWhole = isFormerKept && !isForeign && known !== null;
    if (isFormerWhole) {
      await files.remove(former);
      await files.link(path, former);
    }
    await files.rename(draft, path);
    known = await files.state(path);
    await files.syncFolder(dir);
    if (isFormerWhole) return;
    await files.copy(path, `${former}.tmp`);
    await files.rename(`${former}.tmp`, former);
  }

  async function writeSnapshot(isFormerKept: boolean): Promise<void> {
    const { bytes } = journal.place;
    const captured = await journal.rotate(() => capture(document, sequences, journal));
    olderBytes += bytes;
    await writeDocument(files, draft, { version, ...captured });
    await publish(isFormerKept);
    const neededBefore = firstJournal;
    firstJournal = captured.end.journal;
    firstCommit = captured.end.commit;
    olderBytes = 0;
    due = threshold();
    // A journal outlives its snapshot by one compaction: a copy of the folder that was under way has it.
    for (const name of await files.list(dir)) {
      const number = journalNumber(name);
      if (number !== null && number < neededBefore) await files.remove(join(dir, name));
    }
  }

  /** One at a time; the promise ends only when what a failure leaves behind is cleared away. */
  function compact(isFormerKept: boolean): Promise<void> {
    const run = previous
      .then(() => writeSnapshot(isFormerKept))
      .catch(async (error: unknown) => {
        due = olderBytes + journal.place.bytes + threshold();
        await files.remove(draft).catch(() => undefined);
        throw error;
      });
    running += 1;
    previous = run
      .catch(() => undefined)
      .finally(() => {
        running -= 1;
      });
    return run;
  }

  function compactWhenDue(): void {
    if (running > 0 || olderBytes + journal.place.bytes < due) return;
    compact(true).catch((error: unknown) => {
      warn(
        `The document could not be written anew (${error instanceof Error ? error.message : String(error)}). ` +
          `Nothing is lost: ${journalName(firstJournal)} and those after it hold the changes.`,
      );
    });
  }

  if (opened.mustWrite) await compact(false);

  return {
    journal,
    read: () => Promise.resolve(document),
    changed(changes, undo) {
      noted = { changes, undo };
    },
    write() {
      if (noted === null) return Promise.resolve();
      const { changes, undo } = noted;
      noted = null;
      const safe = journal.append(changes, undo);
      compactWhenDue();
      return safe;
    },
    async compact() {
      await previous;
      if (journal.place.commit !== firstCommit) await compact(true);
    },
    async close() {
      await previous;
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
