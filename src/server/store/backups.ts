import { join } from "node:path";
import { type Message, message } from "../../contract/messages/messages.ts";
import { type FileSystem, openNew, publishDraft, writeAll } from "./fileSystem.ts";
import { checkFrom, type Migration, versionAfter } from "./document/migrations.ts";
import { type ParsedDocument, isIntactDocument, readDocument } from "./document/readDocument.ts";
import { documentName } from "./document/snapshot.ts";
import {
  type BackupFile,
  type BackupFolder,
  BackupUnreadable,
  MadeByNewer,
  StoreFull,
  StoreUnavailable,
  TooMuchMemory,
} from "./store.ts";
import { errorText } from "../../util/errorText.ts";
import { createTaskQueue } from "../../util/taskQueue.ts";

/** Of the daily ones, and of those with a label. */
const maxBackups = 7;
const dailyName = /^waypost-\d{4}-\d\d-\d\d\.json$/;
/** Milliseconds between two looks at the calendar. */
const lookInterval = 60 * 60 * 1000;
const sliceBytes = 4 << 20;
/** Bytes of a document that an editor has laid out anew: it is read in one piece while others wait. */
const longestFreeBackup = 2 << 20;
/** What a restore makes of records takes about as much memory as they do, and so does what isn't collected yet. */
const stepsInMemory = 3;

export interface Backups extends BackupFolder {
  /** Ends the schedule; a backup that is being made is finished first. */
  close(): Promise<void>;
}

/** A copy of the document once a day, seven of them kept, and those that somebody asks for. */
export function startBackups(options: {
  files: FileSystem;
  dir: string;
  clock: () => number;
  steps: readonly Migration[];
  isNew: boolean;
  /** Whether a snapshot and its copy leave room for what is written meanwhile. */
  hasRoom: () => Promise<boolean>;
  /** Brings the document up to date before it is copied; false: there is nothing in it. */
  prepare: () => Promise<boolean>;
  /** Copies what happened, of which one copy is kept. */
  copyDatabase: () => Promise<void>;
  /** Ends a backup that is being made: the next start makes it. */
  ending: AbortSignal;
  /** A name part that tells this moment from others. */
  stamp: () => string;
  warn: (warning: Message) => void;
  freeMemory: () => number;
}): Backups {
  const { files, dir, clock, steps, prepare, ending, stamp, warn, freeMemory } = options;
  const folder = join(dir, "backups");
  /** One backup at a time. */
  const queue = createTaskQueue();

  async function make(name: string, family: RegExp): Promise<void> {
    await files.makeFolder(folder);
    const draft = join(folder, `${name}.tmp`);
    try {
      await copyInSlices(files, join(dir, documentName), draft, ending);
      if (!(await isIntactDocument(files, draft, ending))) {
        throw new Error("the copy is not what was written");
      }
      await publishDraft(files, draft, join(folder, name));
    } catch (error) {
      await files.remove(draft).catch(() => undefined);
      throw error;
    }
    const kin = (await files.list(folder)).filter((other) => family.test(other));
    for (const old of kin.toSorted().slice(0, -maxBackups)) await files.remove(join(folder, old));
  }

  async function makeDaily(): Promise<void> {
    const name = `waypost-${new Date(clock()).toISOString().slice(0, 10)}.json`;
    if ((await files.state(join(folder, name))) !== null) return;
    if (!(await options.hasRoom())) throw new StoreFull("the disk is full");
    if (!(await prepare())) return;
    await make(name, dailyName);
    await options.copyDatabase();
  }

  function look(): void {
    queue.run(makeDaily).catch((error: unknown) => {
      if (ending.aborted) return;
      const reason = errorText(error);
      warn(message("service.backupFailed", { reason }));
    });
  }

  async function list(): Promise<BackupFile[]> {
    if ((await files.state(folder)) === null) return [];
    const found: BackupFile[] = [];
    for (const [name, kind] of await files.kinds(folder)) {
      // Whoever opens a pipe waits for somebody to write into it.
      if (kind !== "file" || !/\.(json|zip)$/.test(name)) continue;
      const state = await files.state(join(folder, name));
      if (state === null) continue;
      found.push({ name, madeAt: madeAt(name, state.changedAt), bytes: state.size });
    }
    return found.toSorted((a, b) => b.madeAt - a.madeAt || (a.name < b.name ? 1 : -1));
  }

  async function find(path: string, called: string): Promise<ParsedDocument> {
    try {
      return await readDocument({
        files,
        path,
        version: versionAfter(steps),
        checkFor: ({ version }) => checkFrom(version, steps),
        longestFree: longestFreeBackup,
        mostMemory: freeMemory() / stepsInMemory,
      });
    } catch (error) {
      if (error instanceof MadeByNewer) {
        throw new BackupUnreadable(`${called} was created by a newer version of Waypost.`, {
          cause: error,
        });
      }
      if (error instanceof TooMuchMemory) {
        throw new BackupUnreadable(
          `${called} has too many records to restore while Waypost runs. Restore it into an empty folder.`,
          { cause: error },
        );
      }
      if (!(error instanceof StoreUnavailable)) throw error;
      throw new BackupUnreadable(
        `${called} is damaged and can't be restored. Choose another backup.`,
        { cause: error },
      );
    }
  }

  const timer = setInterval(look, lookInterval);
  timer.unref();
  // A store that begins empty has nothing to save yet.
  const first = options.isNew ? undefined : setImmediate(look);
  return {
    list,
    async read(path, called) {
      const { isIntact, collections, end, problem } = await find(path, called);
      if (problem !== null) {
        throw new BackupUnreadable(
          `${called} can't be restored. Line ${problem.line}: ${problem.text}. Choose another backup, or correct that line.`,
        );
      }
      return { isIntact, records: collections, next: end.next };
    },
    keep: (label) =>
      queue.run(async () => {
        if (!(await prepare())) return null;
        const name = `${label}-${stamp()}.json`;
        await make(name, new RegExp(`^${label}-[\\dTZ-]+\\.json$`));
        return name;
      }),
    async close() {
      clearInterval(timer);
      clearImmediate(first);
      await queue.idle();
    },
  };
}

const dayLength = 86_400_000;

/**
 * When a backup was made, as its name says: a copy of the folder has other times. The name of a daily one says
 * only the day, so its file's time counts where it is of that day.
 */
function madeAt(name: string, changedAt: number): number {
  const named = momentOf(name);
  if (named === undefined) return changedAt;
  const isDaily = dailyName.test(name);
  return isDaily && changedAt > named && changedAt < named + dayLength ? changedAt : named;
}

function momentOf(name: string): number | undefined {
  const found = /(\d{4}-\d\d-\d\d)(?:T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z)?\.(?:json|zip)$/.exec(name);
  if (found === null) return undefined;
  const [, date = "", hour = "00", minute = "00", second = "00", rest = "000"] = found;
  const moment = Date.parse(`${date}T${hour}:${minute}:${second}.${rest}Z`);
  return Number.isNaN(moment) ? undefined : moment;
}

/** On disk when it resolves; a signal ends it between two slices. */
async function copyInSlices(
  files: FileSystem,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  const source = await files.open(from, "r");
  try {
    const target = await openNew(files, to);
    try {
      const slice = Buffer.allocUnsafe(sliceBytes);
      for (let done = 0; ;) {
        signal.throwIfAborted();
        const count = await files.read(source, slice, 0, done);
        if (count === 0) break;
        await writeAll(files, target, slice.subarray(0, count));
        done += count;
        // The last sync must not be left with all of it.
        await files.sync(target);
      }
      await files.sync(target);
    } finally {
      await files.close(target);
    }
  } finally {
    await files.close(source);
  }
}
