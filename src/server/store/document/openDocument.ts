import { join } from "node:path";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { hashClearPasswords, type HashPassword, withHashed } from "./clearPasswords.ts";
import { type FileSystem, publishDraft, writeAll } from "../fileSystem.ts";
import {
  changesOnTop,
  compareStates,
  describeContradiction,
  describeDifference,
} from "./handEdit.ts";
import { journalHead, type JournalPlace, type LoggedChange } from "./journal.ts";
import { journalName, journalNumber } from "./journalNames.ts";
import { loggedChanges } from "./changeLog.ts";
import { type LoadedState, loadState, sorted, type State, type StateReading } from "./loadState.ts";
import { versionAfter } from "./migrations.ts";
import { refuseSharedNames, renameNamesakes } from "./sharedNames.ts";
import { lineOfRecord } from "./readDocument.ts";
import { documentName, formerName, writeDocument } from "./snapshot.ts";
import { type Change, StoreUnavailable } from "../store.ts";
import type { CheckByHand } from "../tables/checks.ts";
import { apply, collectionNames, type Document, tableOf } from "../tables/tables.ts";
import { cutTornTail } from "./readJournals.ts";

/** The document of a folder, ready to go on with. */
export interface OpenDocument extends State, Pick<LoadedState, "size"> {
  readonly place: JournalPlace;
  readonly firstJournal: number;
  readonly firstCommit: number;
  /** Bytes of journals that the snapshot needs besides the one that goes on. */
  readonly olderBytes: number;
  /** What is in memory is not what the document and its journals lead to: write a snapshot first. */
  readonly mustWrite: boolean;
  /** Some journals don't go on where the one before them ends, and are kept aside. */
  readonly isChainBroken: boolean;
  /** What a hand changed in the document, to be kept in the journal like any other change. */
  readonly byHand: readonly LoggedChange[];
}

interface Opening extends StateReading {
  readonly warn: (warning: Message) => void;
  readonly hashPassword: HashPassword | null;
  /** Rules that no schema knows; null: every record of the right shape is taken. */
  readonly checkByHand: CheckByHand | null;
  /** Whether a name that two records have stops the opening, or the younger one gets a new one. */
  readonly sharedNames: "refused" | "renamed";
  /** Distinguishes files that are kept aside at this start from those of others. */
  readonly stamp: string;
}

export async function openDocument(opening: Opening): Promise<OpenDocument> {
  const { dir, warn } = opening;
  const path = join(dir, documentName);
  const source = await findSource(opening);
  if (source === nothingYet) return createFolder(opening);
  const found = await loadState(opening, source);
  const isHandEdited = !found.snapshot.isIntact;
  const { state, byHand, formers } = isHandEdited
    ? await takeHandEdit(opening, found)
    : { state: found, byHand: [], formers: [] };
  if (!isHandEdited && state.isAlone) {
    const journal = journalName(state.snapshot.end.journal);
    warn(message("service.withoutJournal", { path, journal }));
  }
  // The store lets no name in twice; a hand or a migration might.
  const renamed = isHandEdited || state.older !== null ? settleNames(opening, state) : [];
  const hashed = isHandEdited || state.older !== null ? await hashPasswords(opening, state) : [];
  if (state.older !== null) await backUpOlder(opening, state);
  if (source !== documentName) {
    warn(
      source === null
        ? message("service.madeFromJournal", { path })
        : message("service.madeAgain", { path, source }),
    );
  }
  const { place, olderBytes } = await settleJournals(opening, state);
  return {
    document: state.document,
    sequences: state.sequences,
    size: state.size,
    place,
    olderBytes,
    firstJournal: state.snapshot.end.journal,
    firstCommit: state.snapshot.end.commit,
    mustWrite:
      isHandEdited ||
      state.older !== null ||
      source !== documentName ||
      opening.leftOut !== undefined,
    isChainBroken: state.chain.aside.length > 0,
    byHand: [...loggedChanges(withHashed(byHand, hashed), formers), ...withHashed(renamed, hashed)],
  };
}

function settleNames(
  { sharedNames, dir, warn }: Opening,
  { document }: LoadedState,
): readonly Change[] {
  if (sharedNames === "refused") {
    refuseSharedNames(document, join(dir, documentName));
    return [];
  }
  const renamed = renameNamesakes(document);
  for (const { warning } of renamed) warn(warning);
  return renamed.map(({ change }) => change);
}

async function hashPasswords(
  { hashPassword, dir, warn }: Opening,
  { document, older }: LoadedState,
): Promise<readonly Change[]> {
  if (hashPassword === null) return [];
  const changes = await hashClearPasswords(document, hashPassword);
  // Nor shall they stand in the backup of what it was before.
  for (const change of changes) {
    if (!("put" in change) || !("password" in change.record)) continue;
    const { id, password } = change.record;
    const records = older?.records.get(change.put);
    const former = records?.get(id);
    if (former !== undefined) records?.set(id, Object.assign({}, former, { password }));
  }
  const whose = changes.flatMap((change) =>
    "put" in change ? [`${change.put} ${change.record.id}`] : [],
  );
  if (whose.length > 0) {
    const records = `${whose.slice(0, listed).join(", ")}${whose.length > listed ? ", …" : ""}`;
    warn(message("service.clearPasswords", { path: join(dir, documentName), records }));
  }
  return changes;
}

/** Records that a sentence lists at most. */
const listed = 20;

const nothingYet = Symbol("the folder holds no store yet");

/** The file to read; null: the journals alone tell everything. */
async function findSource({ files, dir }: Opening): Promise<string | null | typeof nothingYet> {
  const names = await files.list(dir);
  if (names.includes(documentName)) return documentName;
  if (names.includes(formerName)) return formerName;
  const journals = names.map(journalNumber).filter((number) => number !== null);
  const isFirstJournalEmpty =
    journals.length === 1 &&
    journals[0] === 1 &&
    ((await files.state(join(dir, journalName(1))))?.size ?? 0) <= journalHead(1, 1, 1).length + 8;
  if (isFirstJournalEmpty) return nothingYet;
  if (journals.includes(1)) return null;
  const traces = names.filter((name) => journalNumber(name) !== null || name === "backups");
  const [trace] = traces;
  if (trace === undefined) return nothingYet;
  throw new StoreUnavailable(
    `${join(dir, documentName)} is missing, but the folder has been used before, because it has ${trace}. Nothing was changed. ` +
      'Put it back, or run "waypost doctor" on the folder: it takes the newest backup and what the journals still say. ' +
      "To start over, choose an empty folder.",
  );
}

async function createFolder(opening: Opening): Promise<OpenDocument> {
  const { files, dir, steps } = opening;
  const version = versionAfter(steps);
  await files.remove(join(dir, journalName(1)));
  const place = await startJournal(files, dir, version, 1, 1);
  const draft = join(dir, `${documentName}.tmp`);
  await writeDocument(files, draft, {
    version,
    collections: collectionNames.map((name) => [name, []] as const),
    end: { next: {}, journal: 1, commit: 1 },
  });
  await publishDraft(files, draft, join(dir, documentName));
  const state = await loadState(opening, documentName);
  return {
    document: state.document,
    sequences: state.sequences,
    size: state.size,
    place,
    firstJournal: 1,
    firstCommit: 1,
    olderBytes: 0,
    mustWrite: false,
    isChainBroken: false,
    byHand: [],
  };
}

async function startJournal(
  files: FileSystem,
  dir: string,
  version: number,
  number: number,
  commit: number,
): Promise<JournalPlace> {
  const head = journalHead(version, number, commit);
  const descriptor = await files.open(join(dir, journalName(number)), "wx");
  try {
    await writeAll(files, descriptor, head);
    await files.sync(descriptor);
  } finally {
    await files.close(descriptor);
  }
  await files.syncFolder(dir);
  return { number, bytes: head.length, commit };
}

/** Cuts what was never finished, keeps aside what does not belong, and finds where to go on. */
async function settleJournals(
  opening: Opening,
  state: LoadedState,
): Promise<{ place: JournalPlace; olderBytes: number }> {
  const { files, dir, warn, stamp, steps } = opening;
  const { chain } = state;
  for (const number of chain.aside) {
    const journal = journalName(number);
    const asideName = `${journal}.aside-${stamp}`;
    await files.rename(join(dir, journal), join(dir, asideName));
    warn(message("service.journalAside", { journal, kept: asideName }));
  }
  for (const journal of chain.journals) await cutTornTail(opening, journal);
  const last = chain.journals.at(-1);
  const good = chain.journals.filter((journal) => journal.hasHead);
  const bytes = good.reduce((sum, journal) => sum + journal.good, 0);
  const active = good.at(-1);
  if (last !== undefined && !last.hasHead) await files.remove(join(dir, journalName(last.number)));
  if (active !== undefined && !active.isEnded) {
    return {
      place: { number: active.number, bytes: active.good, commit: chain.commit },
      olderBytes: bytes - active.good,
    };
  }
  const number = active === undefined ? state.snapshot.end.journal : active.number + 1;
  return {
    place: await startJournal(files, dir, versionAfter(steps), number, chain.commit),
    olderBytes: bytes,
  };
}

/**
 * A document that somebody changed while nothing ran. What they changed is found by comparing it
 * with what it was, and goes on top of the changes that the journals hold after it.
 */
async function takeHandEdit(
  opening: Opening,
  found: LoadedState,
): Promise<{
  state: LoadedState;
  byHand: readonly Change[];
  formers: readonly (object | undefined)[];
}> {
  const { files, dir, warn, stamp } = opening;
  const path = join(dir, documentName);
  const { end } = found.snapshot;
  const isPending = found.chain.commits > 0;
  const former = await loadFormer(opening, end.commit);
  if (former === null) {
    if (isPending) throw unknownFormer(path, end.journal, found.chain.commits);
    warn(message("service.changedUnknown", { path }));
    return { state: found, byHand: [], formers: [] };
  }
  const edited = isPending ? await loadState(opening, documentName, end.commit) : found;
  const present = isPending ? await loadFormer(opening) : former;
  if (present === null) throw unknownFormer(path, end.journal, found.chain.commits);
  const { changes, contradictions } = changesOnTop(
    former.document,
    edited.document,
    present.document,
  );
  const [contradiction] = contradictions;
  if (contradiction !== undefined) {
    const line = await lineOf(files, path, contradiction.collection, contradiction.id);
    throw new StoreUnavailable(
      `${path}${line}: ${describeContradiction(contradiction)}, after the document was written. Nothing was changed. ` +
        "Enter Waypost's value or the former one there, then start again.",
    );
  }
  await refuseBadRecords(opening, changes, former.document);
  const differences = compareStates(former.document, edited.document);
  const collections = collectionNames.map(
    (name) => [name, tableOf(former.document, name).all()] as const,
  );
  const next = former.sequences.next();
  const { formers } = apply(present.document, present.sequences, changes);
  for (const name of collectionNames) {
    present.sequences.used(name, found.sequences.next()[name] - 1);
  }
  if (opening.sharedNames === "refused") refuseSharedNames(present.document, path);
  const asideName = `waypost.before-edit-${stamp}.json`;
  await writeDocument(files, join(dir, asideName), {
    version: versionAfter(opening.steps),
    collections,
    end: { next, journal: end.journal, commit: end.commit },
  });
  warn(
    differences.length === 0
      ? message("service.layoutByHand", { path, kept: asideName })
      : message("service.changedByHand", {
          path,
          difference: describeDifference(differences),
          kept: asideName,
        }),
  );
  const { document, sequences, size } = present;
  return { state: { ...found, document, sequences, size }, byHand: changes, formers };
}

async function refuseBadRecords(
  { files, dir, checkByHand }: Opening,
  changes: readonly Change[],
  former: Document,
): Promise<void> {
  const path = join(dir, documentName);
  for (const change of changes) {
    if (checkByHand === null || !("put" in change)) continue;
    const { put: collection, record } = change;
    const problem = checkByHand(change, tableOf(former, collection).get(record.id));
    if (problem === null) continue;
    const line = await lineOf(files, path, collection, record.id);
    throw new StoreUnavailable(
      `${path}${line}: ${collection} ${record.id}: ${problem.field} ${problem.detail}. Nothing was changed. ` +
        "Correct it, then start again.",
    );
  }
}

function unknownFormer(path: string, journal: number, commits: number): StoreUnavailable {
  return new StoreUnavailable(
    `${path} was changed by another program while ${journalName(journal)} holds ${commits} changes that came after it, and ` +
      "its former state isn't available for a comparison. Nothing was changed. Restore the document to what it was " +
      '("waypost doctor" makes it again from what is there), start, stop, and edit then.',
  );
}

async function lineOf(
  files: FileSystem,
  path: string,
  collection: string,
  id: number,
): Promise<string> {
  const text = (await files.readFile(path)).toString("utf8");
  const line = lineOfRecord(text, collection, { id });
  return line === null ? "" : `, line ${line}`;
}

/** The state that the document had, and what the journals made of it up to a commit. */
async function loadFormer(opening: Opening, end?: number): Promise<LoadedState | null> {
  if ((await opening.files.state(join(opening.dir, formerName))) === null) {
    // Before the first snapshot the journals alone tell everything.
    const names = await opening.files.list(opening.dir);
    if (!names.includes(journalName(1))) return null;
    return loadState(opening, null, end).catch(() => null);
  }
  const former = await loadState(opening, formerName, end).catch(() => null);
  // The journals between the two must be there, and it must not have been edited itself.
  return former?.snapshot.isIntact === true && !former.isAlone ? former : null;
}

async function backUpOlder(opening: Opening, state: LoadedState): Promise<void> {
  const { files, dir } = opening;
  if (state.older === null) return;
  const folder = join(dir, "backups");
  await files.makeFolder(folder);
  const path = join(folder, `before-version-${versionAfter(opening.steps)}-${opening.stamp}.json`);
  await writeDocument(files, `${path}.tmp`, {
    version: state.older.version,
    collections: [...state.older.records].map(
      ([name, records]) => [name, sorted([...records.values()])] as const,
    ),
    end: { next: state.sequences.next(), journal: 1, commit: state.chain.commit },
  });
  await publishDraft(files, `${path}.tmp`, path);
}
