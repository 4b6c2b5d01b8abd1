import { useQuery } from "@tanstack/react-query";
import { Button, Skeleton } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { api } from "../../app/client/api.ts";
import { useEditor } from "../links/editorContext.ts";
import { useLinkFilters } from "../links/linkFilters.ts";
import { filterIn, filterNames, selectOf } from "../links/linkSearch.ts";
import { FilterBar } from "../../ui/list/filters/FilterBar.tsx";
import { EmptyState } from "../../ui/messages/EmptyState.tsx";
import { StatisticsView } from "./StatisticsView.tsx";

/** Clicks of all links, or of those that a filter, channel, campaign, tag or domain names. */
export function StatisticsScreen() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const fields = useLinkFilters();
  const filter = useMemo(() => filterIn(params), [params]);
  const scope = useMemo(() => selectOf({ q: params.get("q") ?? "", filter }), [params, filter]);
  const first = useFirstDay();
  const editor = useEditor();
  const set = (changes: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value === "") next.delete(name);
      else next.set(name, value);
    }
    setParams(next);
  };
  if (first.data === null)
    return (
      <>
        <h1>{t("statistics.title")}</h1>
        <EmptyState
          title={t("statistics.nothingTitle")}
          text={t("statistics.nothing")}
          action={
            <Button variant="filled" onClick={editor.openNew}>
              {t("nav.newLink")}
            </Button>
          }
        />
      </>
    );
  if (first.data === undefined && first.isPending)
    return (
      <>
        <h1>{t("statistics.title")}</h1>
        <Skeleton height={240} role="status" aria-label={t("common.loading")} />
      </>
    );
  return (
    <StatisticsView
      scope={scope}
      first={first.data ?? "1970-01-01"}
      name="waypost"
      lead={<h1>{t("statistics.title")}</h1>}
      tools={
        <FilterBar
          fields={fields}
          filter={filter}
          change={set}
          clear={() => set(Object.fromEntries(filterNames.map((name) => [name, ""])))}
        />
      }
    />
  );
}

/** The day of the oldest link: nothing was followed before. */
function useFirstDay() {
  return useQuery({
    queryKey: ["links", "oldest"],
    queryFn: async ({ signal }) => {
      const query = { order: "date", direction: "asc", archived: "all", limit: 1 } as const;
      const { data } = await api.call("listLinks", { query }, signal);
      const oldest = "urls" in data ? data.urls[0] : undefined;
      return oldest?.date.slice(0, 10) ?? null;
    },
    staleTime: 60_000,
  });
}
