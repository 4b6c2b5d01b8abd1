import { Skeleton, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ChartPanel, PanelTabs } from "../../ui/charts/ChartPanel.tsx";
import type { Range } from "./range.ts";
import { type Scope, useTopClicks } from "./statisticsQueries.ts";
import { type TopRow, TopRows } from "./TopRows.tsx";

const tabs = ["links", "tags", "collections", "qr", "bio"] as const;
type Tab = (typeof tabs)[number];

/** What has the most clicks of a range: links first, then what they belong to. */
export function Top({ scope, range }: { readonly scope: Scope; readonly range: Range }) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<Tab>("links");
  const { data } = useTopClicks(scope, range);
  const title = t("statistics.top");
  const rows = data === undefined ? null : rowsOf(tab, data);
  return (
    <ChartPanel
      title={title}
      beside={
        <PanelTabs
          label={title}
          tabs={tabs}
          value={tab}
          choose={setTab}
          nameOf={(one) => t(`statistics.tops.${one}`)}
        />
      }
      table={
        rows && {
          name: `waypost-top-${tab}`,
          head: [
            t(`statistics.tops.${tab}`),
            t(tab === "qr" ? "statistics.scans" : "statistics.clicks"),
          ],
          rows: rows.map(({ name, clicks }) => [name, clicks]),
        }
      }
    >
      {rows === null ? (
        <Skeleton height={240} role="status" aria-label={t("common.loading")} />
      ) : rows.length === 0 ? (
        <Text c="dimmed">{t("statistics.noneHere")}</Text>
      ) : (
        <>
          {tab === "bio" && (
            <Text size="sm" c="dimmed">
              {t("statistics.bioClicks")}
            </Text>
          )}
          <TopRows rows={rows} label={title} />
        </>
      )}
    </ChartPanel>
  );
}

type TopClicks = NonNullable<ReturnType<typeof useTopClicks>["data"]>;

function rowsOf(tab: Tab, { links, tags, channels, campaigns, qrs, bio }: TopClicks): TopRow[] {
  const groups = (records: TopClicks["channels"], to: (id: number) => string) =>
    records.map(({ id, name, clicks }) => ({ key: null, name, clicks, to: to(id) }));
  switch (tab) {
    case "links":
      return links.map(({ link: { id, alias, title }, clicks }) => ({
        key: null,
        name: title || `/${alias}`,
        beside: title === "" ? undefined : `/${alias}`,
        clicks,
        to: `/links/${id}`,
      }));
    case "tags":
      return tags.map(({ name, clicks }) => ({
        key: null,
        name,
        clicks,
        to: `/statistics?${new URLSearchParams({ tag: name }).toString()}`,
      }));
    case "collections":
      return [
        ...groups(channels, (id) => `/statistics?channel=${id}`),
        ...groups(campaigns, (id) => `/statistics?campaign=${id}`),
      ].toSorted((one, other) => other.clicks - one.clicks);
    case "qr":
      return groups(qrs, (id) => `/qr/${id}`);
    case "bio":
      return groups(bio, (id) => `/bio/${id}`);
  }
}
