import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { queryClient } from "../../app/client/api.ts";
import {
  type ListSearch,
  pageQuery,
  perPageOf,
  type RecordId,
  type RecordPage,
  type RecordSource,
  searchKey,
} from "./recordSource.ts";

/** Milliseconds between looks at what others and visitors change, while the list is in view. */
const lookEvery = 10_000;

/** Milliseconds in view before what a row lacks is asked for: what only passes by isn't. */
const settleTime = 150;

/** Milliseconds for which pages out of view are kept. */
const keptFor = 60_000;

/** What changed since the rows were put in order: they stay where they are until it is asked for. */
export interface Staleness {
  /** Records that came; fewer than none: that went. */
  readonly added: number;
  readonly isMoved: boolean;
}

interface PageQueryState {
  readonly state: { readonly dataUpdatedAt: number };
}

/** Pages from before this list was opened are looked at again; those since stay as they are. */
function freshSince(openedAt: number) {
  return ({ state }: PageQueryState) => (state.dataUpdatedAt < openedAt ? 0 : Infinity);
}

/** The first page of a search; what was shown stays until it is there. */
export function useListHead<Item>(source: RecordSource<Item>, search: ListSearch) {
  const [openedAt] = useState(Date.now);
  const head = useQuery({
    ...pageQuery(source, search, 1),
    placeholderData: keepPreviousData,
    staleTime: freshSince(openedAt),
    gcTime: keptFor,
    // Where there are no rows yet, nobody else looks for what others make.
    refetchInterval: ({ state }) => (state.data?.total === 0 ? lookEvery : false),
  });
  const [shown, setShown] = useState<ListSearch | null>(null);
  const isThere = head.data !== undefined && !head.isPlaceholderData;
  if (isThere && (shown === null || searchKey(shown) !== searchKey(search))) setShown(search);
  // What was shown stays where the next answer doesn't come.
  const before =
    shown === null
      ? undefined
      : queryClient.getQueryData<RecordPage<Item>>(pageQuery(source, shown, 1).queryKey);
  return {
    head,
    openedAt,
    shown: isThere ? search : shown,
    total: (head.data ?? before)?.total,
    /** Whether it is of the search that is asked. */
    isThere,
  };
}

/** The records of the pages that are in view. */
export function usePages<Item>(
  source: RecordSource<Item>,
  search: ListSearch,
  pages: readonly number[],
  openedAt: number,
) {
  const perPage = perPageOf(source);
  const answers = useQueries({
    queries: pages.map((page) => ({
      ...pageQuery(source, search, page),
      staleTime: freshSince(openedAt),
      gcTime: keptFor,
    })),
  });
  return {
    itemAt: (index: number): Item | undefined => {
      const place = pages.indexOf(Math.floor(index / perPage) + 1);
      return answers[place]?.data?.items[index % perPage];
    },
    failed: answers.find(({ isError, data }) => isError && data === undefined),
  };
}

interface Fresh {
  readonly of: string;
  readonly at: number;
  readonly total: number;
  readonly ids: readonly RecordId[];
}

/**
 * Looks at what is in view now and then: numbers change in place, the order doesn't. What can be
 * asked by its ids is; whether anything came or moved is asked only where it may have.
 */
export function useStaleness<Item>({
  source,
  search,
  idOf,
  inView,
  pages,
}: {
  readonly source: RecordSource<Item>;
  readonly search: ListSearch;
  readonly idOf: (item: Item) => RecordId;
  readonly inView: readonly Item[];
  readonly pages: readonly number[];
}): Staleness | null {
  const key = searchKey(search);
  const [fresh, setFresh] = useState<Fresh | null>(null);
  const latest = useRef({ search, idOf, inView, pages });
  useLayoutEffect(() => {
    latest.current = { search, idOf, inView, pages };
  });
  useEffect(() => {
    const leaving = new AbortController();
    let revision: string | null = null;
    let isLooking = false;
    const look = async () => {
      const { search: of, idOf: nameId, inView: seen, pages: seenPages } = latest.current;
      const { signal } = leaving;
      const limit = perPageOf(source);
      if (source.some !== undefined && seen.length > 0)
        putInPlace(source, of, nameId, await source.some(seen.map(nameId), signal));
      const now = (await source.revision?.(of, signal)) ?? null;
      if (now !== null && now === revision) return;
      const at = Date.now();
      const wanted = source.some === undefined ? [...new Set([1, ...seenPages])] : [1];
      const found = await Promise.all(
        wanted.map((page) => source.page(of, { page, limit }, signal)),
      );
      revision = now;
      for (const { items } of found) putInPlace(source, of, nameId, items);
      const [head] = found;
      if (head !== undefined)
        setFresh({ of: key, at, total: head.total, ids: head.items.map(nameId) });
    };
    const start = () => {
      if (isLooking || document.visibilityState === "hidden") return;
      isLooking = true;
      void look()
        // What was shown stays; that the service doesn't answer is said by the window itself.
        .catch(() => undefined)
        .finally(() => {
          isLooking = false;
        });
    };
    const timer = setInterval(start, lookEvery);
    addEventListener("focus", start);
    return () => {
      leaving.abort();
      clearInterval(timer);
      removeEventListener("focus", start);
    };
  }, [source, key]);

  const { some, isWhole } = source;
  useEffect(() => {
    if (some === undefined || isWhole === undefined) return;
    const parts = inView.filter((item) => !isWhole(item));
    if (parts.length === 0) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      void some(parts.map(idOf), leaving.signal)
        .then((whole) => putInPlace(source, search, idOf, whole))
        // The next look asks again.
        .catch(() => undefined);
    }, settleTime);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  });

  const queryKey = pageQuery(source, search, 1).queryKey;
  const state = queryClient.getQueryState<RecordPage<Item>>(queryKey);
  if (fresh === null || fresh.of !== key || state?.data === undefined) return null;
  // The rows were put in order since.
  if (fresh.at <= state.dataUpdatedAt) return null;
  return stalenessOf(state.data.total, state.data.items.map(idOf), fresh);
}

function stalenessOf(total: number, shown: readonly RecordId[], fresh: Fresh): Staleness | null {
  const known = new Set(shown);
  const still = new Set(fresh.ids);
  const before = shown.filter((id) => still.has(id));
  const after = fresh.ids.filter((id) => known.has(id));
  const isMoved = before.some((id, place) => id !== after[place]);
  const added = fresh.total - total;
  return added === 0 && !isMoved && before.length === shown.length ? null : { added, isMoved };
}

/** Records as they are now, in the places that they have in the list. */
function putInPlace<Item>(
  source: RecordSource<Item>,
  search: ListSearch,
  idOf: (item: Item) => RecordId,
  items: readonly Item[],
): void {
  const byId = new Map(items.map((item) => [idOf(item), item]));
  const queries = queryClient
    .getQueryCache()
    .findAll({ queryKey: [source.key, "rows", searchKey(search)] });
  for (const { queryKey, state } of queries) {
    queryClient.setQueryData<RecordPage<Item>>(
      queryKey,
      (page) =>
        page !== undefined && page.items.some((item) => byId.has(idOf(item)))
          ? { ...page, items: page.items.map((item) => byId.get(idOf(item)) ?? item) }
          : page,
      { updatedAt: state.dataUpdatedAt },
    );
  }
}
