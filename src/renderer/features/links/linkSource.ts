import type { LinkListItem } from "../../../contract/resources/links.ts";
import { api } from "../../app/client/api.ts";
import { fetchLinks } from "../../app/client/queries.ts";
import type { RecordId, RecordSource } from "../../ui/list/recordSource.ts";

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
const maxCached = 5_000;

function withDays(link: LinkListItem): ListedLink {
  return { ...link, days: daysOf.get(link.id) };
}

async function fetchDays(ids: string, signal: AbortSignal): Promise<void> {
  const { links } = await api.call("getSparklines", { query: { ids, days: daysShown } }, signal);
  if (daysOf.size > maxCached) daysOf.clear();
  for (const { id, clicks } of links) daysOf.set(id, clicks);
}

export const linkSource: RecordSource<ListedLink> = {
  key: "links",
  perPage: 100,
  page: async (search, place, signal) => {
    const { total, items } = await fetchLinks(search, place, signal);
    return { total, items: items.map(withDays) };
  },
  details: async (ids, signal) => {
    const query = { ids, archived: "all", limit: idsPerRequest };
    const [{ data }] = await Promise.all([
      api.call("listLinks", { query }, signal),
      fetchDays(ids, signal),
    ]);
    return "urls" in data ? data.urls.map(withDays) : [];
  },
};
