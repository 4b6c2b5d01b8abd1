import { momentOf } from "./format.ts";

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** Days after which a date says more than their number. */
const mostDays = 30;

/** How long ago a timestamp was, in words of the reader; null where its date says more. */
export function createAgo(locale: string): (timestamp: string, now: string) => string | null {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  return (timestamp, now) => {
    // The present minute may have begun after it.
    const seconds = Math.max(0, (momentOf(now).getTime() - momentOf(timestamp).getTime()) / 1_000);
    for (const [unit, length] of units) {
      if (seconds < length) continue;
      const count = Math.floor(seconds / length);
      return unit === "day" && count > mostDays ? null : words.format(-count, unit);
    }
    return words.format(0, "second");
  };
}
