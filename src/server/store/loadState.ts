import { join } from "node:path";
import { checkChange, checkId, checkRecord, isCollection } from "./checks.ts";
import type { FileSystem } from "./fileSystem.ts";
import { journalNumber } from "./journal.ts";
import type { Migration } from "./migrations.ts";
import { migrate, versionAfter } from "./migrations.ts";
import type { FoundDocument } from "./readDocument.ts";
import { damaged, readDocument } from "./readDocument.ts";
import type { JournalChain } from "./readJournals.ts";
import { damagedJournal, readJournals } from "./readJournals.ts";
import type { Collection } from "./records.ts";
import type { DocumentEnd } from "./snapshot.ts";
import type { Change } from "./store.ts";
import { StoreUnavailable } from "./store.ts";
import type { Document, Sequences } from "./tables.ts";
import {
  apply,
  collectionNames,
  createDocument,
  createSequences,
  namedCollections,
  namesakeOf,
  tableOf,
} from "./tables.ts";

export interface State {
  readonly document: Document;
  readonly sequences: Sequences;
}

/** A document and the journals after it, as they were found in a folder. */
export interface FoundState extends State {
  readonly snapshot: Pick<FoundDocument, "version" | "end" | "isIntact">;
  readonly chain: JournalChain;
  /** The journals that the document needs are not there; others are neither. */
  readonly isAlone: boolean;
  /** The state in the words of the version it was written in, where that is an older one. */
  readonly older: { readonly version: number; readonly records: RawRecords } | null;
}

type RawRecords = Map<string, Map<number, { readonly id: number }>>;

export interface StateReading {
  readonly files: FileSystem;
  readonly dir: string;
  readonly steps: readonly Migration[];
}

/** Reads a document (null: begins with an empty one) and what the journals say after it. */
export async function loadState(
  reading: StateReading,
  documentFile: string | null,
): Promise<FoundState> {
  const { files, dir, steps } = reading;
  const current = versionAfter(steps);
  const path = documentFile === null ? null : join(dir, documentFile);
  const found =
    path === null
      ? emptyDocument(current)
      : await readDocument({
          files,
          path,
          version: current,
          // What we wrote, and nobody has changed, was checked when it was committed.
          checkFor: ({ version, isIntact }) =>
            version === current && !isIntact ? checkRecord : checkId,
        });
  const numbers = (await files.list(dir))
    .map(journalNumber)
    .filter((number) => number !== null)
    .filter((number) => number >= found.end.journal)
    .toSorted((a, b) => a - b);
  if (numbers[0] !== undefined && numbers[0] !== found.end.journal) {
    throw new StoreUnavailable(
      `Journal number ${found.end.journal} is missing from ${dir}: ${path ?? "the document"} needs it, and later ones are ` +
        `there. Nothing was changed. Put it back; or, to go on from the document alone, move the journals elsewhere.`,
    );
  }
  const isAlone = numbers.length === 0;
  const isCurrent = found.version === current;
  const state = isCurrent ? buildState(found.collections, found.end, path ?? dir) : null;
  const raw: RawRecords = isCurrent ? new Map() : rawRecords(found);
  const sequences = state?.sequences ?? createSequences();

  const chain = await readJournals({
    files,
    dir,
    version: current,
    numbers,
    commit: found.end.commit,
    take(changes, where) {
      const checked = changes.map((change) => checkOrRefuse(change, where, isCurrent));
      if (state !== null) apply(state.document, sequences, checked);
      else applyRaw(raw, sequences, checked);
    },
  });
  if (found.problem !== null && path !== null && (chain.commits === 0 || found.isIntact)) {
    throw damaged(path, `line ${found.problem.line}: ${found.problem.text}`);
  }
  const rest = { snapshot: found, chain, isAlone };
  if (state !== null) return { ...state, ...rest, older: null };

  const migrated = migrate(plain(raw), found.version, steps);
  const built = buildState(checkAll(migrated, path ?? dir), found.end, path ?? dir);
  for (const [name, next] of Object.entries(sequences.next())) {
    if (isCollection(name)) built.sequences.used(name, next - 1);
  }
  return { ...built, ...rest, older: { version: found.version, records: raw } };
}

function emptyDocument(version: number): FoundDocument {
  const end: DocumentEnd = { count: 0, next: {}, journal: 1, commit: 1 };
  return { version, collections: new Map(), end, isIntact: true, problem: null };
}

function buildState(
  found: ReadonlyMap<string, readonly { readonly id: number }[]>,
  end: DocumentEnd,
  path: string,
): State {
  const document = createDocument();
  const sequences = createSequences();
  for (const name of collectionNames) {
    const table = tableOf(document, name);
    for (const record of found.get(name) ?? []) {
      if (table.put(record) !== undefined) {
        throw damaged(path, `"${name}" has two records with id ${record.id}`);
      }
      sequences.used(name, record.id);
    }
    sequences.used(name, (end.next[name] ?? 1) - 1);
  }
  return { document, sequences };
}

/** A name twice on a domain can only come from outside: the store lets none in. */
export function refuseSharedNames(document: Document, path: string): void {
  for (const collection of namedCollections) {
    for (const { id } of document[collection].values()) {
      const other = namesakeOf(document, collection, id);
      if (other === null) continue;
      throw damaged(
        path,
        `${collection} ${id} and ${other.collection} ${other.id} have the same alias, slug or code "${other.name}"`,
      );
    }
  }
}

function checkOrRefuse(change: unknown, where: string, isCurrent: boolean): Change {
  try {
    return checkChange(change, isCurrent ? checkRecord : checkId);
  } catch (error) {
    throw damagedJournal(where, error instanceof Error ? error.message : String(error));
  }
}

function rawRecords(found: FoundDocument): RawRecords {
  return new Map(
    [...found.collections].map(([name, records]) => [
      name,
      new Map(records.map((record) => [record.id, record])),
    ]),
  );
}

function applyRaw(raw: RawRecords, sequences: Sequences, changes: readonly Change[]): void {
  for (const change of changes) {
    const name: Collection = "put" in change ? change.put : change.remove;
    const id = "put" in change ? change.record.id : change.id;
    const records = raw.get(name) ?? new Map<number, { readonly id: number }>();
    raw.set(name, records);
    if ("put" in change) records.set(id, change.record);
    else records.delete(id);
    if (isCollection(name)) sequences.used(name, id);
  }
}

function plain(raw: RawRecords): Record<string, readonly { readonly id: number }[]> {
  return Object.fromEntries([...raw].map(([name, records]) => [name, sorted(records)]));
}

export function sorted(records: ReadonlyMap<number, { readonly id: number }>) {
  return [...records.values()].toSorted((a, b) => a.id - b.id);
}

function checkAll(
  document: Readonly<Record<string, readonly { readonly id: number }[]>>,
  path: string,
): Map<string, { readonly id: number }[]> {
  const checked = new Map<string, { readonly id: number }[]>();
  for (const [name, records] of Object.entries(document)) {
    checked.set(
      name,
      records.map((record) => {
        const result = checkRecord(name, record);
        if ("record" in result) return result.record;
        throw damaged(
          path,
          `${name} ${record.id}: ${result.problem} (after bringing it to the new version)`,
        );
      }),
    );
  }
  return checked;
}
