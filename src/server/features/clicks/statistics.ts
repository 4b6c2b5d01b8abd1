import { bytesOfCounters } from "../../store/document/documentSize.ts";
import type { ClickRecord } from "../../store/records.ts";
import {
  type CounterKeeper,
  type CounterLine,
  type Subject,
  subjectKey,
  subjectOf,
} from "../../store/store.ts";
import { addHistoryTo, emptyHistory, historyBy, type HistoryStep } from "./clickHistory.ts";
import { addClicks, clicksSinceMidnight, oldestRecent, quarterOf } from "./clicksToday.ts";
import { countryName } from "../../visitor/countryNames.ts";
import {
  addVisit,
  type ClosedVisits,
  type Detail,
  directName,
  emptyDetail,
  keepDetail,
  noClosed,
  restoreDetail,
  unknownName,
  type VisitSums,
} from "./linkCounters.ts";
import { createCounterMemory } from "./counterMemory.ts";
import { createImportedSums, laterOf } from "./importedSums.ts";
import { createListedSums, type ListedSums, type StepSums } from "./totals.ts";
import { createLocalHours } from "./localHours.ts";
import { languageName } from "./languageNames.ts";
import { zeroSocialCount } from "../../visitor/socialPlatforms.ts";
import type { SocialPlatform } from "../../../contract/fields/socialPlatforms.ts";
import { Names } from "./names.ts";
import { StepCounts } from "./buckets.ts";
import { type Breakdown, TallySums } from "./tallies.ts";

/** Names with their counts, most first. */
type TopList = readonly (readonly [name: string, count: number])[];

export interface LinkStatistics {
  readonly clicks: number;
  readonly uniqueClicks: number;
  readonly countries: TopList;
  readonly referrers: TopList;
  readonly browsers: TopList;
  readonly systems: TopList;
  readonly languages: TopList;
  readonly bots: TopList;
  readonly social: Readonly<Record<SocialPlatform, number>>;
  readonly botClicks: number;
}

/** The scans of QR codes, counted like clicks and apart from them. */
export interface ScanStatistics {
  clicksOf(id: number): number;
  of(id: number): LinkStatistics;
  /** See {@link Statistics.history}. */
  history(id: number, step: "hour" | "day", first: number, last: number): HistoryStep[];
}

/** Clicks that were counted elsewhere and came along line by line, by the change set they came with. */
export interface ImportedCounters {
  add(set: number, click: ClickRecord): void;
  /** What is too old for its lines to be kept. */
  addSum(set: number, link: number, clicks: number, bots: number): void;
  /** What a set adds up to, link by link, as {@link ImportedCounters.restore} takes it. */
  of(set: number): Iterable<{ readonly link: number; readonly counters: unknown }>;
  restore(set: number, link: number, counters: unknown): void;
  /** Everything that came with a set. */
  drop(set: number): void;
}

export interface Statistics extends CounterKeeper {
  /** Summed with what was counted here when shown; nobody knows who these visitors were. */
  readonly imported: ImportedCounters;
  /** At opening for every stored link, later on each creation and each undone deletion. */
  linkAdded(id: number): void;
  /** The link leaves the lists; its counters stay until {@link forget}, so that a deletion can be undone. */
  linkRemoved(id: number): void;
  forget(id: number): void;
  /** Ids of links that are in no list and of QR codes that are none any more, while there are counters of them. */
  gone(isQrCode: (id: number) => boolean): {
    readonly links: readonly number[];
    readonly qrCodes: readonly number[];
  };
  memoryWith(records: number): number;
  /** Whether anything was ever counted of it. */
  hasCounters(subject: Subject): boolean;
  clicksOf(id: number): number;
  uniqueClicksOf(id: number): number;
  closedVisitsOf(id: number): ClosedVisits;
  /** Milliseconds since 1970; null: nobody has come yet. */
  lastClickOf(id: number): number | null;
  /** Tells of each link whose last click has moved, for what is kept up beside. */
  watchLastClicks(listener: (id: number) => void): void;
  /** `most`: names of a list, ten unless it says more. */
  of(id: number, most?: number): LinkStatistics;
  /**
   * Clicks by hour or day of the account's clocks (numbered from 1970), from `first` to `last`.
   * Hours are told apart for at least 35 days back, days for ever.
   */
  history(id: number, step: "hour" | "day", first: number, last: number): HistoryStep[];
  /** Adds what a subject (see `subjectKey`) was counted to sums over many. */
  addTo(sums: SubjectSums, subject: number): void;
  /**
   * What all listed links were counted together. The first look walks through them, with pauses; from
   * then on they are kept up. `pause`: asked now and then whether others have their turn.
   */
  listed(pause: () => Promise<void> | undefined): Promise<ListedCounts>;
  /** Empty tallies for {@link SubjectSums}. */
  tallySums(): TallySums;
  /** Clicks and bots of a subject together: it moves with each visit. */
  visitsOf(subject: number): number;
  /** Clicks and scans since the last midnight in the account's time zone. */
  clicksToday(): number;
  readonly scans: ScanStatistics;
}

export interface ListedCounts {
  addTo(steps: readonly StepSums[]): void;
  /** Most first. */
  top(breakdown: Breakdown, limit: number): (readonly [string, number])[];
  /** Of the last click; milliseconds since 1970, 0: none yet. */
  lastAt(): number;
}

interface Counters {
  readonly id: number;
  clicks: number;
  isListed: boolean;
  /** Whether what it was counted is in the sums over all listed links. */
  isSummed: boolean;
  /** Null until the first visit: most links of a large store have none. */
  detail: Detail | null;
}

/** What the counters of many subjects are added up in. */
export interface SubjectSums {
  readonly steps: readonly StepSums[];
  readonly tallies: TallySums | null;
  /** Of the last click of any; milliseconds since 1970, 0: none yet. */
  lastAt: number;
}

function addDetail(sums: SubjectSums, { history, tallies, lastAt }: Detail): void {
  for (const { step, first, counts } of sums.steps) addHistoryTo(counts, step, history, first);
  if (sums.tallies !== null) tallies.addTo(sums.tallies);
  if (lastAt !== null && lastAt > sums.lastAt) sums.lastAt = lastAt;
}

const topLimit = 10;

/** The same names of several lists as one, most first. */
function topOf(counts: readonly (readonly [name: string, count: number])[], most: number): TopList {
  const sums = new Map<string, number>();
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].toSorted((one, other) => other[1] - one[1]).slice(0, most);
}

/** What visits add up to, in memory; the click log restores it, replays the rest and asks for checkpoints. */
export function createStatistics(options: { clock(): number; timeZone(): string }): Statistics {
  /** By `subjectKey`. QR codes are never listed. */
  const subjects = new Map<number, Counters>();
  const quarters = new StepCounts();
  // They're counted apart even if invented names leave no room.
  const names = new Names({ kept: [unknownName, directName] });
  const localHour = createLocalHours(() => options.timeZone());

  const imported = createImportedSums(names);
  const memory = createCounterMemory();

  function countImported(link: number, clicks: number, lastAt: number | null): void {
    imported.count(link, clicks, lastAt);
    countersOf(link).clicks += clicks;
    notifyLastClick(link);
  }

  const watching: ((id: number) => void)[] = [];

  function notifyLastClick(key: number): void {
    for (const listener of watching) listener(key);
  }

  /** Milliseconds, to the hour. */
  function offsetNow(): number {
    const now = options.clock();
    return (localHour(now) - Math.floor(now / 3_600_000)) * 3_600_000;
  }

  function countersOf(id: number): Counters {
    const known = subjects.get(id);
    if (known !== undefined) return known;
    const counters = {
      id,
      clicks: 0,
      isListed: false,
      isSummed: false,
      detail: null,
    };
    subjects.set(id, counters);
    return counters;
  }

  function list(id: number, isListed: boolean): void {
    const counters = countersOf(id);
    counters.isListed = isListed;
    if (isListed) sumUp(counters);
    else leaveSums(counters);
  }

  /** Null until somebody asks: most runs of the service never need them. */
  let listedSums: ListedSums | null = null;
  let summing: Promise<ListedSums> | null = null;

  function sumUp(counters: Counters): void {
    if (listedSums === null || counters.isSummed) return;
    counters.isSummed = true;
    for (const detail of detailsOf(counters.id)) listedSums.add(detail);
  }

  function leaveSums(counters: Counters): void {
    if (listedSums === null || !counters.isSummed) return;
    counters.isSummed = false;
    for (const detail of detailsOf(counters.id)) listedSums.take(detail);
  }

  /** Whoever comes or goes meanwhile is summed as it is, and not again. */
  async function sumListed(
    into: ListedSums,
    pause: () => Promise<void> | undefined,
  ): Promise<ListedSums> {
    for (const counters of subjects.values()) {
      if (counters.isListed) sumUp(counters);
      const rest = pause();
      if (rest !== undefined) await rest;
    }
    return into;
  }

  /** Where those are that the visits of one are added to as well. */
  function sumsOf(counters: Counters): VisitSums | undefined {
    return counters.isSummed ? listedSums?.visits : undefined;
  }

  function lastOfListed(present: ListedSums): number {
    const known = present.lastAt();
    if (known !== null) return known;
    for (const { id, isSummed } of subjects.values()) {
      if (isSummed) for (const { lastAt } of detailsOf(id)) present.sawLast(lastAt ?? 0);
    }
    return present.lastAt() ?? 0;
  }

  function forget(id: number): void {
    const counters = subjects.get(id);
    if (counters === undefined) return;
    list(id, false);
    for (const detail of detailsOf(id)) memory.left(detail);
    for (const [quarter, clicks] of counters.detail?.quarters.entries() ?? []) {
      addClicks(quarters, quarter, -clicks);
    }
    counters.detail?.tallies.clear();
    imported.forget(id);
    subjects.delete(id);
  }

  function clicksOf(id: number): number {
    return subjects.get(id)?.clicks ?? 0;
  }

  function detailsOf(id: number): readonly Detail[] {
    const own = subjects.get(id)?.detail;
    const others = imported.isEmpty ? [] : imported.detailsOf(id);
    return own == null ? others : [own, ...others];
  }

  function of(id: number, most = topLimit): LinkStatistics {
    const counters = subjects.get(id);
    const details = detailsOf(id);
    const top = (breakdown: Breakdown) => {
      const [only, ...more] = details;
      if (only !== undefined && more.length === 0) return only.tallies.top(breakdown, most);
      return topOf(
        details.flatMap(({ tallies }) => tallies.of(breakdown)),
        most,
      );
    };
    const social = topOf(
      details.flatMap(({ tallies }) => tallies.of("social")),
      topLimit,
    );
    return {
      clicks: counters?.clicks ?? 0,
      uniqueClicks: counters?.detail?.visitors.count ?? 0,
      countries: top("countries").map(([code, count]) => [countryName(code), count]),
      referrers: top("referrers"),
      browsers: top("browsers"),
      systems: top("systems"),
      languages: top("languages").map(([tag, count]) => [languageName(tag), count]),
      bots: top("bots"),
      social: { ...zeroSocialCount, ...Object.fromEntries(social) },
      botClicks: details.reduce((sum, { botClicks }) => sum + botClicks, 0),
    };
  }

  function history(id: number, step: "hour" | "day", first: number, last: number): HistoryStep[] {
    const [only = emptyHistory(), ...more] = detailsOf(id).map((detail) => detail.history);
    const steps = historyBy(step, only, first, last);
    const others = more.map((one) => historyBy(step, one, first, last));
    return others.length === 0
      ? steps
      : steps.map(({ start, clicks }, place) => ({
          start,
          clicks: others.reduce((sum, other) => sum + (other[place]?.clicks ?? 0), clicks),
        }));
  }

  return {
    linkAdded: (id) => list(id, true),
    linkRemoved: (id) => list(id, false),
    forget,
    gone(isQrCode) {
      const links: number[] = [];
      const qrCodes: number[] = [];
      for (const { id, isListed } of subjects.values()) {
        if (id > 0 && !isListed) links.push(id);
        else if (id < 0 && !isQrCode(-id)) qrCodes.push(-id);
      }
      return { links, qrCodes };
    },
    apply(click) {
      const key = subjectKey(click);
      const counters = countersOf(key);
      counters.detail ??= emptyDetail(names);
      const quarter = quarterOf(click.at);
      const time = { quarter, hour: localHour(click.at) };
      addVisit(counters.detail, click, time, sumsOf(counters));
      memory.changed(counters.detail);
      if (click.bot !== undefined || click.closed !== undefined) return;
      counters.clicks += 1;
      notifyLastClick(key);
      addClicks(quarters, quarter, 1);
    },
    restore(line) {
      const key = subjectKey(line);
      forget(key);
      const counters = countersOf(key);
      const { clicks, detail } = restoreDetail(line.counters, names, offsetNow());
      counters.clicks = clicks;
      counters.detail = detail;
      detail.quarters.dropBefore(oldestRecent(options.clock()));
      memory.changed(detail);
      for (const [quarter, count] of detail.quarters.entries()) {
        addClicks(quarters, quarter, count);
      }
      notifyLastClick(key);
    },
    *snapshot(): IterableIterator<CounterLine> {
      for (const { id, clicks, detail } of subjects.values()) {
        if (detail === null) continue;
        // What came along is kept in a file of its own.
        const own = clicks - imported.clicksOf(id);
        yield { ...subjectOf(id), counters: keepDetail(own, detail) };
      }
    },

    memoryWith: (records) =>
      bytesOfCounters * (Math.max(records, subjects.size) + imported.size) + memory.bytes,
    hasCounters: (subject) => (subjects.get(subjectKey(subject))?.detail ?? null) !== null,
    clicksOf,
    closedVisitsOf: (id) => subjects.get(id)?.detail?.closed ?? noClosed,
    uniqueClicksOf: (id) => subjects.get(id)?.detail?.visitors.count ?? 0,
    lastClickOf: (id) => laterOf(subjects.get(id)?.detail?.lastAt ?? null, imported.lastAtOf(id)),
    watchLastClicks: (listener) => void watching.push(listener),
    of,
    history,
    addTo(sums, subject) {
      const own = subjects.get(subject)?.detail;
      if (own != null) addDetail(sums, own);
      if (imported.isEmpty) return;
      for (const detail of imported.detailsOf(subject)) addDetail(sums, detail);
    },
    async listed(pause) {
      listedSums ??= createListedSums(names);
      const present = await (summing ??= sumListed(listedSums, pause));
      return {
        addTo: (steps) => present.addTo(steps),
        top: (breakdown, limit) => present.top(breakdown, limit),
        lastAt: () => lastOfListed(present),
      };
    },
    tallySums: () => new TallySums(names),
    visitsOf(subject) {
      const counters = subjects.get(subject);
      return (counters?.clicks ?? 0) + (counters?.detail?.botClicks ?? 0);
    },
    clicksToday: () => clicksSinceMidnight(quarters, options.clock(), options.timeZone()),
    imported: {
      add(set, click) {
        const { link = 0, at, bot } = click;
        const counters = imported.at(set, link);
        const time = { quarter: quarterOf(at), hour: localHour(at) };
        addVisit(counters.detail, click, time, sumsOf(countersOf(link)));
        memory.changed(counters.detail);
        if (bot !== undefined) return;
        counters.clicks += 1;
        countImported(link, 1, at);
      },
      addSum(set, link, clicks, bots) {
        const counters = imported.at(set, link);
        counters.detail.botClicks += bots;
        memory.changed(counters.detail);
        counters.clicks += clicks;
        countImported(link, clicks, null);
      },
      *of(set) {
        for (const [link, { clicks, detail }] of imported.of(set)) {
          yield { link, counters: keepDetail(clicks, detail) };
        }
      },
      restore(set, link, counters) {
        if (imported.has(set, link)) throw new TypeError("A link has two lines of counters.");
        const { clicks, detail } = restoreDetail(counters, names, offsetNow());
        if (countersOf(link).isSummed) listedSums?.add(detail);
        imported.put(set, link, { clicks, detail });
        memory.changed(detail);
        countImported(link, clicks, detail.lastAt);
      },
      drop(set) {
        for (const [link, { clicks, detail }] of imported.of(set)) {
          if (subjects.get(link)?.isSummed === true) listedSums?.take(detail);
          memory.left(detail);
          imported.remove(set, link);
          countersOf(link).clicks -= clicks;
          notifyLastClick(link);
        }
      },
    },
    scans: {
      clicksOf: (id) => clicksOf(-id),
      of: (id) => of(-id),
      history: (id, step, first, last) => history(-id, step, first, last),
    },
  };
}
