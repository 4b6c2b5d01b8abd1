import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../app/client/api.ts";
import { addDays } from "../../i18n/days.ts";
import type { FilterInput } from "../links/linkSearch.ts";
import type { Range, Step } from "./range.ts";
import type { Bots, Breakdown, VisitorFilter } from "./useStatisticsSearchParams.ts";
import type { DownloadedFile, Input } from "../../app/client/client.ts";

/** Whose clicks are meant: nothing is everything. */
export type Scope = { readonly link: number } | { readonly qr: number } | FilterInput;

/** Milliseconds between looks at numbers that may grow, and at a reading that is under way. */
const liveEvery = 5_000;
const readingEvery = 400;

export interface StatisticsRequest {
  readonly scope: Scope;
  readonly range: Range;
  readonly step: Step;
  readonly filter: VisitorFilter;
  readonly bots: Bots;
}

type Query = NonNullable<Input<"getStatistics">["query"]>;

function queryOf({ scope, range, step, filter, bots }: StatisticsRequest): Query {
  return {
    ...scope,
    ...filter,
    from: `${range.from} 00:00:00`,
    to: `${range.to} 23:59:59`,
    // Weeks and months are the reader's, and joined from days.
    by: step === "hour" ? "hour" : "day",
    ...(bots === "out" ? {} : { bots }),
  };
}

/** Whether the counters alone can answer. */
function isCounted({ filter, bots }: StatisticsRequest): boolean {
  return bots === "out" && Object.keys(filter).length === 0;
}

async function fetchStatistics(query: Query, signal: AbortSignal) {
  const { statistics } = await api.call("getStatistics", { query }, signal);
  return statistics;
}
export type Statistics = Awaited<ReturnType<typeof fetchStatistics>>;

/** The counters' sums, at once; with filters what the kept lines say, while it is read and then. */
export function useStatistics(
  request: StatisticsRequest,
  { isEnabled = true, isRead = true, grows = true } = {},
) {
  const query = queryOf(request);
  const queryKey = ["statistics", "sums", query] as const;
  useReadingUpTo(queryKey);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      fetchStatistics(isCounted(request) ? query : { ...query, wait: 0 }, signal),
    enabled: isEnabled && (isRead || isCounted(request)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      if (state.data?.reading != null) return readingEvery;
      return grows ? liveEvery : false;
    },
  });
}

/** What only single visits tell: visitors of the range, its lists and its week. */
export function useVisits(request: StatisticsRequest, { isEnabled = true, grows = true } = {}) {
  const query = { ...queryOf(request), lines: true, wait: 0 };
  const queryKey = ["statistics", "visits", query] as const;
  useReadingUpTo(queryKey);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchStatistics(query, signal),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      if (state.data?.reading != null) return readingEvery;
      return grows ? 2 * liveEvery : false;
    },
  });
}

const emptyRequest: StatisticsRequest = {
  scope: {},
  range: { from: "2000-01-01", to: "2000-01-01" },
  step: "day",
  filter: {},
  bots: "out",
};

/** The lists without the filter of one of them; undefined where none is set, and until they are there. */
export function useUnfiltered(
  request: StatisticsRequest | null,
  breakdown: Breakdown,
): Statistics["lists"] | undefined {
  const { [breakdown]: chosen, ...filter } = request?.filter ?? {};
  const isSet = request !== null && chosen !== undefined;
  // Where nothing is asked it has a question of its own, so that it ends nobody’s reading.
  const { data } = useVisits({ ...(isSet ? request : emptyRequest), filter }, { isEnabled: isSet });
  return isSet && data?.reading === null ? data.lists : undefined;
}

/** What nobody looks at any more isn't read on: the next question would wait for it. */
function useReadingUpTo(queryKey: readonly unknown[]): void {
  const queries = useQueryClient();
  const key = JSON.stringify(queryKey);
  useEffect(
    () => () => {
      const reading = queries.getQueryData<Statistics>(queryKey)?.reading ?? null;
      // It ends by itself where the service doesn't hear of it.
      if (reading !== null) cancelReading(reading.id).catch(() => undefined);
    },
    // oxlint-disable-next-line react/exhaustive-deps -- the key is another object each time
    [queries, key],
  );
}

/** Step by step with visitors and bots, as a file. */
export async function downloadSteps(request: StatisticsRequest): Promise<DownloadedFile> {
  const query = { ...queryOf(request), lines: true, what: "clicks", bom: true } as const;
  return api.download("exportStatistics", { query });
}

export async function cancelReading(id: number): Promise<void> {
  await api.call("cancelStatistics", { query: { reading: id } });
}

export function useLastClicks(scope: Scope) {
  return useQuery({
    queryKey: ["statistics", "last", scope],
    queryFn: ({ signal }) => api.call("getLastClicks", { query: { ...scope, limit: 10 } }, signal),
    refetchInterval: liveEvery,
    placeholderData: keepPreviousData,
  });
}

export function useTopClicks(scope: Scope, { from, to }: Range) {
  const query = { ...scope, from: `${from} 00:00:00`, to: `${to} 23:59:59`, limit: 10 };
  return useQuery({
    queryKey: ["statistics", "top", query],
    queryFn: ({ signal }) => api.call("getTopClicks", { query }, signal),
    refetchInterval: 12 * liveEvery,
    placeholderData: keepPreviousData,
  });
}

export function useMovers(scope: Scope, days: 7 | 30 | 90) {
  return useQuery({
    queryKey: ["statistics", "movers", scope, days],
    queryFn: ({ signal }) => api.call("getMovers", { query: { ...scope, days } }, signal),
    refetchInterval: 12 * liveEvery,
    placeholderData: keepPreviousData,
  });
}

/** More of them are no landmarks any more. */
const mostCreated = 100;

/** Aliases of the links that were created on each day of a range. */
export function useCreatedLinks(scope: Scope, { from, to }: Range, isEnabled: boolean) {
  const of = "link" in scope ? { ids: String(scope.link) } : scope;
  const query = {
    ...of,
    archived: "all",
    madeAfter: `${from} 00:00:00`,
    madeBefore: `${addDays(to, 1)} 00:00:00`,
    limit: mostCreated,
  } as const;
  const { data } = useQuery({
    queryKey: ["links", "created", query],
    queryFn: async ({ signal }) => {
      const { data: found } = await api.call("listLinks", { query }, signal);
      return "urls" in found && found.result <= mostCreated ? found.urls : [];
    },
    enabled: isEnabled && !("qr" in scope),
    staleTime: 60_000,
  });
  return Map.groupBy(data ?? [], ({ date }) => date.slice(0, 10));
}
