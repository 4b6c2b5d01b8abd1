import { isSameValue } from "../document/changeLog.ts";
import { migrateRecord, type Migration, versionAfter } from "../document/migrations.ts";
import type { Collection } from "../records.ts";
import type { FieldValues, Origin, RecordChange } from "../store.ts";
import { isAuthor } from "./codes.ts";
import { isCollection, isRaw } from "../tables/checks.ts";
import { foldAlias } from "../tables/foldAlias.ts";
import { isObject } from "../../../util/isObject.ts";

/** A line of a journal that belongs to a set. */
export interface ToldLine {
  readonly commit: number;
  readonly at: number;
  readonly set: number;
  readonly origin: Origin;
  readonly mark: "begin" | "end" | null;
  readonly changes: readonly unknown[];
  /** Of its records. */
  readonly version: number;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

/** Null: a line that nobody is said to have changed anything with. */
export function toldLine(
  line: Readonly<Record<string, unknown>>,
  version: number,
): ToldLine | null {
  const { commit, at, set, by, operation, scope, undoes, mark, changes } = line;
  if (!isCount(commit) || !isCount(set) || typeof at !== "number" || !isAuthor(by)) return null;
  if (typeof operation !== "string" || !Array.isArray(changes)) return null;
  const origin: Origin = {
    by,
    operation,
    scope: scope === "api" ? "api" : "owner",
    ...(isCount(undoes) && { undoes }),
  };
  const place = mark === "begin" || mark === "end" ? mark : null;
  return { commit, at, set, origin, mark: place, changes, version };
}

/** What an index says of a line: everything but the values. */
export interface LineFacts extends Omit<ToldLine, "changes"> {
  readonly deeds: readonly Deed[];
  /** What links were called until then. */
  readonly names: readonly FormerName[];
}

export function factsOf({ changes, ...line }: ToldLine): LineFacts {
  return { ...line, ...deedsOf(changes) };
}

/** Most lines have none: they share it. */
const noNames: readonly FormerName[] = [];

export function deedsOf(changes: readonly unknown[]): Pick<LineFacts, "deeds" | "names"> {
  const deeds: Deed[] = [];
  let names: FormerName[] | null = null;
  for (const change of changes) {
    const deed = deedOf(change);
    if (deed === null) continue;
    deeds.push(deed);
    const name = deed.kind === "added" ? null : formerNameOf(change);
    if (name !== null) (names ??= []).push(name);
  }
  return { deeds, names: names ?? noNames };
}

/** What a line did to one record, without its values. */
export interface Deed {
  readonly collection: Collection;
  readonly id: number;
  readonly kind: "added" | "changed" | "removed";
}

/** Null: not a change, or one after which nothing is another than before. */
export function deedOf(change: unknown): Deed | null {
  if (!isObject(change)) return null;
  const { put, record, remove, id, was } = change;
  if (isCollection(put) && isRaw(record)) {
    if (was === undefined) return { collection: put, id: record.id, kind: "added" };
    const isSame = !isObject(was) || Object.keys(was).length === 0;
    return isSame ? null : { collection: put, id: record.id, kind: "changed" };
  }
  // Where there was nothing to remove, an id was only marked as used.
  if (!isCollection(remove) || !isCount(id) || !isObject(was)) return null;
  return { collection: remove, id, kind: "removed" };
}

/** What a link was called until a change, if it is called something else since. */
export function formerNameOf(change: unknown): FormerName | null {
  if (!isObject(change)) return null;
  const { put, record, remove, was } = change;
  if (!isObject(was) || (put !== "links" && remove !== "links")) return null;
  if (put === "links" && !("alias" in was) && !("domain" in was)) return null;
  const former = withFormer(isObject(record) ? record : {}, was);
  const { alias, domain, url } = former;
  if (typeof alias !== "string") return null;
  return {
    alias: foldAlias(alias),
    domain: typeof domain === "number" ? domain : undefined,
    url: typeof url === "string" ? url : "",
  };
}

export interface FormerName {
  /** Folded. */
  readonly alias: string;
  readonly domain: number | undefined;
  readonly url: string;
}

/** In the words of today, whatever version the line was written in. */
export function recordChangesOf(line: ToldLine, steps: readonly Migration[]): RecordChange[] {
  return line.changes.flatMap((change) => {
    const deed = deedOf(change);
    if (deed === null || !isObject(change)) return [];
    const { set, commit, at } = line;
    const { collection, id } = deed;
    return [{ set, commit, at, collection, id, ...sidesOf(line, deed, change, steps) }];
  });
}

function sidesOf(
  { version }: ToldLine,
  { collection, kind }: Deed,
  { record, was }: FieldValues,
  steps: readonly Migration[],
): Pick<RecordChange, "before" | "after"> {
  const present = (value: unknown) =>
    isRaw(value) && version < versionAfter(steps)
      ? migrateRecord(collection, value, version, steps)
      : (value as FieldValues);
  if (kind === "added") return { before: null, after: present(record) };
  if (kind === "removed") return { before: present(was), after: null };
  const after = record as FieldValues;
  if (version === versionAfter(steps)) return changedSides(was as FieldValues, after);
  const former = present(withFormer(after, was as FieldValues));
  const latter = present(after);
  const fields = new Set([...Object.keys(former), ...Object.keys(latter)]);
  const differing = [...fields].filter((field) => !isSameValue(former[field], latter[field]));
  return { before: picked(former, differing), after: picked(latter, differing) };
}

function changedSides(was: FieldValues, record: FieldValues) {
  const fields = Object.keys(was);
  return { before: picked(withFormer({}, was), fields), after: picked(record, fields) };
}

function withFormer(record: FieldValues, was: FieldValues): FieldValues {
  const former: Record<string, unknown> = { ...record };
  for (const [field, value] of Object.entries(was)) {
    if (value === null) delete former[field];
    else former[field] = value;
  }
  return former;
}

function picked(record: FieldValues, fields: readonly string[]): FieldValues {
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}
