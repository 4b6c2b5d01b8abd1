import type { WatchedTable } from "../store.ts";
import { createTable, type RecordTable } from "./recordTable.ts";

export type WatchedRecordTable<Item> = RecordTable<Item> & WatchedTable<Item>;

/** A table that tells of each record that comes, changes or goes. */
export function createWatchedTable<
  Item extends { readonly id: number },
>(): WatchedRecordTable<Item> {
  const table = createTable<Item>();
  const watching: ((former: Item | undefined, next: Item | undefined) => void)[] = [];

  function tell(former: Item | undefined, next: Item | undefined): void {
    for (const told of watching) told(former, next);
  }

  return {
    get size() {
      return table.size;
    },
    get: (id) => table.get(id),
    newest: (offset, limit) => table.newest(offset, limit),
    values: () => table.values(),
    ids: () => table.ids(),
    all: () => table.all(),
    put(record) {
      const former = table.put(record);
      tell(former, record);
      return former;
    },
    remove(id) {
      const former = table.remove(id);
      if (former !== undefined) tell(former, undefined);
      return former;
    },
    watch: (told) => void watching.push(told),
  };
}
