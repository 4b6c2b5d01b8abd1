import type { ApprovedSettings } from "./approvedSettings.ts";
import type { Message } from "../../contract/messages/messages.ts";
import type { LogPlace } from "./clicks/clickLog.ts";
import type { Outbox } from "./outbox/outbox.ts";
import type {
  BioPageRecord,
  CampaignRecord,
  ClickImportRecord,
  ClickRecord,
  Collection,
  LinkRecord,
  QrCodeRecord,
  RecordOf,
  SecretsRecord,
} from "./records.ts";

/** One record put in or taken out. A commit carries a few of them: all are applied or none. */
export type Change = {
  [C in Collection]:
    | { readonly put: C; readonly record: RecordOf<C> }
    | { readonly remove: C; readonly id: number };
}[Collection];

/** Who changed something, and by what. */
export interface Origin {
  readonly by: Author;
  /** Name of the contract's operation. */
  readonly operation: string;
  /** Whose it is to read and to take back. */
  readonly scope: "api" | "owner";
  /** Name of the key that a program used, beside the first one. */
  readonly key?: string;
  /** The set that this one takes back. */
  readonly undoes?: number;
}

export type Author = "window" | "cli" | "script" | "import" | "undo" | "restore" | "hand" | "copy";

/** A change set under way: several commits that are taken back together. */
export interface OpenSet {
  readonly id: number;
  readonly origin: Origin;
  /** It is complete; a set that ends without is `interrupted`. */
  end(): Promise<void>;
}

export interface CommitOptions {
  /** The set that this is a part of. Absent: it is one of its own. */
  readonly set?: OpenSet;
  /** Nobody changed it: the service learned it, or a visitor wrote it. It is no part of the history. */
  readonly isLearned?: true;
  /** A name may be like another one's, as names from elsewhere are; never the same. */
  readonly allowsAlike?: true;
}

/** A collection as readers see it: what was committed, at once, without waiting for the disk. */
export interface Table<Item> {
  readonly size: number;
  get(id: number): Item | undefined;
  /** A page of the collection, highest id first, without visiting what comes before it. */
  newest(offset: number, limit: number): Item[];
  /** Every record, lowest id first. */
  values(): IterableIterator<Item>;
  /** The ids of this moment, lowest first: for what goes through them while others come and go. */
  ids(): Float64Array;
  /** Tells of each record that comes, changes or goes, for what is kept up beside the table. */
  watch(listener: (former: Item | undefined, next: Item | undefined) => void): void;
}

/** Records that visitors reach by a word in the address: an alias, a slug, a code. */
export interface NamedTable<Item> extends Table<Item> {
  /**
   * By name, or one that folds alike: the exact spelling wins, then the oldest. `domain` undefined
   * is the service's own address.
   */
  byAlias(alias: string, domain: number | undefined): Item | undefined;
  /**
   * All records of a name and of those alike: the service's own address first, then the oldest. Like
   * the two below, the list of this moment.
   */
  withAlias(alias: string): readonly Item[];
  /** Those on a domain, the oldest first. */
  alike(alias: string, domain: number | undefined): readonly Item[];
  /** Those of exactly this spelling on a domain, the oldest first. */
  spelled(alias: string, domain: number | undefined): readonly Item[];
  /**
   * Those that keep a name on a domain from anyone else: of exactly this spelling, or alike and made
   * at `since` (milliseconds since 1970) or later.
   */
  conflicting(alias: string, domain: number | undefined, since: number): Iterable<Item>;
}

/** What other records can point at by id. */
export type Referent = "domains" | "channels" | "campaigns" | "pixels" | "overlays" | "splashPages";

/** Records that point at others. What a deleted record left behind in them points at nothing. */
export interface ReferringTable<Item> extends NamedTable<Item> {
  /** Ids of the records that point at one, without a scan. */
  using(referent: Referent, id: number): ReadonlySet<number>;
}

export type LinkTable = ReferringTable<LinkRecord>;

export interface Store {
  readonly links: LinkTable;
  readonly bioPages: ReferringTable<BioPageRecord>;
  readonly qrCodes: ReferringTable<QrCodeRecord>;
  readonly campaigns: NamedTable<CampaignRecord>;
  readonly clickImports: Table<ClickImportRecord>;
  table<C extends Collection>(collection: C): Table<RecordOf<C>>;
  /** The next id of a collection. An id is never given twice, not even after a deletion. */
  nextId(collection: Collection): number;
  /** Whether this folder has met an id: something has it, or had it once. */
  wasGiven(collection: Collection, id: number): boolean;
  /**
   * Checks and applies the changes at once, and resolves when they are safe on disk. Readers see
   * them before that; if the disk refuses, they are taken back in reverse and this rejects with
   * {@link StoreFull} or {@link StoreFailed}. Throws {@link AliasTaken} when a name is taken on its
   * domain, and {@link DocumentFull}, with nothing changed. Answers the number of its change set;
   * null: it is in none.
   */
  commit(changes: readonly Change[], options?: CommitOptions): Promise<number | null>;
  /**
   * Begins a set of several commits; safe on disk when it resolves.
   * @param began told of its number; where that fails, the set is over
   */
  beginSet(origin: Origin, began?: (set: number) => Promise<void>): Promise<OpenSet>;
  /** How much of what a start has memory for is used; 1: all of it. */
  readonly share: number;
  readonly history: History;
  readonly outbox: Outbox;
  readonly secrets: SecretsRecord;
  saveSecrets(secrets: SecretsRecord): Promise<void>;
  /**
   * Appends lines of JSON to a file in the folder that belongs to no collection: resolves when they
   * are safe on disk. Rejects as `commit` does, also where the file or the disk has no room for them.
   */
  appendSidecar(name: string, lines: readonly object[]): Promise<void>;
  removeAside(name: string): Promise<void>;
  /**
   * Puts the document, the counters and, by choice, the click log into a folder on the same disk,
   * each as of the moment it is copied. Keys, and the hashes that stand for visitors, stay here.
   */
  copyInto(
    folder: string,
    what: {
      readonly withLines: boolean;
      /** What of a subject's counters leaves this folder. */
      readonly countersOf: (counters: unknown) => unknown;
    },
  ): Promise<void>;
  readonly clicks: ClickLog;
  readonly takenAnswers: TakenAnswers;
  readonly backups: BackupFolder;
  readonly approvedSettings: ApprovedSettings;
  /** Sentences for the owner about what was found on opening: a hand edit that was taken, a synced folder. */
  readonly warnings: readonly Message[];
  /** Finishes what is in flight, writes the snapshot and the counters, gives the folder free. */
  close(): Promise<void>;
}

/** What one commit did to one record. */
export interface RecordChange {
  readonly set: number;
  readonly commit: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly collection: Collection;
  readonly id: number;
  /**
   * Null: it was made. Of a change only the fields that changed (undefined: it had none); of a
   * removal the record.
   */
  readonly before: FieldValues | null;
  /** Null: it was removed. Of a change only the fields that changed; of a creation the record. */
  readonly after: FieldValues | null;
}

export type FieldValues = Readonly<Record<string, unknown>>;

export interface SetSummary {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly origin: Origin;
  readonly counts: ReadonlyMap<
    Collection,
    { readonly added: number; readonly changed: number; readonly removed: number }
  >;
  /**
   * `interrupted`: its changes so far stay, and the rest was never made. `partial`: history has lost
   * some of its changes.
   */
  readonly state: "complete" | "running" | "interrupted" | "partial";
  /** The set that took this one back, and stands. */
  readonly undoneBy: number | null;
}

/** Sets that changed something, or are under way. What is absent is no condition. */
export interface SetFilter {
  readonly collection?: Collection | undefined;
  readonly by?: Author | undefined;
  /** Name of the key that was used. */
  readonly key?: string | undefined;
  readonly scope?: Origin["scope"] | undefined;
  /** Milliseconds since 1970: from this moment on. */
  readonly from?: number | undefined;
  /** Before this moment. */
  readonly to?: number | undefined;
}

/** What was changed, by whom, and what it was before. */
export interface History {
  /** Newest first. */
  sets(
    request: SetFilter & { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly items: readonly SetSummary[]; readonly total: number }>;
  set(id: number): Promise<SetSummary | undefined>;
  /** Sets with a later number, oldest first: also those that changed nothing, or are under way. */
  setsAfter(id: number, limit: number): Promise<readonly SetSummary[]>;
  /** The number of the latest set; 0: there is none. */
  lastSet(): Promise<number>;
  /** In the order of the commits; several of one set may change one record several times. */
  records(set: number): AsyncIterable<RecordChange>;
  recordsBackwards(set: number): AsyncIterable<RecordChange>;
  /** Newest first. */
  ofRecord(collection: Collection, id: number): AsyncIterable<RecordChange>;
  /** The removals of records that are still gone, newest first. */
  removed(collection: Collection): AsyncIterable<RecordChange>;
  /** The latest link that had a name, or one that folds alike, and has it no more. */
  formerAlias(
    alias: string,
    domain: number | undefined,
  ): Promise<{ readonly record: number; readonly url: string; readonly until: number } | undefined>;
  /**
   * Those of some records that are gone of which the history doesn't hold the removal any more:
   * nothing can bring them back, and what is kept of them elsewhere can go.
   */
  withoutTrace(collection: Collection, ids: Iterable<number>): Promise<ReadonlySet<number>>;
  /**
   * Keeps it within so many days (0: any number) and bytes from now on: the oldest goes first. What
   * is under way and the latest change stay, however large they are.
   */
  keepWithin(limits: { readonly days: number; readonly maxBytes: number }): Promise<void>;
}

/** Whose counters they are: a link's or a QR code's. */
export interface Subject {
  readonly link?: number | undefined;
  readonly qr?: number | undefined;
}

/** A subject as one number: a link's id, a QR code's with the sign turned; 0 is nobody's. */
export function subjectKey({ link, qr }: Subject): number {
  return qr === undefined ? (link ?? 0) : -qr;
}

export function subjectOf(key: number): Subject {
  return key < 0 ? { qr: -key } : { link: key };
}

/** Counters of one subject as they stand in a checkpoint; their content is the keeper's own. */
export interface CounterLine extends Subject {
  readonly counters: unknown;
}

/** Whoever sums up clicks. The log restores it, replays what came after, and asks for checkpoints. */
export interface CounterKeeper {
  restore(line: CounterLine): void;
  apply(click: ClickRecord): void;
  /**
   * The counters of every subject, for a checkpoint that is written in slices: each line is taken
   * at the moment the iterator reaches it, and the log remembers its own place for that line.
   */
  snapshot(): IterableIterator<CounterLine>;
  /** Bytes that the counters take or may come to take with so many links and QR codes. */
  memoryWith?(records: number): number;
}

/** A group of clicks that a mirror counted, as it hands them over. */
export interface DrainedClicks {
  /** Of the mirror's database: its ids mean nothing in another one. */
  readonly database: string;
  /** The last id of the group: whatever has one up to it is taken for good. */
  readonly upTo: number;
  /** In the order of their ids; each line is JSON as the click log has it. */
  readonly lines: readonly (readonly [id: number, line: string])[];
}

export interface ClickLog {
  /**
   * Counts a click now and has it written with the others of this loop turn. `written` runs once
   * the kernel has the line, or once it is clear that it won't (then the click is in `lost`):
   * answer the visitor there.
   */
  record(click: ClickRecord, written: () => void): void;
  /**
   * Counts clicks that a mirror handed over, each exactly once: ids that were taken before are passed
   * over, and so are lines that are no click. Resolves with how many were counted when they are safe
   * on disk: acknowledge them then. Rejects with {@link StoreFull} or {@link StoreFailed}; whether
   * they were taken says {@link takenUpTo} after the next start, or a next try.
   */
  take(drained: DrainedClicks): Promise<number>;
  /** The last id of a mirror's database that is safe here; 0: none. */
  takenUpTo(database: string): number;
  /**
   * Deletes the lines of clicks before a moment (milliseconds since 1970) from the disk; what they
   * add up to stays. In slices, so that clicks go on meanwhile.
   */
  forgetBefore(moment: number): Promise<void>;
  /** Clicks that could not be written since the start. */
  readonly lost: number;
  /** Keeps the files of lines within so many bytes from now on: the oldest months go first. */
  keepWithin(bytes: number): Promise<void>;
  /** What the owner should be told at the moment. */
  notices(): Message[];
  /**
   * The clicks that have a line, from a moment up to another (milliseconds since 1970), a few at a
   * time; what comes in while they are read may be left out.
   */
  between(from: number, to: number): AsyncIterable<readonly ClickRecord[]>;
  /** Where the log ends now. */
  readonly place: LogPlace;
  /**
   * The clicks that were written from a place of the log up to another, a few at a time, in their
   * order; those of mirrors are among them whenever they happened.
   */
  written(from: LogPlace, to: LogPlace): AsyncIterable<readonly ClickRecord[]>;
  /** Whether clicks of a file count for it: there is such a link or QR code, or there was one. */
  isKnown(subject: Subject): boolean;
  /** Hands over the counters that a copy has and that are wanted; false: they aren't what was written. */
  readCounters(
    path: string,
    isWanted: (subject: Subject) => boolean,
    take: (line: CounterLine) => void,
  ): Promise<boolean>;
  /**
   * Has the counters on disk for good, those too that no line of the log adds up to. Rejects with
   * {@link StoreFull} or {@link StoreFailed}.
   */
  settle(): Promise<void>;
}

/** Up to where the answers that a mirror took are kept here. */
export interface TakenAnswers {
  /** The last id of a mirror's database that was taken; 0: none. */
  upTo(database: string): number;
  /** The last one that a start will know of, whatever is deleted meanwhile. */
  safeUpTo(database: string): number;
  /** Safe on disk when it resolves; taken in any case. */
  keep(database: string, upTo: number): Promise<void>;
}

/** A copy of the document. */
export interface BackupFile {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly bytes: number;
}

/** What stands in a backup, in the words of today. */
export interface Backup {
  /** It is what was written; else somebody changed it since. */
  readonly isIntact: boolean;
  readonly records: ReadonlyMap<string, readonly { readonly id: number }[]>;
  /** By collection, the next id at that time. */
  readonly next: Readonly<Record<string, number>>;
}

/** The documents below `backups/`. Keys and what clicks add up to are no part of them. */
export interface BackupFolder {
  /** Newest first. */
  list(): Promise<readonly BackupFile[]>;
  /** Reads a document anywhere, called as its owner knows it; throws {@link BackupUnreadable}. */
  read(path: string, called: string): Promise<Backup>;
  /** Copies the document as it is now; null: there is nothing in it yet. */
  keep(label: string): Promise<string | null>;
}

/** Another record has this name on this domain; nothing was changed. */
export class AliasTaken extends Error {
  override readonly name = "AliasTaken";
  readonly taken: string;

  constructor(name: string, collection: Collection, id: number, other: number) {
    super(`"${name}" of ${collection} ${id} is already used by ${other}.`);
    this.taken = name;
  }
}

/** No id is left for a new record: something has moved them to where counting never gets. */
export class IdsUsedUp extends Error {
  override readonly name = "IdsUsedUp";
  constructor(collection: string) {
    super(
      `There are no IDs left for new records (${collection}). Stop Waypost and run "waypost doctor" on the data folder.`,
    );
  }
}

/** The disk has no room: nothing was changed, and writing works again once there is room. */
export class StoreFull extends Error {
  override readonly name = "StoreFull";
}

/** The document would be larger than the next start can take. What makes it smaller is taken. */
export class DocumentFull extends StoreFull {
  constructor() {
    super(
      "Waypost's data has reached its maximum size. With more data, Waypost couldn't start again. Delete links, pages or messages you no longer need, then try again.",
    );
  }
}

/** The disk failed in a way that a retry would hide: no write is acknowledged until a restart. */
export class StoreFailed extends Error {
  override readonly name = "StoreFailed";
}

/** The folder can't be opened: held by another process, damaged, newer, read-only. Says what to do. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** A backup that is damaged or newer than this program. The message is for the owner. */
export class BackupUnreadable extends Error {
  override readonly name = "BackupUnreadable";
}

/** Its records take more memory than there is for them. */
export class TooMuchMemory extends StoreUnavailable {
  constructor(path: string) {
    super(`${path} has more records than fit into memory. Nothing was changed.`);
  }
}

/** What this program can't know. Nothing was changed. */
export class MadeByNewer extends StoreUnavailable {
  constructor(path: string, version: number, known: number) {
    super(
      `${path} was created by a newer version of Waypost (records of version ${version}; this version reads up to ${known}). ` +
        "Nothing was changed. Start the newer version, or restore a backup of the older one.",
    );
  }
}
