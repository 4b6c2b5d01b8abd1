import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";
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

/** Milliseconds between refreshes of what others and visitors change. */
const refreshEvery = 10_000;

/** Milliseconds in view before a row's details are fetched: rows that are only scrolled past get none. */
const settleTime = 150;

/** Milliseconds for which pages out of view are cached. */
const cachedFor = 60_000;

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
    gcTime: cachedFor,
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
  idOf: (item: Item) => RecordId,
  rows: readonly number[],
  openedAt: number,
) {
  const perPage = perPageOf(source);
  const pages = [...new Set(rows.map((index) => Math.floor(index / perPage) + 1))];
  const answers = useQueries({
    queries: pages.map((page) => ({
      ...pageQuery(source, search, page),
      staleTime: freshSince(openedAt),
      gcTime: cachedFor,
    })),
  });
  const listedAt = (index: number): Item | undefined => {
    const place = pages.indexOf(Math.floor(index / perPage) + 1);
    return answers[place]?.data?.items[index % perPage];
  };
  const inView = rows.flatMap((index) => listedAt(index) ?? []).map(idOf);
  const details = useDetails(source, idOf, inView);
  return {
    itemAt: (index: number): Item | undefined => {
      const listed = listedAt(index);
      return listed === undefined ? undefined : (details?.get(idOf(listed)) ?? listed);
    },
    failed: answers.find(({ isError, data }) => isError && data === undefined),
  };
}

/** What pages lack or may be behind with, for the records in view: refreshed in place. */
function useDetails<Item>(
  { key, details }: RecordSource<Item>,
  idOf: (item: Item) => RecordId,
  inView: readonly RecordId[],
): ReadonlyMap<RecordId, Item> | undefined {
  const [named] = useDebouncedValue(inView.join(), settleTime);
  const { data } = useQuery({
    queryKey: [key, "details", named],
    enabled: details !== undefined && named !== "",
    queryFn: async ({ signal }) => {
      const items = (await details?.(named, signal)) ?? [];
      return new Map(items.map((item) => [idOf(item), item]));
    },
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery,
    gcTime: 0,
    structuralSharing: false,
  });
  return data;
}

/** Refreshes the rows while nobody is at them: nothing moves under a pointer, a focus or a selection. */
export function useRefresh<Item>(
  { key }: RecordSource<Item>,
  frame: RefObject<HTMLElement | null>,
  isHeld: boolean,
): void {
  useEffect(() => {
    if (isHeld) return;
    const timer = setInterval(() => {
      if (!document.hidden && !isInUse(frame.current)) void queryClient.refresh([key, "rows"]);
    }, refreshEvery);
    return () => clearInterval(timer);
  }, [key, frame, isHeld]);
}

function isInUse(frame: HTMLElement | null): boolean {
  const grid = frame?.querySelector('[role="grid"]');
  if (grid == null) return false;
  const isAtHand = grid.matches(":hover") || (document.hasFocus() && grid.matches(":focus-within"));
  return isAtHand || document.querySelector('[role="dialog"], [role="menu"]') !== null;
}
