import { showFailure } from "../../messages/toasts.tsx";
import type { BulkAction } from "../bulk/BulkBar.tsx";
import { type RecordId, recordRange, type RecordSource } from "../recordSource.ts";
import { type Chosen, mostByIds } from "../table/selection.ts";

/** Does something with what is selected, by its ids at that moment. */
export function withChosen<Item>(
  source: RecordSource<Item>,
  idOf: (item: Item) => RecordId,
  run: (ids: readonly RecordId[], clear: () => void) => void,
): BulkAction["run"] {
  return (chosen, { clear }) => {
    chosenIds(source, idOf, chosen).then((ids) => run(ids, clear), showFailure);
  };
}

/** So many at most as are taken one by one. */
async function chosenIds<Item>(
  source: RecordSource<Item>,
  idOf: (item: Item) => RecordId,
  chosen: Chosen,
): Promise<readonly RecordId[]> {
  if ("ids" in chosen) return chosen.ids;
  const last = Math.min(chosen.count, mostByIds) - 1;
  if (last < 0) return [];
  return (await recordRange(source, chosen.search, 0, last)).map(idOf);
}
