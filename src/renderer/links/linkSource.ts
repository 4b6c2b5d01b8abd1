import type { LinkListItem } from "../../contract/links.ts";
import { api, queryClient } from "../api.ts";
import { fetchLinks } from "../queries.ts";
import type { ListSearch, RecordId, RecordSource } from "../list/recordSource.ts";
import { selectOf } from "./linkSearch.ts";

/** Ids that one request names. */
const idsPerRequest = 200;

export const linkSource: RecordSource<LinkListItem> = {
  key: "links",
  page: fetchLinks,
  some: async (ids, signal) => {
    const query = { ids: ids.join(","), archived: "all", limit: idsPerRequest };
    const { data } = await api.call("listLinks", { query }, signal);
    return "urls" in data ? data.urls : [];
  },
  // The latest change of any record; where clicks say what is listed and in which order, those too.
  revision: async ({ order, filter }, signal) => {
    const { data } = await api.call("listChanges", { query: { limit: 1 } }, signal);
    const change = String(data.changes[0]?.id ?? 0);
    const isOfClicks =
      order === "click" ||
      order === "lastclick" ||
      ["minClicks", "maxClicks", "noClicksSince"].some((name) => filter[name] !== undefined);
    if (!isOfClicks) return change;
    const service = await queryClient.fetchQuery({
      queryKey: ["service"],
      queryFn: async () => (await api.call("getService", {}, signal)).data,
    });
    return `${change} ${service.clicksToday}`;
  },
};

/** The most selected links that are looked for among those that a search finds. */
const mostLookedFor = 2_000;

/** How many of some links a search finds; null: too many to ask. */
export async function countFitting(
  search: ListSearch,
  ids: readonly RecordId[],
  signal: AbortSignal,
): Promise<number | null> {
  if (ids.length > mostLookedFor) return null;
  let count = 0;
  for (let start = 0; start < ids.length; start += idsPerRequest) {
    const some = ids.slice(start, start + idsPerRequest).join(",");
    const query = { ...selectOf(search), ids: some, limit: 1 };
    const { data } = await api.call("listLinks", { query }, signal);
    if ("urls" in data) count += data.result;
  }
  return count;
}
