import { QueryClient } from "@tanstack/react-query";
import { ApiFailure, createClient } from "./client.ts";
import { storedKey } from "./serviceKey.ts";

/** The page's one client: same origin, with this tab's key where there is one. */
export const api = createClient(storedKey);

export const queryClient = new QueryClient({
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
