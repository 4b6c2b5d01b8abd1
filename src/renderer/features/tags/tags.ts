import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../app/client/api.ts";

/** The tags that links have, with how many have each. */
export const allTags = queryOptions({
  queryKey: ["tags"],
  queryFn: async ({ signal }) =>
    (await api.call("listTags", { query: { limit: 1000 } }, signal)).data.tags,
});

export function useTags() {
  return useQuery(allTags);
}

/** Tags that differ only in case from one that is there are that one, as the service has it. */
export function spelledAsKnown(
  tags: readonly string[],
  known: readonly { readonly tag: string }[],
): string[] {
  const fold = (tag: string) => tag.normalize("NFC").toLowerCase();
  const spellings = new Map(known.map(({ tag }) => [fold(tag), tag]));
  return tags.map((tag) => spellings.get(fold(tag)) ?? tag);
}
