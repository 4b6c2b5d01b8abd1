import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { addDays, type Day } from "../../i18n/days.ts";
import { localeOf, momentOf, withoutEra } from "../../i18n/format.ts";
import { usePreferences } from "../../i18n/PreferencesProvider.tsx";
import type { Range, Step } from "./range.ts";

/** Days, weeks and months as the reader calls them. */
export function useRangeWords() {
  const { t } = useTranslation();
  const { preferences } = usePreferences();
  return useMemo(() => {
    const locale = localeOf(preferences);
    const by = (options: Intl.DateTimeFormatOptions) => {
      const formatDate = withoutEra(
        new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }),
      );
      return (timestamp: string) => formatDate(momentOf(timestamp));
    };
    const whole = by({ year: "numeric", month: "short", day: "numeric" });
    const brief = by({ month: "short", day: "numeric" });
    const weekday = by({ weekday: "long" });
    const month = by({ month: "short" });
    const longMonth = by({ month: "long" });
    const year = by({ year: "numeric" });
    const clock = by({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    const spanOf = (from: string, to: string) => t("statistics.span", { from, to });
    const midnight = (day: Day) => `${day} 00:00:00`;
    const range = ({ from, to }: Range) =>
      from === to ? whole(midnight(from)) : spanOf(whole(midnight(from)), whole(midnight(to)));
    return {
      range,
      /** Under an axis, where room is short. */
      axis: (step: Step) => (date: string) => {
        if (step === "hour") return clock(date);
        return step === "month" ? month(date) : brief(date);
      },
      /** One of the steps, whole. */
      step: (step: Step) => (date: string) => {
        const day = date.slice(0, 10);
        switch (step) {
          case "hour":
            return t("statistics.at", { day: whole(date), time: clock(date) });
          case "day":
            return `${weekday(date)} ${whole(date)}`;
          case "week":
            return range({ from: day, to: addDays(day, 6) });
          case "month":
            return `${longMonth(date)} ${year(date)}`;
        }
      },
    };
  }, [preferences, t]);
}
