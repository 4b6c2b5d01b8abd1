import type { Collection, RecordOf } from "../store/records.ts";
import type { Store, Table } from "../store/store.ts";
import { foldAlias } from "../store/tables/foldAlias.ts";
import { addId, dropId, type IdIndex } from "../../util/idIndex.ts";

interface StoredRecord {
  readonly id: number;
}

export function pixelKey({ type, tag }: Pick<RecordOf<"pixels">, "type" | "tag">): string {
  return `${type}\n${tag}`;
}

/** Collections of which no two records are alike in something that isn't in addresses, and in what. */
const keys = {
  channels: ({ name }: RecordOf<"channels">) => name,
  campaigns: ({ name }: RecordOf<"campaigns">) => name,
  domains: ({ domain }: RecordOf<"domains">) => URL.parse(domain)?.host ?? "",
  views: ({ kind, name }: RecordOf<"views">) => `${kind} ${foldAlias(name)}`,
} as const;

export type Keyed = keyof typeof keys;

/** Those, and pixels, which may be alike. */
const indexed = { ...keys, pixels: pixelKey } as const;

type Indexed = keyof typeof indexed;

export function keyOf(collection: Indexed, record: StoredRecord): string {
  // A union of functions, each of its own collection.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (indexed[collection] as (record: StoredRecord) => string)(record);
}

export function isKeyed(collection: Collection): collection is Keyed {
  return collection in keys;
}

const keptHolders = new WeakMap<object, Map<Indexed, IdIndex>>();

/**
 * Which stored records have a key. Kept up from the first question on: nobody goes through all for
 * each of many.
 */
export function storedHolders(store: Pick<Store, "table">, collection: Indexed): IdIndex {
  const ofStore = keptHolders.get(store) ?? new Map<Indexed, IdIndex>();
  keptHolders.set(store, ofStore);
  const known = ofStore.get(collection);
  if (known !== undefined) return known;
  const holders: IdIndex = new Map();
  ofStore.set(collection, holders);
  const follow = (record: StoredRecord) => addId(holders, keyOf(collection, record), record.id);
  const table: Table<StoredRecord> = store.table(collection);
  for (const record of table.values()) follow(record);
  table.watch((former, next) => {
    if (former !== undefined) dropId(holders, keyOf(collection, former), former.id);
    if (next !== undefined) follow(next);
  });
  return holders;
}
