import { Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { DownloadedFile } from "../client.ts";
import { useFormat, usePreferences } from "../i18n/PreferencesProvider.tsx";
import { firstWeekdayOf } from "../i18n/preferences.ts";
import { ChartPanel } from "./ChartPanel.tsx";
import type { Shown } from "./RangeBar.tsx";
import { foldInto, type Range } from "./range.ts";
import { useRangeWords } from "./rangeWords.ts";
import type { Place } from "./statisticsPlace.ts";
import type { Statistics } from "./statisticsQueries.ts";
import classes from "./StatisticsView.module.css";

const ClickLine = lazy(async () => ({ default: (await import("./ClickLine.tsx")).ClickLine }));

type Steps = Statistics["steps"];

/** How clicks or visitors came in, beside those of other days. */
export function OverTime({
  steps,
  former,
  counted,
  shown,
  name,
  download,
}: {
  readonly steps: Steps;
  readonly former: { readonly steps: Steps; readonly range: Range } | null;
  readonly counted: Place["counted"];
  readonly shown: Shown;
  readonly name: string;
  /** The steps as the service counts them; weeks and months are the window's own. */
  readonly download: () => Promise<DownloadedFile>;
}) {
  const { t } = useTranslation();
  const format = useFormat();
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
  const sum = points.reduce((total, { clicks }) => total + clicks, 0);
  const most = points.toSorted((one, other) => other.clicks - one.clicks)[0];
  const said = words.step(step);
  const countOf = (value: number) =>
    counted === "visitors"
      ? t("statistics.visitorsOf", { count: value, formatted: format.number(value) })
      : t("links.clicksOf", { count: value, formatted: format.number(value) });
  const height = isNarrow ? 200 : 240;
  return (
    <ChartPanel
      title={t("statistics.overTime")}
      beside={former !== null && <Legend range={range} former={former.range} />}
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
        shown: (cell) => (typeof cell === "string" && cell !== "" ? said(cell) : undefined),
      }}
    >
      <Suspense fallback={<Skeleton height={height} />}>
        <ClickLine
          points={points.map(({ date, clicks }, place) => ({
            date,
            now: clicks,
            beforeDate: before[place]?.date,
            before: before[place]?.clicks,
          }))}
          words={{
            axis: words.axis(step),
            moment: said,
            count: countOf,
            number: (value) => format.number(value),
          }}
          label={t("statistics.overTimeSays", {
            range: words.range(range),
            sum: countOf(sum),
            most: said(most?.date ?? `${range.from} 00:00:00`),
          })}
          height={height}
        />
      </Suspense>
    </ChartPanel>
  );
}

function Legend({ range, former }: { readonly range: Range; readonly former: Range }) {
  const words = useRangeWords();
  return (
    <div className={classes.legend}>
      <span>
        <i />
        {words.range(range)}
      </span>
      <span>
        <i data-before />
        {words.range(former)}
      </span>
    </div>
  );
}
