import { useDirection } from "@mantine/core";
import { useMemo } from "react";
import {
  DayButton,
  type DayButtonProps,
  DayPicker,
  type PropsBase,
  type DateLib,
} from "react-day-picker";
import { useTranslation } from "react-i18next";
import {
  addMonths,
  type Day,
  timeOf,
  addDays,
  inCalendar,
  monthsBetween,
  startOfMonth,
  startOfYear,
} from "../../i18n/days.ts";
import { localeOf, withoutEra } from "../../i18n/format.ts";
import { usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { firstWeekdayOf } from "../../i18n/preferences.ts";
import classes from "./Calendar.module.css";

// The picker thinks in local dates. At noon no clock change makes one of them another day.

function dateOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 12);
}

function dayOf(date: Date): Day {
  const two = (value: number) => String(value).padStart(2, "0");
  const year = String(date.getFullYear()).padStart(4, "0");
  return `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const monthsOfYear = 12;

/** The picker's own arithmetic, in months and years of the Jalali calendar. */
const jalaliDates: Partial<DateLib> = {
  addMonths: (date, amount) => dateOf(addMonths(dayOf(date), amount, "jalali")),
  addYears: (date, amount) => dateOf(addMonths(dayOf(date), amount * monthsOfYear, "jalali")),
  differenceInCalendarMonths: (left, right) => monthsBetween(dayOf(right), dayOf(left), "jalali"),
  endOfMonth: (date) => dateOf(lastOf(startOfMonth(dayOf(date), "jalali"), 1)),
  endOfYear: (date) => dateOf(lastOf(startOfYear(dayOf(date), "jalali"), monthsOfYear)),
  getMonth: (date) => inCalendar(dayOf(date), "jalali").month - 1,
  getYear: (date) => inCalendar(dayOf(date), "jalali").year,
  isSameMonth: (left, right) => monthsBetween(dayOf(left), dayOf(right), "jalali") === 0,
  isSameYear: (left, right) =>
    inCalendar(dayOf(left), "jalali").year === inCalendar(dayOf(right), "jalali").year,
  startOfMonth: (date) => dateOf(startOfMonth(dayOf(date), "jalali")),
  startOfYear: (date) => dateOf(startOfYear(dayOf(date), "jalali")),
};

function lastOf(first: Day, length: number): Day {
  return addDays(addMonths(first, length, "jalali"), -1);
}

interface Bounds {
  /** Says what is chosen, for screen readers. */
  readonly label: string;
  /** The account's day, where it is another than this computer's. */
  readonly today?: Day | undefined;
  readonly earliest?: Day | undefined;
  readonly latest?: Day | undefined;
}

/** One day of a month, in the reader's calendar, digits and week. */
export function DayCalendar({
  value,
  onChoose,
  ...bounds
}: Bounds & { readonly value: Day | null; readonly onChoose: (day: Day) => void }) {
  const shared = useCalendar(bounds, value);
  return (
    <DayPicker
      {...shared}
      components={{ Chevron, DayButton: MarkedDay }}
      mode="single"
      required
      // The first time, it is there later than its popover, whose focus it takes.
      autoFocus
      selected={value === null ? undefined : dateOf(value)}
      onSelect={(date: Date) => onChoose(dayOf(date))}
    />
  );
}

/** A popover gives its focus a moment after it opened: to this day, whatever keys came before. */
function MarkedDay(props: DayButtonProps) {
  return <DayButton {...props} data-autofocus={props.modifiers.focused || undefined} />;
}

export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

/** Days from one to another, both included; chosen once both are. */
export function RangeCalendar({
  value,
  onChoose,
  months = 1,
  ...bounds
}: Bounds & {
  readonly value: Partial<DayRange>;
  /** A first press gives the beginning alone. */
  readonly onChoose: (range: Partial<DayRange>) => void;
  readonly months?: number;
}) {
  const shared = useCalendar(bounds, value.to ?? value.from ?? null, months);
  const isWhole = value.from !== undefined && value.to !== undefined;
  return (
    <DayPicker
      {...shared}
      mode="range"
      numberOfMonths={months}
      selected={{
        from: value.from === undefined ? undefined : dateOf(value.from),
        to: value.to === undefined ? undefined : dateOf(value.to),
      }}
      onSelect={(_range, pressed) => {
        const day = dayOf(pressed);
        if (isWhole || value.from === undefined) onChoose({ from: day });
        else if (day < value.from) onChoose({ from: day, to: value.from });
        else onChoose({ from: value.from, to: day });
      }}
    />
  );
}

function useCalendar(
  { label, today, earliest, latest }: Bounds,
  shown: Day | null,
  months = 1,
): PropsBase {
  const { t } = useTranslation();
  const { dir } = useDirection();
  const { preferences } = usePreferences();
  const labels = useMemo(() => {
    const locale = localeOf(preferences);
    const by = (options: Intl.DateTimeFormatOptions) => {
      const formatDate = withoutEra(
        new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }),
      );
      return (date: Date) => formatDate(new Date(timeOf(dayOf(date))));
    };
    // Languages differ in the order of a whole date, and some would have the year first.
    const joined =
      (...parts: readonly ((date: Date) => string)[]) =>
      (date: Date) =>
        parts.map((formatDate) => formatDate(date)).join(" ");
    const number = by({ day: "numeric" });
    const weekday = by({ weekday: "long" });
    const month = joined(by({ month: "long" }), by({ year: "numeric" }));
    return {
      number,
      month,
      weekday,
      weekdayShort: by({ weekday: preferences.language === "fa" ? "narrow" : "short" }),
      whole: joined(weekday, number, month),
    };
  }, [preferences]);
  const first = shown ?? latest ?? today;
  return {
    className: classes.root ?? "",
    classNames: calendarClasses,
    "aria-label": label,
    dir,
    navLayout: "around",
    weekStartsOn: firstWeekdayOf(preferences),
    ...(preferences.calendar === "jalali" ? { dateLib: jalaliDates } : {}),
    ...(today === undefined ? {} : { today: dateOf(today) }),
    ...(first === undefined
      ? {}
      : { defaultMonth: monthsBefore(first, months - 1, preferences.calendar) }),
    ...(earliest === undefined ? {} : { startMonth: dateOf(earliest) }),
    ...(latest === undefined ? {} : { endMonth: dateOf(latest) }),
    disabled: [
      ...(earliest === undefined ? [] : [{ before: dateOf(earliest) }]),
      ...(latest === undefined ? [] : [{ after: dateOf(latest) }]),
    ],
    formatters: {
      formatCaption: labels.month,
      formatDay: labels.number,
      formatWeekdayName: labels.weekdayShort,
    },
    labels: {
      labelGrid: labels.month,
      labelWeekday: labels.weekday,
      labelDayButton: (date, { today: isToday, selected }) =>
        [
          ...(isToday === true ? [t("calendar.today")] : []),
          labels.whole(date),
          ...(selected === true ? [t("calendar.chosen")] : []),
        ].join(t("common.comma")),
      labelNext: () => t("calendar.next"),
      labelPrevious: () => t("calendar.previous"),
    },
    components: { Chevron },
  };
}

function monthsBefore(day: Day, months: number, calendar: "gregorian" | "jalali"): Date {
  return dateOf(addMonths(day, -months, calendar));
}

function Chevron({ orientation = "left" }: { orientation?: "up" | "down" | "left" | "right" }) {
  return (
    <svg viewBox="0 0 16 16" width={16} height={16} className="rowSign" aria-hidden="true">
      <path d={orientation === "right" ? "m6 3.5 4.5 4.5L6 12.5" : "M10 3.5 5.5 8l4.5 4.5"} />
    </svg>
  );
}

const calendarClasses = {
  months: classes.months ?? "",
  month: classes.month ?? "",
  month_caption: classes.caption ?? "",
  button_previous: `quietButton ${classes.previous}`,
  button_next: `quietButton ${classes.next}`,
  month_grid: classes.grid ?? "",
  weekday: classes.weekday ?? "",
  day: classes.day ?? "",
  day_button: classes.button ?? "",
  today: classes.today ?? "",
  outside: classes.outside ?? "",
  disabled: classes.disabled ?? "",
  selected: classes.selected ?? "",
  range_start: classes.start ?? "",
  range_middle: classes.middle ?? "",
  range_end: classes.end ?? "",
};
