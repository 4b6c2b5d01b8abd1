import type { Store } from "../../store/store.ts";
import type { Statistics, SubjectSums } from "../clicks/statistics.ts";
import { createPauses } from "../../common/paging.ts";
import { together } from "./counterSums.ts";
import type { Subjects } from "./subjects.ts";

/** What moved, link by link: each list has what belongs to the key at the same place. */
export interface LinkMoves {
  readonly keys: Float64Array;
  /** Clicks of the days asked for, and of as many before them. */
  readonly clicks: Float64Array;
  readonly before: Float64Array;
  /** Of the last click, and of the link's making; milliseconds since 1970, 0: none. */
  readonly lastAt: Float64Array;
  readonly madeAt: Float64Array;
}

interface KeptMoves extends LinkMoves {
  readonly days: number;
  readonly today: number;
  /** What was clicked or changed since it was read. */
  readonly stale: Set<number>;
}

/** Lengths that are looked at in turns. */
const mostKept = 3;

/**
 * The counters of many links lie all over the memory, and finding them there is what movers cost. So
 * what was read of everything is kept, and only links that were clicked since are read again.
 */
export function createLinkMoves({
  store,
  statistics,
}: {
  store: Pick<Store, "links">;
  statistics: Pick<Statistics, "addTo" | "watchLastClicks">;
}) {
  /** The one read last comes last. */
  let kept: readonly KeptMoves[] = [];
  /** Those that are being read: what comes meanwhile is theirs as well. */
  const reading = new Set<KeptMoves>();
  const changed = (id: number) => {
    for (const { stale } of kept) stale.add(id);
    for (const { stale } of reading) stale.add(id);
  };
  statistics.watchLastClicks(changed);
  store.links.watch((former, next) => {
    const id = (next ?? former)?.id;
    if (id !== undefined) changed(id);
  });

  async function read(moves: KeptMoves): Promise<void> {
    const { keys, days, today } = moves;
    const known = kept.find((one) => one.days === days && one.today === today);
    const counts = new Float64Array(2 * days);
    const steps = [{ step: "day" as const, first: today + 1 - 2 * days, counts }];
    const sums: SubjectSums = { steps, tallies: null, lastAt: 0 };
    const pause = createPauses();
    const knownKeys = known?.keys ?? new Float64Array();
    // Ids rise in both; those that don't are read from their counters.
    let from = 0;
    for (const [place, id] of keys.entries()) {
      while ((knownKeys[from] ?? Infinity) < id) from += 1;
      if (known !== undefined && known.keys[from] === id && !known.stale.has(id)) {
        moves.clicks[place] = known.clicks[from] ?? 0;
        moves.before[place] = known.before[from] ?? 0;
        moves.lastAt[place] = known.lastAt[from] ?? 0;
        moves.madeAt[place] = known.madeAt[from] ?? 0;
      } else {
        counts.fill(0);
        sums.lastAt = 0;
        statistics.addTo(sums, id);
        // By places: views of the block and their iterators would be most of the work.
        moves.before[place] = totalBetween(counts, 0, days);
        moves.clicks[place] = totalBetween(counts, days, 2 * days);
        moves.lastAt[place] = sums.lastAt;
        moves.madeAt[place] = Date.parse(store.links.get(id)?.createdAt ?? "") || 0;
      }
      if (place % together !== 0) continue;
      const rest = pause();
      if (rest !== undefined) await rest;
    }
  }

  return async function movesOf(
    { kind, keys }: Pick<Subjects, "kind" | "keys">,
    days: number,
    today: number,
  ): Promise<LinkMoves> {
    const empty = () => new Float64Array(keys.length);
    const moves: KeptMoves = {
      keys,
      days,
      today,
      clicks: empty(),
      before: empty(),
      lastAt: empty(),
      madeAt: empty(),
      stale: new Set(),
    };
    reading.add(moves);
    try {
      await read(moves);
    } finally {
      reading.delete(moves);
    }
    if (kind === "everything")
      kept = [
        ...kept.filter((one) => one.days !== days && one.today === today).slice(1 - mostKept),
        moves,
      ];
    return moves;
  };
}

function totalBetween(counts: Float64Array, first: number, end: number): number {
  let sum = 0;
  for (let place = first; place < end; place += 1) sum += counts[place] ?? 0;
  return sum;
}
