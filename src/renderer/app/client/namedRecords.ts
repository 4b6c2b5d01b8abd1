import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";

/** As many as a list to choose from shows. */
const most = 1_000;

interface Named {
  readonly id: number;
  readonly name: string;
}

export const allChannels = queryOptions({
  queryKey: ["channels"],
  queryFn: async ({ signal }) =>
    (await api.call("listChannels", { query: { limit: most } }, signal)).data.channels,
});

export function useChannels() {
  return useQuery(allChannels);
}

export const allCampaigns = queryOptions({
  queryKey: ["campaigns"],
  queryFn: async ({ signal }) =>
    (await api.call("listCampaigns", { query: { limit: most } }, signal)).data.campaigns,
});

export function useCampaigns() {
  return useQuery(allCampaigns);
}

export function useDomains() {
  return useQuery({
    queryKey: ["domains"],
    queryFn: async ({ signal }) =>
      (await api.call("listDomains", { query: { limit: most } }, signal)).data.domains,
  });
}

export function usePixels() {
  return useQuery({
    queryKey: ["pixels", "named"],
    queryFn: async ({ signal }): Promise<Named[]> =>
      (await api.call("listPixels", { query: { limit: most } }, signal)).data.pixels,
  });
}

export function useSplashPages() {
  return useQuery({
    queryKey: ["splash", "named"],
    queryFn: async ({ signal }): Promise<Named[]> =>
      (await api.call("listSplashPages", { query: { limit: most } }, signal)).data.splash,
  });
}

export function useOverlays() {
  return useQuery({
    queryKey: ["overlays", "named"],
    queryFn: async ({ signal }): Promise<Named[]> =>
      (await api.call("listOverlays", { query: { limit: most } }, signal)).data.cta,
  });
}
