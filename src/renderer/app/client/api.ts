import { QueryCache } from "@tanstack/react-query";
import { ApiFailure, createClient, ServiceUnreachable } from "./client.ts";
import { FreshQueries } from "./freshQueries.ts";
import { storedKey } from "./serviceKey.ts";

/** The page's one client: same origin, with this tab's key where there is one. */
export const api = createClient(storedKey);

let isOutOfReach = false;

/** What failed while the service was gone is asked again with the first answer after that. */
const queryCache = new QueryCache({
  onError(error) {
    isOutOfReach ||= error instanceof ServiceUnreachable;
  },
  onSuccess() {
    if (!isOutOfReach) return;
    isOutOfReach = false;
    const predicate = ({ state }: { readonly state: { readonly status: string } }) =>
      state.status === "error";
    void queryClient.refetchQueries({ type: "active", predicate });
  },
});

export const queryClient = new FreshQueries({
  queryCache,
  defaultOptions: {
    queries: {
      // The service is on this computer: it is there without any network.
      networkMode: "always",
      staleTime: 2_000,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiFailure && error.status < 500),
      retryDelay: 500,
    },
    mutations: { networkMode: "always" },
  },
});
