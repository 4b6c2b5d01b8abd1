import type { z } from "zod";
import { statisticsOperations } from "../../contract/statistics.ts";
import type { Answer } from "../service/client.ts";
import type { Output } from "../terminal/print.ts";
import { keyValueLines, table } from "../terminal/table.ts";

const { response } = statisticsOperations.getStatistics;

type Statistics = z.infer<typeof response>["statistics"];

/** Names of a list that are worth a line of a screen; `--json` has all of them. */
const mostNames = 5;

/** Columns of the longest bar. */
const longestBar = 40;

interface Bucket {
  readonly date: string;
  readonly clicks: number;
}

function isBucket(value: unknown): value is Bucket {
  if (typeof value !== "object" || value === null) return false;
  const { date, clicks }: { date?: unknown; clicks?: unknown } = value;
  return typeof date === "string" && typeof clicks === "number";
}

/** Clicks over time, each bar as long as its share of the most. */
export function bars(values: readonly unknown[], by: unknown, screen: number): Output {
  const buckets = values.filter(isBucket);
  const most = Math.max(1, ...buckets.map(({ clicks }) => clicks));
  const total = buckets.reduce((sum, { clicks }) => sum + clicks, 0);
  const dateWidth = by === "hour" ? "YYYY-MM-DD HH:MM".length : "YYYY-MM-DD".length;
  const space = Math.max(1, Math.min(longestBar, screen - dateWidth - String(most).length - 10));
  const [titles = "", ...lines] = table<Bucket>(
    [
      {
        title: typeof by === "string" && by !== "" ? by.toUpperCase() : "DAY",
        value: ({ date }) => date.slice(0, dateWidth),
      },
      { title: "CLICKS", value: ({ clicks }) => String(clicks), align: "right" },
      { title: "", value: ({ clicks }) => "█".repeat(Math.ceil((clicks / most) * space)) },
    ],
    buckets,
    Number.POSITIVE_INFINITY,
  );
  return { titles, lines, notes: [`${total} ${total === 1 ? "click" : "clicks"} in all`] };
}

function counted(count: number | null, before: number | null): string | null {
  if (count === null) return null;
  return before === null ? String(count) : `${count} (before: ${before})`;
}

function namesOf(list: Statistics["lists"]["countries"] | null): string {
  const names = (list ?? []).slice(0, mostNames).map(({ name, clicks }) => `${name} ${clicks}`);
  const more = (list ?? []).length - names.length;
  return [...names, ...(more > 0 ? [`… and ${more} more`] : [])].join(", ");
}

/** Null: the answer is about something else. */
export function formatStatistics(answer: Answer, screen: number): Output | null {
  const { data } = response.safeParse(answer);
  if (data === undefined) return null;
  const { statistics } = data;
  const { by, from, to, steps, lists, visitors, reading } = statistics;
  const { titles = "", lines } = bars(steps, by, screen);
  const names = keyValueLines([
    ["Countries", namesOf(lists.countries)],
    ["Sites", namesOf(lists.referrers)],
    ["Browsers", namesOf(lists.browsers)],
    ["Systems", namesOf(lists.systems)],
    ["Devices", namesOf(lists.devices)],
    ["Languages", namesOf(lists.languages)],
    ["Networks", namesOf(lists.social)],
    ["Kinds of bots", namesOf(lists.bots)],
  ]);
  const isOfAllTime = lists.span === "all time" && names.length > 0;
  return {
    lines: [
      ...keyValueLines([
        ["From", `${from} to ${to}`],
        ["Clicks", counted(statistics.clicks, statistics.clicksBefore)],
        ["From QR codes", counted(statistics.scans, statistics.scansBefore)],
        ["Visitors", visitors && counted(visitors.count, visitors.before)],
        ["Bots", counted(statistics.bots, statistics.botsBefore)],
        ["Last click", statistics.lastClick],
      ]),
      "",
      titles,
      ...lines,
      ...(names.length > 0 ? ["", ...names] : []),
    ],
    notes: [
      ...(reading === null
        ? []
        : [`The click log is being read, ${reading.done} of ${reading.total}: ask again.`]),
      ...(isOfAllTime ? ["Countries and the like are of all time; --lines has the range's."] : []),
    ],
  };
}
