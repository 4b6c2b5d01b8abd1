import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { RestoreChange } from "../../../contract/fields/restoreChange.ts";
import {
  type Collection,
  largestReadId,
  largestTakenId,
  type RecordOf,
  settingsRecord,
} from "../../store/records.ts";
import type { Backup, Store } from "../../store/store.ts";
import { collectionNames, nextAfter } from "../../store/tables/tables.ts";
import { usableRecord, type UsableRecord } from "../changes/usableRecord.ts";
import { mostIn } from "../../common/mostOf.ts";
import { createPauses, type Pause } from "../../common/paging.ts";
import { Conflict } from "../../common/problems.ts";
import { type Chosen, referencesOf, withNeeded, withoutForeign } from "./restoreChoice.ts";
import { madeAt, type Restored, withPresent } from "./restoredRecord.ts";
import { type SettingDifference, settingDifferences } from "./restoredSettings.ts";

/** What restoring does to the records of one collection. */
export type Difference = Omit<RestoreChange, "kind"> & { readonly collection: Collection };

type Example = RestoreChange["examples"][number];

const mostExamples = 50;

/** A record in the backup that can't be used as it is. Without faults: one of too many. */
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
  /** Removals and what comes back or changes. */
  readonly steps: readonly Step[];
  /** Ids that the backup has used up, or its records name, and that stand for nothing here or there. */
  readonly used: readonly { readonly collection: Collection; readonly id: number }[];
  /** Records that nobody chose, and that come back because chosen ones use them. */
  readonly needed: number;
  /** Aliases of records that can't come back, because something that wasn't chosen has them. */
  readonly taken: readonly string[];
  /** Records that stay out or come without some fields, because those can't be used. */
  readonly unusable: readonly Unusable[];
  /** Records that come without what their IDs name here, which isn't what they name in the backup. */
  readonly foreign: readonly Unusable[];
  /** Links whose statistics become public, and campaigns that visitors can open from then on. */
  readonly published: Published;
  readonly settings: readonly SettingDifference[];
  /** Guarded settings that were asked for by name. */
  readonly allowedSettings: ReadonlySet<string>;
  /** Stands for exactly these steps on exactly these records. */
  readonly token: string;
}

/** Names of records by their collection. */
type Published = Readonly<Record<"links" | "campaigns", readonly string[]>>;

/** What is here and not in a backup stays: there is always one of it, or visitors wrote it. */
const staying: ReadonlySet<Collection> = new Set(["settings", "account", "contactAnswers"]);

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
  const foreign: Unusable[] = [];
  const published = { links: [] as string[], campaigns: [] as string[] };
  const pause = createPauses();
  /** Domains that are neither here nor come from the backup. */
  const lostDomains = new Set<number>();

  async function compare(collection: Collection): Promise<void> {
    const counts = { added: 0, changed: 0, removed: 0 };
    const examples: Example[] = [];
    const most = mostIn(collection) ?? Number.POSITIVE_INFINITY;
    const present = store.table(collection);
    const there = new Map<number, Restored>();
    let largest = 0;
    for (const found of backup.records.get(collection) ?? []) {
      there.set(found.id, found);
      if (found.id <= largestTakenId) largest = Math.max(largest, found.id);
      await pause();
    }
    const going: Restored[] = [];
    if (!staying.has(collection)) {
      const answered = collection === "overlays" ? answeredOverlays(store) : new Set();
      for (const id of present.ids()) {
        await pause();
        const here = there.has(id) || answered.has(id) ? undefined : present.get(id);
        if (here !== undefined && choice?.includes(collection, id) !== false) going.push(here);
      }
    }
    /** Those that stay and those that come. */
    let records = present.size - going.length;

    function differs(here: Restored | undefined, record: Restored | undefined): void {
      const change = here === undefined ? "added" : record === undefined ? "removed" : "changed";
      const id = (record ?? here)?.id ?? 0;
      hash.update(`${collection} ${JSON.stringify(here)} ${JSON.stringify(record)}\n`);
      counts[change] += 1;
      if (counts[change] <= mostExamples) examples.push(example(change, here, record));
      steps.push({ collection, id, record, change });
      if ((collection === "links" || collection === "campaigns") && record !== undefined) {
        if (isPublic(record) && !isPublic(here)) published[collection].push(calledOf(record));
      }
    }

    for (const found of there.values()) {
      await pause();
      const here = present.get(found.id);
      const isChosen = choice?.includes(collection, found.id) !== false;
      const { record: usable, faults } = usableHere(store, lostDomains, collection, found);
      const own =
        choice !== undefined && isChosen && usable !== null
          ? withoutForeign(choice, collection, usable, here)
          : { record: usable, faults: [] };
      const isSurplus = own.record !== null && here === undefined && isChosen && records >= most;
      const isLeftOut = own.record === null || isSurplus;
      if (isLeftOut && collection === "domains" && here === undefined) lostDomains.add(found.id);
      if (!isChosen) continue;
      const unable = usable !== null && own.record === null ? own.faults : faults;
      if (isSurplus || unable.length > 0) {
        unusable.push({ collection, id: found.id, faults: isSurplus ? [] : unable, isLeftOut });
      }
      if (own.record === null || isSurplus) continue;
      if (here === undefined) records += 1;
      if (own.faults.length > 0) {
        foreign.push({ collection, id: found.id, faults: own.faults, isLeftOut: false });
      }
      const record = withPresent(store, collection, own.record, allowedSettings);
      if (here === undefined) differs(undefined, record);
      else if (!isDeepStrictEqual(here, record)) {
        refuseAnother(collection, here, record);
        differs(here, record);
      }
    }
    for (const here of going) {
      differs(here, undefined);
      await pause();
    }
    if (counts.added + counts.changed + counts.removed > 0) {
      const few = (["added", "changed", "removed"] as const).flatMap((change) =>
        examples.filter((one) => one.change === change),
      );
      differences.push({ collection, ...counts, examples: few.slice(0, mostExamples) });
    }
    if (choice !== undefined) return;
    const last = nextAfter(backup.next[collection], largest) - 1;
    const isGone = last > 0 && !there.has(last) && present.get(last) === undefined;
    if (isGone) used.push({ collection, id: last });
  }

  // Which domains come is known before what is on them.
  for (const collection of new Set<Collection>(["domains", ...collectionNames])) {
    await compare(collection);
  }
  used.push(...(await namedInVain(store, steps)));
  if (choice !== undefined) await refuseUsedDomains(store, steps);
  const token = hash.digest("base64url").slice(0, 22);
  const taken = choice === undefined ? [] : await takenAliases(store, steps);
  const settings =
    choice?.includes("settings", 1) === false ? [] : settingsOf(store, backup, allowedSettings);
  type Placed = { readonly collection: Collection };
  const inOrder = (one: Placed, other: Placed) =>
    collectionNames.indexOf(one.collection) - collectionNames.indexOf(other.collection);
  return {
    differences: differences.toSorted(inOrder),
    steps,
    used,
    needed: choice?.needed ?? 0,
    taken,
    unusable: unusable.toSorted(inOrder),
    foreign,
    published,
    settings,
    allowedSettings,
    token,
  };
}

/** What visitors wrote goes for good with its form, which no backup may do. */
export function answeredOverlays(store: Store): ReadonlySet<number> {
  return new Set([...store.table("contactAnswers").values()].map(({ overlay }) => overlay));
}

/** What can be used of a record; a domain that stays out takes along what would stand without it. */
function usableHere(
  store: Store,
  lostDomains: ReadonlySet<number>,
  collection: Collection,
  found: Restored,
): UsableRecord {
  const present = store.table(collection).get(found.id);
  // What this folder has given comes back, however large: others' records have moved its ids.
  const mostId = store.wasGiven(collection, found.id) ? largestReadId : largestTakenId;
  const usable = usableRecord(collection, found, present, mostId);
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

/** Whether everybody sees a link's statistics, or can open a campaign. */
function isPublic(record: Restored | undefined): boolean {
  const { status, isPublic: isOpen }: Fields = { id: 0, ...record };
  return status === "public" || isOpen === true;
}

type Fields = Readonly<Record<string, unknown>> & { readonly id: number };

/** What a record is called; empty: it has no name. */
function calledOf(record: Restored | undefined): string {
  const { alias, name, slug, domain, username, code }: Fields = { id: 0, ...record };
  const names = [alias, name, slug, username, code, domain];
  return names.find((text) => typeof text === "string") ?? "";
}

function example(
  change: Example["change"],
  here: Restored | undefined,
  there: Restored | undefined,
): Example {
  const before: Fields = { id: 0, ...here };
  const after: Fields = { id: 0, ...there };
  return {
    id: there?.id ?? here?.id ?? 0,
    name: calledOf(there ?? here),
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

/** The largest IDs that the steps' records name and nothing has: what is added next would get those records. */
async function namedInVain(store: Store, steps: readonly Step[]): Promise<RestorePlan["used"]> {
  const pause = createPauses();
  const largest = new Map<Collection, number>();
  const touched = await touchedBy(steps, pause);
  for (const { collection, record } of steps) {
    await pause();
    if (record === undefined) continue;
    for (const [name, id] of referencesOf(collection, record)) {
      const isThere = store.table(name).get(id) !== undefined || touched.has(`${name} ${id}`);
      if (isThere || id > largestTakenId) continue;
      largest.set(name, Math.max(largest.get(name) ?? 0, id));
    }
  }
  return [...largest].map(([collection, id]) => ({ collection, id }));
}

/** Of the steps' records. */
async function touchedBy(steps: readonly Step[], pause: Pause): Promise<ReadonlySet<string>> {
  const touched = new Set<string>();
  for (const { collection, id } of steps) {
    touched.add(`${collection} ${id}`);
    await pause();
  }
  return touched;
}

/** Aliases of the steps' records that something else has and keeps: those records can't come back. */
async function takenAliases(store: Store, steps: readonly Step[]): Promise<string[]> {
  const pause = createPauses();
  const touched = await touchedBy(steps, pause);
  const taken: string[] = [];
  for (const { collection, record } of steps) {
    await pause();
    if (record === undefined || (collection !== "links" && collection !== "bioPages")) continue;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both have these keys
    const { alias, domain } = record as RecordOf<"links">;
    const isTaken = (["links", "bioPages"] as const).some((other) =>
      store[other].spelled(alias, domain).some(({ id }) => !touched.has(`${other} ${id}`)),
    );
    if (isTaken) taken.push(alias);
  }
  return taken;
}

/** A domain that was added since the backup can't go while something that stays is on it. */
async function refuseUsedDomains(store: Store, steps: readonly Step[]): Promise<void> {
  const isRemoved = ({ collection, record }: Step) =>
    collection === "domains" && record === undefined;
  const removed = steps.filter(isRemoved).map(({ id }) => id);
  if (removed.length === 0) return;
  const pause = createPauses();
  const touched = await touchedBy(steps, pause);
  for (const collection of ["links", "bioPages", "qrCodes"] as const) {
    for (const domain of removed) {
      for (const id of store[collection].using("domains", domain)) {
        await pause();
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
}
