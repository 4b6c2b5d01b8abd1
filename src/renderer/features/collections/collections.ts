import { useQueries, useQuery } from "@tanstack/react-query";
import { api } from "../../app/client/api.ts";
import { allCampaigns, allChannels } from "../../app/client/namedRecords.ts";
import { fetchLinks } from "../../app/client/queries.ts";
import type { Campaign } from "../campaigns/campaignModel.ts";
import type { Channel } from "../channels/channelModel.ts";
import { filterIn, selectOf } from "../links/linkSearch.ts";
import { parametersOf, type SavedView, useViews } from "../links/views.ts";

export const collectionKinds = ["channels", "campaigns", "views"] as const;

/** What gathers links: a channel, a campaign or a saved view. */
export type Collection =
  | { readonly kind: "channels"; readonly record: Channel }
  | { readonly kind: "campaigns"; readonly record: Campaign }
  | { readonly kind: "views"; readonly record: SavedView };

/** Links that a card names. */
const shownLinks = 3;

/** Starred ones first, then the newest. */
function byStarAndDate(one: Collection, other: Collection): number {
  const star = ({ kind, record }: Collection) => (kind === "channels" && record.starred ? 1 : 0);
  return star(other) - star(one) || other.record.date.localeCompare(one.record.date);
}

export function useCollections() {
  const channels = useQuery({ ...allChannels, staleTime: 0 });
  const campaigns = useQuery({ ...allCampaigns, staleTime: 0 });
  const views = useViews();
  const answers = [channels, campaigns, views];
  const all: Collection[] = [
    ...(channels.data ?? []).map((record) => ({ kind: "channels" as const, record })),
    ...(campaigns.data ?? []).map((record) => ({ kind: "campaigns" as const, record })),
    ...(views.data ?? []).map((record) => ({ kind: "views" as const, record })),
  ];
  return {
    all: all.toSorted(byStarAndDate),
    isPending: answers.some(({ isPending }) => isPending),
    failed: answers.find(({ isError, data }) => isError && data === undefined),
  };
}

export function keyOf({ kind, record }: Collection): string {
  return `${kind}/${record.id}`;
}

/** The parameters of the list of links that show what is in it. */
export function linksOf({ kind, record }: Collection): Readonly<Record<string, string>> {
  if (kind === "views") return parametersOf(record.query);
  return kind === "channels" ? { channel: String(record.id) } : { campaign: String(record.id) };
}

/** How many links, the latest of them, and their clicks by day. */
export function useContents(collections: readonly Collection[]) {
  return useQueries({
    queries: collections.map((one) => ({
      queryKey: ["links", "collection", keyOf(one), linksOf(one)],
      async queryFn({ signal }: { signal: AbortSignal }) {
        const params = linksOf(one);
        const filter = filterIn(new URLSearchParams(params));
        const { q = "" } = params;
        const search = { q, filter, order: "date", direction: "" } as const;
        const [links, { statistics }] = await Promise.all([
          fetchLinks(search, { limit: shownLinks, page: 1 }, signal),
          api.call("getStatistics", { query: selectOf(search) }, signal),
        ]);
        return { ...links, days: statistics.steps.map(({ clicks }) => clicks) };
      },
    })),
  }).map(({ data }) => data);
}
