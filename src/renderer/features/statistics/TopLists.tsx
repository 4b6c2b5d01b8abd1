import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ChartPanel, PanelTabs } from "../../ui/charts/ChartPanel.tsx";
import { useNames } from "./names.ts";
import type { Breakdown, Steering } from "./useStatisticsSearchParams.ts";
import { type StatisticsRequest, type Statistics, useUnfiltered } from "./statisticsQueries.ts";
import classes from "./StatisticsView.module.css";
import { type TopRow, TopRows } from "./TopRows.tsx";

type Lists = Statistics["lists"];

export interface ListProps {
  readonly lists: Lists;
  /** What they were asked by; null: nothing more is to be read. */
  readonly request: StatisticsRequest | null;
  readonly steering: Steering;
  /** What its files are called. */
  readonly name: string;
}

export function listOf(breakdown: Breakdown, lists: Lists): NonNullable<Lists["devices"]> {
  switch (breakdown) {
    case "country":
      return lists.countries;
    case "referrer":
      return lists.referrers;
    case "browser":
      return lists.browsers;
    case "system":
      return lists.systems;
    case "device":
      return lists.devices ?? [];
    case "language":
      return lists.languages;
    case "social":
      return lists.social;
    case "rule":
      return lists.rules ?? [];
    case "variant":
      return lists.variants ?? [];
  }
}

/** A list as the reader says its names; of one that is filtered by also the rows that could be chosen instead. */
export function useRows(
  breakdown: Breakdown,
  { lists: filtered, request }: Pick<ListProps, "lists" | "request">,
): readonly TopRow[] {
  const lists = useUnfiltered(request, breakdown) ?? filtered;
  const nameOf = useNames();
  return useMemo(
    () =>
      listOf(breakdown, lists).map((one) => ({
        key: one.key,
        name: nameOf(breakdown, one),
        clicks: one.clicks,
      })),
    [breakdown, lists, nameOf],
  );
}

/** Says so where lists are of more than the days around them: single visits weren't read, or aren't yet. */
export function OfAllTime({ lists }: Pick<ListProps, "lists">) {
  const { t } = useTranslation();
  return lists.span === "all time" ? (
    <span className={classes.foot}>{t("statistics.allTime")}</span>
  ) : null;
}

function List({
  breakdown,
  title,
  lists,
  request,
  steering,
  name,
  beside,
}: ListProps & {
  readonly breakdown: Breakdown;
  readonly title: string;
  readonly beside: ReactNode;
}) {
  const { t } = useTranslation();
  const rows = useRows(breakdown, { lists, request });
  return (
    <ChartPanel
      title={title}
      isTitleHidden
      beside={
        <>
          {beside}
          <OfAllTime lists={lists} />
        </>
      }
      table={{
        name: `${name}-${breakdown}`,
        head: [title, t("statistics.clicks")],
        rows: rows.map((row) => [row.name, row.clicks]),
      }}
    >
      <TopRows
        rows={rows}
        filter={{
          chosen: steering.place.filter[breakdown] ?? null,
          choose: (key) => steering.filterBy(breakdown, key),
        }}
        label={title}
      />
    </ChartPanel>
  );
}

const cameFromTabs = ["referrer", "social"] as const;
const whoTabs = ["browser", "system", "device", "language"] as const;

/** Short lists in the place of one; that of a filter is shown first. */
function Tabbed<Tab extends Breakdown>({
  tabs,
  label,
  ...props
}: ListProps & {
  readonly tabs: readonly [Tab, ...Tab[]];
  readonly label: string;
}) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<Tab>(
    () => tabs.find((one) => props.steering.place.filter[one] !== undefined) ?? tabs[0],
  );
  const nameOf = (one: Breakdown) => t(`statistics.tabs.${one}`);
  return (
    <List
      breakdown={tab}
      title={nameOf(tab)}
      {...props}
      beside={<PanelTabs label={label} tabs={tabs} value={tab} choose={setTab} nameOf={nameOf} />}
    />
  );
}

export function CameFrom(props: ListProps) {
  const { t } = useTranslation();
  return <Tabbed tabs={cameFromTabs} label={t("statistics.cameFrom")} {...props} />;
}

export function Who(props: ListProps) {
  const { t } = useTranslation();
  return <Tabbed tabs={whoTabs} label={t("statistics.who")} {...props} />;
}

const decidedTabs = ["rule", "variant"] as const;

/** What of the links themselves chose where clicks led; nothing where they have no rules and no split. */
export function DecidedBy(props: ListProps) {
  const { t } = useTranslation();
  const [first, ...others] = decidedTabs.filter(
    (one) => listOf(one, props.lists).length > 0 || props.steering.place.filter[one] !== undefined,
  );
  if (first === undefined) return null;
  return (
    <Tabbed
      key={[first, ...others].join(" ")}
      tabs={[first, ...others]}
      label={t("statistics.decided")}
      {...props}
    />
  );
}

/** Programs and link previews, which are in no other number. */
export function Bots({
  lists,
  name,
  isCounted,
}: Pick<ListProps, "lists" | "name"> & {
  /** Whether the clicks around it have them too. */
  readonly isCounted: boolean;
}) {
  const { t } = useTranslation();
  if (lists.bots.length === 0) return null;
  const title = t("statistics.botNames");
  return (
    <ChartPanel
      title={title}
      beside={<OfAllTime lists={lists} />}
      table={{
        name: `${name}-bots`,
        head: [title, t("statistics.clicks")],
        rows: lists.bots.map((one) => [one.name, one.clicks]),
      }}
    >
      <TopRows
        label={title}
        rows={lists.bots.map(({ name: bot, clicks }) => ({ key: null, name: bot, clicks }))}
      />
      <p className={classes.foot}>
        {t(isCounted ? "statistics.botsCounted" : "statistics.botsText")}
      </p>
    </ChartPanel>
  );
}
