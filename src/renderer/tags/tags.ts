import { useQuery } from "@tanstack/react-query";
import { api } from "../api.ts";

/** The tags that links have, with how many have each. */
export function useTags() {
  return useQuery({
    queryKey: ["tags"],
    queryFn: async ({ signal }) =>
      (await api.call("listTags", { query: { limit: 1000 } }, signal)).data.tags,
  });
}
