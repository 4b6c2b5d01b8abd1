import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { fetchLinkRange } from "../queries.ts";
import { showFailure } from "../shell/toasts.tsx";
import type { RowSelection } from "./LinkRow.tsx";
import { type AskedFilter, type LinkSearch, searchKey, selectOf } from "./linkSearch.ts";

/** What a bulk change is done to. */
export type Chosen = { readonly ids: readonly number[] } | { readonly filter: AskedFilter };

export interface Selection {
  readonly count: number;
  /** Whether all that match are selected, in view or not. */
  readonly isAll: boolean;
  readonly has: (id: number) => boolean;
  readonly toggle: (id: number, row: number) => void;
  /** Selects from where the selection began to this row. */
  readonly extendTo: (row: number) => void;
  /** Those two, the same for as long as the list is there, so that no row is drawn again for them. */
  readonly row: RowSelection;
  /** Where the next extension begins, if nothing is selected yet. */
  readonly beginAt: (row: number) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
  readonly chosen: Chosen;
}

/** Links that are selected: one by one, or all that the list shows. A change of the filter keeps them. */
export function useSelection(search: LinkSearch, total: number): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [all, setAll] = useState<{ readonly of: string } | null>(null);
  const anchor = useRef(0);
  const extended = useRef(0);
  const key = searchKey(search);
  const isAll = all !== null && all.of === key;
  const latest = useRef({ search, isAll, key });
  useLayoutEffect(() => {
    latest.current = { search, isAll, key };
  });

  const toggle = useCallback((id: number, row: number) => {
    anchor.current = row;
    setAll(null);
    setIds((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const extendTo = useCallback((row: number) => {
    const first = Math.min(anchor.current, row);
    const last = Math.max(anchor.current, row);
    extended.current += 1;
    const mine = extended.current;
    void (async () => {
      try {
        const range = await fetchLinkRange(latest.current.search, first, last);
        // Another step of the keys may have been made since.
        if (mine !== extended.current) return;
        setAll(null);
        setIds(new Set(range.map(({ id }) => id)));
      } catch (error) {
        showFailure(error);
      }
    })();
  }, []);
  const beginAt = useCallback((row: number) => {
    anchor.current = row;
  }, []);
  const selectAll = useCallback(() => {
    setIds(new Set());
    setAll({ of: latest.current.key });
  }, []);
  const clear = useCallback(() => {
    setIds(new Set());
    setAll(null);
  }, []);
  const row = useMemo(() => ({ toggle, extendTo }), [toggle, extendTo]);
  return useMemo(
    () => ({
      row,
      count: isAll ? total : ids.size,
      isAll,
      has: (id: number) => isAll || ids.has(id),
      toggle,
      extendTo,
      beginAt,
      selectAll,
      clear,
      chosen: isAll ? { filter: selectOf(search) } : { ids: [...ids] },
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- `key` says which search it is
    [isAll, ids, total, key, row, toggle, extendTo, beginAt, selectAll, clear],
  );
}
