const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
export const day = 24 * hour;

/** Milliseconds from a failed try to the next one; after the last of them there is none. */
const pauses = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
/** A pause may be longer by so much of it, so that what failed together isn't tried together. */
const jitter = 0.1;

/** Milliseconds until the next try after so many; null: that was the last one. */
export function pauseAfter(tries: number, random: () => number): number | null {
  const pause = pauses[tries - 1];
  return pause === undefined ? null : Math.round(pause * (1 + jitter * random()));
}

const firstSlowdown = minute;
const longestSlowdown = hour;
const longestRetryAfter = day;

/** Milliseconds for which a receiver that is overloaded gets nothing at all. */
export function slowdownAfter(inARow: number, retryAfter: string | null, now: number): number {
  const asked = askedPause(retryAfter, now);
  if (asked !== null) return Math.min(asked, longestRetryAfter);
  return Math.min(firstSlowdown * 2 ** Math.min(inARow - 1, 10), longestSlowdown);
}

/** Of `Retry-After`: seconds or a date; null: it says neither. */
export function askedPause(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,9}(\.\d+)?$/.test(retryAfter)) return Math.ceil(Number(retryAfter) * second);
  const date = /[a-z]{3}/i.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

const firstOffline = 15 * second;
const longestOffline = 5 * minute;

/** Milliseconds until an offline computer is looked at again. */
export function offlinePause(looks: number): number {
  return Math.min(firstOffline * 2 ** Math.min(looks, 10), longestOffline);
}
