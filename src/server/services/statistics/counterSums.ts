import type { Breakdown, TallySums } from "../clicks/tallies.ts";
import type { Statistics } from "../clicks/statistics.ts";
import { createPauses } from "../paging.ts";
import { countedSteps, foldedTo, type Period } from "./period.ts";

export type CountedClicks = Pick<
  Statistics,
  "addHistory" | "addTallies" | "tallySums" | "lastClickOf" | "visitsOf"
>;

/** What the counters of many subjects add up to; they reach back as far as there were clicks. */
export interface CounterSums {
  readonly steps: readonly number[];
  readonly before: readonly number[] | null;
  readonly lists: Readonly<Record<Breakdown, readonly (readonly [name: string, count: number])[]>>;
  /** Milliseconds since 1970. */
  readonly lastClick: number | null;
}

const mostListed = 250;
/** Subjects between two looks at the clock. */
const together = 64;

export async function sumCounters(
  statistics: CountedClicks,
  subjects: Float64Array,
  period: Period,
  before: Period | null,
): Promise<CounterSums> {
  const pause = createPauses();
  const current = countsFor(period);
  const former = before === null ? null : countsFor(before);
  const tallies = statistics.tallySums();
  let lastClick: number | null = null;
  for (const [place, subject] of subjects.entries()) {
    statistics.addHistory(subject, current.step, current.first, current.counts);
    if (former !== null) {
      statistics.addHistory(subject, former.step, former.first, former.counts);
    }
    statistics.addTallies(subject, tallies);
    const last = statistics.lastClickOf(subject);
    if (last !== null) lastClick = Math.max(lastClick ?? 0, last);
    if (place % together === 0) {
      const rest = pause();
      if (rest !== undefined) await rest;
    }
  }
  return {
    steps: foldedTo(period, current.counts),
    before: before === null || former === null ? null : foldedTo(before, former.counts),
    lists: listsOf(tallies),
    lastClick,
  };
}

/** Clicks of subjects in a period and the one before. */
export async function sumClicks(
  statistics: CountedClicks,
  subjects: Float64Array,
  period: Period,
  before: Period | null,
): Promise<{ readonly now: number; readonly before: number | null }> {
  const pause = createPauses();
  const current = countsFor(period);
  const former = before === null ? null : countsFor(before);
  for (const [place, subject] of subjects.entries()) {
    statistics.addHistory(subject, current.step, current.first, current.counts);
    if (former !== null) {
      statistics.addHistory(subject, former.step, former.first, former.counts);
    }
    if (place % together === 0) {
      const rest = pause();
      if (rest !== undefined) await rest;
    }
  }
  return { now: total(current.counts), before: former === null ? null : total(former.counts) };
}

function countsFor(period: Period) {
  const { step, first, length } = countedSteps(period);
  return { step, first, counts: new Float64Array(length) };
}

export function total(counts: Iterable<number>): number {
  let sum = 0;
  for (const one of counts) sum += one;
  return sum;
}

function listsOf(tallies: TallySums): CounterSums["lists"] {
  const top = (breakdown: Breakdown) => tallies.top(breakdown, mostListed);
  return {
    countries: top("countries"),
    referrers: top("referrers"),
    browsers: top("browsers"),
    systems: top("systems"),
    languages: top("languages"),
    social: top("social"),
    bots: top("bots"),
  };
}
