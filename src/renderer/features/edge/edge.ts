import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Edge, EdgeAtHomeReason, EdgeLinkState } from "../../../contract/server/edge.ts";
import { api, queryClient } from "../../app/client/api.ts";
import type { Input } from "../../app/client/client.ts";

const edgeKey = ["edge"];
const linksKey = ["edgeLinks"];

/** Milliseconds between looks, while something is under way and while nothing is. */
const soon = 700;
const calm = 5_000;

function isBusy({ setUp, push, drain }: Edge): boolean {
  return setUp?.endedAt === null || push.running || drain.running;
}

export function useEdge() {
  return useQuery({
    queryKey: edgeKey,
    queryFn: async ({ signal }) => (await api.call("getEdge", {}, signal)).data,
    refetchInterval: ({ state }) => (state.data !== undefined && isBusy(state.data) ? soon : calm),
  });
}

/** Links by where they stand. */
export function useEdgeLinks(state: EdgeLinkState, page: number) {
  return useQuery({
    queryKey: [...linksKey, state, page],
    queryFn: async ({ signal }) =>
      (await api.call("listEdgeLinks", { query: { state, page } }, signal)).data,
    placeholderData: keepPreviousData,
    refetchInterval: calm,
  });
}

/** Where one link stands; undefined: there is no such link. */
export function useEdgeLink(id: number) {
  return useQuery({
    queryKey: [...linksKey, id],
    queryFn: async ({ signal }) =>
      (await api.call("listEdgeLinks", { query: { ids: [id] } }, signal)).data.links[0] ?? null,
    refetchInterval: ({ state }) => (state.data?.state === "pending" ? soon : calm),
  });
}

async function keepEdge(data: Edge): Promise<void> {
  await queryClient.keep(edgeKey, data);
  await queryClient.refresh(linksKey);
}

/** What else answers at home alone. */
export function useEdgeAtHome(page: number) {
  return useQuery({
    queryKey: [...linksKey, "atHome", page],
    queryFn: async ({ signal }) =>
      (await api.call("listEdgeAtHome", { query: { page } }, signal)).data,
    placeholderData: keepPreviousData,
    refetchInterval: calm,
  });
}

/** Why a campaign answers at home alone; null: it doesn't, or there is no copy. */
export function useCampaignAtHome(id: number): EdgeAtHomeReason | null {
  const { data } = useQuery({
    queryKey: [...linksKey, "campaign", id],
    queryFn: async ({ signal }) => {
      const query = { kind: "campaign" as const, ids: [id] };
      return (await api.call("listEdgeAtHome", { query }, signal)).data.records[0]?.reason ?? null;
    },
    refetchInterval: calm,
  });
  return data ?? null;
}

/** What takes several steps: the token is used and forgotten, and how it goes, the state tells. */
type Change =
  | "setUpEdge"
  | "connectEdge"
  | "takeOverEdge"
  | "removeEdge"
  | "pushEdge"
  | "drainEdge"
  | "checkEdge";

export async function changeEdge<Name extends Change>(
  name: Name,
  input: Input<Name>,
): Promise<void> {
  await keepEdge((await api.call(name, input)).data);
}

/** A one-time link for another browser, and the ID by which the state names it. */
export async function pairBrowser(): Promise<{ readonly url: string; readonly id: string }> {
  const { url, data } = await api.call("pairEdgeBrowser", {});
  await keepEdge(data);
  return { url, id: data.browsers.at(-1)?.id ?? "" };
}

/** Undefined: all of them. */
export async function unpairBrowser(browser?: string): Promise<void> {
  const body = browser === undefined ? {} : { browser };
  await keepEdge((await api.call("unpairEdgeBrowser", { body })).data);
}

export async function clearEdgeNotes(): Promise<void> {
  await keepEdge((await api.call("clearEdgeNotes", {})).data);
}

/** The Worker's file, to be pasted by hand. */
export async function edgeScript() {
  return api.download("getEdgeScript", {});
}
