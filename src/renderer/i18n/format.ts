import type { Preferences } from "./preferences.ts";

/** Numbers and moments as the reader wants them. */
export interface Format {
  number(value: number): string;
  /** A timestamp of the contract as a day. */
  day(timestamp: string): string;
  /** A timestamp of the contract as a day and a time to the minute. */
  moment(timestamp: string): string;
  /** The same with its day of the week; where the reader has two calendars, in the other one too. */
  momentInBoth(timestamp: string): string;
  /** A part of a whole, 0 to 1. */
  share(value: number): string;
}

export function localeOf({ language, digits, calendar }: Preferences): string {
  if (language === "en") return "en-GB";
  const ca = calendar === "jalali" ? "persian" : "gregory";
  return `fa-IR-u-ca-${ca}-nu-${digits === "persian" ? "arabext" : "latn"}`;
}

/**
 * The contract's timestamps are wall-clock times of the account's zone. Taken and shown as UTC they
 * stay what they are, wherever this screen stands.
 */
export function momentOf(timestamp: string): Date {
  return new Date(`${timestamp.replace(" ", "T")}Z`);
}

export function createFormat(preferences: Preferences): Format {
  const locale = localeOf(preferences);
  const numbers = new Intl.NumberFormat(locale);
  const shares = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  const day = { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" } as const;
  const days = new Intl.DateTimeFormat(locale, day);
  const moments = new Intl.DateTimeFormat(locale, {
    ...day,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const weekday = { weekday: "long", timeZone: "UTC" } as const;
  const weekdays = new Intl.DateTimeFormat(locale, weekday);
  const other = preferences.calendar === "jalali" ? "gregorian" : "jalali";
  const otherDays =
    preferences.language === "en"
      ? null
      : new Intl.DateTimeFormat(localeOf({ ...preferences, calendar: other }), day);
  return {
    number: (value) => numbers.format(value),
    day: (timestamp) => days.format(momentOf(timestamp)),
    moment: (timestamp) => moments.format(momentOf(timestamp)),
    momentInBoth(timestamp) {
      const moment = momentOf(timestamp);
      const said = `${weekdays.format(moment)} ${moments.format(moment)}`;
      return otherDays === null ? said : `${said} (${otherDays.format(moment)})`;
    },
    share: (value) => shares.format(value),
  };
}

/** Now, on the wall clock of `timeZone`, in the contract's form. */
export function timestampNow(timeZone: string, now: Date): string {
  // Swedish writes dates the ISO way.
  return new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  }).format(now);
}
