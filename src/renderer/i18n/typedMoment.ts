import { jalaliOf, timeOfJalali } from "./jalali.ts";
import type { Preferences } from "./preferences.ts";

/** Years that nobody means by the other calendar: Jalali ones end in Gregorian 2320. */
const lastJalaliYear = 1699;

/**
 * A moment as people write it, year first, in either calendar and any digits (`1405/9/30`,
 * `2026-12-21 14:30`), in the contract's form; null where it isn't one. A day alone is `ofDay` of it.
 */
export function momentTyped(typed: string, ofDay = "23:59:59"): string | null {
  const parts =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?:T|[\s,،]+)(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(
      latinDigits(typed.trim()),
    );
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second = "00"] = parts;
  const given = { year: Number(year), month: Number(month), day: Number(day) };
  const time =
    given.year <= lastJalaliYear
      ? timeOfJalali(given)
      : Date.UTC(given.year, given.month - 1, given.day);
  if (time === null) return null;
  const date = new Date(time).toISOString().slice(0, 10);
  // A day that the Gregorian calendar doesn't have came out as another one.
  if (given.year > lastJalaliYear && Number(date.slice(8)) !== given.day) return null;
  return hour === undefined
    ? `${date} ${ofDay}`
    : `${date} ${hour.padStart(2, "0")}:${minute}:${second}`;
}

/** A timestamp of the contract as it is typed, by the reader's calendar and digits. */
export function typedMoment(timestamp: string, { calendar, digits }: Preferences): string {
  if (timestamp === "") return "";
  const [date = "", time = ""] = timestamp.split(" ");
  const clock = time.endsWith(":00") ? time.slice(0, 5) : time;
  if (calendar === "gregorian") return withDigits(`${date} ${clock}`, digits);
  const { year, month, day } = jalaliOf(Date.parse(`${date}T00:00:00Z`));
  const two = (value: number) => String(value).padStart(2, "0");
  return withDigits(`${year}/${two(month)}/${two(day)} ${clock}`, digits);
}

export function latinDigits(text: string): string {
  return text
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** The same with the reader’s digits. */
export function withDigits(text: string, digits: Preferences["digits"]): string {
  if (digits === "latin") return text;
  return text.replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)));
}

/** Whether it is a timestamp of the contract, rather than something half typed. */
export function isMoment(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value);
}
