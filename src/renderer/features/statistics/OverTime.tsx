import { Group } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { DownloadedFile } from "../../app/client/client.ts";
import { useI18n, usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { firstWeekdayOf } from "../../i18n/preferences.ts";
import { ChartPanel } from "../../ui/charts/ChartPanel.tsx";
import type { Shown } from "./RangeBar.tsx";
import { type Extent, extentOf, foldInto, type Range } from "./range.ts";
import { useRangeWords } from "./rangeWords.ts";
import type { Place } from "./useStatisticsSearchParams.ts";
import { type Scope, type Statistics, useCreatedLinks } from "./statisticsQueries.ts";
import classes from "./StatisticsView.module.css";
import { ClicksChart } from "../../ui/charts/ClicksChart.tsx";

type Steps = Statistics["steps"];

/** How clicks or visitors came in, beside those of other days. */
export function OverTime({
  steps,
  former,
  counted,
  scope,
  shown,
  now,
  name,
  download,
}: {
  readonly scope: Scope;
  readonly steps: Steps;
  readonly former: { readonly steps: Steps; readonly range: Range } | null;
  readonly counted: Place["counted"];
  readonly shown: Shown;
  /** A timestamp of the contract. */
  readonly now: string;
  readonly name: string;
  /** The steps as the service counts them; weeks and months are the window's own. */
  readonly download: () => Promise<DownloadedFile>;
}) {
  const { t, format } = useI18n();
  const words = useRangeWords();
  const { preferences } = usePreferences();
  const isNarrow = useMediaQuery("(max-width: 800px)", false, { getInitialValueInEffect: false });
  const { range } = shown;
  // Visitors of several days are no sum of the days': they stay divided as they are known.
  const step = counted === "visitors" && shown.step !== "hour" ? "day" : shown.step;
  const reader = { calendar: preferences.calendar, firstWeekday: firstWeekdayOf(preferences) };
  const fold = (ones: Steps) =>
    foldInto(
      step,
      ones.map(({ date, clicks, visitors }) => ({
        date,
        clicks: counted === "visitors" ? (visitors ?? 0) : clicks,
      })),
      reader,
    );
  const points = fold(steps);
  const before = former === null ? [] : fold(former.steps);
  const extents = points.map(({ date }) =>
    extentOf(step, date, range, { now, calendar: preferences.calendar }),
  );
  const remarkOf = (extent: Extent | undefined) =>
    extent === "soFar" || extent === "cut" ? t(`statistics.extents.${extent}`) : null;
  const remarks = [...new Set(extents.map(remarkOf))].filter((remark) => remark !== null);
  const sum = points.reduce((total, { clicks }) => total + clicks, 0);
  const most = points.toSorted((one, other) => other.clicks - one.clicks)[0];
  const created = useCreatedLinks(scope, range, step === "day");
  const labelOf = words.step(step);
  const countOf = (value: number) =>
    counted === "visitors"
      ? t("statistics.visitorsOf", format.counted(value))
      : t("links.clicksOf", format.counted(value));
  return (
    <ChartPanel
      title={t("statistics.overTime")}
      isTitleHidden
      beside={<Legend range={range} former={former?.range ?? null} remarks={remarks} />}
      table={{
        name: `${name}-${range.from}-${range.to}`,
        download: former === null && (step === "hour" || step === "day") ? download : undefined,
        head: [
          t("statistics.day"),
          t(`statistics.${counted}`),
          ...(former === null ? [] : [t("statistics.dayBefore"), t("statistics.before")]),
        ],
        rows: points.map(({ date, clicks }, place) => [
          date,
          clicks,
          ...(former === null ? [] : [before[place]?.date ?? "", before[place]?.clicks ?? 0]),
        ]),
        shown: (cell) => {
          if (typeof cell !== "string" || cell === "") return undefined;
          const remark = remarkOf(extents[points.findIndex(({ date }) => date === cell)]);
          return remark === null
            ? labelOf(cell)
            : t("statistics.remarked", { when: labelOf(cell), remark });
        },
      }}
    >
      <ClicksChart
        points={points.map(({ date, clicks }, place) => ({
          date,
          now: clicks,
          extent: extents[place] ?? "whole",
          remark: remarkOf(extents[place]),
          beforeDate: before[place]?.date,
          before: before[place]?.clicks,
          created: created.get(date.slice(0, 10))?.map(({ alias }) => `/${alias}`),
        }))}
        step={step}
        counted={counted}
        label={t("statistics.overTimeSays", {
          range: words.range(range),
          sum: countOf(sum),
          most: labelOf(most?.date ?? `${range.from} 00:00:00`),
        })}
        height={isNarrow ? 200 : 240}
      />
    </ChartPanel>
  );
}

/** What the lines are, where there is more than one kind. */
function Legend({
  range,
  former,
  remarks,
}: {
  readonly range: Range;
  readonly former: Range | null;
  readonly remarks: readonly string[];
}) {
  const words = useRangeWords();
  if (former === null && remarks.length === 0) return null;
  return (
    <Group className={classes.legend} gap="4px 16px" align="stretch">
      {former !== null && (
        <span>
          <i />
          {words.range(range)}
        </span>
      )}
      {remarks.length > 0 && (
        <span>
          <i data-part />
          {remarks.join(" · ")}
        </span>
      )}
      {former !== null && (
        <span>
          <i data-before />
          {words.range(former)}
        </span>
      )}
    </Group>
  );
}
