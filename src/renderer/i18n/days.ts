import { type CalendarDay, jalaliOf, timeOfJalali } from "./jalali.ts";

/** `YYYY-MM-DD`, as the contract writes days; whatever calendar it is shown in. */
export type Day = string;

/** 0 is Sunday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export type Calendar = "gregorian" | "jalali";

const oneDay = 86_400_000;

/** Milliseconds since 1970 of its midnight, on clocks that know no summer time. */
export function timeOf(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayAt(time: number): Day {
  return new Date(time).toISOString().slice(0, 10);
}

export function addDays(day: Day, days: number): Day {
  return dayAt(timeOf(day) + days * oneDay);
}

/** Days from one to another; 0 for the same. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((timeOf(to) - timeOf(from)) / oneDay);
}

export function weekdayOf(day: Day): Weekday {
  const weekday = new Date(timeOf(day)).getUTCDay();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a day of the week is
  return weekday as Weekday;
}

/** The day as its calendar has it. */
export function inCalendar(day: Day, calendar: Calendar): CalendarDay {
  if (calendar === "jalali") return jalaliOf(timeOf(day));
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return { year, month, day: date };
}

function dayFrom({ year, month, day }: CalendarDay, calendar: Calendar): Day {
  const time =
    calendar === "jalali" ? timeOfJalali({ year, month, day }) : Date.UTC(year, month - 1, day);
  if (time === null) throw new RangeError(`There is no ${year}-${month}-${day}.`);
  return dayAt(time);
}

export function startOfMonth(day: Day, calendar: Calendar): Day {
  return addDays(day, 1 - inCalendar(day, calendar).day);
}

export function startOfYear(day: Day, calendar: Calendar): Day {
  return dayFrom({ year: inCalendar(day, calendar).year, month: 1, day: 1 }, calendar);
}

export function startOfWeek(day: Day, first: Weekday): Day {
  return addDays(day, -((weekdayOf(day) - first + 7) % 7));
}

/** The same day some months on, or the month's last where it has none such. */
export function addMonths(day: Day, months: number, calendar: Calendar): Day {
  const from = inCalendar(day, calendar);
  const count = from.year * 12 + from.month - 1 + months;
  const target = { year: Math.floor(count / 12), month: (((count % 12) + 12) % 12) + 1, day: 1 };
  const first = dayFrom(target, calendar);
  const after = dayFrom(
    target.month === 12
      ? { year: target.year + 1, month: 1, day: 1 }
      : { ...target, month: target.month + 1 },
    calendar,
  );
  return addDays(first, Math.min(from.day, daysBetween(first, after)) - 1);
}

/** Months from one's to another's, as the calendar counts them. */
export function monthsBetween(from: Day, to: Day, calendar: Calendar): number {
  const one = inCalendar(from, calendar);
  const other = inCalendar(to, calendar);
  return (other.year - one.year) * 12 + other.month - one.month;
}
