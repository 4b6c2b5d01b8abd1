import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { RestoreChange } from "../../../contract/fields/restoreChange.ts";
import {
  accountRecord,
  type Collection,
  largestTakenId,
  type RecordOf,
  settingsRecord,
} from "../../store/records.ts";
import type { Backup, Store } from "../../store/store.ts";
import { collectionNames, nextAfter } from "../../store/tables/tables.ts";
import { formerNames } from "../account/formerNames.ts";
import { usableRecord, type UsableRecord } from "../changes/usableRecord.ts";
import { mostViews } from "../views/mostViews.ts";
import { createPauses } from "../../common/paging.ts";
import { Conflict } from "../../common/problems.ts";
import {
  type SettingDifference,
  restoredSettings,
  settingDifferences,
} from "./restoredSettings.ts";

/** What restoring does to the records of one collection. */
export type Difference = Omit<RestoreChange, "kind"> & { readonly collection: Collection };

type Example = RestoreChange["examples"][number];

const mostExamples = 50;

export interface Restored {
  readonly id: number;
}

/** A record in the backup that can't be used as it is. Without faults: one of too many views. */
export interface Unusable {
  readonly collection: Collection;
  readonly id: number;
  readonly faults: readonly string[];
  readonly isLeftOut: boolean;
}

/** One record that restoring touches. */
export interface Step {
  readonly collection: Collection;
  readonly id: number;
  /** Undefined: it goes. */
  readonly record: Restored | undefined;
  readonly change: Example["change"];
}

export interface RestorePlan {
  readonly differences: readonly Difference[];
  /** Removals and what comes back or changes, by collection in the order of the document. */
  readonly steps: readonly Step[];
  /** Ids that the backup has used up and that stand for nothing here or there. */
  readonly used: readonly { readonly collection: Collection; readonly id: number }[];
  /** Records that nobody chose, and that come back because chosen ones use them. */
  readonly needed: number;
  /** Aliases of records that can't come back, because something that wasn't chosen has them. */
  readonly taken: readonly string[];
  /** Records that stay out or come without some fields, because those can't be used. */
  readonly unusable: readonly Unusable[];
  readonly settings: readonly SettingDifference[];
  /** Guarded settings that were asked for by name. */
  readonly allowedSettings: ReadonlySet<string>;
  /** Stands for exactly these steps on exactly these records. */
  readonly token: string;
}

/** What is here and not in a backup stays: there is always one of it, or visitors wrote it. */
const staying: ReadonlySet<Collection> = new Set(["settings", "account", "contactAnswers"]);

/** The record as it will stand: what no backup may take back is taken from the present ones. */
export function withPresent(
  store: Store,
  collection: Collection,
  record: Restored,
  allowedSettings: ReadonlySet<string>,
): Restored {
  if (collection === "account") return withPresentKeys(store, record);
  if (collection !== "settings") return record;
  return restoredSettings(
    settingsRecord.parse(record),
    store.table("settings").get(1),
    allowedSettings,
  );
}

/** The account's password, the time its key lasts and the names that its addresses had stay. */
function withPresentKeys(store: Store, record: Restored): Restored {
  const account = store.table("account").get(1);
  if (account === undefined) return record;
  const { password, expiresAt, username, formerUsernames = [] } = account;
  const found = accountRecord.parse(record);
  const theirs = found.formerUsernames ?? [];
  const names = formerNames([...theirs, ...formerUsernames, username], found.username);
  const rest = Object.fromEntries(Object.entries(record).filter(([name]) => name !== "password"));
  return Object.assign(rest, {
    id: record.id,
    ...(password !== undefined && { password }),
    ...(names.length > 0 && { formerUsernames: names }),
    expiresAt,
  });
}

/** Settings that a backup has otherwise than they are here. */
function settingsOf(
  store: Store,
  backup: Backup,
  allowedSettings: ReadonlySet<string>,
): readonly SettingDifference[] {
  const [found] = backup.records.get("settings") ?? [];
  if (found === undefined) return [];
  return settingDifferences(
    settingsRecord.parse(found),
    store.table("settings").get(1),
    allowedSettings,
  );
}

/**
 * What differs between a store and a backup, found with pauses so that nobody is held up.
 *
 * @param chosen only these records, and what they use; undefined: all of them
 * @param asked guarded settings that are restored as well
 */
export async function planRestore(
  store: Store,
  backup: Backup,
  chosen?: Chosen,
  allowedSettings: ReadonlySet<string> = new Set(),
): Promise<RestorePlan> {
  const choice = chosen && (await withNeeded(store, backup, chosen, allowedSettings));
  const hash = createHash("sha256");
  const differences: Difference[] = [];
  const steps: Step[] = [];
  const used: { readonly collection: Collection; readonly id: number }[] = [];
  const unusable: Unusable[] = [];
  const pause = createPauses();
  const lostDomains = lostDomainsOf(store, backup);

  async function compare(collection: Collection): Promise<void> {
    const counts = { added: 0, changed: 0, removed: 0 };
    const examples: Example[] = [];
    const there = new Map((backup.records.get(collection) ?? []).map((one) => [one.id, one]));

    function differs(here: Restored | undefined, record: Restored | undefined): void {
      const change = here === undefined ? "added" : record === undefined ? "removed" : "changed";
      const id = (record ?? here)?.id ?? 0;
      if (choice?.includes(collection, id) === false) return;
      hash.update(`${collection} ${JSON.stringify(here)} ${JSON.stringify(record)}\n`);
      counts[change] += 1;
      if (counts[change] <= mostExamples) examples.push(example(change, here, record));
      steps.push({ collection, id, record, change });
    }

    let records = choice === undefined ? 0 : store.table(collection).size;
    for (const found of there.values()) {
      const here = store.table(collection).get(found.id);
      const { record: usable, faults } = usableHere(store, lostDomains, collection, found);
      if (choice === undefined || here === undefined) records += 1;
      if (collection === "views" && here === undefined && records > mostViews) {
        unusable.push({ collection, id: found.id, faults: [], isLeftOut: true });
        continue;
      }
      if (faults.length > 0 && choice?.includes(collection, found.id) !== false) {
        unusable.push({ collection, id: found.id, faults, isLeftOut: usable === null });
      }
      if (usable === null) continue;
      const record = withPresent(store, collection, usable, allowedSettings);
      if (here === undefined) differs(undefined, record);
      else if (!isDeepStrictEqual(here, record)) {
        refuseAnother(collection, here, record);
        differs(here, record);
      }
      await pause();
    }
    if (!staying.has(collection)) {
      const present = store.table(collection);
      const answered = collection === "overlays" ? answeredOverlays(store) : new Set();
      for (const id of [...present.values()].map((record) => record.id)) {
        const here = there.has(id) || answered.has(id) ? undefined : present.get(id);
        if (here !== undefined) differs(here, undefined);
        await pause();
      }
    }
    if (counts.added + counts.changed + counts.removed > 0) {
      const few = (["added", "changed", "removed"] as const).flatMap((change) =>
        examples.filter((one) => one.change === change),
      );
      differences.push({ collection, ...counts, examples: few.slice(0, mostExamples) });
    }
    if (choice !== undefined) return;
    const largest = [...there.keys()].reduce(
      (most, id) => (id > most && id <= largestTakenId ? id : most),
      0,
    );
    const last = nextAfter(backup.next[collection], largest) - 1;
    const isGone = last > 0 && !there.has(last) && store.table(collection).get(last) === undefined;
    if (isGone) used.push({ collection, id: last });
  }

  for (const collection of collectionNames) await compare(collection);
  if (choice !== undefined) refuseUsedDomains(store, steps);
  const token = hash.digest("base64url").slice(0, 22);
  const taken = choice === undefined ? [] : takenAliases(store, steps);
  const settings =
    choice?.includes("settings", 1) === false ? [] : settingsOf(store, backup, allowedSettings);
  return {
    differences,
    steps,
    used,
    needed: choice?.needed ?? 0,
    taken,
    unusable,
    settings,
    allowedSettings,
    token,
  };
}

/** What visitors wrote goes for good with its form, which no backup may do. */
export function answeredOverlays(store: Store): ReadonlySet<number> {
  return new Set([...store.table("contactAnswers").values()].map(({ overlay }) => overlay));
}

/** Domains that are neither here nor can come from the backup. */
function lostDomainsOf(store: Store, backup: Backup): ReadonlySet<number> {
  const lost = (backup.records.get("domains") ?? []).filter(
    (domain) =>
      store.table("domains").get(domain.id) === undefined &&
      usableRecord("domains", domain, undefined).record === null,
  );
  return new Set(lost.map(({ id }) => id));
}

/** What can be used of a record; a domain that stays out takes along what would stand without it. */
function usableHere(
  store: Store,
  lostDomains: ReadonlySet<number>,
  collection: Collection,
  found: Restored,
): UsableRecord {
  const usable = usableRecord(collection, found, store.table(collection).get(found.id));
  if (usable.record === null || !("domain" in found) || typeof found.domain !== "number") {
    return usable;
  }
  return lostDomains.has(found.domain) ? { record: null, faults: ["domain"] } : usable;
}

/** An id stands for one record for ever: where two folders gave it to two, neither may become the other. */
function refuseAnother(collection: Collection, here: Restored, there: Restored): void {
  if (madeAt(here) === madeAt(there)) return;
  throw new Conflict(
    "otherFolder",
    `This backup belongs to another data folder: ${collection} ${here.id} isn't the same record there and here. ` +
      "Restore the backup into an empty folder.",
  );
}

function madeAt(record: Restored): unknown {
  return "createdAt" in record ? record.createdAt : undefined;
}

type Fields = Readonly<Record<string, unknown>> & { readonly id: number };

function example(
  change: Example["change"],
  here: Restored | undefined,
  there: Restored | undefined,
): Example {
  const before: Fields = { id: 0, ...here };
  const after: Fields = { id: 0, ...there };
  const { alias, name, slug, domain, username, code }: Fields =
    there === undefined ? before : after;
  const called = [alias, name, slug, username, code, domain].find(
    (text) => typeof text === "string",
  );
  return {
    id: there?.id ?? here?.id ?? 0,
    name: called ?? "",
    change,
    fields: change === "changed" ? differing(before, after) : [],
  };
}

/** What differs; of the settings each by its name. */
function differing(before: object, after: object): string[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const fields = [...new Set([...was.keys(), ...is.keys()])];
  return fields
    .filter((field) => !isDeepStrictEqual(was.get(field), is.get(field)))
    .flatMap((field) =>
      field === "values"
        ? differing(was.get(field) ?? {}, is.get(field) ?? {}).map((name) => `values.${name}`)
        : [field],
    );
}

/** Which records are restored: of a collection these ids, or all of them. */
export type Chosen = ReadonlyMap<Collection, ReadonlySet<number> | "all">;

/** A choice with the records that it can't do without. */
interface Choice {
  includes(collection: Collection, id: number): boolean;
  /** How many records nobody chose, and others use. */
  readonly needed: number;
}

type Reference = readonly [collection: Collection, id: number];

/** What a record points at. */
function* referencesOf(collection: Collection, record: Restored): Generator<Reference> {
  if (collection === "contactAnswers") {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- records of this collection
    yield ["overlays", (record as RecordOf<"contactAnswers">).overlay];
  }
  if (collection !== "links" && collection !== "qrCodes" && collection !== "bioPages") return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all three have these keys
  const { domain, channels, campaign, pixels, type } = record as Partial<RecordOf<"links">>;
  if (domain !== undefined) yield ["domains", domain];
  for (const id of channels ?? []) yield ["channels", id];
  if (collection !== "links") return;
  if (campaign !== undefined) yield ["campaigns", campaign];
  for (const id of pixels ?? []) yield ["pixels", id];
  if (type?.kind === "overlay") yield ["overlays", type.id];
  if (type?.kind === "splash" && type.id !== undefined) yield ["splashPages", type.id];
}

/** The chosen records, and what they point at where that is in the backup and gone here. */
async function withNeeded(
  store: Store,
  backup: Backup,
  chosen: Chosen,
  allowedSettings: ReadonlySet<string>,
): Promise<Choice> {
  const needed = new Map<Collection, Set<number>>();
  const includes = (collection: Collection, id: number): boolean => {
    const ids = chosen.get(collection);
    return ids === "all" || ids?.has(id) === true || needed.get(collection)?.has(id) === true;
  };
  const there = new Map(
    collectionNames.map((name) => [
      name,
      new Set((backup.records.get(name) ?? []).map(({ id }) => id)),
    ]),
  );
  const pause = createPauses();
  for (const collection of chosen.keys()) {
    for (const found of backup.records.get(collection) ?? []) {
      await pause();
      if (!includes(collection, found.id)) continue;
      const here = store.table(collection).get(found.id);
      if (isDeepStrictEqual(here, withPresent(store, collection, found, allowedSettings))) continue;
      for (const [name, id] of referencesOf(collection, found)) {
        const isGone = store.table(name).get(id) === undefined && there.get(name)?.has(id) === true;
        if (!isGone || includes(name, id)) continue;
        needed.set(name, (needed.get(name) ?? new Set()).add(id));
      }
    }
  }
  const count = [...needed.values()].reduce((sum, ids) => sum + ids.size, 0);
  return { includes, needed: count };
}

/** Aliases of the steps' records that something else has and keeps: those records can't come back. */
function takenAliases(store: Store, steps: readonly Step[]): string[] {
  const touched = new Set(steps.map(({ collection, id }) => `${collection} ${id}`));
  return steps.flatMap(({ collection, record }) => {
    if (record === undefined || (collection !== "links" && collection !== "bioPages")) return [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both have these keys
    const { alias, domain } = record as RecordOf<"links">;
    const isTaken = (["links", "bioPages"] as const).some((other) =>
      store[other].spelled(alias, domain).some(({ id }) => !touched.has(`${other} ${id}`)),
    );
    return isTaken ? [alias] : [];
  });
}

/** A domain that was added since the backup can't go while something that stays is on it. */
function refuseUsedDomains(store: Store, steps: readonly Step[]): void {
  const isRemoved = ({ collection, record }: Step) =>
    collection === "domains" && record === undefined;
  const removed = new Set(steps.filter(isRemoved).map(({ id }) => id));
  if (removed.size === 0) return;
  const touched = new Set(steps.map(({ collection, id }) => `${collection} ${id}`));
  for (const collection of ["links", "bioPages", "qrCodes"] as const) {
    for (const { id, domain } of store.table(collection).values()) {
      if (domain === undefined || !removed.has(domain)) continue;
      if (touched.has(`${collection} ${id}`)) continue;
      const name = store.table("domains").get(domain)?.domain ?? String(domain);
      throw new Conflict(
        "inUse",
        `${name} was added after this backup and is still used by records that you didn't select. ` +
          "Select those records too, or don't restore the domain.",
      );
    }
  }
}
