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
  /** Whether an ID names a record here that isn't the backup's. */
  isForeign(collection: Reference[0], id: number): boolean;
}

interface Pointing extends Restored {
  readonly campaign?: number | undefined;
  pixels?: readonly number[] | undefined;
  channels?: readonly number[] | undefined;
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

type Reference = readonly [collection: (typeof pointedAt)[number], id: number];

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
  for (const collection of pointedAt) {
    const records = new Map<number, Restored>();
    there.set(collection, records);
    for (const found of backup.records.get(collection) ?? []) {
      records.set(found.id, found);
      await pause();
    }
  }
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
  return {
    includes,
    needed: count,
    isForeign(collection, id) {
      const here: Restored | undefined = store.table(collection).get(id);
      const found = there.get(collection)?.get(id);
      return here !== undefined && (found === undefined || madeAt(found) !== madeAt(here));
    },
  };
}

/**
 * A record without the campaign, pixels and channels that its IDs name here and not in the backup: the
 * author of a file could send visitors of a public campaign to other destinations. `faults` are the
 * fields that lose something.
 */
export function withoutForeign(
  choice: Choice,
  collection: Collection,
  found: Restored,
  here: Restored | undefined,
): { readonly record: Restored; readonly faults: readonly string[] } {
  if (collection !== "links" && collection !== "qrCodes" && collection !== "bioPages") {
    return { record: found, faults: [] };
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all three have these keys
  const [former, wanted] = [here, found] as [Pointing | undefined, Pointing];
  const { campaign, ...rest } = wanted;
  const isLost =
    campaign !== undefined &&
    campaign !== former?.campaign &&
    choice.isForeign("campaigns", campaign);
  const faults = isLost ? ["campaign"] : [];
  const record: Pointing = isLost ? { ...rest } : { ...wanted };
  for (const field of ["pixels", "channels"] as const) {
    const ids = wanted[field] ?? [];
    const own = ids.filter(
      (id) => former?.[field]?.includes(id) === true || !choice.isForeign(field, id),
    );
    if (own.length === ids.length) continue;
    faults.push(field);
    if (own.length > 0) record[field] = own;
    else delete record[field];
  }
  return { record, faults };
}
