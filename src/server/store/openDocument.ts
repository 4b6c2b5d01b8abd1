import { join } from "node:path";
import type { FileSystem } from "./fileSystem.ts";
import { replaceFile, writeAll } from "./fileSystem.ts";
import { compareStates, describeDifference } from "./handEdit.ts";
import type { JournalPlace } from "./journal.ts";
import { journalHead, journalName, journalNumber } from "./journal.ts";
import type { FoundState, State, StateReading } from "./loadState.ts";
import { loadState, refuseSharedNames, sorted } from "./loadState.ts";
import { versionAfter } from "./migrations.ts";
import type { ReadJournal } from "./readJournals.ts";
import { documentName, formerName, writeDocument } from "./snapshot.ts";
import { StoreUnavailable } from "./store.ts";
import { collectionNames, tableOf } from "./tables.ts";

/** The document of a folder, ready to go on with. */
export interface Opened extends State {
  readonly place: JournalPlace;
  readonly firstJournal: number;
  readonly firstCommit: number;
  /** Bytes of journals that the snapshot needs besides the one that goes on. */
  readonly olderBytes: number;
  /** What is in memory is not what the document and its journals lead to: write a snapshot first. */
  readonly mustWrite: boolean;
}

interface Opening extends StateReading {
  readonly warn: (sentence: string) => void;
  /** Distinguishes files that are kept aside at this start from those of others. */
  readonly stamp: string;
}

export async function openDocument(opening: Opening): Promise<Opened> {
  const { dir, warn } = opening;
  const path = join(dir, documentName);
  const source = await findSource(opening);
  if (source === nothingYet) return createFolder(opening);
  const state = await loadState(opening, source);
  const isHandEdited = !state.snapshot.isIntact;
  if (isHandEdited) {
    await takeHandEdit(opening, state);
  } else if (state.isAlone) {
    warn(
      `${path} came without ${journalName(state.snapshot.end.journal)}: changes that were made after it was written are not here.`,
    );
  }
  // The store lets no name in twice; a hand or a migration might.
  if (isHandEdited || state.older !== null) refuseSharedNames(state.document, path);
  if (state.older !== null) await backUpOlder(opening, state);
  if (source !== documentName) {
    warn(`${path} was missing and has been made again from ${source ?? "the journal"}.`);
  }
  const { place, olderBytes } = await settleJournals(opening, state);
  return {
    document: state.document,
    sequences: state.sequences,
    place,
    olderBytes,
    firstJournal: state.snapshot.end.journal,
    firstCommit: state.snapshot.end.commit,
    mustWrite: isHandEdited || state.older !== null || source !== documentName,
  };
}

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
    `${join(dir, documentName)} is missing, but the folder was in use before: ${trace} is there. Nothing was changed. ` +
      `Put the document back (the newest of ${join(dir, "backups")} will do); to begin anew, choose an empty folder.`,
  );
}

async function createFolder(opening: Opening): Promise<Opened> {
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
  await files.rename(draft, join(dir, documentName));
  await files.syncFolder(dir);
  const state = await loadState(opening, documentName);
  return {
    document: state.document,
    sequences: state.sequences,
    place,
    firstJournal: 1,
    firstCommit: 1,
    olderBytes: 0,
    mustWrite: false,
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
  state: FoundState,
): Promise<{ place: JournalPlace; olderBytes: number }> {
  const { files, dir, warn, stamp, steps } = opening;
  const { chain } = state;
  for (const number of chain.aside) {
    const name = journalName(number);
    await files.rename(join(dir, name), join(dir, `${name}.aside-${stamp}`));
    warn(
      `${name} goes on later than the journal before it ends, as in a copy that was made while Waypost was writing. The ` +
        `history up to there is complete; the rest is kept as ${name}.aside-${stamp}.`,
    );
  }
  for (const journal of chain.journals) await cutTail(opening, journal);
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

async function cutTail(opening: Opening, journal: ReadJournal): Promise<void> {
  const { files, dir, warn, stamp } = opening;
  if (journal.tail.length === 0) return;
  const name = journalName(journal.number);
  const kept = `${name}.cut-${stamp}`;
  await replaceFile(files, dir, join(dir, kept), journal.tail);
  const descriptor = await files.open(join(dir, name), "r+");
  try {
    files.truncateNow(descriptor, journal.good);
    await files.sync(descriptor);
  } finally {
    await files.close(descriptor);
  }
  warn(
    `The last line of ${name} was unfinished or damaged (${journal.tail.length} bytes) and has been cut off; a change that ` +
      `was still being saved when Waypost was stopped looks like this. The bytes are kept as ${kept}.`,
  );
}

/** A document that somebody changed while nothing ran: taken if it is valid and nothing else is pending. */
async function takeHandEdit(opening: Opening, edited: FoundState): Promise<void> {
  const { files, dir, warn, stamp } = opening;
  const path = join(dir, documentName);
  if (edited.chain.commits > 0) {
    throw new StoreUnavailable(
      `${path} was changed by another program while ${journalName(edited.snapshot.end.journal)} holds ` +
        `${edited.chain.commits} changes that are not in it yet, because Waypost was not stopped cleanly. Nothing was changed. ` +
        "Move the changed document elsewhere and start: Waypost makes the document again from its former state and the " +
        'journals. Then stop it and edit again. ("waypost doctor" does the same for a damaged one.)',
    );
  }
  const former = await loadFormer(opening);
  if (former === null) {
    warn(
      `${path} was changed by another program and has been taken as it is now. Its former state is not at hand, so what changed can't be listed.`,
    );
    return;
  }
  const kept = `waypost.before-edit-${stamp}.json`;
  await writeDocument(files, join(dir, kept), {
    version: former.snapshot.version,
    collections: collectionNames.map(
      (name) => [name, tableOf(former.document, name).all()] as const,
    ),
    end: {
      next: former.sequences.next(),
      journal: edited.snapshot.end.journal,
      commit: edited.snapshot.end.commit,
    },
  });
  for (const name of collectionNames) {
    edited.sequences.used(name, former.sequences.next()[name] - 1);
  }
  warn(
    `${path} was changed by another program and has been taken as it is now: ` +
      `${describeDifference(compareStates(former.document, edited.document))}. The former one is kept as ${kept}.`,
  );
}

async function loadFormer(opening: Opening): Promise<FoundState | null> {
  if ((await opening.files.state(join(opening.dir, formerName))) === null) {
    // Before the first snapshot the journals alone tell everything.
    const names = await opening.files.list(opening.dir);
    if (!names.includes(journalName(1))) return null;
    return loadState(opening, null).catch(() => null);
  }
  return loadState(opening, formerName).catch(() => null);
}

async function backUpOlder(opening: Opening, state: FoundState): Promise<void> {
  const { files, dir } = opening;
  if (state.older === null) return;
  const folder = join(dir, "backups");
  await files.makeFolder(folder);
  const path = join(folder, `before-version-${versionAfter(opening.steps)}-${opening.stamp}.json`);
  await writeDocument(files, `${path}.tmp`, {
    version: state.older.version,
    collections: [...state.older.records].map(
      ([name, records]) => [name, sorted(records)] as const,
    ),
    end: { next: state.sequences.next(), journal: 1, commit: state.chain.commit },
  });
  await files.rename(`${path}.tmp`, path);
  await files.syncFolder(folder);
}
