import type { DateLib } from "react-day-picker";
import {
  addDays,
  addMonths,
  type Day,
  inCalendar,
  monthsBetween,
  startOfMonth,
  startOfYear,
} from "../../i18n/days.ts";

// The picker thinks in local dates. At noon no clock change makes one of them another day.

export function dateOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 12);
}

export function dayOf(date: Date): Day {
  const two = (value: number) => String(value).padStart(2, "0");
  const year = String(date.getFullYear()).padStart(4, "0");
  return `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const months = 12;

/** The picker's own arithmetic, in months and years of the Jalali calendar. */
export const jalaliDates: Partial<DateLib> = {
  addMonths: (date, amount) => dateOf(addMonths(dayOf(date), amount, "jalali")),
  addYears: (date, amount) => dateOf(addMonths(dayOf(date), amount * months, "jalali")),
  differenceInCalendarMonths: (left, right) => monthsBetween(dayOf(right), dayOf(left), "jalali"),
  endOfMonth: (date) => dateOf(lastOf(startOfMonth(dayOf(date), "jalali"), 1)),
  endOfYear: (date) => dateOf(lastOf(startOfYear(dayOf(date), "jalali"), months)),
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
