import type { ClickRecord } from "../../store/records.ts";
import type { LogPlace } from "../../store/clicks/clickLog.ts";
import { newestOf } from "../../store/clicks/scanClicks.ts";
import { retainedHours } from "../clicks/clickHistory.ts";
import { directName, unknownName } from "../clicks/linkCounters.ts";
import { languageName } from "../clicks/languageNames.ts";
import { otherNames } from "../clicks/tallies.ts";
import { createPauses } from "../../common/paging.ts";
import { countryName } from "../../visitor/countryNames.ts";
import {
  type CounterLists,
  listsOf,
  sumClicks,
  sumCounters,
  sumListed,
  sumLists,
  total,
} from "./counterSums.ts";
import { findMovers, type Movers } from "./trends.ts";
import { createLineReader, type Reading } from "./lineReader.ts";
import { type BotChoice, type LineList, type StepSums, type VisitorFilters } from "./lineSums.ts";
import { hourLength, type Period, periodBefore, periodUpTo } from "./period.ts";
import { splitShares, type SplitShares } from "./splitShares.ts";
import { findTop, type TopClicks } from "./top.ts";
import { createSubjects, type SubjectRequest, type Subjects } from "./subjects.ts";
import type { App, Core } from "../../common/context.ts";
import { createLocalHours } from "../clicks/localHours.ts";

export interface StatisticsQuestion {
  readonly subject: SubjectRequest;
  readonly period: Period;
  readonly isCompared: boolean;
  /** Whether the lines are read, too. */
  readonly withLines: boolean;
  readonly bots: BotChoice;
  readonly filters: VisitorFilters;
  /** Seconds. */
  readonly wait: number;
}

export interface ListedName {
  /** Null: what several rare ones are called together. */
  readonly key: string | null;
  readonly name: string;
  readonly clicks: number;
}

interface AnsweredStep {
  /** Hour of the account's clocks. */
  readonly begin: number;
  readonly clicks: number;
  readonly visitors: number | null;
  readonly bots: number | null;
}

export interface StatisticsFound {
  readonly of: { readonly kind: SubjectRequest["kind"]; readonly links: number };
  readonly basis: "counters" | "lines";
  readonly clicks: number | null;
  readonly clicksBefore: number | null;
  readonly scans: number | null;
  readonly scansBefore: number | null;
  readonly visitors: {
    readonly count: number;
    readonly before: number | null;
    readonly apart: boolean;
  } | null;
  readonly bots: number | null;
  readonly botsBefore: number | null;
  /** Milliseconds since 1970. */
  readonly lastClick: number | null;
  readonly steps: readonly AnsweredStep[];
  readonly stepsBefore: readonly AnsweredStep[] | null;
  readonly span: "range" | "all time";
  readonly lists: Readonly<Record<LineList, readonly ListedName[] | null>>;
  readonly split: (SplitShares & { readonly since: number }) | null;
  readonly week: readonly (readonly number[])[] | null;
  readonly kept: {
    /** Milliseconds since 1970; null: for ever. */
    readonly since: number | null;
    readonly isWhole: boolean;
    readonly missing: number | null;
  };
  readonly reading: Reading | null;
}

export interface ClickStatistics {
  ask(question: StatisticsQuestion): Promise<StatisticsFound>;
  /** Stops reading that nobody waits for. */
  cancel(reading: number): void;
  /** Newest first, bots too. */
  latest(subject: SubjectRequest, most: number): Promise<readonly ClickRecord[]>;
  movers(subject: SubjectRequest, days: number, most: number): Promise<Movers>;
  top(subject: SubjectRequest, period: Period, most: number): Promise<TopClicks>;
  /** Day by day up to today; `first` is the first day's first hour. */
  sparklines(
    ids: readonly number[],
    days: number,
  ): {
    readonly first: number;
    readonly links: readonly { readonly id: number; readonly clicks: readonly number[] }[];
  };
  /** The hour of the account's clocks that a moment belongs to. */
  hourOf(at: number): number;
}

const dayLength = 24 * hourLength;
/** Milliseconds: lists of all time hardly move, and over many links they are most of the work. */
const listsCacheTime = 3_000;
/** Looks for the latest clicks that are remembered. */
const mostLooks = 100;

interface Look {
  readonly visits: number;
  readonly place: LogPlace | null;
  readonly clicks: readonly ClickRecord[];
}

export function createClickStatistics(
  app: Core & Pick<App, "importedClicks" | "reading" | "linkFilters" | "ownAddresses">,
): ClickStatistics {
  const { dataDir, store, statistics, settings, timestamps, reading: thread, clock } = app;
  const subjects = createSubjects(app);
  const hourOf = createLocalHours(() => settings.get("timeZone"));
  const momentOf = (hour: number) =>
    Date.parse(timestamps.parse(new Date(hour * hourLength).toISOString().slice(0, 19)));
  const reader = createLineReader({ dataDir, thread, imported: () => app.importedClicks.files() });
  const looks = new Map<string, Look>();
  const cachedLists = new Map<string, { readonly until: number; readonly lists: CounterLists }>();

  function linesSince(): number | null {
    const days = settings.get("privacy.retentionDays");
    return days === 0 ? null : clock() - days * dayLength;
  }

  async function ask(question: StatisticsQuestion): Promise<StatisticsFound> {
    const { period, bots, filters } = question;
    const found = await subjects.find(question.subject);
    const before = question.isCompared ? periodBefore(period) : null;
    const isChosen = bots !== "out" || Object.keys(filters).length > 0;
    const [first = 0] = (before ?? period).bounds;
    // Hours further back are told apart by the lines alone.
    const isCounted = period.by !== "hour" || first >= hourOf(clock()) - retainedHours;
    const counted =
      found.kind === "everything"
        ? sumListed(await statistics.listed(createPauses()), period, before)
        : await sumCounters(statistics, found.keys, period, before);
    const scans =
      found.kind === "qr"
        ? { now: total(counted.steps), before: counted.before && total(counted.before) }
        : await sumClicks(statistics, found.scans, period, before);

    const split = splitOf(question.subject);
    const isRead = question.withLines || isChosen || !isCounted;
    const inRange = total(counted.steps);
    const read = isRead
      ? await reader.read(
          found,
          {
            timeZone: settings.get("timeZone"),
            period,
            before,
            bots,
            filters,
            splitSince: split?.since ?? null,
          },
          inRange,
          question.wait,
        )
      : null;
    const lines = read?.result ?? null;
    const missing =
      lines === null || !isCounted ? null : Math.max(0, (read?.counted ?? 0) - lines.lines);
    const since = linesSince();
    const [begin = 0] = period.bounds;
    const isWhole = (since === null || momentOf(begin) >= since) && (missing ?? 0) === 0;
    const byCounters = !isChosen && isCounted;
    const steps = byCounters ? counted.steps : (lines?.steps.clicks ?? null);
    const stepsBefore = byCounters ? counted.before : (lines?.before?.clicks ?? null);
    return {
      of: { kind: found.kind, links: found.links },
      basis: lines === null ? "counters" : "lines",
      clicks: steps === null ? null : total(steps),
      clicksBefore: stepsBefore === null ? null : total(stepsBefore),
      scans: isChosen ? null : scans.now,
      scansBefore: isChosen ? null : scans.before,
      visitors:
        lines === null || lines.steps.allVisitors === null
          ? null
          : {
              count: lines.steps.allVisitors,
              before: lines.before?.allVisitors ?? null,
              apart: isWhole,
            },
      bots: lines === null ? null : total(lines.steps.bots),
      botsBefore: lines?.before == null ? null : total(lines.before.bots),
      lastClick: isChosen ? (lines?.lastAt ?? null) : counted.lastClick,
      steps: steps === null ? [] : stepsOf(period, steps, lines?.steps),
      stepsBefore:
        before === null || stepsBefore === null
          ? null
          : stepsOf(before, stepsBefore, lines?.before ?? undefined),
      span: lines === null ? "all time" : "range",
      lists:
        lines === null
          ? { ...named(await countedLists(found)), devices: null, rules: null, variants: null }
          : named(lines.lists),
      split:
        split === null || lines === null || lines.variants === null
          ? null
          : { since: split.since, ...splitShares(split.variants, lines.variants) },
      week: lines?.week ?? null,
      kept: { since, isWhole, missing },
      reading: read?.reading ?? null,
    };
  }

  /** Of one link, with when its visitors were drawn; milliseconds since 1970. */
  function splitOf(subject: SubjectRequest) {
    const split = subject.kind === "link" ? store.links.get(subject.id)?.split : undefined;
    if (split === undefined) return null;
    return { since: Date.parse(split.startedAt ?? "1970-01-01"), variants: split.variants };
  }

  async function countedLists(found: Subjects): Promise<CounterLists> {
    if (found.kind === "everything") return listsOf(await statistics.listed(createPauses()));
    const about = `${found.kind} ${found.mark}`;
    const known = cachedLists.get(about);
    if (known !== undefined && performance.now() < known.until) return known.lists;
    const lists = await sumLists(statistics, found.keys);
    cachedLists.delete(about);
    cachedLists.set(about, { until: performance.now() + listsCacheTime, lists });
    for (const oldest of cachedLists.keys()) {
      if (cachedLists.size <= mostLooks) break;
      cachedLists.delete(oldest);
    }
    return lists;
  }

  async function visitsOf({ keys }: Subjects): Promise<number> {
    const pause = createPauses();
    let visits = 0;
    for (const key of keys) {
      visits += statistics.visitsOf(key);
      const rest = pause();
      if (rest !== undefined) await rest;
    }
    return visits;
  }

  async function latest(request: SubjectRequest, most: number): Promise<readonly ClickRecord[]> {
    const found = await subjects.find(request);
    const about = `${found.kind} ${found.mark} ${most}`;
    const visits = await visitsOf(found);
    const known = looks.get(about);
    if (known?.visits === visits) return known.clicks;
    const { clicks, end } = await thread.run({
      kind: "latest",
      dataDir,
      subjects: found.keys,
      most,
      downTo: known?.place ?? null,
    });
    const all = newestOf([...clicks, ...(known?.clicks ?? [])], most);
    looks.delete(about);
    looks.set(about, { visits, place: end ?? known?.place ?? null, clicks: all });
    for (const oldest of looks.keys()) {
      if (looks.size <= mostLooks) break;
      looks.delete(oldest);
    }
    return all;
  }

  async function movers(request: SubjectRequest, days: number, most: number): Promise<Movers> {
    const { keys: links } = await subjects.find(request);
    const now = clock();
    const today = Math.floor(hourOf(now) / 24);
    return findMovers({ store, statistics, links, days, today, now, most });
  }

  return {
    ask,
    cancel: (reading) => reader.cancel(reading),
    latest,
    movers,
    top: async (request, period, most) => findTop(app, await subjects.find(request), period, most),
    hourOf,
    sparklines(ids, days) {
      const { bounds } = periodUpTo("day", hourOf(clock()), days);
      const [first = 0] = bounds;
      const links = ids
        .filter((id) => store.links.get(id) !== undefined)
        .map((id) => {
          const counts = new Float64Array(days);
          const steps = [{ step: "day" as const, first: first / 24, counts }];
          statistics.addTo({ steps, tallies: null, lastAt: 0 }, id);
          return { id, clicks: [...counts] };
        });
      return { first, links };
    },
  };
}

function stepsOf(
  { bounds }: Period,
  clicks: readonly number[],
  lines: StepSums | undefined,
): AnsweredStep[] {
  return clicks.map((count, place) => ({
    begin: bounds[place] ?? 0,
    clicks: count,
    visitors: lines?.allVisitors == null ? null : (lines.visitors[place] ?? null),
    bots: lines?.bots[place] ?? null,
  }));
}

type Counts = readonly (readonly [name: string, count: number])[];

function named(
  lists: Readonly<Partial<Record<LineList, Counts>>>,
): Record<LineList, readonly ListedName[]> {
  const listed = (list: LineList) =>
    (lists[list] ?? []).map(([name, clicks]): ListedName => ({
      key: keyOf(list, name),
      name: nameOf(list, name),
      clicks,
    }));
  return {
    countries: listed("countries"),
    referrers: listed("referrers"),
    browsers: listed("browsers"),
    systems: listed("systems"),
    devices: listed("devices"),
    languages: listed("languages"),
    social: listed("social"),
    rules: listed("rules"),
    variants: listed("variants"),
    bots: listed("bots"),
  };
}

function keyOf(list: LineList, name: string): string | null {
  if (name === otherNames) return null;
  if (list === "referrers" && name === directName) return "direct";
  return name === unknownName ? "unknown" : name;
}

function nameOf(list: LineList, name: string): string {
  if (list === "countries") return countryName(name);
  return list === "languages" ? languageName(name) : name;
}
