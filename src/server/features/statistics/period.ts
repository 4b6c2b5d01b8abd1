/** Hours and days are numbered from 1970 as the account's clocks show them: no time zone is in them. */

export type Step = "hour" | "day" | "week" | "month";

/** Steps that follow each other. */
export interface Period {
  readonly by: Step;
  /** The hour that each step begins with, and the one behind the last. */
  readonly bounds: readonly number[];
}

export const hourLength = 3_600_000;
const hoursOfDay = 24;
const daysOfWeek = 7;

/** Monday is 0; 1970 began with a Thursday. */
export function weekdayOf(hour: number): number {
  return (((Math.floor(hour / hoursOfDay) + 3) % daysOfWeek) + daysOfWeek) % daysOfWeek;
}

export function hourOfDay(hour: number): number {
  return ((hour % hoursOfDay) + hoursOfDay) % hoursOfDay;
}

/** The first hour of the step that has an hour. */
function beginOf(by: Step, hour: number): number {
  const day = Math.floor(hour / hoursOfDay);
  switch (by) {
    case "hour":
      return hour;
    case "day":
      return day * hoursOfDay;
    case "week":
      return (day - weekdayOf(hour)) * hoursOfDay;
    case "month": {
      const date = new Date(hour * hourLength);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / hourLength;
    }
  }
}

/** The first hour of a step so many steps on from the one that begins with `begin`. */
function moved(by: Step, begin: number, steps: number): number {
  if (by === "month") {
    const date = new Date(begin * hourLength);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + steps, 1) / hourLength;
  }
  return begin + steps * { hour: 1, day: hoursOfDay, week: daysOfWeek * hoursOfDay }[by];
}

/** The steps from the one that has an hour to the one that has another; at most so many and one more. */
export function periodBetween(by: Step, first: number, last: number, most: number): Period {
  const end = beginOf(by, last);
  const bounds = [beginOf(by, first)];
  for (let begin = bounds[0] ?? end; begin <= end && bounds.length <= most + 1;) {
    begin = moved(by, begin, 1);
    bounds.push(begin);
  }
  return { by, bounds };
}

/** So many steps, the last of which has an hour. */
export function periodUpTo(by: Step, last: number, steps: number): Period {
  const end = beginOf(by, last);
  return {
    by,
    bounds: Array.from({ length: steps + 1 }, (_, place) => moved(by, end, place + 1 - steps)),
  };
}

export function stepsOf({ bounds }: Period): number {
  return bounds.length - 1;
}

/** The period before, of as many steps. */
export function periodBefore(period: Period): Period {
  const steps = stepsOf(period);
  const begin = period.bounds[0] ?? 0;
  return {
    by: period.by,
    bounds: Array.from({ length: steps + 1 }, (_, place) => moved(period.by, begin, place - steps)),
  };
}

/** Finds the step that has an hour; -1: none. */
export function stepFinder({ by, bounds }: Period): (hour: number) => number {
  const first = bounds[0] ?? 0;
  const end = bounds.at(-1) ?? 0;
  const length = { hour: 1, day: hoursOfDay, week: daysOfWeek * hoursOfDay, month: 0 }[by];
  if (length > 0) {
    return (hour) => (hour < first || hour >= end ? -1 : Math.floor((hour - first) / length));
  }
  const firstDay = first / hoursOfDay;
  const stepOfDay = new Int32Array(Math.max(0, end / hoursOfDay - firstDay));
  for (let step = 0; step + 1 < bounds.length; step += 1) {
    const [from = 0, to = 0] = [bounds[step], bounds[step + 1]];
    stepOfDay.fill(step, from / hoursOfDay - firstDay, to / hoursOfDay - firstDay);
  }
  return (hour) => stepOfDay[Math.floor(hour / hoursOfDay) - firstDay] ?? -1;
}

/** Counts of hours (of `hour`) or days as counts of the period's steps. */
export function foldedTo(period: Period, counts: Float64Array): number[] {
  if (period.by === "hour" || period.by === "day") return [...counts];
  const folded = Array.from({ length: stepsOf(period) }, () => 0);
  const stepOf = stepFinder(period);
  const first = period.bounds[0] ?? 0;
  for (const [place, count] of counts.entries()) {
    const step = stepOf(first + place * hoursOfDay);
    folded[step] = (folded[step] ?? 0) + count;
  }
  return folded;
}

/** The finer steps that counters have: their kind, the number of the first, and how many. */
export function countedSteps({ by, bounds }: Period): {
  readonly step: "hour" | "day";
  readonly first: number;
  readonly length: number;
} {
  const [first = 0, end = 0] = [bounds[0], bounds.at(-1)];
  return by === "hour"
    ? { step: "hour", first, length: end - first }
    : { step: "day", first: first / hoursOfDay, length: (end - first) / hoursOfDay };
}
