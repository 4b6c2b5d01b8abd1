import type { LinkListItem } from "../../../contract/resources/links.ts";
import { api } from "../../app/client/api.ts";
import { fetchLinks } from "../../app/client/queries.ts";
import { scaleOf } from "../../ui/charts/Trail.tsx";
import type { RecordId, RecordSource } from "../../ui/list/recordSource.ts";

/** Ids that one request names. */
const idsPerRequest = 200;

/** A link as the list shows it. */
export interface ListedLink extends LinkListItem {
  /** Clicks of the last days, the oldest first; undefined: not asked yet. */
  readonly days: readonly number[] | undefined;
  /** The scale that the trails in view share. */
  readonly scale: number;
  /** Whether it was clicked since the list looked last. */
  readonly isFresh: boolean;
}

const daysShown = 30;

interface Seen {
  readonly clicks: number;
  readonly days: readonly number[];
}

/** Clicks as they were seen last, so that a list that is asked again has them. */
const seen = new Map<RecordId, Seen>();
const maxCached = 5_000;
let scale = scaleOf([]);

function listed(link: LinkListItem): ListedLink {
  return { ...link, days: seen.get(link.id)?.days, scale, isFresh: false };
}

export async function fetchDays(
  ids: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<RecordId, readonly number[]>> {
  const { links } = await api.call("getSparklines", { query: { ids, days: daysShown } }, signal);
  return new Map(links.map(({ id, clicks }) => [id, clicks]));
}

export const linkSource: RecordSource<ListedLink> = {
  key: "links",
  perPage: 100,
  page: async (search, place, signal) => {
    const { total, items } = await fetchLinks(search, place, signal);
    return { total, items: items.map(listed) };
  },
  details: async (ids, signal) => {
    const query = { ids, archived: "all", limit: idsPerRequest };
    const [{ data }, days] = await Promise.all([
      api.call("listLinks", { query }, signal),
      fetchDays(ids, signal),
    ]);
    if (!("urls" in data)) return [];
    scale = scaleOf([...days.values()]);
    if (seen.size > maxCached) seen.clear();
    return data.urls.map((link) => {
      const before = seen.get(link.id);
      const ofLink = days.get(link.id) ?? [];
      seen.set(link.id, { clicks: link.clicks, days: ofLink });
      const isFresh = before !== undefined && link.clicks > before.clicks;
      return { ...link, days: ofLink, scale, isFresh };
    });
  },
};
