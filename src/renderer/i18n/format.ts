import { firstWeekdayOf, type Preferences } from "./preferences.ts";
import type { TFunction } from "i18next";

/** Numbers and moments as the reader wants them. */
export interface Format {
  readonly number: (value: number) => string;
  /** What a sentence about so many needs: the number itself, which chooses its form, and its digits. */
  counted(value: number): { readonly count: number; readonly formatted: string };
  /** The same without marks between thousands: ports and what is typed. */
  plain(value: number): string;
  /** A timestamp of the contract as a day. */
  day(timestamp: string): string;
  /** A timestamp of the contract as a day and a time to the minute. */
  moment(timestamp: string): string;
  /** The same with its day of the week; where the reader has two calendars, in the other one too. */
  momentInBoth(timestamp: string): string;
  /** How long before another moment: "2 min ago"; the day where that is long. */
  ago(timestamp: string, now: string): string;
  /** A part of a whole, 0 to 1. */
  share(value: number): string;
  /** The same to a hundredth of a percent. */
  percent(value: number): string;
  /** The days of the week from the reader's first one; numbers as in JavaScript, Sunday is 0. */
  weekdays(): readonly { readonly number: number; readonly name: string }[];
}

export function localeOf({
  language,
  digits,
  calendar,
}: Pick<Preferences, "language" | "digits" | "calendar">): string {
  const ca = calendar === "jalali" ? "persian" : "gregory";
  const nu = digits === "persian" ? "arabext" : "latn";
  return `${language === "fa" ? "fa-IR" : "en-GB"}-u-ca-${ca}-nu-${nu}`;
}

/** Days as people write them: the era, which English adds to Jalali years, goes without saying. */
export function withoutEra(format: Intl.DateTimeFormat): (date: Date) => string {
  const { locale, calendar } = format.resolvedOptions();
  if (calendar !== "persian" || locale.startsWith("fa")) return (date) => format.format(date);
  return (date) =>
    format
      .formatToParts(date)
      .filter(
        ({ type }, place, parts) =>
          type !== "era" && !(type === "literal" && parts[place + 1]?.type === "era"),
      )
      .map(({ value }) => value)
      .join("");
}

/** A Sunday. */
const firstSunday = Date.UTC(2023, 0, 1);
const oneDay = 86_400_000;

/**
 * The contract's timestamps are wall-clock times of the account's zone. Taken and shown as UTC they
 * stay what they are, wherever this screen stands.
 */
export function momentOf(timestamp: string): Date {
  return new Date(`${timestamp.replace(" ", "T")}Z`);
}

/** Made when it is asked for: each of `Intl` takes milliseconds, and no screen needs all of them. */
function onDemand<Made>(make: () => Made): () => Made {
  let made: { readonly one: Made } | null = null;
  return () => {
    made ??= { one: make() };
    return made.one;
  };
}

export function createFormat(preferences: Preferences): Format {
  const locale = localeOf(preferences);
  const numbers = onDemand(() => new Intl.NumberFormat(locale));
  const plain = onDemand(() => new Intl.NumberFormat(locale, { useGrouping: false }));
  const percent = { style: "percent", maximumFractionDigits: 0 } as const;
  const shares = onDemand(() => new Intl.NumberFormat(locale, percent));
  const percents = onDemand(
    () => new Intl.NumberFormat(locale, { ...percent, maximumFractionDigits: 2 }),
  );
  const day = { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" } as const;
  const days = onDemand(() => withoutEra(new Intl.DateTimeFormat(locale, day)));
  const minute = { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const moments = onDemand(() => withoutEra(new Intl.DateTimeFormat(locale, minute)));
  const weekday = { weekday: "long", timeZone: "UTC" } as const;
  const weekdays = onDemand(() => new Intl.DateTimeFormat(locale, weekday));
  const short = { numeric: "auto", style: "short" } as const;
  const relative = onDemand(() => new Intl.RelativeTimeFormat(locale, short));
  const hasOther = preferences.language === "fa" || preferences.calendar === "jalali";
  const other = preferences.calendar === "jalali" ? "gregorian" : "jalali";
  const otherDays = onDemand(() =>
    withoutEra(new Intl.DateTimeFormat(localeOf({ ...preferences, calendar: other }), day)),
  );
  return {
    number: (value) => numbers().format(value),
    counted: (count) => ({ count, formatted: numbers().format(count) }),
    plain: (value) => plain().format(value),
    day: (timestamp) => days()(momentOf(timestamp)),
    moment: (timestamp) => moments()(momentOf(timestamp)),
    momentInBoth(timestamp) {
      const moment = momentOf(timestamp);
      const text = `${weekdays().format(moment)} ${moments()(moment)}`;
      return hasOther ? `${text} (${otherDays()(moment)})` : text;
    },
    ago(timestamp, now) {
      const minutes = Math.max(
        0,
        (momentOf(now).getTime() - momentOf(timestamp).getTime()) / 60_000,
      );
      if (minutes < 60) return relative().format(-Math.floor(minutes), "minute");
      if (minutes < 60 * 24) return relative().format(-Math.floor(minutes / 60), "hour");
      if (minutes < 60 * 24 * 30) return relative().format(-Math.floor(minutes / 60 / 24), "day");
      return days()(momentOf(timestamp));
    },
    share: (value) => shares().format(value),
    percent: (value) => percents().format(value),
    weekdays: () =>
      Array.from({ length: 7 }, (_, place) => {
        const number = (firstWeekdayOf(preferences) + place) % 7;
        return { number, name: weekdays().format(new Date(firstSunday + number * oneDay)) };
      }),
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

const units = [
  ["gibibytes", 2 ** 30],
  ["mebibytes", 2 ** 20],
  ["kibibytes", 2 ** 10],
] as const;

/** Bytes in the unit that says them best. */
export function sizeText(bytes: number, t: TFunction, format: Format): string {
  const [unit, size] = units.find(([, least]) => bytes >= least) ?? ["bytes", 1];
  const amount = bytes / size;
  const shown = amount >= 10 || Number.isInteger(amount) ? Math.round(amount) : amount;
  const rounded = Math.round(shown * 10) / 10;
  return t(`size.${unit}`, { formatted: format.number(rounded) });
}
