import type { Table } from "../store/store.ts";

/**
 * Records of a table by what each has, kept up as the table changes. Those with the key null are left out.
 * Several can have one key, as in a document that was edited by hand; the first of them stands first.
 */
export type RecordsByKey<Item> = ReadonlyMap<string, ReadonlyMap<number, Item>>;

export function recordsByKey<Item extends { readonly id: number }>(
  table: Pick<Table<Item>, "values" | "watch">,
  keyOf: (record: Item) => string | null,
): RecordsByKey<Item> {
  const byKey = new Map<string, Map<number, Item>>();

  function follow(record: Item): void {
    const key = keyOf(record);
    if (key === null) return;
    byKey.set(key, (byKey.get(key) ?? new Map<number, Item>()).set(record.id, record));
  }

  function unfollow(record: Item): void {
    const key = keyOf(record);
    if (key === null) return;
    const records = byKey.get(key);
    records?.delete(record.id);
    if (records?.size === 0) byKey.delete(key);
  }

  for (const record of table.values()) follow(record);
  table.watch((former, next) => {
    if (former !== undefined) unfollow(former);
    if (next !== undefined) follow(next);
  });
  return byKey;
}

/** The one that counts of those that have a key. */
export function firstOf<Item>(records: RecordsByKey<Item>, key: string): Item | undefined {
  return records.get(key)?.values().next().value;
}
