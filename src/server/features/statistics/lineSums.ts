import { visitLists } from "../../../contract/resources/statistics.ts";
import { directName, unknownName } from "../clicks/linkCounters.ts";
import { createLocalHours } from "../clicks/localHours.ts";
import { countedName, otherNames } from "../clicks/tallies.ts";
import { exactUpTo, UniqueVisitors } from "../clicks/uniqueVisitors.ts";
import type { ClickRecord } from "../../store/records.ts";
import { hourOfDay, type Period, stepFinder, stepsOf, weekdayOf } from "./period.ts";

export type LineList = (typeof visitLists)[number];

export type BotChoice = "out" | "in" | "only";

/** Which visits count: of each list the names given, in lower case; absent: all. */
export type VisitorFilters = { readonly [List in LineList]?: readonly string[] };

/** What is asked of the lines, besides whose they are. */
export interface LineQuestion {
  readonly timeZone: string;
  readonly period: Period;
  readonly before: Period | null;
  readonly bots: BotChoice;
  readonly filters: VisitorFilters;
  /** Since when clicks belong to the link's present split; milliseconds since 1970, null: it has none. */
  readonly splitSince: number | null;
}

/** What came of a variant, without bots. */
export interface VariantSums {
  readonly id: string;
  readonly clicks: number;
  /** Of the clicks: their visitors can't be told apart, and aren't counted. */
  readonly byChance: number;
  readonly visitors: number;
}

export interface StepSums {
  readonly clicks: readonly number[];
  readonly bots: readonly number[];
  readonly visitors: readonly number[];
  /** Over all steps; null: clicks of people came, and none of them says by whom, as imported ones don't. */
  readonly allVisitors: number | null;
}

/** What the lines of a period add up to. */
export interface LineResult {
  readonly steps: StepSums;
  readonly before: StepSums | null;
  readonly lists: Readonly<Record<LineList, readonly (readonly [name: string, count: number])[]>>;
  /** Of the period, as the filters leave them; null: nothing is asked of a split. */
  readonly variants: readonly VariantSums[] | null;
  /** Monday first, hours of the day. */
  readonly week: readonly (readonly number[])[];
  /** Clicks of people in the period that have a line, whatever the filters leave. */
  readonly lines: number;
  /** The latest of the period that the filters leave; milliseconds since 1970, null: none. */
  readonly lastAt: number | null;
}

/** Names of one list that are told apart; then the rarer half folds into one. */
const mostNames = 5_000;
const mostListed = 250;
/** Variants of a split, ten times. */
const mostVariants = 100;
/** A day and an hour of the widest time zones. */
const margin = 27 * 3_600_000;

/** Steps, each with its own visitors: with more, they're estimated from fewer on, in a fifth of the memory. */
const fewSteps = 366;
const exactInManySteps = 100;
/** Bytes of what is around the blocks of visitors, and of a name with its number; rough. */
const objectsEach = 512;
const nameEach = 100;

const hourLength = 3_600_000;

/** Adds up lines, one after the other; can be asked in between and go on. */
export interface LineSums {
  /** Moments outside are of no use; milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  add(click: ClickRecord): void;
  result(): LineResult;
  /** That it takes; rough. */
  bytes(): number;
}

export function createLineSums({
  timeZone,
  period,
  before,
  bots,
  filters,
  splitSince,
}: LineQuestion): LineSums {
  const localHour = createLocalHours(() => timeZone);
  const current = createSteps(period);
  const former = before === null ? null : createSteps(before);
  const counts = createCounts();
  const split: SplitSums = new Map();
  const week = new Float64Array(7 * 24);
  const passes = createFilter(filters);
  let lines = 0;
  let lastAt: number | null = null;

  const [first = 0] = (before ?? period).bounds;
  const end = period.bounds.at(-1) ?? 0;

  return {
    from: first * hourLength - margin,
    to: end * hourLength + margin,
    add(click) {
      const hour = localHour(click.at);
      const step = current.stepOf(hour);
      const formerStep = step < 0 ? (former?.stepOf(hour) ?? -1) : -1;
      if (step < 0 && formerStep < 0) return;
      const isBot = click.bot !== undefined;
      if (step >= 0 && !isBot) lines += 1;
      if (!passes(click)) return;
      if (step < 0) {
        former?.add(formerStep, click, bots);
        return;
      }
      current.add(step, click, bots);
      if (!isBot && splitSince !== null && click.at >= splitSince) addToSplit(split, click);
      if (isBot) count(counts.bots, click.bot);
      if (isBot ? bots === "out" : bots === "only") return;
      if (lastAt === null || click.at > lastAt) lastAt = click.at;
      const place = weekdayOf(hour) * 24 + hourOfDay(hour);
      week[place] = (week[place] ?? 0) + 1;
      count(counts.countries, click.country ?? unknownName);
      count(counts.referrers, click.referrer ?? directName);
      count(counts.browsers, click.browser ?? unknownName);
      count(counts.systems, click.os ?? unknownName);
      count(counts.devices, click.device ?? unknownName);
      count(counts.languages, click.language ?? unknownName);
      if (click.social !== undefined) count(counts.social, click.social);
      if (click.rule !== undefined) count(counts.rules, click.rule);
      if (click.variant !== undefined) count(counts.variants, click.variant);
    },
    result: () => ({
      steps: current.sums(),
      before: former?.sums() ?? null,
      lists: {
        countries: top(counts.countries),
        referrers: top(counts.referrers),
        browsers: top(counts.browsers),
        systems: top(counts.systems),
        devices: top(counts.devices),
        languages: top(counts.languages),
        social: top(counts.social),
        rules: top(counts.rules),
        variants: top(counts.variants),
        bots: top(counts.bots),
      },
      variants: splitSince === null ? null : variantsOf(split),
      week: Array.from({ length: 7 }, (_, day) => [...week.subarray(day * 24, day * 24 + 24)]),
      lines,
      lastAt,
    }),
    bytes() {
      const names = Object.values(counts).reduce((sum, { size }) => sum + size, 0);
      const variants = bytesOf([...split.values()].map(({ visitors }) => visitors));
      return current.bytes() + (former?.bytes() ?? 0) + variants + names * nameEach;
    },
  };
}

function createSteps(period: Period) {
  const steps = stepsOf(period);
  const clicks = new Float64Array(steps);
  const bots = new Float64Array(steps);
  const exact = steps > fewSteps ? exactInManySteps : exactUpTo;
  const visitors: (UniqueVisitors | undefined)[] = [];
  let unknown = 0;
  const all = new UniqueVisitors();
  return {
    stepOf: stepFinder(period),
    add(step: number, { bot, visitor }: ClickRecord, choice: BotChoice): void {
      const isBot = bot !== undefined;
      if (isBot) bots[step] = (bots[step] ?? 0) + 1;
      if (isBot ? choice === "out" : choice === "only") return;
      clicks[step] = (clicks[step] ?? 0) + 1;
      if (visitor === undefined) {
        if (!isBot) unknown += 1;
        return;
      }
      all.add(visitor);
      (visitors[step] ??= new UniqueVisitors(exact)).add(visitor);
    },
    sums: (): StepSums => ({
      clicks: [...clicks],
      bots: [...bots],
      visitors: Array.from({ length: steps }, (_, step) => visitors[step]?.count ?? 0),
      allVisitors: unknown > 0 && all.count === 0 ? null : all.count,
    }),
    bytes: () => bytesOf(visitors) + bytesOf([all]) + clicks.byteLength + bots.byteLength,
  };
}

function bytesOf(visitors: readonly (UniqueVisitors | undefined)[]): number {
  return visitors.reduce((sum, one) => sum + (one === undefined ? 0 : one.bytes + objectsEach), 0);
}

type SplitSums = Map<
  string,
  { clicks: number; byChance: number; readonly visitors: UniqueVisitors }
>;

function addToSplit(split: SplitSums, { variant, visitor, drawn }: ClickRecord): void {
  if (variant === undefined) return;
  const sums = split.get(variant) ?? { clicks: 0, byChance: 0, visitors: new UniqueVisitors() };
  // A link has ten variants; more stand in nothing but a file that somebody made up.
  if (split.size < mostVariants) split.set(variant, sums);
  sums.clicks += 1;
  // Who gets each variant in turn would count for each, as if the shares were even.
  if (drawn === "chance") sums.byChance += 1;
  else if (visitor !== undefined) sums.visitors.add(visitor);
}

function variantsOf(split: SplitSums): VariantSums[] {
  return [...split].map(([id, { visitors, ...sums }]) => ({
    id,
    ...sums,
    visitors: visitors.count,
  }));
}

type Counts = Readonly<Record<LineList, Map<string, number>>>;

function createCounts(): Counts {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has a map for each
  return Object.fromEntries(visitLists.map((list) => [list, new Map()])) as Counts;
}

function count(counts: Map<string, number>, given: string): void {
  const name = countedName(given);
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if (counts.size > mostNames) foldRareNames(counts);
}

/** Visitors choose some of the names: a flood of them must neither take the room nor hide a new one. */
function foldRareNames(counts: Map<string, number>): void {
  const rarest = [...counts]
    .filter(([name]) => name !== otherNames)
    .toSorted((one, other) => one[1] - other[1])
    .slice(0, mostNames / 2);
  let others = counts.get(otherNames) ?? 0;
  for (const [name, clicks] of rarest) {
    others += clicks;
    counts.delete(name);
  }
  counts.set(otherNames, others);
}

function top(counts: ReadonlyMap<string, number>): (readonly [string, number])[] {
  return [...counts].toSorted((one, other) => other[1] - one[1]).slice(0, mostListed);
}

/** Whether a visit is one of those that are asked for. Names are compared without case, once each. */
function createFilter(filters: VisitorFilters): (click: ClickRecord) => boolean {
  const holds = (given: readonly string[] | undefined, none: string) => {
    if (given === undefined) return undefined;
    const chosen = new Set(given);
    const known = new Map<string, boolean>();
    return (name = none) => {
      const before = known.get(name);
      if (before !== undefined) return before;
      const found = chosen.has(name.toLowerCase());
      if (known.size < mostNames) known.set(name, found);
      return found;
    };
  };
  const country = holds(filters.countries, unknownName);
  const referrer = holds(filters.referrers, "direct");
  const browser = holds(filters.browsers, unknownName);
  const system = holds(filters.systems, unknownName);
  const device = holds(filters.devices, unknownName);
  const language = holds(filters.languages, unknownName);
  const social = holds(filters.social, "");
  const rule = holds(filters.rules, "");
  const variant = holds(filters.variants, "");
  return (click) =>
    (country === undefined || country(click.country)) &&
    (referrer === undefined || referrer(click.referrer)) &&
    (browser === undefined || browser(click.browser)) &&
    (system === undefined || system(click.os)) &&
    (device === undefined || device(click.device)) &&
    (language === undefined || language(click.language)) &&
    (social === undefined || social(click.social)) &&
    (rule === undefined || rule(click.rule)) &&
    (variant === undefined || variant(click.variant));
}
