import { join, resolve } from "node:path";
import { Low } from "lowdb";
import { type Message, message } from "../../contract/messages/messages.ts";
import { appendAside } from "./asideFile.ts";
import { openApprovedSettings } from "./approvedSettings.ts";
import { startBackups } from "./backups.ts";
import { type CheckByHand, checkChange, checkRecord } from "./tables/checks.ts";
import type { HashPassword } from "./document/clearPasswords.ts";
import { disk, type FileSystem, isOutOfSpace } from "./fileSystem.ts";
import { prepareFolder } from "./folder.ts";
import { type Lock, takeLock } from "./lock.ts";
import { createAdapter, isForeignDocument } from "./lowdbAdapter.ts";
import { type Migration, migrations, versionAfter } from "./document/migrations.ts";
import { openTakenAnswers } from "./mirrorInbox/takenAnswers.ts";
import { createKnownSubjects } from "./clicks/knownSubjects.ts";
import { openClicks } from "./clicks/openClicks.ts";
import { baseName, statisticsName } from "./clicks/statisticsFile.ts";
import { type CommitLine, openJournal } from "./document/journal.ts";
import { loggedChanges, takesPassword } from "./document/changeLog.ts";
import { createDatabase, databaseCopy, databaseName } from "./database/database.ts";
import { startHistoryWriter } from "./history/historyWriter.ts";
import { openHistory } from "./history/history.ts";
import { createOutbox } from "./outbox/outbox.ts";
import type { StateReading } from "./document/loadState.ts";
import { bytesOfCounters, freeHeap } from "./document/documentSize.ts";
import { openDocument } from "./document/openDocument.ts";
import { documentName, formerName } from "./document/snapshot.ts";
import type { Collection, SecretsRecord, SettingsRecord } from "./records.ts";
import { openSecrets, writeSecrets } from "./secretsFile.ts";
import { removeRunFile } from "./runFile.ts";
import {
  type CounterKeeper,
  DocumentFull,
  type Origin,
  type Store,
  StoreFailed,
  StoreFull,
  StoreUnavailable,
} from "./store.ts";
import { apply, createDocument, namesOf, refuseTakenNames, tableOf } from "./tables/tables.ts";
import { unavailable } from "./unavailable.ts";
import { limitSemiSpaceGrowth } from "./semiSpace.ts";

export interface StoreOptions {
  readonly dir: string;
  /** Sums up the clicks: restored here, then told of each. */
  readonly keeper: CounterKeeper;
  /** Told of the kept settings that hold before any click is counted: counting asks for the time zone. */
  readonly settingsRead?: (values: NonNullable<SettingsRecord["values"]>) => void;
  /** This start says itself what short links start with, whatever is kept. */
  readonly isBaseGiven?: boolean;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly files?: FileSystem;
  /** Bytes of journal at which a snapshot is written; more where the snapshot is more than twice that. */
  readonly compactAfterBytes?: number;
  /** Bytes of journal at which another one is begun, so that the history can take it up. */
  readonly rotateAfterBytes?: number;
  /** Milliseconds without a change after which a smaller journal will do. */
  readonly idleAfter?: number;
  /** Milliseconds between two looks at whether somebody edits the document while this runs. */
  readonly lookEvery?: number;
  /** Told of what is found once the store is open; what was found before is in its `warnings`. */
  readonly warned?: (warning: Message) => void;
  /** Milliseconds at the end for what only makes the next start quicker: the counters, a snapshot. */
  readonly endingTime?: number;
  /** Bytes of free memory. */
  readonly freeMemory?: () => number;
  /** Bytes of click log after which the counters are written. */
  readonly checkpointAfterBytes?: number;
  readonly migrations?: readonly Migration[];
  /** Who changes something at the moment; undefined: nobody, the service does by itself. */
  readonly origin?: () => Origin | undefined;
  /** Called with the number of each change set that something is committed to. */
  readonly committed?: (change: number) => void;
  /** For passwords that a hand wrote into the document; absent: they are left as they are. */
  readonly hashPassword?: HashPassword;
  /** Rules that a record edited by hand must follow besides its shape; absent: none. */
  readonly checkByHand?: CheckByHand;
  /**
   * Present: the files may be somebody else's, as those of a backup, so each record is checked. Told
   * of those that aren't taken.
   */
  readonly leftOut?: StateReading["leftOut"];
}

const defaultCompactAfterBytes = 16 << 20;
const defaultRotateAfterBytes = 4 << 20;
const defaultIdleAfter = 10_000;
const defaultCheckpointAfterBytes = 8 << 20;
const defaultLookEvery = 5_000;
const defaultEndingTime = 500;
/** The version of the document with which the database came. */
const versionOfDatabase = 5;
/** Files that are written beside the former ones first, and take as much room as the data. */
const largeNames = [documentName, formerName, statisticsName, baseName];
/** Changed however full the document is: each is one small record. */
const always: ReadonlySet<Collection> = new Set(["settings", "account"]);

/** Opens the store of a folder, or throws {@link StoreUnavailable} with a sentence for the owner. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { files = disk } = options;
  const dir = resolve(options.dir);
  let lock: Lock | null = null;
  try {
    const warnings = await prepareFolder(files, dir);
    lock = await takeLock(files, dir);
    // What a crashed service left says where it listened: another program may listen there now.
    removeRunFile(dir);
    return await openLocked({ ...options, files, dir }, lock, warnings);
  } catch (error) {
    await lock?.release().catch(() => undefined);
    throw error instanceof StoreUnavailable ? error : unavailable(dir, error);
  }
}

async function openLocked(
  options: StoreOptions & { readonly files: FileSystem },
  lock: Lock,
  warnings: Message[],
): Promise<Store> {
  const { files, dir, keeper, clock } = options;
  const { hashPassword = null, checkByHand = null, leftOut, freeMemory = freeHeap } = options;
  const steps = options.migrations ?? migrations;
  const version = versionAfter(steps);
  let isOpen = false;
  const warn = (warning: Message) => {
    warnings.push(warning);
    if (isOpen) options.warned?.(warning);
  };
  const stamp = () => new Date(clock()).toISOString().replaceAll(/[:.]/g, "-");

  const opened = await limitSemiSpaceGrowth(() =>
    openDocument({
      files,
      dir,
      steps,
      warn,
      stamp: stamp(),
      hashPassword,
      checkByHand,
      sharedNames: "refused",
      leftOut,
      freeMemory,
    }),
  );
  for (const name of largeNames) {
    // What a run that was killed was writing. It's in nobody's way but for its size.
    await files.remove(join(dir, `${name}.tmp`)).catch(() => undefined);
  }
  const foreign = (await files.list(dir)).filter(isForeignDocument).toSorted();
  if (foreign.length > 0) warn(message("service.foreignKept", { dir, kept: foreign.join(", ") }));
  const found = await openSecrets(files, dir);
  if (found.are === "new" && opened.place.commit > 1) warn(message("service.newSecrets"));
  if (found.are === "foreign") warn(message("service.foreignKeys"));
  let { secrets } = found;
  const ending = new AbortController();
  const journal = await openJournal({ files, dir, version, place: opened.place });
  const database = createDatabase({
    files,
    dir,
    warn,
    stamp,
    refill: () => historyWriter.takeAgain(),
  });
  const historyWriter = startHistoryWriter({
    files,
    dir,
    database,
    clock,
    warn,
    stamp,
    firstCommit: opened.place.commit,
    keptFolder: join(dir, "backups", `before-version-${versionOfDatabase}`),
    written: () => journal.written(),
    ending: ending.signal,
  });
  const adapter = await createAdapter({
    history: historyWriter,
    rotateAfterBytes: options.rotateAfterBytes ?? defaultRotateAfterBytes,
    files,
    dir,
    version,
    opened,
    journal,
    warn,
    stamp,
    clock,
    compactAfterBytes: options.compactAfterBytes ?? defaultCompactAfterBytes,
    idleAfter: options.idleAfter ?? defaultIdleAfter,
    lookEvery: options.lookEvery ?? defaultLookEvery,
    ending: ending.signal,
  });
  const low = new Low(adapter, createDocument());
  await low.read();
  const { sequences } = opened;
  opened.size.watchCounters((records) => keeper.memoryWith?.(records) ?? bytesOfCounters * records);
  const approvedSettings = await openApprovedSettings(files, dir);
  const keptSettings = low.data.settings.get(1)?.values;
  options.settingsRead?.(approvedSettings.of(keptSettings));
  const waiting = Object.entries(approvedSettings.waiting(keptSettings));
  if (waiting.length > 0) {
    const settings = waiting.map(([name, value]) => `${name} (${String(value).slice(0, 200)})`);
    warn(message("service.settingsWait", { settings: settings.join(", ") }));
  }
  const base = approvedSettings.foreignBase(keptSettings);
  if (base !== undefined && options.isBaseGiven !== true) {
    warn(message("service.foreignAddress", { address: base.slice(0, 200) }));
  }
  const clicks = await openClicks({
    files,
    dir,
    keeper,
    clock,
    warn,
    stamp,
    isKnown: createKnownSubjects({
      exists: ({ link = 0, qr }) =>
        (qr === undefined ? low.data.links.get(link) : low.data.qrCodes.get(qr)) !== undefined,
      wasGiven: ({ link = 0, qr }) =>
        qr === undefined ? sequences.wasGiven("links", link) : sequences.wasGiven("qrCodes", qr),
    }),
    checkpointAfterBytes: options.checkpointAfterBytes ?? defaultCheckpointAfterBytes,
    ending: ending.signal,
  });
  const takenAnswers = await openTakenAnswers(files, dir, low.data.contactAnswers);
  const backups = startBackups({
    files,
    dir,
    isNew: opened.place.commit === 1,
    clock,
    steps,
    stamp,
    warn,
    ending: ending.signal,
    freeMemory,
    async copyDatabase() {
      const present = await files.state(join(dir, databaseName));
      if (present === null || ending.signal.aborted) return;
      // A copy that leaves no room would cost more than it may save.
      const { free } = await files.space(dir);
      if (free > 2 * present.size) await database.copyTo(databaseCopy(dir), ending.signal);
    },
    async hasRoom() {
      const { free } = await files.space(dir);
      return free > 2 * adapter.snapshotBytes();
    },
    async prepare() {
      if (journal.place.commit === 1) return false;
      await adapter.compact();
      return true;
    },
  });
  let closing: Promise<void> | null = null;
  /** Sets that were begun in this run and haven't ended. */
  const running = new Set<number>();
  const history = openHistory({
    database,
    writer: historyWriter,
    steps,
    data: low.data,
    running,
  });
  isOpen = true;

  function refuseClosed(): void {
    if (closing !== null) throw new StoreFailed("The store is closed.");
    if (journal.failure !== null) throw journal.failure;
  }

  async function write(line: CommitLine, undo: () => void): Promise<void> {
    adapter.changed(line, undo);
    await low.write();
  }

  /**
   * What was acknowledged is safe before this begins. What makes the next start quicker is done as
   * far as the time goes; what is safe only after it makes this reject, once all is tried.
   */
  async function close(): Promise<void> {
    const { endingTime = defaultEndingTime } = options;
    const endBy = performance.now() + endingTime;
    const timer = setTimeout(() => ending.abort(), endingTime);
    historyWriter.end();
    const quicker = [
      () => backups.close(),
      () => clicks.checkpoint(),
      () => adapter.compactWithin(endBy - performance.now()),
    ];
    for (const step of quicker) await step().catch(() => undefined);
    clearTimeout(timer);
    ending.abort();
    const safe = await Promise.allSettled([
      clicks.close(),
      adapter.close(),
      historyWriter.close().then(() => database.close()),
    ]);
    // A lock that stays is taken over by the next start.
    await lock.release().catch(() => undefined);
    for (const step of safe) {
      if (step.status === "fulfilled") continue;
      throw new StoreFailed("Some data couldn't be saved to disk while closing.", {
        cause: step.reason,
      });
    }
  }

  return {
    get links() {
      return low.data.links;
    },
    get bioPages() {
      return low.data.bioPages;
    },
    get qrCodes() {
      return low.data.qrCodes;
    },
    get clickImports() {
      return low.data.clickImports;
    },
    get campaigns() {
      return low.data.campaigns;
    },
    get share() {
      return opened.size.share;
    },
    table: (collection) => tableOf(low.data, collection) as never,
    nextId: (collection) => sequences.take(collection),
    wasGiven: (collection, id) => sequences.wasGiven(collection, id),
    async commit(changes, { set, isLearned = false, allowsAlike = false } = {}) {
      refuseClosed();
      const origin = isLearned ? undefined : (set?.origin ?? options.origin?.());
      const checked = changes.map((change) => checkChange(change, checkRecord));
      const before = namesOf(low.data, checked);
      const { share } = opened.size;
      const { formers, undo } = apply(low.data, sequences, checked);
      try {
        refuseTakenNames(low.data, checked, before, allowsAlike ? "exact" : "alike");
        const isAlways = checked.every((change) => "put" in change && always.has(change.put));
        if (!isAlways && opened.size.isOverfullSince(share)) throw new DocumentFull();
      } catch (error) {
        undo();
        throw error;
      }
      if (origin === undefined) {
        await write({ changes: checked }, undo);
        return null;
      }
      const number = set?.id ?? journal.place.commit;
      const meta = { at: clock(), origin, set: number };
      const logged = loggedChanges(checked, formers);
      await write({ changes: logged, meta }, undo);
      if (takesPassword(logged)) historyWriter.passwordTaken();
      options.committed?.(number);
      return number;
    },
    async beginSet(origin, began) {
      refuseClosed();
      const id = journal.place.commit;
      const mark = (place: "begin" | "end") =>
        write(
          { changes: [], meta: { at: clock(), origin, set: id, mark: place } },
          () => undefined,
        );
      running.add(id);
      try {
        await mark("begin");
        await began?.(id);
      } catch (error) {
        running.delete(id);
        throw error;
      }
      return {
        id,
        origin,
        async end() {
          try {
            refuseClosed();
            await mark("end");
          } finally {
            // Where a full disk refuses the mark, it is a change that was cut off: it can be undone.
            running.delete(id);
          }
        },
      };
    },
    history,
    outbox: createOutbox(database),
    get secrets() {
      return secrets;
    },
    async saveSecrets(next: SecretsRecord) {
      try {
        await writeSecrets(files, dir, next);
      } catch (error) {
        if (isOutOfSpace(error)) {
          throw new StoreFull("The disk is full.", { cause: error });
        }
        throw new StoreFailed("The secrets couldn't be saved.", { cause: error });
      }
      secrets = next;
    },
    async copyInto(folder, { withLines, countersOf }) {
      await files.makeFolder(folder);
      await clicks.copyInto({ folder, withLines, countersOf });
      // Last: whatever is counted in the copy is of a link that it has, or of one that went since.
      await adapter.compact();
      await files.link(join(dir, documentName), join(folder, documentName));
    },
    appendSidecar: (name, lines) => appendAside(files, dir, name, lines),
    removeAside: (name) => files.remove(join(dir, name)),
    clicks: clicks.log,
    takenAnswers,
    backups,
    approvedSettings,
    warnings,
    close: () => (closing ??= close()),
  };
}
