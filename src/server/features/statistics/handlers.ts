import { counted } from "../../../contract/counted.ts";
import { byteOrderMark, type Cell, strangersCsvLines } from "../exchange/write/csvLines.ts";
import { bytesOf } from "../exchange/write/exportedFile.ts";
import type { InputOf, ResponseOf } from "../../../contract/operation.ts";
import {
  mostStatisticsSteps,
  type statisticsOperations,
} from "../../../contract/resources/statistics.ts";
import type { Link } from "../links/service.ts";
import { Busy, Invalid } from "../../common/problems.ts";
import { nameOfQrCode } from "../qr/service.ts";
import type { ListedName, StatisticsFound, StatisticsQuestion } from "./clickStatistics.ts";
import type { LineList, VisitorFilters } from "./lineSums.ts";
import { hourLength, type Period, periodBetween, periodUpTo, stepsOf } from "./period.ts";
import { subjectRequest } from "./subjects.ts";
import { languageName } from "../clicks/languageNames.ts";
import { countryCode, countryName } from "../../visitor/countryNames.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

type StatisticsQuery = InputOf<typeof statisticsOperations.getStatistics>["query"];
type StatisticsFileQuery = InputOf<typeof statisticsOperations.exportStatistics>["query"];
type Answer = ResponseOf<typeof statisticsOperations.getStatistics>["statistics"];
type AnsweredClick = ResponseOf<typeof statisticsOperations.getLastClicks>["clicks"][number];

/** Steps that are shown when nobody says from where. */
const usual = { hour: 48, day: 30, week: 12, month: 12 } as const;
/** A file waits this many times ten seconds for the lines to be read. */
const mostWaits = 60;
const longestWait = 10;

/** Totals don't have them. */
const onlyInLines: readonly StatisticsFileQuery["what"][] = [
  "devices",
  "rules",
  "variants",
  "week",
];

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export function createStatisticsHandlers(app: App): HandlersOf<typeof statisticsOperations> {
  const { clickStatistics, linkPresenter: links, store, timestamps, clock } = app;

  const moment = (at: number) => timestamps.render(new Date(at).toISOString());
  /** As the account's clocks show it, whichever way it was sent. */
  const local = (sent: string) => (sent.endsWith("Z") ? timestamps.render(sent) : sent);
  const hourShown = (sent: string) =>
    Math.floor(Date.parse(`${local(sent).replace(" ", "T")}Z`) / hourLength);

  function periodOf({ by, from, to }: Pick<StatisticsQuery, "by" | "from" | "to">): Period {
    const last = to === undefined ? clickStatistics.hourOf(clock()) : hourShown(to);
    if (from === undefined) return periodUpTo(by, last, usual[by]);
    const first = hourShown(from);
    const period = periodBetween(by, first, last, mostStatisticsSteps);
    if (stepsOf(period) < 1) throw new Invalid({ from: "must not be after to" });
    if (stepsOf(period) > mostStatisticsSteps) {
      throw new Invalid({
        from: `must be at most ${counted(mostStatisticsSteps, "interval")} before to`,
      });
    }
    return period;
  }

  function questionOf(query: Omit<StatisticsQuery, "wait">, wait: number): StatisticsQuestion {
    const { by, from, to, compare = false, lines = false, bots, ...rest } = query;
    const { country, browser, system, device, language, referrer, social, ...others } = rest;
    const { rule, variant, ...subject } = others;
    return {
      subject: subjectRequest(subject),
      period: periodOf({ by, from, to }),
      isCompared: compare,
      withLines: lines,
      bots,
      filters: filtersOf({
        countries: country?.map(knownCountry),
        browsers: browser,
        systems: system,
        devices: device,
        languages: language,
        referrers: referrer,
        social,
        rules: rule,
        variants: variant,
      }),
      wait,
    };
  }

  function namedLink(link: Link) {
    const { id, alias, shorturl, title } = links.listItem(link);
    return { id, alias, shorturl, title };
  }

  function answerOf(found: StatisticsFound, { by, bounds }: Period): Answer {
    const steps = (list: StatisticsFound["steps"]) =>
      list.map(({ begin, ...step }) => ({ date: shown(begin * hourLength), ...step }));
    const { lists, span, kept, lastClick, stepsBefore, split, ...rest } = found;
    return {
      ...rest,
      by,
      from: shown((bounds[0] ?? 0) * hourLength),
      to: shown((bounds.at(-1) ?? 0) * hourLength - 1_000),
      now: moment(clock()),
      lastClick: lastClick === null ? null : moment(lastClick),
      steps: steps(found.steps),
      stepsBefore: stepsBefore === null ? null : steps(stepsBefore),
      lists: {
        span,
        countries: present(lists.countries) ?? [],
        referrers: present(lists.referrers) ?? [],
        browsers: present(lists.browsers) ?? [],
        systems: present(lists.systems) ?? [],
        devices: present(lists.devices),
        languages: present(lists.languages) ?? [],
        social: present(lists.social) ?? [],
        rules: present(lists.rules),
        variants: present(lists.variants),
        bots: present(lists.bots) ?? [],
      },
      split:
        split === null
          ? null
          : { ...split, variants: [...split.variants], since: moment(split.since) },
      week: found.week?.map((hours) => [...hours]) ?? null,
      kept: { ...kept, since: kept.since === null ? null : moment(kept.since) },
    };
  }

  /** Asks until the lines are read. */
  async function whole(question: StatisticsQuestion): Promise<StatisticsFound> {
    for (let wait = 0; wait < mostWaits; wait += 1) {
      const found = await clickStatistics.ask({ ...question, wait: longestWait });
      if (found.reading === null) return found;
    }
    throw new Busy("Reading the click log takes too long. Please retry later.");
  }

  return {
    async getStatistics({ query: { wait = 2, ...query } }) {
      const question = questionOf(query, wait);
      const found = await clickStatistics.ask(question);
      return { error: 0, statistics: answerOf(found, question.period) };
    },
    cancelStatistics({ query }) {
      clickStatistics.cancel(query.reading);
      return { error: 0, message: "Reading has stopped." };
    },
    async getLastClicks({ query: { limit, ...subject } }) {
      app.mirror.looked();
      const clicks = await clickStatistics.latest(subjectRequest(subject), limit);
      const answered = clicks.map((click): AnsweredClick => {
        const link = click.link === undefined ? undefined : store.links.get(click.link);
        const code = click.qr === undefined ? undefined : store.qrCodes.get(click.qr);
        const { country, browser, os, device, language, referrer, social, bot } = click;
        const { rule, variant } = click;
        return {
          date: moment(click.at),
          link: link === undefined ? null : namedLink(link),
          qr: code === undefined ? null : { id: code.id, name: nameOfQrCode(code) },
          country: country === undefined ? null : { key: country, name: countryName(country) },
          browser: browser ?? null,
          system: os ?? null,
          device: device ?? null,
          language: language === undefined ? null : { key: language, name: languageName(language) },
          referrer: referrer ?? null,
          social: social ?? null,
          rule: rule ?? null,
          variant: variant ?? null,
          bot: bot ?? null,
        };
      });
      return { error: 0, clicks: answered };
    },
    async getMovers({ query: { days, limit, ...subject } }) {
      const found = await clickStatistics.movers(subjectRequest(subject), days, limit);
      const mover = ({ link, clicks, before }: (typeof found.rising)[number]) => ({
        link: namedLink(link),
        clicks,
        before,
      });
      return {
        error: 0,
        days,
        rising: found.rising.map(mover),
        falling: found.falling.map(mover),
        quiet: {
          total: found.quiet.total,
          links: found.quiet.links.map(({ link, clicks, lastClick }) => ({
            link: namedLink(link),
            clicks,
            lastClick: lastClick === null ? null : moment(lastClick),
          })),
        },
      };
    },
    async getTopClicks({ query: { from, to, limit, ...subject } }) {
      const period = periodOf({ by: "day", from, to });
      const { links: found, ...groups } = await clickStatistics.top(
        subjectRequest(subject),
        period,
        limit,
      );
      return {
        error: 0,
        links: found.map(({ link, clicks }) => ({ link: namedLink(link), clicks })),
        tags: [...groups.tags],
        channels: [...groups.channels],
        campaigns: [...groups.campaigns],
        qrs: [...groups.qrs],
        bio: [...groups.bio],
      };
    },
    async exportStatistics({ query: { what, bom = false, ...query } }) {
      const needsLines = onlyInLines.includes(what);
      const question = questionOf({ ...query, lines: query.lines ?? needsLines }, 0);
      const found = await whole(question);
      const { from, to } = answerOf(found, question.period);
      const text = `${bom ? byteOrderMark : ""}${strangersCsvLines(tableOf(what, found))}`;
      const name = `${what}-${from.slice(0, 10)}-${to.slice(0, 10)}.csv`;
      return { name, type: "text/csv; charset=utf-8", content: bytesOf([text]) };
    },
    getSparklines({ query: { ids, days } }) {
      const { first, links: charts } = clickStatistics.sparklines(ids, days);
      return {
        error: 0,
        days,
        first: shown(first * hourLength),
        links: charts.map(({ id, clicks }) => ({ id, clicks: [...clicks] })),
      };
    },
  };
}

/** What the account's clocks show at an hour of theirs. */
function shown(local: number): string {
  return new Date(local).toISOString().slice(0, 19).replace("T", " ");
}

function present(list: readonly ListedName[] | null) {
  return list === null ? null : list.map((entry) => ({ ...entry }));
}

function knownCountry(sent: string): string {
  if (sent.toLowerCase() === "unknown") return "unknown";
  const code = countryCode(sent);
  if (code === null) throw new Invalid({ country: `must be a country: ${sent} isn't one` });
  return code;
}

/** In lower case, without those that aren't asked for. */
function filtersOf(
  given: Readonly<Partial<Record<LineList, readonly string[] | undefined>>>,
): VisitorFilters {
  return Object.fromEntries(
    Object.entries(given).flatMap(([list, names]) =>
      names === undefined || names.length === 0
        ? []
        : [[list, names.map((name) => name.toLowerCase())]],
    ),
  );
}

function tableOf(what: StatisticsFileQuery["what"], found: StatisticsFound): Cell[][] {
  switch (what) {
    case "clicks":
      return [
        ["date", "clicks", "visitors", "bots"],
        ...found.steps.map(({ begin, clicks, visitors, bots }) => [
          shown(begin * hourLength),
          clicks,
          visitors ?? "",
          bots ?? "",
        ]),
      ];
    case "week":
      return [
        ["weekday", ...Array.from({ length: 24 }, (_, hour) => `${hour}:00`)],
        ...(found.week ?? []).map((hours, day) => [weekdays[day] ?? "", ...hours]),
      ];
    case "countries":
    case "referrers":
    case "browsers":
    case "systems":
    case "devices":
    case "languages":
    case "social":
    case "rules":
    case "variants":
    case "bots":
      return [
        ["key", "name", "clicks"],
        ...(found.lists[what] ?? []).map(({ key, name, clicks }) => [key ?? "", name, clicks]),
      ];
  }
}
