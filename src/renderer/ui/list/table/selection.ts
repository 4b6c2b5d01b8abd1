import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { showFailure } from "../../messages/toasts.tsx";
import {
  type ListSearch,
  type RecordId,
  recordRange,
  type RecordSource,
  searchKey,
} from "../recordSource.ts";

/** What is done to many: records one by one, or all that a search finds. */
export type Chosen = { readonly count: number } & (
  | { readonly ids: readonly RecordId[] }
  | { readonly search: ListSearch }
);

/** The most records that are taken by their ids. */
export const mostByIds = 10_000;

export interface RowSelection {
  toggle(id: RecordId, row: number): void;
  /** Selects from where the selection began to this row. */
  extendTo(row: number): void;
}

export interface Selection {
  readonly count: number;
  /** Whether all that match are selected, in view or not. */
  readonly isAll: boolean;
  /** Whether all of another search are: none of them need be in view. */
  readonly isElsewhere: boolean;
  readonly ids: ReadonlySet<RecordId>;
  readonly has: (id: RecordId) => boolean;
  /** The same for as long as the list is there, so that no row is drawn again for them. */
  readonly row: RowSelection;
  /** Where the next extension begins, if nothing is selected yet, nor being selected. */
  readonly beginAt: (row: number) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
  readonly chosen: Chosen;
}

interface All {
  readonly search: ListSearch;
  readonly count: number;
}

/** What was selected where the list was left. */
export interface LeftSelection {
  readonly ids: ReadonlySet<RecordId>;
  readonly all: All | null;
}

/** Records that are selected: one by one, or all that the list shows. A change of the filter keeps them. */
export function useSelection<Item>({
  source,
  search,
  total,
  idOf,
  left,
  keep,
}: {
  readonly source: RecordSource<Item>;
  readonly search: ListSearch;
  readonly total: number;
  readonly idOf: (item: Item) => RecordId;
  readonly left: LeftSelection | undefined;
  /** Told of every change, for whoever comes back. */
  readonly keep: (left: LeftSelection) => void;
}): Selection {
  const [ids, setIds] = useState<ReadonlySet<RecordId>>(() => left?.ids ?? new Set());
  const [all, setAll] = useState<All | null>(() => left?.all ?? null);
  const anchor = useRef(0);
  const extended = useRef(0);
  /** Which extension is under way; 0: none. */
  const extending = useRef(0);
  const key = searchKey(search);
  const isAll = all !== null && searchKey(all.search) === key;
  const latest = useRef({ source, search, total, idOf, isAll });
  useLayoutEffect(() => {
    latest.current = { source, search, total, idOf, isAll };
    keep({ ids, all });
  });

  const selectAll = useCallback(() => {
    setIds(new Set());
    setAll({ search: latest.current.search, count: latest.current.total });
  }, []);
  const takeRange = useCallback((first: number, last: number, but?: RecordId) => {
    const { source: from, search: of, idOf: nameId } = latest.current;
    extended.current += 1;
    const mine = extended.current;
    extending.current = mine;
    void (async () => {
      try {
        const range = await recordRange(from, of, first, Math.min(last, first + mostByIds - 1));
        // Another step of the keys may have been made since.
        if (mine !== extended.current) return;
        const next = new Set(range.map(nameId));
        if (but !== undefined) next.delete(but);
        setAll(null);
        setIds(next);
      } catch (error) {
        showFailure(error);
      } finally {
        if (mine === extending.current) extending.current = 0;
      }
    })();
  }, []);
  const toggle = useCallback(
    (id: RecordId, row: number) => {
      anchor.current = row;
      const { isAll: wasAll, total: count } = latest.current;
      // All but one: as far as records are named one by one.
      if (wasAll) return takeRange(0, count - 1, id);
      setAll(null);
      setIds((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    },
    [takeRange],
  );
  const extendTo = useCallback(
    (row: number) => {
      const first = Math.min(anchor.current, row);
      const last = Math.max(anchor.current, row);
      const isWhole = first === 0 && last === latest.current.total - 1 && last > first;
      if (isWhole) selectAll();
      else takeRange(first, last);
    },
    [selectAll, takeRange],
  );
  const beginAt = useCallback((row: number) => {
    if (extending.current === 0) anchor.current = row;
  }, []);
  const clear = useCallback(() => {
    extended.current += 1;
    extending.current = 0;
    setIds(new Set());
    setAll(null);
  }, []);
  const row = useMemo(() => ({ toggle, extendTo }), [toggle, extendTo]);
  return useMemo(() => {
    const count = all === null ? ids.size : isAll ? total : all.count;
    return {
      row,
      count,
      isAll,
      isElsewhere: all !== null && !isAll,
      ids,
      has: (id: RecordId) => isAll || ids.has(id),
      beginAt,
      selectAll,
      clear,
      chosen: all === null ? { count, ids: [...ids] } : { count, search: all.search },
    };
  }, [all, isAll, ids, total, row, beginAt, selectAll, clear]);
}
