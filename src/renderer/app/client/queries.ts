import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { LinkListItem } from "../../../contract/resources/links.ts";
import { api, queryClient } from "./api.ts";
import { timestampNow } from "../../i18n/format.ts";
import { selectOf } from "../../features/links/linkSearch.ts";
import type { ListSearch, RecordPage } from "../../ui/list/recordSource.ts";

/** Milliseconds between looks at what visitors change, while the page is in view. */
const liveEvery = 3_000;

export async function fetchLinks(
  search: ListSearch,
  { limit, page }: { readonly limit: number; readonly page: number },
  signal: AbortSignal,
): Promise<RecordPage<LinkListItem>> {
  const { order, direction } = search;
  const query = {
    ...selectOf(search),
    ...(order === "" ? {} : { order }),
    ...(direction === "" ? {} : { direction }),
    limit,
    page,
  };
  const { data } = await api.call("listLinks", { query }, signal);
  // The other answer of this operation belongs to `short`, which isn't asked here.
  return "urls" in data ? { total: data.result, items: data.urls } : { total: 0, items: [] };
}

export function useService() {
  return useQuery({
    queryKey: ["service"],
    queryFn: async ({ signal }) => (await api.call("getService", {}, signal)).data,
    refetchInterval: liveEvery,
  });
}

/**
 * The account's wall clock in the contract's form, as of the last answer of the service. Cut to its
 * minute (":00"), so that what shows it changes once a minute.
 */
export function useMinute(): string {
  const { data, dataUpdatedAt } = useService();
  const timeZone = data?.timeZone ?? "UTC";
  const minute = Math.floor(dataUpdatedAt / 60_000);
  return useMemo(() => timestampNow(timeZone, new Date(minute * 60_000)), [timeZone, minute]);
}

export function useLatestLinks(limit: number) {
  const search: ListSearch = { q: "", order: "date", direction: "", filter: {} };
  return useQuery({
    queryKey: ["links", "latest", limit],
    queryFn: ({ signal }) => fetchLinks(search, { limit, page: 1 }, signal),
    refetchInterval: liveEvery,
  });
}

export function useLink(id: number) {
  return useQuery({
    queryKey: ["link", id],
    queryFn: ({ signal }) => api.call("getLink", { params: { id } }, signal),
    refetchInterval: liveEvery,
  });
}

/** The account's API key; it is forgotten with the last screen that shows it. */
export function useApiKey() {
  return useQuery({
    queryKey: ["key"],
    queryFn: async ({ signal }) => (await api.call("getKey", {}, signal)).key,
    gcTime: 0,
  });
}

/** Something about links changed: whatever shows them looks again. */
export async function refreshLinks(): Promise<void> {
  await queryClient.refresh(
    ["links"],
    ["link"],
    ["alias"],
    // A tag is there once a link has it.
    ["tags"],
    ["service"],
  );
}
