import { type ClickRecord, lastMoment } from "../../store/records.ts";
import {
  addToHistory,
  type ClickHistory,
  emptyHistory,
  lastHour,
  mostHours,
} from "./clickHistory.ts";
import { addClicks, quarterLength, type Quarters, retainedQuarters } from "./clicksToday.ts";
import type { Names } from "./names.ts";
import { mostInStep, StepCounts } from "./buckets.ts";
import { breakdowns, Tallies, type TallySums } from "./tallies.ts";
import { isObject } from "../../../util/isObject.ts";
import { mostCounted, type StoredVisitors, UniqueVisitors } from "./uniqueVisitors.ts";

/** Milliseconds. */
const hourLength = 3_600_000;

/** Of a link's history that a file tells: fifty years. */
const mostDays = 18_263;

/** docs/api.md, "Names of what can't be known". */
export const unknownName = "Unknown";
export const directName = "Direct, email and other";

export interface ClosedVisits {
  readonly before: number;
  readonly after: number;
}

export const noClosed: ClosedVisits = { before: 0, after: 0 };

/** Everything that is counted of one link, clicks apart. Each breakdown adds up to the clicks. */
export interface Detail {
  readonly visitors: UniqueVisitors;
  /**
   * Countries by ISO 3166 alpha-2, languages by primary tag, both or {@link unknownName}; bots by the
   * name they give.
   */
  readonly tallies: Tallies;
  readonly quarters: Quarters;
  readonly history: ClickHistory;
  botClicks: number;
  /** Visits to what the link leads to before it starts and after it has ended; null: none. */
  closed: ClosedVisits | null;
  /** Of the last click; milliseconds since 1970, null: none yet. */
  lastAt: number | null;
  /** What counterMemory.ts has counted of it. */
  countedBytes: number;
}

export function emptyDetail(names: Names): Detail {
  return {
    visitors: new UniqueVisitors(),
    tallies: new Tallies(names),
    quarters: new StepCounts(),
    history: emptyHistory(),
    botClicks: 0,
    closed: null,
    lastAt: null,
    countedBytes: 0,
  };
}

/** When a click was, in the units that it is counted by. */
export interface ClickTime {
  readonly quarter: number;
  /** See localHours.ts. */
  readonly hour: number;
}

/** Sums over many links that a visit of one is part of. */
export interface VisitSums {
  readonly tallies: TallySums;
  add(click: ClickRecord, time: ClickTime): void;
}

export function addVisit(
  detail: Detail,
  click: ClickRecord,
  time: ClickTime,
  sums?: VisitSums,
): void {
  const all = sums?.tallies;
  if (click.closed !== undefined) {
    const { closed } = detail;
    detail.closed = { ...noClosed, ...closed, [click.closed]: (closed?.[click.closed] ?? 0) + 1 };
    return;
  }
  if (click.bot !== undefined) {
    detail.botClicks += 1;
    detail.tallies.add("bots", click.bot, 1, all);
    return;
  }
  const { quarter, hour } = time;
  detail.lastAt = Math.max(detail.lastAt ?? 0, click.at);
  if (click.visitor !== undefined) detail.visitors.add(click.visitor);
  const { tallies } = detail;
  tallies.add("countries", click.country ?? unknownName, 1, all);
  tallies.add("referrers", click.referrer ?? directName, 1, all);
  tallies.add("browsers", click.browser ?? unknownName, 1, all);
  tallies.add("systems", click.os ?? unknownName, 1, all);
  tallies.add("languages", click.language ?? unknownName, 1, all);
  if (click.social !== undefined) tallies.add("social", click.social, 1, all);
  addToHistory(detail.history, hour, 1);
  addClicks(detail.quarters, quarter, 1);
  sums?.add(click, time);
}

/** A link's line of the checkpoint. Tallies as pairs: names are other people's words, not keys. */
interface StoredCounters {
  readonly clicks: number;
  readonly botClicks: number;
  readonly visitors: readonly string[] | StoredVisitors;
  readonly tallies: readonly (readonly (readonly [string, number])[])[];
  readonly quarters: readonly (readonly [number, number])[];
  /** Absent in older checkpoints, which knew no history. */
  readonly hours?: readonly (readonly [number, number])[];
  readonly days?: readonly (readonly [number, number])[];
  /** Milliseconds since 1970. Absent in older checkpoints, and where nobody has come yet. */
  readonly last?: number | undefined;
  /** Absent where there were none. */
  readonly closed?: ClosedVisits;
}

/** As near as an older checkpoint tells it: the last quarter of an hour, hour or day with a click. */
function lastIn(
  { last, quarters, hours = [], days = [] }: StoredCounters,
  offset: number,
): number | null {
  if (last !== undefined) return last;
  const [quarter, hour, day] = [quarters.at(-1)?.[0], hours.at(-1)?.[0], days.at(-1)?.[0]];
  if (quarter !== undefined) return quarter * quarterLength;
  if (hour !== undefined) return hour * hourLength - offset;
  return day === undefined ? null : day * 24 * hourLength - offset;
}

export function keepDetail(clicks: number, detail: Detail): StoredCounters {
  return {
    clicks,
    botClicks: detail.botClicks,
    visitors: detail.visitors.toCheckpoint(),
    tallies: detail.tallies.ofEach(),
    quarters: detail.quarters.entries(),
    hours: detail.history.hours.entries(),
    days: detail.history.days.entries(),
    ...(detail.lastAt !== null && { last: detail.lastAt }),
    ...(detail.closed !== null && { closed: detail.closed }),
  };
}

/** Counters that say how many visitors there were, and nothing of who they were. */
export function withoutVisitors(counters: unknown): unknown {
  if (!isStored(counters)) return counters;
  const before = UniqueVisitors.restore(counters.visitors).count;
  return { ...counters, visitors: { before, known: { keys: "" } } };
}

/**
 * Throws on anything that isn't in the form of {@link keepDetail}: no counter is ever made up. What no
 * count or moment can be is left out. `offset` is
 * that of the account's clocks, in milliseconds.
 */
export function restoreDetail(
  counters: unknown,
  names: Names,
  offset: number,
): { clicks: number; detail: Detail } {
  if (!isStored(counters))
    throw new TypeError("A line of counters is not in the form it is kept in.");
  const quarters = possible(counters.quarters, quarterLength).slice(-retainedQuarters);
  const hours = possible(counters.hours ?? [], hourLength).slice(-mostHours);
  const days = possible(counters.days ?? [], 24 * hourLength).slice(-mostDays);
  const last = isMoment(counters.last ?? null) ? counters.last : undefined;
  const lastAt = lastIn({ ...counters, last, quarters, hours, days }, offset);
  const detail: Detail = {
    ...emptyDetail(names),
    botClicks: isCount(counters.botClicks) ? counters.botClicks : 0,
    visitors: UniqueVisitors.restore(counters.visitors),
    closed: restoreClosed(counters.closed),
    lastAt: isMoment(lastAt) ? lastAt : null,
  };
  for (const [place, breakdown] of breakdowns.entries()) {
    for (const [name, count] of counters.tallies[place] ?? []) {
      if (typeof name === "string" && isCount(count)) detail.tallies.add(breakdown, name, count);
    }
  }
  for (const [quarter, count] of quarters) detail.quarters.add(quarter, count);
  for (const [hour, count] of hours) detail.history.hours.add(hour, count);
  for (const [day, count] of days) detail.history.days.add(day, count);
  return { clicks: isCount(counters.clicks) ? counters.clicks : 0, detail };
}

function restoreClosed(stored: unknown): ClosedVisits | null {
  if (!isObject(stored)) return null;
  const count = (of: unknown) => (isCount(of) ? of : 0);
  return { before: count(stored["before"]), after: count(stored["after"]) };
}

function isCount(count: unknown): count is number {
  return Number.isInteger(count) && Number(count) >= 0 && Number(count) <= mostCounted;
}

/** Those of a history's steps that can be: near enough to 1970 (see `lastHour`), and no more than a step holds. */
function possible(pairs: readonly (readonly [number, number])[], stepLength: number) {
  const those = pairs.filter(
    (pair) =>
      Array.isArray(pair) &&
      Number.isInteger(pair[0]) &&
      Math.abs(pair[0]) <= (lastHour * hourLength) / stepLength &&
      isCount(pair[1]) &&
      pair[1] <= mostInStep,
  );
  // Steps are put in at their place: from the end of a file of millions each would move all others.
  return those.toSorted(([one], [other]) => one - other);
}

function isMoment(moment: number | null): moment is number {
  return Number.isSafeInteger(moment) && Number(moment) >= 0 && Number(moment) <= lastMoment;
}

function isStored(counters: unknown): counters is StoredCounters {
  if (typeof counters !== "object" || counters === null) return false;
  const stored: Partial<Record<keyof StoredCounters, unknown>> = counters;
  return (
    typeof stored.clicks === "number" &&
    typeof stored.botClicks === "number" &&
    (typeof stored.visitors === "object" || typeof stored.visitors === "string") &&
    stored.visitors !== null &&
    Array.isArray(stored.tallies) &&
    Array.isArray(stored.quarters)
  );
}
