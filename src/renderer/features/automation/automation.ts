import { useQuery } from "@tanstack/react-query";
import type { ApiKey } from "../../../contract/server/automation/keys.ts";
import { api, queryClient } from "../../app/client/api.ts";

/** Milliseconds between looks at what programs do, while the page is in view. */
const liveEvery = 5_000;

/** As many as there can be. */
const limit = 1_000;

export function useKeys() {
  return useQuery({
    queryKey: ["keys"],
    queryFn: async ({ signal }) =>
      (await api.call("listKeys", { query: { limit } }, signal)).data.keys,
    refetchInterval: liveEvery,
  });
}

export function usePending() {
  return useQuery({
    queryKey: ["pending"],
    queryFn: async ({ signal }) =>
      (await api.call("listPending", { query: { limit } }, signal)).data.pending,
    refetchInterval: liveEvery,
  });
}

export async function refreshKeys(): Promise<void> {
  await queryClient.refresh(["keys"]);
}

/** Of several keys, what happened last. */
export function lastOf(keys: readonly ApiKey[]): Pick<ApiKey, "lastUsed" | "lastError"> {
  const used = keys.flatMap(({ lastUsed }) => lastUsed ?? []).toSorted();
  const errors = keys
    .flatMap(({ lastError }) => lastError ?? [])
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
  return { lastUsed: used.at(-1) ?? null, lastError: errors.at(-1) ?? null };
}
