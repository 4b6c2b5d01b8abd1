/** Tries on one link that go at full speed within the time. */
const quick = 10;
/** Milliseconds. */
const time = 10 * 60_000;
/** Between two tries after those; milliseconds. */
const gap = 2_000;
/** Tries on one link that may wait for their turn. */
const mostWaiting = 8;
/** Links remembered at once; the ones tried longest ago make room. */
const mostLinks = 10_000;

/** What is known of the tries on one link. */
interface Line {
  /** Moments of the latest tries, oldest first; never more than {@link quick}. */
  readonly latest: number[];
  /** When the next one may go on. */
  free: number;
  waiting: number;
}

export interface Turns {
  /**
   * Resolves when a try on the link may go on: at once for the first few, then one by one. False:
   * too many are waiting. Nobody is shut out by what others do; all of them are slowed.
   */
  take(link: number): Promise<boolean>;
  /** The try was right, and is not held against those after it. */
  giveBack(link: number): void;
  /** Seconds after which a try that found too many waiting has a chance. */
  readonly retryAfter: number;
}

/** For visitors who can't be told apart: a tunnel that doesn't say who comes through it. */
export function createTurns({
  clock,
  wait,
}: {
  clock: () => number;
  wait: (milliseconds: number) => Promise<void>;
}): Turns {
  const lines = new Map<number, Line>();

  function lineOf(link: number, now: number): Line {
    const line = lines.get(link) ?? { latest: [], free: 0, waiting: 0 };
    lines.delete(link);
    lines.set(link, line);
    for (const [other, { latest, waiting }] of lines) {
      const isOld = (latest.at(-1) ?? 0) <= now - time;
      if (other === link || waiting > 0 || !(isOld || lines.size > mostLinks)) break;
      lines.delete(other);
    }
    return line;
  }

  return {
    async take(link) {
      const now = clock();
      const line = lineOf(link, now);
      while ((line.latest[0] ?? now) <= now - time) line.latest.shift();
      if (line.latest.length < quick) {
        line.latest.push(now);
        return true;
      }
      if (line.waiting >= mostWaiting) return false;
      const turn = Math.max(now, line.free + gap);
      line.free = turn;
      line.latest.push(turn);
      line.latest.shift();
      line.waiting += 1;
      await wait(turn - now);
      line.waiting -= 1;
      return true;
    },
    giveBack(link) {
      lines.get(link)?.latest.pop();
    },
    retryAfter: Math.ceil((gap * mostWaiting) / 1_000),
  };
}
