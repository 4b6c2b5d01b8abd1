import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Reach } from "../../../../contract/server/reach.ts";
import { api, queryClient } from "../../../app/client/api.ts";

const queryKey = ["reach"];
/** Milliseconds between looks, while the page is in view: the service itself asks less often. */
const lookEvery = 5_000;
const pollWhileChecking = 1_000;

/** Looked at again and again: it changes from elsewhere. */
export const reachQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }) => (await api.call("getReach", {}, signal)).data,
  refetchInterval: ({ state }) => (state.data?.checking === true ? pollWhileChecking : lookEvery),
});

/** What can be reached from outside, as it was measured last. */
export function useReach() {
  return useQuery(reachQuery);
}

/** Asks the public address now; what came of it is shown wherever it is shown. */
export async function checkReach(): Promise<Reach> {
  const { data } = await api.call("checkReach", {});
  await queryClient.keep(queryKey, data);
  return data;
}

/** Whole minutes since a moment of the account's clock, by that clock. */
export function minutesSince(moment: string, now: string): number {
  const time = (timestamp: string) => Date.parse(`${timestamp.replace(" ", "T")}Z`);
  return Math.max(0, Math.floor((time(now) - time(moment)) / 60_000));
}
