import { isDeepStrictEqual } from "node:util";
import type { Collection } from "../store/records.ts";
import { settingsRecord } from "../store/records.ts";
import type { Backup, BackupFile, Change, Store } from "../store/store.ts";
import { AliasTaken, BackupUnreadable } from "../store/store.ts";
import { collectionNames } from "../store/tables/tables.ts";
import { Conflict, NotFound } from "./problems.ts";
import { BadSetting, settingText } from "./settings.ts";
import type { Statistics } from "./clicks/statistics.ts";

/** What restoring does to the records of one collection, by id. */
export interface Difference {
  readonly collection: Collection;
  /** In the backup, and not here any more. */
  readonly added: readonly number[];
  readonly changed: readonly number[];
  /** Here, and not in the backup. */
  readonly removed: readonly number[];
  /** The first few of them. */
  readonly examples: readonly Example[];
}

interface Example {
  readonly id: number;
  /** An alias, a name, an address: what people know it by. */
  readonly name: string;
  readonly change: "added" | "changed" | "removed";
  /** What differs in a changed one. */
  readonly fields: readonly string[];
}

const mostExamples = 50;

export interface CheckedBackup {
  readonly file: BackupFile;
  /** It is what was written; else a hand has changed it since. */
  readonly isIntact: boolean;
  readonly counts: readonly { readonly collection: Collection; readonly count: number }[];
}

export interface BackupService {
  /** Newest first. */
  list(): Promise<readonly BackupFile[]>;
  /** Reads all of it; refuses one that can't be restored. */
  check(name: string): Promise<CheckedBackup>;
  preview(name: string): Promise<readonly Difference[]>;
  /** Commits what differs, after a backup of the present state; answers that one's name. */
  restore(
    name: string,
  ): Promise<{ readonly differences: readonly Difference[]; readonly before: string | null }>;
}

/** What is here and not in a backup stays: there is always one of it, or visitors wrote it. */
const staying: ReadonlySet<Collection> = new Set(["settings", "account", "contactAnswers"]);

type Records = ReadonlyMap<number, { readonly id: number }>;

/** How a backup's collections go back into a store. */
export function createBackups(options: {
  store: Store;
  statistics: Pick<Statistics, "linkAdded" | "linkRemoved">;
  /** Told at once when records were changed here, and again when the disk has refused. */
  changed: () => void;
}): BackupService {
  const { store, statistics } = options;

  async function find(name: string): Promise<Backup> {
    try {
      const found = await store.backups.read(name);
      if (found === undefined) throw new NotFound("Backup does not exist.");
      return found;
    } catch (error) {
      throw error instanceof BackupUnreadable ? new Conflict(error.message) : error;
    }
  }

  function present(collection: Collection): Records {
    return new Map([...store.table(collection).values()].map((record) => [record.id, record]));
  }

  /** The records as they will stand: what no backup may take back is taken from the present ones. */
  function wanted(collection: Collection, backup: Backup): Records {
    const records = backup.records.get(collection) ?? [];
    return new Map(records.map((record) => [record.id, withPresent(collection, record)]));
  }

  function withPresent(collection: Collection, record: { readonly id: number }) {
    if (collection === "account") return withPresentKeys(record);
    return collection === "settings" ? withPresentBases(record) : record;
  }

  /** The account's password and the time its key lasts stay what they are. */
  function withPresentKeys(record: { readonly id: number }) {
    const account = store.table("account").get(1);
    if (account === undefined) return record;
    const { password, expiresAt } = account;
    const rest = Object.fromEntries(Object.entries(record).filter(([name]) => name !== "password"));
    return { ...rest, id: record.id, ...(password !== undefined && { password }), expiresAt };
  }

  /** Every base that short addresses ever had stays known; a setting that would stop the start stays behind. */
  function withPresentBases(record: { readonly id: number }) {
    const { formerBases: there = [], values = {} } = settingsRecord.parse(record);
    const here = store.table("settings").get(1)?.formerBases ?? [];
    const known = [...new Set([...there, ...here])];
    const good = Object.entries(values).filter(([name, value]) => canBe(name, value));
    return {
      id: record.id,
      ...(known.length > 0 && { formerBases: known }),
      ...(good.length > 0 && { values: Object.fromEntries(good) }),
    };
  }

  function compare(collection: Collection, backup: Backup) {
    const here = present(collection);
    const there = wanted(collection, backup);
    const added: number[] = [];
    const changed: number[] = [];
    for (const [id, record] of there) {
      const other = here.get(id);
      if (other === undefined) added.push(id);
      else if (!isDeepStrictEqual(other, record)) {
        refuseAnother(collection, other, record);
        changed.push(id);
      }
    }
    const removed = staying.has(collection) ? [] : [...here.keys()].filter((id) => !there.has(id));
    const few = (ids: readonly number[], change: Example["change"]) =>
      ids.slice(0, mostExamples).map((id) => example(change, here.get(id), there.get(id)));
    const examples = [
      ...few(added, "added"),
      ...few(changed, "changed"),
      ...few(removed, "removed"),
    ].slice(0, mostExamples);
    const changes = [
      ...removed.map((id) => ({ remove: collection, id })),
      ...[...added, ...changed].map((id) => ({ put: collection, record: there.get(id) })),
      ...usedIds(collection, backup, there),
    ];
    // Each record was checked against this collection's schema when the backup was read.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const all = changes as Change[];
    return { difference: { collection, added, changed, removed, examples }, changes: all };
  }

  /** An id that the backup has used up is never given again, though its record is gone. */
  function usedIds(collection: Collection, { next }: Backup, there: Records) {
    const last = (next[collection] ?? 1) - 1;
    const isGone = last > 0 && !there.has(last) && store.table(collection).get(last) === undefined;
    return isGone ? [{ remove: collection, id: last }] : [];
  }

  function differenceTo(backup: Backup) {
    const compared = collectionNames.map((collection) => compare(collection, backup));
    return {
      differences: compared
        .map(({ difference }) => difference)
        .filter(
          ({ added, changed, removed }) => added.length + changed.length + removed.length > 0,
        ),
      changes: compared.flatMap(({ changes }) => changes),
    };
  }

  async function commit(changes: readonly Change[], links: Difference | undefined): Promise<void> {
    const { added = [], removed = [] } = links ?? {};
    try {
      const safe = store.commit(changes);
      for (const id of added) statistics.linkAdded(id);
      for (const id of removed) statistics.linkRemoved(id);
      options.changed();
      await safe.catch((error: unknown) => {
        for (const id of added) statistics.linkRemoved(id);
        for (const id of removed) statistics.linkAdded(id);
        options.changed();
        throw error;
      });
    } catch (error) {
      throw error instanceof AliasTaken ? new Conflict(error.message) : error;
    }
  }

  return {
    list: () => store.backups.list(),
    async check(name) {
      const { isIntact, records } = await find(name);
      const file = (await store.backups.list()).find((one) => one.name === name);
      if (file === undefined) throw new NotFound("Backup does not exist.");
      const counts = collectionNames.map((collection) => ({
        collection,
        count: records.get(collection)?.length ?? 0,
      }));
      return { file, isIntact, counts };
    },
    async preview(name) {
      return differenceTo(await find(name)).differences;
    },
    async restore(name) {
      const backup = await find(name);
      const before = await store.backups.keep("before-restore");
      // From here to the commit nothing waits, so nothing that others change meanwhile is lost unseen.
      const { differences, changes } = differenceTo(backup);
      if (changes.length === 0) return { differences, before };
      await commit(
        changes,
        differences.find(({ collection }) => collection === "links"),
      );
      return { differences, before };
    },
  };
}

function canBe(name: string, value: string | number | boolean): boolean {
  try {
    settingText(name, value);
    return true;
  } catch (error) {
    if (error instanceof BadSetting) return false;
    throw error;
  }
}

/** An id stands for one record for ever: where two folders gave it to two, neither may become the other. */
function refuseAnother(
  collection: Collection,
  here: { readonly id: number },
  there: { readonly id: number },
): void {
  if (madeAt(here) === madeAt(there)) return;
  throw new Conflict(
    `This backup is of another folder: ${here.id} of ${collection} is not the same there and here. ` +
      "Restore it into an empty folder.",
  );
}

type Fields = Readonly<Record<string, unknown>> & { readonly id: number };

function example(
  change: Example["change"],
  here: { readonly id: number } | undefined,
  there: { readonly id: number } | undefined,
): Example {
  const before: Fields = { id: 0, ...here };
  const after: Fields = { id: 0, ...there };
  const { alias, name, slug, domain, username, code }: Fields =
    there === undefined ? before : after;
  const called = [name, alias, slug, username, code, domain].find(
    (text) => typeof text === "string",
  );
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return {
    id: there?.id ?? here?.id ?? 0,
    name: called ?? "",
    change,
    fields:
      change === "changed"
        ? [...fields].filter((field) => !isDeepStrictEqual(before[field], after[field]))
        : [],
  };
}

function madeAt(record: { readonly id: number }): unknown {
  return "createdAt" in record ? record.createdAt : undefined;
}
