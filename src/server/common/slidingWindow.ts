/** Who tries is remembered for so many at once; the ones who tried longest ago make room. */
const mostRemembered = 10_000;

/** A try that may go on, and can be given back if it shall not count; or the time to wait. */
export type Try =
  | {
      readonly mayGoOn: true;
      /** Whether the same one has tried within the time. */
      readonly hasTried: boolean;
      giveBack(): void;
    }
  | { readonly mayGoOn: false; /** Seconds. */ readonly retryAfter: number };

export interface SlidingWindow {
  /** Counts a try before anything is known about it, so that many at once don't slip through. */
  begin(who: string): Try;
  /** Counts a try of a former run. The oldest one comes first. */
  remember(who: string, moment: number): void;
}

/** So many tries within a time (milliseconds), each free again when that time is over. */
export function createSlidingWindow({
  clock,
  most,
  time,
}: {
  clock: () => number;
  most: number;
  time: number;
}): SlidingWindow {
  /** Moments of tries, oldest first; who made them in the order of their last one. */
  const byWho = new Map<string, number[]>();

  function forgetOld(now: number): void {
    for (const [who, moments] of byWho) {
      const last = moments.at(-1) ?? 0;
      if (last > now - time && byWho.size < mostRemembered) return;
      byWho.delete(who);
    }
  }

  function keep(who: string, moments: readonly number[]): void {
    byWho.delete(who);
    if (moments.length > 0) byWho.set(who, [...moments]);
  }

  function recentOf(who: string, now: number): number[] {
    return (byWho.get(who) ?? []).filter((moment) => moment > now - time);
  }

  return {
    begin(who) {
      const now = clock();
      const recent = recentOf(who, now);
      const [oldest = now] = recent;
      if (recent.length >= most) {
        return { mayGoOn: false, retryAfter: Math.ceil((oldest + time - now) / 1_000) };
      }
      forgetOld(now);
      keep(who, [...recent, now]);
      return {
        mayGoOn: true,
        hasTried: recent.length > 0,
        giveBack() {
          const moments = byWho.get(who) ?? [];
          const place = moments.indexOf(now);
          if (place >= 0) keep(who, moments.toSpliced(place, 1));
        },
      };
    },
    remember(who, moment) {
      const now = clock();
      // A file may have any number of them, and some that are yet to come.
      if (moment <= now - time || moment > now) return;
      keep(who, [...recentOf(who, now), moment].slice(-most));
    },
  };
}
