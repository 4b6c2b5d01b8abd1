/** Clicks by hour of the account's clocks while they are recent, by day beyond. */
export interface ClickHistory {
  readonly hours: Map<number, number>;
  readonly days: Map<number, number>;
}

/** Of a history; `start` is an hour or a day since the beginning of 1970, on the account's clocks. */
export interface HistoryStep {
  readonly start: number;
  readonly clicks: number;
}

const hoursOfDay = 24;
/** Hours that are told apart, at least: 35 days. */
const keptHours = 35 * hoursOfDay;
/** Hours are folded a day at a time, so that not each click has to look. */
const mostHours = keptHours + hoursOfDay;

export function emptyHistory(): ClickHistory {
  return { hours: new Map(), days: new Map() };
}

export function addToHistory({ hours, days }: ClickHistory, hour: number, clicks: number): void {
  hours.set(hour, (hours.get(hour) ?? 0) + clicks);
  if (hours.size <= mostHours) return;
  const oldestFirst = [...hours.keys()].toSorted((one, other) => one - other);
  for (const old of oldestFirst.slice(0, hours.size - keptHours)) {
    const day = Math.floor(old / hoursOfDay);
    days.set(day, (days.get(day) ?? 0) + (hours.get(old) ?? 0));
    hours.delete(old);
  }
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
    clicks: counts.get(first + place) ?? 0,
  }));
}

function countsByDay(
  hours: ReadonlyMap<number, number>,
  days: ReadonlyMap<number, number>,
): Map<number, number> {
  const counts = new Map(days);
  for (const [hour, clicks] of hours) {
    const day = Math.floor(hour / hoursOfDay);
    counts.set(day, (counts.get(day) ?? 0) + clicks);
  }
  return counts;
}
