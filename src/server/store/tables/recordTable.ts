import type { Table } from "../store.ts";

/** A table as the store itself sees it. */
export interface RecordTable<Item> extends Table<Item> {
  /** Puts a record in, and returns the one it replaced. */
  put(record: Item): Item | undefined;
  remove(id: number): Item | undefined;
  /** The records of this moment, lowest ID first; they don't change, so neither does the list. */
  all(): Item[];
}

export function createTable<Item extends { readonly id: number }>(): RecordTable<Item> {
  const records = new Map<number, Item>();
  /** Lowest first; null: to be sorted again. New records nearly always have the highest ID. */
  let ids: number[] | null = [];
  const watchers: ((former: Item | undefined, next: Item | undefined) => void)[] = [];

  const sortedIds = () => (ids ??= [...records.keys()].toSorted((one, other) => one - other));
  const found = (some: readonly number[]) => some.flatMap((id) => records.get(id) ?? []);

  function changed(former: Item | undefined, next: Item | undefined): void {
    for (const watcher of watchers) watcher(former, next);
  }

  return {
    get size() {
      return records.size;
    },
    get: (id) => records.get(id),
    newest(offset, limit) {
      const sorted = sortedIds();
      const end = Math.max(0, sorted.length - offset);
      return found(sorted.slice(Math.max(0, end - limit), end).toReversed());
    },
    *values() {
      for (const id of sortedIds()) {
        const record = records.get(id);
        if (record !== undefined) yield record;
      }
    },
    ids: () => Float64Array.from(sortedIds()),
    put(record) {
      const former = records.get(record.id);
      records.set(record.id, record);
      if (former === undefined && ids !== null) {
        if ((ids.at(-1) ?? 0) < record.id) ids.push(record.id);
        else ids = null;
      }
      changed(former, record);
      return former;
    },
    remove(id) {
      const former = records.get(id);
      if (former === undefined) return undefined;
      records.delete(id);
      ids = null;
      changed(former, undefined);
      return former;
    },
    watch: (watcher) => void watchers.push(watcher),
    all: () => found(sortedIds()),
  };
}
