/** Wrong passwords that one network may give within the time. */
const most = 10;
/** Milliseconds. */
const time = 10 * 60_000;
/** Networks remembered at once; the ones who tried longest ago make room. */
const mostNetworks = 10_000;

/** A try that may go on, and can be given back if it turns out to be right; or the time to wait. */
export type Try =
  | {
      readonly mayGoOn: true;
      /** Whether the network has tried within the time. */
      readonly hasTried: boolean;
      giveBack(): void;
    }
  | { readonly mayGoOn: false; /** Seconds. */ readonly retryAfter: number };

export interface Tries {
  /** Counts a try before anything is known about it, so that many at once don't slip through. */
  begin(network: string): Try;
}

export function createTries({ clock }: { clock: () => number }): Tries {
  /** Moments of tries by network, oldest first; networks in the order of their last try. */
  const networks = new Map<string, number[]>();

  function forgetOld(now: number): void {
    for (const [network, moments] of networks) {
      const last = moments.at(-1) ?? 0;
      if (last > now - time && networks.size < mostNetworks) return;
      networks.delete(network);
    }
  }

  return {
    begin(network) {
      const now = clock();
      const recent = (networks.get(network) ?? []).filter((moment) => moment > now - time);
      const [oldest = now] = recent;
      if (recent.length >= most) {
        return { mayGoOn: false, retryAfter: Math.ceil((oldest + time - now) / 1_000) };
      }
      networks.delete(network);
      forgetOld(now);
      networks.set(network, [...recent, now]);
      return {
        mayGoOn: true,
        hasTried: recent.length > 0,
        giveBack() {
          const moments = networks.get(network) ?? [];
          const place = moments.indexOf(now);
          if (place >= 0) networks.set(network, moments.toSpliced(place, 1));
        },
      };
    },
  };
}
