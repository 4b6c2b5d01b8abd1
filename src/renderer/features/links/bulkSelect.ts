import type { BulkSelect } from "../../ui/list/bulk/useBulkRun.ts";
import type { Chosen } from "../../ui/list/table/selection.ts";
import { selectOf } from "./linkSearch.ts";

/** "Everything" is said in so many words: a filter of nothing selects nothing more. */
export function bulkSelectOf(chosen: Chosen): BulkSelect {
  if ("ids" in chosen) return { ids: chosen.ids.map(Number) };
  const filter = selectOf(chosen.search);
  return Object.keys(filter).length === 0 ? { all: true } : { filter };
}
