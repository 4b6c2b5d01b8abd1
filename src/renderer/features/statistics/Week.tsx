import { Skeleton } from "@mantine/core";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { ChartPanel } from "../../ui/charts/ChartPanel.tsx";
import type { Statistics } from "./statisticsQueries.ts";
import { WeekHours } from "../../ui/charts/WeekHours.tsx";

/** On the wire weeks begin on Monday; here days are counted from Sunday. */
function placeOf(weekday: number): number {
  return (weekday + 6) % 7;
}

export function Week({
  week,
  name,
}: {
  /** null until single visits are read. */
  readonly week: Statistics["week"];
  readonly name: string;
}) {
  const { t, format } = useI18n();
  const title = t("statistics.week");
  if (week === null)
    return (
      <ChartPanel title={title} table={null}>
        <div role="status" aria-label={t("common.loading")}>
          <Skeleton height={196} />
        </div>
      </ChartPanel>
    );
  const rows = format
    .weekdays()
    .map((day) => ({ name: day.name, hours: week[placeOf(day.number)] ?? [] }));
  return (
    <ChartPanel
      title={title}
      table={{
        name: `${name}-week`,
        head: [t("statistics.weekday"), t("statistics.hour"), t("statistics.clicks")],
        rows: rows.flatMap((row) => row.hours.map((clicks, hour) => [row.name, hour, clicks])),
      }}
    >
      <WeekHours rows={rows} label={title} />
    </ChartPanel>
  );
}
