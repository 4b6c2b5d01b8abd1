import { type Message, message } from "../../../contract/messages/messages.ts";
import { isDeepStrictEqual } from "node:util";
import { type Collection, collections } from "../../store/records.ts";
import { isErasedPassword } from "../../store/history/passwords.ts";
import type { FieldValues, RecordChange } from "../../store/store.ts";
import { calledAs, type ChangeConflict, type Decision, type Fields } from "./decision.ts";
import type { StagedStore } from "./stagedStore.ts";
import { usableRecord } from "./usableRecord.ts";
import { formerNames } from "../account/formerNames.ts";

type Values = Readonly<Record<string, unknown>>;

/** What the service finds out by itself: it never stands in the way, and goes with what it is about. */
const learned: Partial<Record<Collection, ReadonlySet<string>>> = {
  links: new Set(["fetchedTitle", "framing"]),
};

/** What only ever grows: names and bases that were printed go on working. */
const growing: Partial<Record<Collection, ReadonlySet<string>>> = {
  account: new Set(["formerUsernames"]),
  settings: new Set(["formerBases", "temporaryBases"]),
};

/** Of these there is always one. */
const staying: ReadonlySet<Collection> = new Set(["account", "settings"]);

function isIn(
  sets: Partial<Record<Collection, ReadonlySet<string>>>,
  collection: Collection,
  field: string,
): boolean {
  return sets[collection]?.has(field) === true;
}

/** Settings are taken back one by one, though one record holds them all. */
const settingPrefix = "values.";

function apart(collection: Collection, values: Values): Values {
  if (collection !== "settings") return values;
  const { values: stored, ...rest } = values;
  const named = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  return {
    ...rest,
    ...Object.fromEntries(named.map(([name, value]) => [settingPrefix + name, value])),
  };
}

function together(collection: Collection, id: number, values: Values): Fields {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (collection !== "settings") return { ...Object.fromEntries(given), id };
  const isSetting = ([name]: readonly [string, unknown]) => name.startsWith(settingPrefix);
  const settings = given
    .filter(isSetting)
    .map(([name, value]) => [name.slice(settingPrefix.length), value] as const);
  return {
    ...Object.fromEntries(given.filter((entry) => !isSetting(entry))),
    id,
    ...(settings.length > 0 && { values: Object.fromEntries(settings) }),
  };
}

/** The fields of a change, those of settings one by one. */
export function fieldsOfChange({
  collection,
  before,
  after,
}: Pick<RecordChange, "collection" | "before" | "after">) {
  const was = before === null ? null : apart(collection, before);
  const is = after === null ? null : apart(collection, after);
  return { before: was, after: is };
}

interface ReverseOptions {
  readonly draft: StagedStore;
  /** Fields that others have changed since are taken back too. */
  readonly force: boolean;
}

const gone = message("record.deletedSince");
const changedSince = message("record.changedSince");
const openToAll = message("record.openToAll");

const erased = message("record.erased");
const unusable = message("record.unusable");

/** What takes one change of one record back. */
export function reverse(change: RecordChange, options: ReverseOptions): Decision {
  const { collection, id, at } = change;
  const present = presentOf(options.draft, collection, id);
  const { before, after } = fieldsOfChange(change);
  const name = calledAs(present) || calledAs({ ...before, ...after });
  const about = { collection, id, name, wasAt: at };
  if (after === null) {
    return present === undefined ? broughtBack(about, before ?? {}) : unchanged(about, present);
  }
  if (present === undefined) {
    // Made by it and gone by now, or changed by it and gone.
    return before === null
      ? unchanged(about, undefined)
      : left(about, undefined, [{ collection, id, name, field: null, detail: gone }]);
  }
  if (before === null && !staying.has(collection)) {
    return undoCreation(about, present, after, options.force);
  }
  return putBack(about, present, before ?? {}, after, options.force);
}

type About = Pick<Decision, "collection" | "id" | "name" | "wasAt">;

function conflictOf(
  { collection, id, name }: About,
  field: string,
  detail: Message,
  [was, present]: readonly unknown[] = [],
): ChangeConflict {
  return { collection, id, name, field, left: was, present, detail };
}

function presentOf(draft: StagedStore, collection: Collection, id: number): Fields | undefined {
  const record: { readonly id: number } | undefined = draft.table(collection).get(id);
  return record === undefined ? undefined : { ...record };
}

function unchanged(about: About, present: Fields | undefined): Decision {
  return left(about, present, []);
}

function left(
  about: About,
  present: Fields | undefined,
  conflicts: readonly ChangeConflict[],
): Decision {
  return { ...about, before: present, after: present, conflicts };
}

function broughtBack(about: About, record: FieldValues): Decision {
  if (isErasedPassword(record["password"])) {
    return left(about, undefined, [conflictOf(about, "password", openToAll)]);
  }
  return usableOf(about, undefined, together(about.collection, about.id, record), []);
}

/** Somebody may have written into the history: what no operation would take isn't brought back. */
function usableOf(
  about: About,
  present: Fields | undefined,
  record: Fields,
  conflicts: readonly ChangeConflict[],
): Decision {
  const { record: usable, faults } = usableRecord(about.collection, record, present);
  const refused = usable === null ? [] : refusedFields(about.collection, usable);
  if (refused.length > 0) {
    const told = refused.map((field) => conflictOf(about, field, unusable));
    return left(about, present, [...conflicts, ...told]);
  }
  const kept = faults.filter((field) => present?.[field] !== undefined);
  const after = usable && {
    ...usable,
    ...Object.fromEntries(kept.map((field) => [field, present?.[field]])),
  };
  return {
    ...about,
    before: present,
    after: after === null || isDeepStrictEqual(after, present) ? present : after,
    conflicts: [
      ...conflicts,
      ...faults.map((field) =>
        conflictOf(about, field, unusable, [record[field], present?.[field]]),
      ),
    ],
  };
}

/** The fields that the schema of a record refuses, those that it doesn't know among them. */
function refusedFields(collection: Collection, record: Fields): string[] {
  const issues = collections[collection].safeParse(record).error?.issues ?? [];
  const fields = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" && issue.path.length === 0
      ? issue.keys
      : [String(issue.path[0] ?? "id")],
  );
  return [...new Set(fields)];
}

function undoCreation(about: About, present: Fields, made: Values, force: boolean): Decision {
  const { collection } = about;
  const fields = new Set([...Object.keys(made), ...Object.keys(present)]);
  const conflicts = [...fields]
    .filter((field) => !isIn(learned, collection, field))
    .filter((field) => !isSame(field, made[field], present[field]))
    .map((field) => conflictOf(about, field, changedSince, [made[field], present[field]]));
  return conflicts.length > 0 && !force
    ? left(about, present, conflicts)
    : { ...about, before: present, after: undefined, conflicts: [] };
}

function putBack(
  about: About,
  present: Fields,
  before: Values,
  after: Values,
  force: boolean,
): Decision {
  const { collection, id } = about;
  const now = apart(collection, present);
  const conflicts: ChangeConflict[] = [];
  const back: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (field === "id" || isIn(growing, collection, field)) continue;
    if (isSame(field, now[field], before[field])) continue;
    const isLeft = isSame(field, now[field], after[field]);
    if (field === "password" && isErasedPassword(before[field])) {
      conflicts.push(conflictOf(about, field, erased));
    } else if (isLeft || force || isIn(learned, collection, field)) {
      back[field] = before[field];
    } else {
      conflicts.push(conflictOf(about, field, changedSince, [after[field], now[field]]));
    }
  }
  if (Object.keys(back).length === 0) return left(about, present, conflicts);
  const record = together(collection, id, { ...now, ...back, ...grown(collection, now, back) });
  return usableOf(about, present, record, conflicts);
}

/** A user name that is given up goes on working in printed addresses of lists. */
function grown(collection: Collection, now: Values, back: Values): Values {
  const { username: wanted } = back;
  if (collection !== "account" || typeof wanted !== "string") return {};
  const { formerUsernames, username } = now;
  const former: readonly unknown[] = Array.isArray(formerUsernames) ? formerUsernames : [];
  const names = [...former, username].filter((name) => typeof name === "string");
  return { formerUsernames: formerNames(names, wanted) };
}

/** Empty lists are kept as none. What is erased was some password or other. */
function isSame(field: string, one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (field === "password" && (isErasedPassword(one) || isErasedPassword(other))) {
    return one !== undefined && other !== undefined;
  }
  return isDeepStrictEqual(one, other);
}
