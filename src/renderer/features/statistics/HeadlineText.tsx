import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { addDays, weekdayOf } from "../../i18n/days.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { type Headline, headlineOf } from "./headline.ts";
import { useNames } from "./names.ts";
import { lengthOf } from "./range.ts";
import type { Shown } from "./RangeBar.tsx";
import { type Scope, useStatistics, useTopClicks, useVisits } from "./statisticsQueries.ts";

/** A year and a week: as many of each weekday as a record is held against. */
const daysBack = 371;

/** One plain sentence about the range; nothing where none would be true. */
export function HeadlineText({ scope, shown }: { readonly scope: Scope; readonly shown: Shown }) {
  const { range, former, today } = shown;
  const year = useStatistics({
    scope,
    range: { from: addDays(today, -daysBack), to: today },
    step: "day",
    filter: {},
    bots: "out",
  });
  if (year.data === undefined || year.isPlaceholderData) return null;
  const days = new Map(year.data.steps.map(({ date, clicks }) => [date.slice(0, 10), clicks]));
  const found = headlineOf(days, { range, former, today });
  if (found === null) return null;
  return <Said key={found.kind} scope={scope} shown={shown} found={found} />;
}

function Said({
  scope,
  shown: { range, today },
  found,
}: {
  readonly scope: Scope;
  readonly shown: Shown;
  readonly found: Headline;
}) {
  const { t, format } = useI18n();
  const day = found.kind === "bestDay" ? addDays(today, -1) : today;
  const of = found.kind === "change" ? range : { from: day, to: day };
  const reasons = useReasons(scope, of, found.clicks);
  const weekday = format.weekdays().find(({ number }) => number === weekdayOf(day))?.name;
  const count = format.counted(found.clicks);
  const clicks = t("links.clicksOf", count);
  const said = () => {
    switch (found.kind) {
      case "bestWeekday":
        return t("statistics.headline.bestWeekday", { day: weekday, clicks });
      case "bestDay":
        return t("statistics.headline.bestDay", { days: format.number(found.days), clicks });
      case "today":
        return t("statistics.headline.today", { clicks });
      case "change": {
        const length = lengthOf(range);
        const about = {
          clicks,
          days: t("statistics.headline.days", format.counted(length)),
        };
        if (found.before === 0) return t("statistics.headline.sum", about);
        if (found.clicks === found.before) return t("statistics.headline.same", about);
        const share = format.share(Math.abs(found.clicks - found.before) / found.before);
        const kind = found.clicks > found.before ? "more" : "fewer";
        return t(`statistics.headline.${kind}`, { ...about, share });
      }
    }
  };
  return (
    <Text fz="var(--text-section)" c="dimmed" data-testid="headline">
      {[said(), ...reasons].join(t("common.comma"))}
      {t("statistics.headline.end")}
    </Text>
  );
}

/** Where most of the clicks came from and went to, where that is more than half. */
function useReasons(scope: Scope, range: { from: string; to: string }, clicks: number): string[] {
  const { t } = useTranslation();
  const visits = useVisits(
    { scope, range, step: "day", filter: {}, bots: "out" },
    { grows: false },
  );
  const [referrer] = visits.data?.reading === null ? visits.data.lists.referrers : [];
  const [top] = useTopClicks(scope, range).data?.links ?? [];
  const nameOf = useNames();
  const isMost = (some: { readonly clicks: number } | undefined) =>
    some !== undefined && some.clicks * 2 > clicks;
  return [
    ...(referrer !== undefined && isMost(referrer) && referrer.key !== "direct"
      ? [t("statistics.headline.from", { name: `\u2068${nameOf("referrer", referrer)}\u2069` })]
      : []),
    ...(top !== undefined && isMost(top) && !("link" in scope)
      ? [t("statistics.headline.to", { name: `\u2066/${top.link.alias}\u2069` })]
      : []),
  ];
}
