/** Wrong passwords that one visitor may give within the time. */
const most = 10;
/** Milliseconds. */
const time = 10 * 60_000;
/** Visitors remembered at once; the ones who tried longest ago make room. */
const mostVisitors = 10_000;

/** A try that may go on, and can be given back if it turns out to be right; or the time to wait. */
export type Try =
  | { readonly mayGoOn: true; giveBack(): void }
  | { readonly mayGoOn: false; /** Seconds. */ readonly retryAfter: number };

export interface Tries {
  /** Counts a try before anything is known about it, so that many at once don't slip through. */
  begin(visitor: string): Try;
}

export function createTries({ clock }: { clock: () => number }): Tries {
  /** Moments of tries by visitor, oldest first; visitors in the order of their last try. */
  const visitors = new Map<string, number[]>();

  function forgetOld(now: number): void {
    for (const [visitor, moments] of visitors) {
      const last = moments.at(-1) ?? 0;
      if (last > now - time && visitors.size < mostVisitors) return;
      visitors.delete(visitor);
    }
  }

  return {
    begin(visitor) {
      const now = clock();
      const recent = (visitors.get(visitor) ?? []).filter((moment) => moment > now - time);
      const [oldest = now] = recent;
      if (recent.length >= most) {
        return { mayGoOn: false, retryAfter: Math.ceil((oldest + time - now) / 1_000) };
      }
      visitors.delete(visitor);
      forgetOld(now);
      visitors.set(visitor, [...recent, now]);
      return {
        mayGoOn: true,
        giveBack() {
          const moments = visitors.get(visitor) ?? [];
          const place = moments.indexOf(now);
          if (place >= 0) visitors.set(visitor, moments.toSpliced(place, 1));
        },
      };
    },
  };
}
