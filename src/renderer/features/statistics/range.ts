import {
  addDays,
  addMonths,
  type Calendar,
  type Day,
  daysBetween,
  startOfMonth,
  startOfWeek,
  type Weekday,
  weekdayOf,
} from "../../i18n/days.ts";

/** Days from one to another, both included. */
export interface Range {
  readonly from: Day;
  readonly to: Day;
}

export const presets = [
  "today",
  "yesterday",
  "7d",
  "30d",
  "90d",
  "month",
  "lastMonth",
  "12m",
  "all",
] as const;
export type Preset = (typeof presets)[number];

export const defaultPreset: Preset = "30d";

/** The longest that one answer goes back. */
export const mostDays = 3_660;

export const steps = ["hour", "day", "week", "month"] as const;
export type Step = (typeof steps)[number];

export interface Reader {
  readonly calendar: Calendar;
  readonly firstWeekday: Weekday;
}

export function rangeOf(preset: Preset, today: Day, first: Day, calendar: Calendar): Range {
  switch (preset) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case "7d":
      return { from: addDays(today, -6), to: today };
    case "30d":
      return { from: addDays(today, -29), to: today };
    case "90d":
      return { from: addDays(today, -89), to: today };
    case "month":
      return { from: startOfMonth(today, calendar), to: today };
    case "lastMonth": {
      const from = addMonths(startOfMonth(today, calendar), -1, calendar);
      return { from, to: addDays(addMonths(from, 1, calendar), -1) };
    }
    case "12m":
      return { from: addDays(addMonths(today, -12, calendar), 1), to: today };
    case "all":
      return bounded({ from: first < today ? first : today, to: today });
  }
}

/** No longer than one answer, by its end. */
export function bounded({ from, to }: Range): Range {
  const [start, end] = from <= to ? [from, to] : [to, from];
  return daysBetween(start, end) < mostDays
    ? { from: start, to: end }
    : { from: addDays(end, 1 - mostDays), to: end };
}

export function lengthOf({ from, to }: Range): number {
  return daysBetween(from, to) + 1;
}

/** How many whole months of the calendar it is, or 0. */
function wholeMonths({ from, to }: Range, calendar: Calendar): number {
  const after = addDays(to, 1);
  if (startOfMonth(from, calendar) !== from || startOfMonth(after, calendar) !== after) return 0;
  let months = 1;
  while (addMonths(from, months, calendar) < after) months += 1;
  return months;
}

/** The range of its kind just after it (1) or before it (-1). */
export function stepped(range: Range, by: 1 | -1, calendar: Calendar): Range {
  const months = wholeMonths(range, calendar);
  if (months > 0) {
    const from = addMonths(range.from, by * months, calendar);
    return { from, to: addDays(addMonths(from, months, calendar), -1) };
  }
  const days = by * lengthOf(range);
  return { from: addDays(range.from, days), to: addDays(range.to, days) };
}

/** The same days of the year before. */
export function yearBefore({ from, to }: Range, calendar: Calendar): Range {
  return { from: addMonths(from, -12, calendar), to: addMonths(to, -12, calendar) };
}

/** What a range is divided into until somebody chooses. */
export function stepFor(range: Range): Step {
  const days = lengthOf(range);
  if (days <= 2) return "hour";
  if (days <= 92) return "day";
  return days <= 731 ? "week" : "month";
}

/** Hours are told apart for 35 days back, and are too many beyond a fortnight. */
const retainedHours = 35;
const mostHourDays = 14;

export function stepsFor(range: Range, today: Day): readonly Step[] {
  const days = lengthOf(range);
  return steps.filter((step) => {
    if (step === "hour")
      return days <= mostHourDays && daysBetween(range.from, today) < retainedHours;
    if (step === "day") return days > 1 && days <= 731;
    return days > (step === "week" ? 7 : 28);
  });
}

export interface Point {
  /** Its first moment, in the contract's form. */
  readonly date: string;
  readonly clicks: number;
}

/** Whether a point has all that its step is long: it may go on, lie ahead, or reach out of the range. */
export type Extent = "whole" | "soFar" | "ahead" | "cut";

/** `now` is a timestamp of the contract, as `date` is. */
export function extentOf(
  step: Step,
  date: string,
  range: Range,
  { now, calendar }: { readonly now: string; readonly calendar: Calendar },
): Extent {
  const day = date.slice(0, 10);
  const lasts = { hour: 1, day: 1, week: 7, month: 0 }[step];
  const end = lasts === 0 ? addMonths(day, 1, calendar) : addDays(day, lasts);
  if (date > now) return "ahead";
  const isOver = step === "hour" ? date.slice(0, 13) < now.slice(0, 13) : end <= now.slice(0, 10);
  if (!isOver) return "soFar";
  return day < range.from || end > addDays(range.to, 1) ? "cut" : "whole";
}

/** Days (or hours, as they are) joined to the weeks and months of the reader. */
export function foldInto(step: Step, points: readonly Point[], reader: Reader): readonly Point[] {
  if (step === "hour" || step === "day") return points;
  const sums = new Map<Day, number>();
  for (const { date, clicks } of points) {
    const day = date.slice(0, 10);
    const start =
      step === "week" ? startOfWeek(day, reader.firstWeekday) : startOfMonth(day, reader.calendar);
    sums.set(start, (sums.get(start) ?? 0) + clicks);
  }
  return [...sums].map(([day, clicks]) => ({ date: `${day} 00:00:00`, clicks }));
}

/** Friday where Persian is read; Saturday and Sunday elsewhere. */
export function isWeekend(day: Day, language: "en" | "fa"): boolean {
  const weekday = weekdayOf(day);
  return language === "fa" ? weekday === 5 : weekday === 6 || weekday === 0;
}
