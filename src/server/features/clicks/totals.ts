import { addHistoryTo, addToHistory, emptyHistory } from "./clickHistory.ts";
import type { Detail, VisitSums } from "./linkCounters.ts";
import type { Names } from "./names.ts";
import { type Breakdown, TallySums } from "./tallies.ts";

/** Steps that clicks are added up in: hours or days, from the first on. */
export interface StepSums {
  readonly step: "hour" | "day";
  readonly first: number;
  readonly counts: Float64Array;
}

/** What many links were counted together: kept up with each visit, so that no look walks through them. */
export interface ListedSums {
  /** For visits of what is in the sums. */
  readonly visits: VisitSums;
  add(detail: Detail): void;
  take(detail: Detail): void;
  addTo(steps: readonly StepSums[]): void;
  /** Most first. */
  top(breakdown: Breakdown, limit: number): (readonly [string, number])[];
  /** Of the last click; milliseconds since 1970, 0: none yet, null: whoever had it is out, and it has to be looked for. */
  lastAt(): number | null;
  sawLast(at: number): void;
}

export function createListedSums(names: Names): ListedSums {
  const history = emptyHistory();
  const tallies = new TallySums(names);
  let lastAt: number | null = 0;

  function addHistory({ history: { hours, days } }: Detail, sign: 1 | -1): void {
    for (const [day, clicks] of days.entries()) history.days.add(day, sign * clicks);
    for (const [hour, clicks] of hours.entries()) addToHistory(history, hour, sign * clicks);
  }

  function sawLast(at: number): void {
    if (lastAt !== null && at > lastAt) lastAt = at;
  }

  return {
    visits: {
      tallies,
      add({ at }, { hour }) {
        addToHistory(history, hour, 1);
        sawLast(at);
      },
    },
    add(detail) {
      addHistory(detail, 1);
      detail.tallies.addTo(tallies);
      sawLast(detail.lastAt ?? 0);
    },
    take(detail) {
      addHistory(detail, -1);
      detail.tallies.addTo(tallies, -1);
      if (detail.lastAt !== null && detail.lastAt === lastAt) lastAt = null;
    },
    addTo(steps) {
      for (const { step, first, counts } of steps) addHistoryTo(counts, step, history, first);
    },
    top: (breakdown, limit) => tallies.top(breakdown, limit),
    lastAt: () => lastAt,
    sawLast(at) {
      lastAt = Math.max(lastAt ?? 0, at);
    },
  };
}
