import { Temporal } from "temporal-polyfill";
import type { StepCounts } from "./buckets.ts";

/**
 * Clicks by quarter of an hour, counted from 1970: every time zone's midnight falls on such a
 * boundary, so that "today" can be read in any of them and survives a change of the time zone.
 */
export type Quarters = StepCounts;

/** Milliseconds. */
export const quarterLength = 15 * 60 * 1_000;
/** The longest day there is has 25 hours. */
export const retainedQuarters = 26 * 4;

export function quarterOf(at: number): number {
  return Math.floor(at / quarterLength);
}

export function addClicks(quarters: Quarters, quarter: number, clicks: number): void {
  quarters.add(quarter, clicks);
  quarters.keepLatest(retainedQuarters);
}

/** The first quarter that a day of now may have begun with. */
export function oldestRecent(now: number): number {
  return quarterOf(now) - retainedQuarters + 1;
}

/** Clicks since the last midnight of the time zone. */
export function clicksSinceMidnight(quarters: Quarters, now: number, timeZone: string): number {
  const midnight = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .startOfDay().epochMilliseconds;
  const first = quarterOf(midnight);
  let clicks = 0;
  for (const [quarter, count] of quarters.entries()) if (quarter >= first) clicks += count;
  return clicks;
}
