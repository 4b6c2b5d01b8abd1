import type { LinkListItem } from "../../../contract/links.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { fetchLinks } from "../../app/client/queries.ts";
import type { ListSearch, RecordId, RecordSource } from "../../ui/list/recordSource.ts";
import { selectOf } from "./linkSearch.ts";

/** Ids that one request names. */
const idsPerRequest = 200;

/** A link as the list shows it. */
export interface ListedLink extends LinkListItem {
  /** Clicks of the last days, the oldest first; undefined: not asked yet. */
  readonly days?: readonly number[] | undefined;
}

const daysShown = 30;

/** Clicks of the last days as they were seen last, so that a list that is asked again has them. */
const daysOf = new Map<RecordId, readonly number[]>();
const mostKept = 5_000;

function withDays(link: LinkListItem): ListedLink {
  return { ...link, days: daysOf.get(link.id) };
}

async function lookAtDays(ids: readonly RecordId[], signal: AbortSignal): Promise<void> {
  const query = { ids: ids.join(","), days: daysShown };
  const { links } = await api.call("getSparklines", { query }, signal);
  if (daysOf.size > mostKept) daysOf.clear();
  for (const { id, clicks } of links) daysOf.set(id, clicks);
}

export const linkSource: RecordSource<ListedLink> = {
  key: "links",
  perPage: 100,
  page: async (search, place, signal) => {
    const { total, items } = await fetchLinks(search, place, signal);
    return { total, items: items.map(withDays) };
  },
  some: async (ids, signal) => {
    const query = { ids: ids.join(","), archived: "all", limit: idsPerRequest };
    const [{ data }] = await Promise.all([
      api.call("listLinks", { query }, signal),
      lookAtDays(ids, signal),
    ]);
    return "urls" in data ? data.urls.map(withDays) : [];
  },
  isWhole: ({ days, clicks }) => days !== undefined || clicks === 0,
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
