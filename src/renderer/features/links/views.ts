import { queryOptions, useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { api, queryClient } from "../../app/client/api.ts";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { done } from "../../ui/messages/undo.ts";
import { filterNames } from "./linkSearch.ts";

export const savedParameters = ["q", "order", "direction", ...filterNames] as const;

/** Filters of the list of links that are saved under a name. */
export const allViews = queryOptions({
  queryKey: ["views", "links"],
  queryFn: async ({ signal }) =>
    (await api.call("listViews", { query: { kind: "links", limit: 1000 } }, signal)).data.views,
});

export function useViews() {
  // The screen of links has asked for them already when that of collections opens.
  return useQuery({ ...allViews, staleTime: 0 });
}

export type SavedView = NonNullable<ReturnType<typeof useViews>["data"]>[number];

export async function saveView(name: string, query: Readonly<Record<string, string>>) {
  await api.call("addView", { body: { name, kind: "links", query } });
  await queryClient.refresh(["views"]);
}

export async function deleteView({ id, name, query }: SavedView): Promise<void> {
  try {
    await api.call("deleteView", { params: { id } });
    done({
      name,
      did: t("views.forgotten", { name: `\u2068${name}\u2069` }),
      async takeBack() {
        await saveView(name, parametersOf(query));
        return t("views.back", { name: `\u2068${name}\u2069` });
      },
    });
    await queryClient.refresh(["views"]);
  } catch (error) {
    showFailure(error);
  }
}

/** What of a saved view is the list's. */
export function parametersOf(query: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    savedParameters.flatMap((key) => {
      const value = query[key];
      return typeof value === "string" || typeof value === "number" ? [[key, String(value)]] : [];
    }),
  );
}
