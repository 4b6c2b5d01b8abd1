import { StepCounts } from "./buckets.ts";

/** Clicks by hour of the account's clocks while they are recent, by day beyond. */
export interface ClickHistory {
  readonly hours: StepCounts;
  readonly days: StepCounts;
}

/** Of a history; `start` is an hour or a day since the beginning of 1970, on the account's clocks. */
export interface HistoryStep {
  readonly start: number;
  readonly clicks: number;
}

const hoursOfDay = 24;
/** Hours that are told apart, at least: 35 days. */
export const retainedHours = 35 * hoursOfDay;
/** Of the year 2199, as which later ones count: a day is quickly put among as many as there are up to then. */
export const lastHour = Date.UTC(2200, 0) / 3_600_000 - 1;
/** Hours are folded a day at a time, so that not each click has to look. */
export const mostHours = retainedHours + hoursOfDay;

export function emptyHistory(): ClickHistory {
  return { hours: new StepCounts(), days: new StepCounts() };
}

export function addToHistory({ hours, days }: ClickHistory, hour: number, clicks: number): void {
  hours.add(Math.min(hour, lastHour), clicks);
  if (hours.size <= mostHours) return;
  const folded = hours.entries().slice(0, hours.size - retainedHours);
  for (const [old, count] of folded) days.add(Math.floor(old / hoursOfDay), count);
  hours.keepLatest(retainedHours);
}

/** Each step from `first` up to `last`, those without clicks too. */
export function historyBy(
  step: "hour" | "day",
  { hours, days }: ClickHistory,
  first: number,
  last: number,
): HistoryStep[] {
  const counts = step === "hour" ? hours : countsByDay(hours, days);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => ({
    start: first + place,
    clicks: counts.get(first + place),
  }));
}

/** Adds the clicks of each step to `into`, from the step `first` on. */
export function addHistoryTo(
  into: Float64Array,
  step: "hour" | "day",
  { hours, days }: ClickHistory,
  first: number,
): void {
  if (step === "hour") return hours.addTo(into, first);
  days.addTo(into, first);
  hours.addTo(into, first, hoursOfDay);
}

function countsByDay(hours: StepCounts, days: StepCounts): StepCounts {
  const counts = new StepCounts();
  for (const [day, clicks] of days.entries()) counts.add(day, clicks);
  for (const [hour, clicks] of hours.entries()) counts.add(Math.floor(hour / hoursOfDay), clicks);
  return counts;
}
