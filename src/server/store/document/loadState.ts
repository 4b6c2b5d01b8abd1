import { join } from "node:path";
import { type Check, checkChange, checkId } from "../tables/checks.ts";
import type { FileSystem } from "../fileSystem.ts";
import { journalNumber } from "./journalNames.ts";
import { createDocumentSize, type DocumentSize } from "./documentSize.ts";
import { checkFrom, type Migration, versionAfter } from "./migrations.ts";
import { damaged, type ParsedDocument, readDocument } from "./readDocument.ts";
import { damagedJournal, type JournalChain, readJournals } from "./readJournals.ts";
import { type DocumentEnd, documentName, formerName } from "./snapshot.ts";
import { pauseAfter } from "../pause.ts";
import { type Collection, largestId, largestReadId } from "../records.ts";
import { type Change, StoreUnavailable, TooMuchMemory } from "../store.ts";
import {
  apply,
  collectionNames,
  createDocument,
  createSequences,
  type Document,
  largestOf,
  nextAfter,
  type Sequences,
  tableOf,
} from "../tables/tables.ts";
import { errorText } from "../../../util/errorText.ts";
import { isObject } from "../../../util/isObject.ts";

/** Of the free memory, what records and their tags may take: V8 keeps some of it for short-lived objects. */
const shareOfRecords = 2 / 3;

export interface State {
  readonly document: Document;
  readonly sequences: Sequences;
}

/** A document and the journals after it, as they were found in a folder. */
export interface LoadedState extends State {
  /** Kept up with the document. */
  readonly size: DocumentSize;
  readonly snapshot: Pick<ParsedDocument, "version" | "end" | "isIntact">;
  readonly chain: JournalChain;
  /** The journals that the document needs are not there; others are neither. */
  readonly isAlone: boolean;
  /** The state in the words of an older version, up to where a newer one went on, where it began in one. */
  readonly older: { readonly version: number; readonly records: RawRecords } | null;
}

type RawRecords = Map<string, Map<number, { readonly id: number }>>;

export interface StateReading {
  readonly files: FileSystem;
  readonly dir: string;
  readonly steps: readonly Migration[];
  /**
   * Present: the files may be somebody else's, so a right checksum says nothing of their records.
   * Told of each record that isn't taken since its id is impossible.
   */
  readonly leftOut?: ((collection: Collection, id: number) => void) | undefined;
  /** Bytes of free memory; absent: any number, as nothing is indexed. */
  readonly freeMemory?: () => number;
}

/**
 * Reads a document (null: begins with an empty one) and what the journals say after it, up to a
 * commit that is not taken any more.
 */
export async function loadState(
  reading: StateReading,
  documentFile: string | null,
  end = Number.POSITIVE_INFINITY,
): Promise<LoadedState> {
  const { files, dir, steps } = reading;
  const current = versionAfter(steps);
  const path = documentFile === null ? null : join(dir, documentFile);
  const raw: RawRecords = new Map();
  const mostMemory = shareOfRecords * (reading.freeMemory?.() ?? Infinity);
  const found =
    path === null
      ? emptyDocument(current, mostMemory)
      : await readDocument({
          files,
          path,
          version: current,
          mostMemory,
          // What we wrote, and nobody has changed, was checked when it was committed.
          checkFor({ version, isIntact }) {
            const isChecked = isIntact && reading.leftOut === undefined;
            if (version === current && isChecked) return checkId;
            return version === current ? checkFrom(version, steps) : keeping(raw, version, steps);
          },
        });
  const numbers = (await files.list(dir))
    .map(journalNumber)
    .filter((number) => number !== null)
    .filter((number) => number >= found.end.journal)
    .toSorted((a, b) => a - b);
  if (numbers[0] !== undefined && numbers[0] !== found.end.journal) {
    const backup = path === null ? null : await backupCopiedTo(files, dir, path);
    if (path !== null && backup !== null) {
      throw new StoreUnavailable(
        `${path} is a copy of the backup ${backup}, and the changes made after that backup don't match it. Nothing was changed. ` +
          `To restore that backup, delete ${documentName} (Waypost creates it again from ${formerName} and the journals) ` +
          `and run "waypost restore ${backup}".`,
      );
    }
    throw new StoreUnavailable(
      `Journal number ${found.end.journal} is missing from ${dir}: ${path ?? "the document"} needs it, and later ones are ` +
        `there. Nothing was changed. Put the journal back or, to continue from the document alone, move the journals to another folder.`,
    );
  }
  const isAlone = numbers.length === 0;
  const state = await buildState(found, path ?? dir, reading.leftOut);

  let { commit } = found.end;
  const chain = await readJournals({
    files,
    dir,
    version: current,
    numbers,
    commit: found.end.commit,
    take(changes, { where, version }) {
      commit += 1;
      if (commit > end) return;
      const check = checkFrom(version, steps);
      apply(
        state.document,
        state.sequences,
        changes.map((change) => checkOrRefuse(change, where, check)),
      );
      if (found.size.isOverMemory) throw new TooMuchMemory(dir);
      if (version < current && version === found.version) changes.forEach(keepChange(raw));
    },
  });
  if (found.problem !== null && path !== null) {
    throw damaged(path, `line ${found.problem.line}: ${found.problem.text}`);
  }
  if (reading.leftOut === undefined) refuseImpossibleIds(state.document, found.end, path ?? dir);
  const older = found.version === current ? null : { version: found.version, records: raw };
  return { ...state, size: found.size, snapshot: found, chain, isAlone, older };
}

function emptyDocument(version: number, mostMemory: number): ParsedDocument {
  const end: DocumentEnd = { count: 0, next: {}, journal: 1, commit: 1 };
  const size = createDocumentSize(mostMemory);
  return { version, collections: new Map(), end, isIntact: true, problem: null, size };
}

/** With pauses: the window shares our thread. */
async function buildState(
  { collections, end, size }: ParsedDocument,
  path: string,
  leftOut: StateReading["leftOut"],
): Promise<State> {
  const largestNumber = leftOut === undefined ? largestId : largestReadId;
  if (Math.max(end.journal, end.commit) > largestNumber) {
    throw damaged(path, `"end" has an impossible change or journal number`);
  }
  const document = createDocument();
  const sequences = createSequences();
  const pause = pauseAfter();
  for (const name of collectionNames) {
    const table = tableOf(document, name);
    // Lists of records grow at their end: a file may have the last one first.
    for (const record of sorted(collections.get(name) ?? [])) {
      if (pause.isDue()) await pause.now();
      if (leftOut !== undefined && record.id > largestReadId) {
        leftOut(name, record.id);
        continue;
      }
      if (table.put(record) !== undefined) {
        throw damaged(path, `"${name}" has two records with id ${record.id}`);
      }
      sequences.used(name, record.id);
    }
    const next = end.next[name] ?? 1;
    const largest = largestOf(document, name);
    sequences.used(name, (leftOut === undefined ? next : nextAfter(next, largest)) - 1);
    // What was read is counted already.
    table.watch((former, following) => {
      if (former !== undefined) size.remove(name, former);
      if (following !== undefined) size.add(name, following);
    });
  }
  return { document, sequences };
}

/** Said at the start: what is added to such a folder could not be read again. */
function refuseImpossibleIds(document: Document, { next }: DocumentEnd, path: string): void {
  for (const name of collectionNames) {
    const largest = largestOf(document, name);
    if (largest >= largestId) throw damaged(path, `"${name}" has a record with id ${largest}`);
    const named = next[name] ?? 1;
    if (named > largestId)
      throw damaged(path, `"end" says that the next id of ${name} is ${named}`);
  }
}

function checkOrRefuse(change: unknown, where: string, check: Check): Change {
  try {
    return checkChange(change, check);
  } catch (error) {
    throw damagedJournal(where, errorText(error));
  }
}

/** Checks records of an older version, and keeps them as they were. */
function keeping(raw: RawRecords, version: number, steps: readonly Migration[]): Check {
  const check = checkFrom(version, steps);
  raw.clear();
  return (collection, value) => {
    const checked = check(collection, value);
    if ("record" in checked) keep(raw, collection, value);
    return checked;
  };
}

function keep(raw: RawRecords, collection: string, record: unknown): void {
  const found = checkId(collection, record);
  if ("problem" in found) return;
  const records = raw.get(collection) ?? new Map<number, { readonly id: number }>();
  raw.set(collection, records.set(found.record.id, found.record));
}

/** For a change that was checked, in the words it was written in. */
function keepChange(raw: RawRecords): (change: unknown) => void {
  return (change) => {
    if (!isObject(change)) return;
    const { put, record, remove, id } = change;
    if (typeof put === "string") keep(raw, put, record);
    else if (typeof remove === "string" && typeof id === "number") raw.get(remove)?.delete(id);
  };
}

/** Lowest ID first. */
export function sorted(records: readonly { readonly id: number }[]) {
  return records.toSorted((a, b) => a.id - b.id);
}

/** The backup that a file is a copy of, by its content; null: of none. */
async function backupCopiedTo(
  files: FileSystem,
  dir: string,
  path: string,
): Promise<string | null> {
  const folder = join(dir, "backups");
  const size = (await files.state(path))?.size;
  if (size === undefined || (await files.state(folder)) === null) return null;
  for (const name of (await files.list(folder)).toSorted().toReversed()) {
    const backup = join(folder, name);
    const state = name.endsWith(".json") ? await files.state(backup) : null;
    if (state?.isFolder !== false || state.size !== size) continue;
    if ((await files.readFile(backup)).equals(await files.readFile(path))) return name;
  }
  return null;
}
