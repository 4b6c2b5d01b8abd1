const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const units: readonly (readonly [names: RegExp, milliseconds: number])[] = [
  [/^(?:milliseconds?|msecs?|ms|)$/, 1],
  [/^(?:seconds?|secs?|s)$/, second],
  [/^(?:minutes?|mins?|m)$/, minute],
  [/^(?:hours?|hrs?|h)$/, hour],
  [/^(?:days?|d)$/, day],
  [/^(?:weeks?|w)$/, 7 * day],
  [/^(?:years?|yrs?|y)$/, 365.25 * day],
];

/** Milliseconds of a text such as "1m", "8h" or "42 days"; null: it's none. */
export function readDuration(text: string): number | null {
  const [, number = "", unit = ""] =
    /^(\d{1,12}(?:\.\d{1,6})?|\.\d{1,6}) *([a-z]*)$/i.exec(text) ?? [];
  const size = units.find(([names]) => names.test(unit.toLowerCase()))?.[1];
  return number === "" || size === undefined ? null : Number(number) * size;
}
