import { join } from "node:path";
import { journalName } from "../document/journal.ts";
import type { FileSystem } from "../fileSystem.ts";
import { unseal } from "../lines.ts";
import type { Collection } from "../records.ts";
import { isErasedPassword } from "../store.ts";
import { isTold, linesFrom } from "./journalLines.ts";
import { deedsOf, factsOf, type LineFacts, type ToldLine, toldLine } from "./journalEntry.ts";
import { isObject } from "../../../util/isObject.ts";
import { createTaskQueue } from "../../../util/taskQueue.ts";

/** What is known of a line that is still in a journal only. */
export interface LiveLine extends LineFacts {
  readonly journal: number;
  readonly start: number;
  readonly length: number;
  /** A password may stand in it. */
  readonly isSecret: boolean;
}

/** Where a line stands in a journal. */
export type LinePlace = Pick<LiveLine, "journal" | "start" | "length">;

/** A journal that no file of the history holds yet. */
interface LiveJournal {
  readonly number: number;
  /** Bytes that another run wrote: what stands there is read when it is asked for. */
  readonly former: number;
  readonly lines: LiveLine[];
  /** Lines of this run, which are told as they are written. */
  readonly told: LiveLine[];
  /** Bytes of the former ones that were read. */
  read: number;
  version: number;
}

/** The end of the history: what is in the journals only. */
export function createLiveJournals(files: FileSystem, dir: string) {
  const journals = new Map<number, LiveJournal>();
  /** Links whose password was taken away, with the commit. */
  const erased = new Map<number, number>();
  const reading = createTaskQueue();

  function begun(number: number, former: number, told: LiveLine[]): LiveJournal {
    const journal = { number, former, lines: [], told, read: 0, version: 1 };
    journals.set(number, journal);
    return journal;
  }

  async function readOn(journal: LiveJournal): Promise<void> {
    if (journal.read >= journal.former) return;
    const path = join(dir, journalName(journal.number));
    for await (const found of linesFrom(files, path, journal.read)) {
      for (const { bytes, start } of found) {
        if (start >= journal.former) return;
        take(journal, bytes, start);
        journal.read = start + bytes.length;
      }
    }
  }

  function take(journal: LiveJournal, bytes: Buffer, start: number): void {
    if (start > 0 && !isTold(bytes)) return;
    const read = unseal(bytes.subarray(0, -1));
    if (read === undefined) return;
    if (typeof read["version"] === "number") journal.version = read["version"];
    const told = toldLine(read, journal.version);
    if (told === null) return;
    const place = { journal: journal.number, start, length: bytes.length };
    journal.lines.push({ ...factsOf(told), ...place, isSecret: true });
    noteErased(told);
  }

  function noteErased({ changes, commit }: ToldLine): void {
    for (const change of changes) {
      const link = erasedLink(change);
      if (link !== null) erased.set(link, commit);
    }
  }

  return {
    /** Told in their order. `former`: bytes of it that another run wrote. */
    add(number: number, former: number): void {
      const told = journals.get(number)?.told ?? [];
      journals.delete(number);
      begun(number, former, told);
    },
    /** A line was written to a journal. */
    report(line: ToldLine, place: LinePlace): void {
      // The first lines of a journal may come before anybody has said that it was begun.
      const journal = journals.get(place.journal) ?? begun(place.journal, 0, []);
      // One object, and no more than is needed: this is a part of every commit.
      const { commit, at, set, origin, mark, version, changes } = line;
      const { deeds, names } = deedsOf(changes);
      const { journal: number, start, length } = place;
      const isSecret = changes.some(namesPassword);
      journal.told.push({
        commit,
        at,
        set,
        origin,
        mark,
        version,
        deeds,
        names,
        journal: number,
        start,
        length,
        isSecret,
      });
      noteErased(line);
    },
    /** Null: another run wrote some of it. */
    toldOf(number: number): readonly LiveLine[] | null {
      const journal = journals.get(number);
      return journal === undefined || journal.former > 0 ? null : journal.told;
    },
    /** The lines of a journal are in a file of the history now. */
    drop(number: number): void {
      journals.delete(number);
      const first = Math.min(
        ...[...journals.values()].flatMap(({ lines, told }) => (lines[0] ?? told[0])?.commit ?? []),
      );
      for (const [link, commit] of erased) if (commit < first) erased.delete(link);
    },
    /** Oldest first, with all that was committed before the call. */
    async lines(): Promise<readonly (readonly LiveLine[])[]> {
      await reading.run(async () => {
        for (const journal of journals.values()) await readOn(journal);
      });
      return [...journals.values()].map(({ lines, told }) => [...lines, ...told]);
    },
    /** Whether a password that a link had at a commit was taken away since. */
    isErased: (link: number, commit: number) => (erased.get(link) ?? 0) >= commit,
    async read({ journal, start, length, version }: LiveLine): Promise<ToldLine | null> {
      const descriptor = await files.open(join(dir, journalName(journal)), "r");
      try {
        const bytes = Buffer.allocUnsafe(length - 1);
        for (let done = 0; done < bytes.length;) {
          const count = await files.read(descriptor, bytes, done, start + done);
          if (count === 0) return null;
          done += count;
        }
        const line = unseal(bytes);
        return line === undefined ? null : toldLine(line, version);
      } finally {
        await files.close(descriptor);
      }
    },
  };
}

export type LiveJournals = ReturnType<typeof createLiveJournals>;

function erasedLink(change: unknown): number | null {
  if (!isObject(change) || change["put"] !== "links") return null;
  const { record, was } = change;
  if (!isObject(was) || !isErasedPassword(was["password"]) || !isObject(record)) return null;
  return typeof record["id"] === "number" ? record["id"] : null;
}

function namesPassword(change: unknown): boolean {
  const { record, was } = change as { record?: unknown; was?: unknown };
  return hasPasswordField(record) || hasPasswordField(was);
}

function hasPasswordField(value: unknown): boolean {
  return isObject(value) && value["password"] !== undefined;
}

/** The changes of a line that are about one record. */
export function isAbout(line: LiveLine, collection: Collection, id: number): boolean {
  return line.deeds.some((deed) => deed.id === id && deed.collection === collection);
}
