import { queryClient } from "../../app/client/api.ts";

export type RecordId = number | string;

/** What a list shows, as its address has it. */
export interface ListSearch {
  readonly q: string;
  /** "": the list's own. */
  readonly order: string;
  /** "": the order's own. */
  readonly direction: "asc" | "desc" | "";
  readonly filter: Readonly<Record<string, string>>;
}

export interface RecordPage<Item> {
  readonly total: number;
  readonly items: readonly Item[];
}

interface PagePlace {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** Where a list has its records from; the same object from one drawing to the next. */
export interface RecordSource<Item> {
  /** Begins the keys of its queries: what makes those stale shows a change at once. */
  readonly key: string;
  readonly page: (
    search: ListSearch,
    place: PagePlace,
    signal: AbortSignal,
  ) => Promise<RecordPage<Item>>;
  /** These records, ids joined by commas, with all that their rows show; absent: pages have it. */
  readonly details?: (ids: string, signal: AbortSignal) => Promise<readonly Item[]>;
  readonly perPage?: number;
}

/** Records that a request of a list asks for. */
const recordsPerPage = 200;

export function perPageOf<Item>({
  perPage = recordsPerPage,
}: Pick<RecordSource<Item>, "perPage">): number {
  return perPage;
}

/** What is asked of the service: without what holds anyway. */
export function searchParamsOf({
  q,
  order,
  direction,
  filter,
}: ListSearch): Record<string, string> {
  return {
    ...filter,
    ...(q === "" ? {} : { q }),
    ...(order === "" ? {} : { order }),
    ...(direction === "" ? {} : { direction }),
  };
}

/** A list whose pages come from one operation, which searches, sorts and filters by itself. */
export function pagedSource<Item>(
  key: string,
  /** The query is the place of the page, and all that the search asks for. */
  ask: (query: PagePlace, signal: AbortSignal) => Promise<RecordPage<Item>>,
): RecordSource<Item> {
  return {
    key,
    page: (search, place, signal) => ask({ ...searchParamsOf(search), ...place }, signal),
  };
}

/** One text for one search: lists of the same search are the same list. */
export function searchKey({ q, order, direction, filter }: ListSearch): string {
  const names = Object.keys(filter).toSorted();
  return JSON.stringify([q, order, direction, names.map((name) => [name, filter[name]])]);
}

/** The same for the search and its filters alone, in any order. */
export function filterKey(search: ListSearch): string {
  return searchKey({ ...search, order: "", direction: "" });
}

export function isSearched({ q, filter }: ListSearch): boolean {
  return q !== "" || Object.keys(filter).length > 0;
}

export function pageQuery<Item>(source: RecordSource<Item>, search: ListSearch, page: number) {
  return {
    queryKey: [source.key, "rows", searchKey(search), page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      source.page(search, { page, limit: perPageOf(source) }, signal),
  };
}

/** Records from one row of a list to another, both included. */
export async function recordRange<Item>(
  source: RecordSource<Item>,
  search: ListSearch,
  first: number,
  last: number,
): Promise<readonly Item[]> {
  const perPage = perPageOf(source);
  const records: Item[] = [];
  const firstPage = Math.floor(first / perPage);
  for (let page = firstPage; page <= Math.floor(last / perPage); page += 1) {
    const query = pageQuery(source, search, page + 1);
    const { items } = await queryClient.fetchQuery({ ...query, staleTime: Infinity });
    records.push(...items);
  }
  const start = firstPage * perPage;
  return records.slice(first - start, last - start + 1);
}
