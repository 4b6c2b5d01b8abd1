import { isDeepStrictEqual } from "node:util";
import type { Collection, RecordOf } from "../../store/records.ts";
import type { Backup, Store } from "../../store/store.ts";
import { createPauses } from "../../common/paging.ts";
import { madeAt, type Restored, withPresent } from "./restoredRecord.ts";

/** Which records are restored: of a collection these ids, or all of them. */
export type Chosen = ReadonlyMap<Collection, ReadonlySet<number> | "all">;

/** A choice with the records that it can't do without. */
export interface Choice {
  includes(collection: Collection, id: number): boolean;
  /** How many records nobody chose, and others use. */
  readonly needed: number;
  /**
   * Whether an ID stands for something else here than in the backup: the records here that name it
   * would get a stranger's record, or the backup's record would get one of ours.
   */
  isForeign(collection: Reference[0], id: number): boolean;
}

/** Collections whose records others use. */
export const pointedAt = [
  "domains",
  "channels",
  "campaigns",
  "pixels",
  "overlays",
  "splashPages",
] as const;

/** Collections whose records use them. */
const referring = ["links", "bioPages", "qrCodes"] as const;

type Reference = readonly [collection: (typeof pointedAt)[number], id: number];

/** What a record points at. */
export function* referencesOf(collection: Collection, record: Restored): Generator<Reference> {
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
export async function withNeeded(
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
  const pause = createPauses();
  const there = new Map<Collection, Map<number, Restored>>();
  /** When those of the backup's IDs that were deleted here were made. */
  const removed = new Map<Collection, Map<number, unknown>>();
  for (const collection of pointedAt) {
    const records = new Map<number, Restored>();
    there.set(collection, records);
    for (const found of backup.records.get(collection) ?? []) {
      records.set(found.id, found);
      await pause();
    }
    const present = store.table(collection);
    if ([...records.keys()].every((id) => present.get(id) !== undefined)) continue;
    const gone = new Map<number, unknown>();
    removed.set(collection, gone);
    for await (const { id, before } of store.history.removed(collection)) {
      if (records.has(id) && !gone.has(id)) gone.set(id, before?.["createdAt"]);
      await pause();
    }
  }
  function isForeign(collection: Reference[0], id: number): boolean {
    const found = there.get(collection)?.get(id);
    if (found === undefined) return true;
    const here: Restored | undefined = store.table(collection).get(id);
    if (here !== undefined) return madeAt(found) !== madeAt(here);
    const gone = removed.get(collection);
    if (gone?.has(id) === true) return madeAt(found) !== gone.get(id);
    // Nothing here knows any more what those that name it meant.
    return referring.some((name) => store[name].using(collection, id).size > 0);
  }
  for (const collection of chosen.keys()) {
    for (const found of backup.records.get(collection) ?? []) {
      await pause();
      if (!includes(collection, found.id)) continue;
      const here = store.table(collection).get(found.id);
      if (isDeepStrictEqual(here, withPresent(store, collection, found, allowedSettings))) continue;
      for (const [name, id] of referencesOf(collection, found)) {
        const isGone = store.table(name).get(id) === undefined && there.get(name)?.has(id) === true;
        if (!isGone || includes(name, id) || isForeign(name, id)) continue;
        needed.set(name, (needed.get(name) ?? new Set()).add(id));
      }
    }
  }
  const count = [...needed.values()].reduce((sum, ids) => sum + ids.size, 0);
  return { includes, needed: count, isForeign };
}

/** Where a record names others. */
const fieldsOf = [
  ["campaigns", "campaign"],
  ["pixels", "pixels"],
  ["channels", "channels"],
  ["overlays", "type"],
  ["splashPages", "type"],
] as const;

/**
 * A record without what its IDs don't name both here and in the backup: the author of a file could send
 * visitors of a public campaign to other destinations. `faults` are the fields that lose something.
 * Null: it can't do without what it loses, or what names it here means another.
 */
export function withoutForeign(
  choice: Choice,
  collection: Collection,
  found: Restored,
  here: Restored | undefined,
): { readonly record: Restored | null; readonly faults: readonly string[] } {
  const isUsed = pointedAt.find((name) => name === collection);
  if (isUsed !== undefined && here === undefined && choice.isForeign(isUsed, found.id)) {
    return { record: null, faults: ["id"] };
  }
  const keyOf = ([name, id]: Reference) => `${name} ${id}`;
  const former = new Set([...(here ? referencesOf(collection, here) : [])].map(keyOf));
  const lost = Map.groupBy(
    [...referencesOf(collection, found)].filter(
      (one) => !former.has(keyOf(one)) && choice.isForeign(...one),
    ),
    ([name]) => name,
  );
  if (lost.has("domains")) return { record: null, faults: ["domain"] };
  const isAnswer = collection === "contactAnswers";
  if (isAnswer && lost.size > 0) return { record: null, faults: ["overlay"] };
  const fields: Record<string, unknown> & Restored = { ...found };
  const faults: string[] = [];
  for (const [name, field] of fieldsOf) {
    const ids = new Set(lost.get(name)?.map(([, id]) => id));
    if (ids.size === 0) continue;
    faults.push(field);
    const whole = fields[field];
    const own: unknown[] = Array.isArray(whole) ? whole.filter((id: number) => !ids.has(id)) : [];
    if (own.length > 0) fields[field] = own;
    else delete fields[field];
  }
  return { record: fields, faults };
}
