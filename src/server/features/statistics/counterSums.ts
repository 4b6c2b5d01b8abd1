import type { ListedCounts, Statistics, SubjectSums } from "../clicks/statistics.ts";
import type { Breakdown, TallySums } from "../clicks/tallies.ts";
import { createPauses } from "../../common/paging.ts";
import { countedSteps, foldedTo, type Period } from "./period.ts";

type CountedClicks = Pick<Statistics, "addTo" | "tallySums">;

/** What the counters of many subjects add up to; they reach back as far as there were clicks. */
export interface CounterSums {
  readonly steps: readonly number[];
  readonly before: readonly number[] | null;
  /** Milliseconds since 1970. */
  readonly lastClick: number | null;
}

/** What visits are broken down by, most first. */
export type CounterLists = Readonly<
  Record<Breakdown, readonly (readonly [name: string, count: number])[]>
>;

const mostListed = 250;
/** Subjects between two looks at the clock. */
export const together = 64;

export async function sumCounters(
  statistics: CountedClicks,
  subjects: Float64Array,
  period: Period,
  before: Period | null,
): Promise<CounterSums> {
  const sums = await summed(statistics, subjects, {
    periods: before === null ? [period] : [period, before],
    tallies: null,
  });
  const [steps, former] = foldedSteps(sums, period, before);
  return {
    steps,
    before: former,
    lastClick: sums.lastAt === 0 ? null : sums.lastAt,
  };
}

/** The same of everything that is listed. */
export function sumListed(
  listed: ListedCounts,
  period: Period,
  before: Period | null,
): CounterSums {
  const steps = (before === null ? [period] : [period, before]).map(countsFor);
  listed.addTo(steps);
  const lastAt = listed.lastAt();
  const [now, former] = foldedSteps({ steps }, period, before);
  return { steps: now, before: former, lastClick: lastAt === 0 ? null : lastAt };
}

/** Of all time. */
export async function sumLists(
  statistics: CountedClicks,
  subjects: Float64Array,
): Promise<CounterLists> {
  const tallies = statistics.tallySums();
  await summed(statistics, subjects, { periods: [], tallies });
  return listsOf(tallies);
}

/** Clicks of subjects in a period and the one before. */
export async function sumClicks(
  statistics: CountedClicks,
  subjects: Float64Array,
  period: Period,
  before: Period | null,
): Promise<{ readonly now: number; readonly before: number | null }> {
  const periods = before === null ? [period] : [period, before];
  const sums = await summed(statistics, subjects, { periods, tallies: null });
  const [steps, former] = foldedSteps(sums, period, before);
  return { now: total(steps), before: former === null ? null : total(former) };
}

async function summed(
  statistics: CountedClicks,
  subjects: Float64Array,
  what: {
    readonly periods: readonly Period[];
    readonly tallies: TallySums | null;
  },
): Promise<SubjectSums> {
  const pause = createPauses();
  const sums: SubjectSums = {
    steps: what.periods.map(countsFor),
    tallies: what.tallies,
    lastAt: 0,
  };
  for (let place = 0; place < subjects.length; place += 1) {
    statistics.addTo(sums, subjects[place] ?? 0);
    if (place % together !== 0) continue;
    const rest = pause();
    if (rest !== undefined) await rest;
  }
  return sums;
}

function foldedSteps(
  { steps: [current, former] }: Pick<SubjectSums, "steps">,
  period: Period,
  before: Period | null,
): readonly [number[], number[] | null] {
  return [
    current === undefined ? [] : foldedTo(period, current.counts),
    former === undefined || before === null ? null : foldedTo(before, former.counts),
  ];
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

export function listsOf(tallies: Pick<TallySums, "top">): CounterLists {
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
