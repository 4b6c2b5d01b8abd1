import type { ClickRecord } from "../store/records.ts";
import { addToHistory, emptyHistory } from "./clickHistory.ts";
import type { ClickHistory } from "./clickHistory.ts";
import { addClicks } from "./clicksToday.ts";
import type { Quarters } from "./clicksToday.ts";
import { addTo } from "./tally.ts";
import type { Tally } from "./tally.ts";
import { UniqueVisitors } from "./uniques.ts";

/** decisions.md, top lists. */
const unknownName = "Unknown";
const directName = "Direct, email and other";

/** Everything that is counted of one link, clicks apart. Each breakdown adds up to the clicks. */
export interface Detail {
  readonly visitors: UniqueVisitors;
  /** By ISO 3166 alpha-2 or {@link unknownName}. */
  readonly countries: Tally;
  readonly referrers: Tally;
  readonly browsers: Tally;
  readonly systems: Tally;
  readonly social: Tally;
  /** By primary language tag or {@link unknownName}. */
  readonly languages: Tally;
  readonly quarters: Quarters;
  readonly history: ClickHistory;
  botClicks: number;
  readonly bots: Tally;
}

export function emptyDetail(): Detail {
  return {
    visitors: new UniqueVisitors(),
    countries: new Map(),
    referrers: new Map(),
    browsers: new Map(),
    systems: new Map(),
    social: new Map(),
    languages: new Map(),
    quarters: new Map(),
    history: emptyHistory(),
    botClicks: 0,
    bots: new Map(),
  };
}

/** When a click was, in the units that it is counted by. */
interface ClickTime {
  readonly quarter: number;
  /** See localHours.ts. */
  readonly hour: number;
}

export function addVisit(detail: Detail, click: ClickRecord, { quarter, hour }: ClickTime): void {
  if (click.bot !== undefined) {
    detail.botClicks += 1;
    addTo(detail.bots, click.bot);
    return;
  }
  if (click.visitor !== undefined) detail.visitors.add(click.visitor);
  addTo(detail.countries, click.country ?? unknownName);
  addTo(detail.referrers, click.referrer ?? directName);
  addTo(detail.browsers, click.browser ?? unknownName);
  addTo(detail.systems, click.os ?? unknownName);
  addTo(detail.languages, click.language ?? unknownName);
  if (click.social !== undefined) addTo(detail.social, click.social);
  addToHistory(detail.history, hour, 1);
  addClicks(detail.quarters, quarter, 1);
}

/** A link's line of the checkpoint. Tallies as pairs: names are other people's words, not keys. */
interface Kept {
  readonly clicks: number;
  readonly botClicks: number;
  readonly visitors: readonly string[] | string;
  readonly tallies: readonly (readonly (readonly [string, number])[])[];
  readonly quarters: readonly (readonly [number, number])[];
  /** Absent in older checkpoints, which knew no history. */
  readonly hours?: readonly (readonly [number, number])[];
  readonly days?: readonly (readonly [number, number])[];
}

/** In the order in which a checkpoint keeps them; new ones come last. */
function talliesOf(detail: Detail): readonly Tally[] {
  const { countries, referrers, browsers, systems, social, bots, languages } = detail;
  return [countries, referrers, browsers, systems, social, bots, languages];
}

export function keepDetail(clicks: number, detail: Detail): Kept {
  return {
    clicks,
    botClicks: detail.botClicks,
    visitors: detail.visitors.toCheckpoint(),
    tallies: talliesOf(detail).map((tally) => [...tally]),
    quarters: [...detail.quarters],
    hours: [...detail.history.hours],
    days: [...detail.history.days],
  };
}

/** Throws on anything that {@link keepDetail} did not write: no counter is ever made up. */
export function restoreDetail(counters: unknown): { clicks: number; detail: Detail } {
  if (!isKept(counters))
    throw new TypeError("A line of counters is not in the form it is kept in.");
  const detail: Detail = {
    ...emptyDetail(),
    botClicks: counters.botClicks,
    visitors: UniqueVisitors.restore(counters.visitors),
  };
  const tallies = talliesOf(detail);
  for (const [place, pairs] of counters.tallies.entries()) {
    for (const [name, count] of pairs) tallies[place]?.set(name, count);
  }
  for (const [quarter, count] of counters.quarters) detail.quarters.set(quarter, count);
  for (const [hour, count] of counters.hours ?? []) detail.history.hours.set(hour, count);
  for (const [day, count] of counters.days ?? []) detail.history.days.set(day, count);
  return { clicks: counters.clicks, detail };
}

function isKept(counters: unknown): counters is Kept {
  if (typeof counters !== "object" || counters === null) return false;
  const kept: Partial<Record<keyof Kept, unknown>> = counters;
  return (
    typeof kept.clicks === "number" &&
    typeof kept.botClicks === "number" &&
    (Array.isArray(kept.visitors) || typeof kept.visitors === "string") &&
    Array.isArray(kept.tallies) &&
    Array.isArray(kept.quarters)
  );
}
