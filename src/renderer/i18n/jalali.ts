const parts = new Intl.DateTimeFormat("en-u-ca-persian-nu-latn", {
  year: "numeric",
  month: "numeric",
  day: "numeric",
  timeZone: "UTC",
});

/** A day of a calendar; months and days count from 1. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Of a moment in milliseconds since 1970. */
export function jalaliOf(time: number): CalendarDay {
  const formatted = parts.formatToParts(time);
  const value = (type: Intl.DateTimeFormatPartTypes) =>
    Number(formatted.find((part) => part.type === type)?.value);
  return { year: value("year"), month: value("month"), day: value("day") };
}

const oneDay = 86_400_000;

/** Milliseconds since 1970 of a Jalali day, or null where the calendar has no such day. */
export function timeOfJalali({ year, month, day }: CalendarDay): number | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  // The year begins between the 19th and the 22nd of March.
  let first = Date.UTC(year + 621, 2, 19);
  while (jalaliOf(first).month !== 1) first += oneDay;
  const before = month <= 7 ? (month - 1) * 31 : 186 + (month - 7) * 30;
  const time = first + (before + day - 1) * oneDay;
  const found = jalaliOf(time);
  return found.year === year && found.month === month && found.day === day ? time : null;
}
