import { join } from "node:path";
import { mostValues } from "../boundedJson.ts";
import { type FileSystem, replaceFile } from "../fileSystem.ts";
import { journalName } from "./journalNames.ts";
import { readLines, unseal } from "../lines.ts";
import { MadeByNewer, StoreUnavailable } from "../store.ts";
import { isObject } from "../../../util/isObject.ts";
import { type Message, message } from "../../../contract/messages/messages.ts";

/** What one journal file holds, after reading it to its end. */
export interface ReadJournal {
  readonly number: number;
  /** The number of the next commit after this journal. */
  readonly commit: number;
  readonly commits: number;
  /** Bytes up to the end of the last good line. */
  readonly good: number;
  /** What stands after that: an unfinished or damaged last line. */
  readonly tail: Buffer;
  /** It was followed by another journal. */
  readonly isEnded: boolean;
  /** Its first line, which names it, is there. */
  readonly hasHead: boolean;
}

export interface JournalChain {
  readonly journals: readonly ReadJournal[];
  /** Journals whose lines begin after a gap: nothing in them was acknowledged in this folder. */
  readonly aside: readonly number[];
  readonly commit: number;
  readonly commits: number;
}

interface ChainReading {
  readonly files: FileSystem;
  readonly dir: string;
  readonly version: number;
  /** The journals there are, in order, from the first that is needed. */
  readonly numbers: readonly number[];
  /** The number of the first commit that is needed. */
  readonly commit: number;
  readonly take: (
    changes: readonly unknown[],
    found: { readonly where: string; readonly version: number },
  ) => void;
}

class Gap extends Error {}

/**
 * Reads journals one after the other. Where one was never ended and the next one begins later than it
 * ends (a copy made while writing, a power cut), the history stops there.
 */
export async function readJournals(reading: ChainReading): Promise<JournalChain> {
  const journals: ReadJournal[] = [];
  let { commit } = reading;
  let aside: readonly number[] = [];
  for (const [index, number] of reading.numbers.entries()) {
    const before = journals.at(-1);
    try {
      if (before !== undefined && number !== before.number + 1) throw new Gap();
      const journal = await readJournal(reading, number, commit, before === undefined);
      journals.push(journal);
      commit = journal.commit;
    } catch (error) {
      if (!(error instanceof Gap)) throw error;
      if (before === undefined || before.isEnded) {
        throw damagedJournal(
          join(reading.dir, journalName(number)),
          `it doesn't continue where ${journalName(number - 1)} ends`,
        );
      }
      aside = reading.numbers.slice(index);
      break;
    }
  }
  const commits = journals.reduce((sum, journal) => sum + journal.commits, 0);
  return { journals, aside, commit, commits };
}

async function readJournal(
  reading: ChainReading,
  number: number,
  firstCommit: number,
  isFirst: boolean,
): Promise<ReadJournal> {
  const path = join(reading.dir, journalName(number));
  let commit = firstCommit;
  let hasHead = false;
  let { version } = reading;
  let isEnded = false;
  let bad: { readonly number: number; readonly start: number } | null = null;
  let tailStart = -1;

  const { end } = await readLines(reading.files, path, 0, (bytes, place) => {
    const line = unseal(bytes, mostValues.journal);
    if (line === undefined) {
      if (bad === null) {
        bad = place;
        tailStart = place.start;
      }
      return;
    }
    if (bad !== null) {
      throw damagedJournal(
        path,
        `line ${bad.number} isn't what was written, and intact lines follow it`,
      );
    }
    if (place.number === 1) {
      version = checkHead(path, line, reading.version, number);
      if (line["commit"] !== commit) {
        if (!isFirst) throw new Gap();
        throw damagedJournal(path, "line 1: it doesn't belong to the document");
      }
      hasHead = true;
    } else if (isEnded) {
      throw damagedJournal(path, `line ${place.number} is after the end of the journal`);
    } else if ("end" in line) {
      isEnded = true;
    } else {
      if (line["commit"] !== commit || !Array.isArray(line["changes"])) {
        throw damagedJournal(path, `the line before line ${place.number} is missing`);
      }
      const where = `${path}, line ${place.number}`;
      reading.take(line["changes"] as unknown[], { where, version });
      commit += 1;
    }
  });

  const good = tailStart === -1 ? end : tailStart;
  const tail = await readTail(reading.files, path, good);
  return { number, commit, commits: commit - firstCommit, good, tail, isEnded, hasHead };
}

async function readTail(files: FileSystem, path: string, from: number): Promise<Buffer> {
  const size = (await files.state(path))?.size ?? 0;
  if (size <= from) return Buffer.alloc(0);
  return (await files.readFile(path)).subarray(from);
}

/** The version in which a journal was written. */
function checkHead(
  path: string,
  line: Readonly<Record<string, unknown>>,
  known: number,
  number: number,
): number {
  if (!isObject(line) || line["journal"] !== number || typeof line["version"] !== "number") {
    throw damagedJournal(path, "line 1 doesn't name this journal");
  }
  if (line["version"] > known) throw new MadeByNewer(path, line["version"], known);
  return line["version"];
}

export function damagedJournal(path: string, what: string): StoreUnavailable {
  return new StoreUnavailable(
    `${path} is damaged: ${what}. Nothing was changed. Run "waypost doctor" on the folder. It sets ` +
      "the damaged file aside and saves all intact records.",
  );
}

interface Cutting {
  readonly files: FileSystem;
  readonly dir: string;
  readonly warn: (warning: Message) => void;
  /** Distinguishes files that are kept aside at this start from those of others. */
  readonly stamp: string;
}

/** Cuts off what was still being saved when the service ended; its very bytes are kept beside. */
export async function cutTornTail(cutting: Cutting, journal: ReadJournal): Promise<void> {
  const { files, dir, warn, stamp } = cutting;
  if (journal.tail.length === 0) return;
  const name = journalName(journal.number);
  const asideName = `${name}.cut-${stamp}`;
  await replaceFile(files, join(dir, asideName), journal.tail);
  const descriptor = await files.open(join(dir, name), "r+");
  try {
    files.truncateNow(descriptor, journal.good);
    await files.sync(descriptor);
  } finally {
    await files.close(descriptor);
  }
  warn(message("service.tailCut", { journal: name, bytes: journal.tail.length, kept: asideName }));
}
