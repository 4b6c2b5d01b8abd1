import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import type { Trial } from "../../../contract/resources/tryLink.ts";

/** Milliseconds after the last key. */
export const pause = 250;

/** What a visitor gets; another question keeps the last answer in view until it has one of its own. */
export function useTrial(
  queryKey: QueryKey,
  ask: (signal: AbortSignal) => Promise<{ readonly trial: Trial }>,
  enabled = true,
) {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await ask(signal)).trial,
    enabled,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
}
