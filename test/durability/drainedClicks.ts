import { createStatistics, type Statistics } from "../../src/server/features/clicks/statistics.ts";
import type { ClickRecord } from "../../src/server/store/records.ts";
import type { EdgeAnswer } from "../../src/server/store/mirrorInbox/takenAnswers.ts";

/** Links that a mirror counts; the one behind them is clicked at home meanwhile. */
export const mirroredLinks = 40;
export const ownLink = mirroredLinks + 1;
export const answeredOverlay = 1;

const countries = ["DE", "IR", "NL", undefined];
const browsers = ["Firefox", "Chrome", "Safari", "Edge", undefined];
const systems = ["Linux", "Windows", "iOS", "Android"];
const referrers = [undefined, "news.example", "t.co", "shop.example"];
const languages = ["de", "fa", "en", undefined];
const minute = 60_000;
/** What a mirror hands over late reaches back so far. */
const span = 100 * 24 * 60 * minute;

const of = <Item>(list: readonly Item[], place: number) => list[place % list.length];

/** The click of a number, always the same; neighbours are days apart, as those of many edges and of long sleeps. */
export function drainedClick(number: number, until: number): ClickRecord {
  const mixed = Math.imul(number + 1, 2_654_435_761) >>> 8;
  const isBot = mixed % 12 === 0;
  return {
    at: until - span + ((number * 7_919 * minute) % span),
    link: (mixed % mirroredLinks) + 1,
    visitor: isBot ? undefined : String(mixed % 5_000).padStart(16, "A"),
    bot: isBot ? "Robot" : undefined,
    country: of(countries, mixed >>> 2),
    browser: of(browsers, mixed >>> 4),
    os: of(systems, mixed >>> 6),
    device: "desktop",
    referrer: of(referrers, mixed >>> 8),
    social: of(referrers, mixed >>> 8) === "t.co" ? "twitter" : undefined,
    language: of(languages, mixed >>> 10),
  };
}

export function drainedAnswer(number: number, until: number): EdgeAnswer {
  return {
    at: until - number * minute,
    overlay: answeredOverlay,
    link: (number % mirroredLinks) + 1,
    fields: { message: `answer ${number}` },
    visitor: "",
  };
}

export function statisticsOf(until: number): Statistics {
  return createStatistics({ clock: () => until, timeZone: () => "UTC" });
}

/** All that home shows of what was counted, link by link; names with as many clicks in their order. */
export function shownOf(statistics: Statistics, until: number): string[] {
  const day = 24 * 60 * minute;
  const today = Math.floor(until / day);
  return Array.from({ length: mirroredLinks }, (_, place) => {
    const id = place + 1;
    const lists = Object.entries(statistics.of(id, 1_000)).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((one) => JSON.stringify(one)).toSorted() : value,
    ]);
    return JSON.stringify([
      id,
      lists,
      statistics.history(id, "day", today - 110, today),
      statistics.history(id, "hour", (today - 30) * 24, (today + 1) * 24),
      statistics.lastClickOf(id),
    ]);
  });
}

/** Clicks and bots of what a mirror counts. */
export function visitsOf(statistics: Statistics): number {
  let visits = 0;
  for (let id = 1; id <= mirroredLinks; id += 1) visits += statistics.visitsOf(id);
  return visits;
}
