import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "../../messages/announcements.ts";
import { showFailure } from "../../messages/toasts.tsx";
import {
  filterKey,
  type ListSearch,
  type RecordId,
  recordRange,
  type RecordSource,
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
  readonly has: (id: RecordId) => boolean;
  /** The same for as long as the list is there, so that no row is drawn again for them. */
  readonly row: RowSelection;
  /** Where the next extension begins, if nothing is selected yet, nor being selected. */
  readonly beginAt: (row: number) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
  readonly chosen: Chosen;
}

/** What was selected where the list was left. */
export interface LeftSelection {
  /** The search it was selected in. */
  readonly of: string;
  readonly ids: ReadonlySet<RecordId>;
  readonly isAll: boolean;
}

/** From where a selection began to another row, in whichever order; "all": the whole list. */
export function rangeBetween(
  anchor: number,
  row: number,
  total: number,
): "all" | readonly [first: number, last: number] {
  const first = Math.min(anchor, row);
  const last = Math.max(anchor, row);
  return first === 0 && last === total - 1 && last > first ? "all" : [first, last];
}

export function toggled(ids: ReadonlySet<RecordId>, id: RecordId): ReadonlySet<RecordId> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Records that are selected: one by one, or all that match. Another search or filter clears them. */
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
  const { t } = useTranslation();
  const of = filterKey(search);
  const [ids, setIds] = useState<ReadonlySet<RecordId>>(() =>
    left?.of === of ? left.ids : new Set(),
  );
  const [isAll, setAll] = useState(left?.of === of && left.isAll);
  const anchor = useRef(0);
  const extended = useRef(0);
  /** Which extension is under way; 0: none. */
  const extending = useRef(0);
  const latest = useRef({ source, search, total, idOf, isAll });
  useLayoutEffect(() => {
    latest.current = { source, search, total, idOf, isAll };
    keep({ of, ids, isAll });
  });

  const selectAll = useCallback(() => {
    setIds(new Set());
    setAll(true);
  }, []);
  const clear = useCallback(() => {
    extended.current += 1;
    extending.current = 0;
    setIds(new Set());
    setAll(false);
  }, []);
  const count = isAll ? total : ids.size;
  const selectedIn = useRef(of);
  useLayoutEffect(() => {
    if (selectedIn.current === of) return;
    selectedIn.current = of;
    if (count > 0) announce(t("list.selectionCleared"));
    clear();
  }, [of, count, clear, t]);
  const takeRange = useCallback((first: number, last: number, but?: RecordId) => {
    const { source: from, search: searched, idOf: nameId } = latest.current;
    extended.current += 1;
    const mine = extended.current;
    extending.current = mine;
    void (async () => {
      try {
        const range = await recordRange(
          from,
          searched,
          first,
          Math.min(last, first + mostByIds - 1),
        );
        // Another step of the keys may have been made since.
        if (mine !== extended.current) return;
        const next = new Set(range.map(nameId));
        if (but !== undefined) next.delete(but);
        setAll(false);
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
      const { isAll: wasAll, total: matching } = latest.current;
      // All but one: as far as records are named one by one.
      if (wasAll) return takeRange(0, matching - 1, id);
      setAll(false);
      setIds((now) => toggled(now, id));
    },
    [takeRange],
  );
  const extendTo = useCallback(
    (row: number) => {
      const range = rangeBetween(anchor.current, row, latest.current.total);
      if (range === "all") selectAll();
      else takeRange(...range);
    },
    [selectAll, takeRange],
  );
  const beginAt = useCallback((row: number) => {
    if (extending.current === 0) anchor.current = row;
  }, []);
  const row = useMemo(() => ({ toggle, extendTo }), [toggle, extendTo]);
  return useMemo(
    () => ({
      row,
      count,
      isAll,
      has: (id: RecordId) => isAll || ids.has(id),
      beginAt,
      selectAll,
      clear,
      chosen: isAll ? { count, search } : { count, ids: [...ids] },
    }),
    [isAll, ids, count, search, row, beginAt, selectAll, clear],
  );
}
