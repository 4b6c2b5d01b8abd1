import type { z } from "zod";
import { statisticsOperations } from "../../contract/statistics.ts";
import type { Answer } from "../client.ts";
import type { Said } from "./said.ts";
import { stepsSaid } from "./stepsSaid.ts";
import { table, type Column } from "./table.ts";

const { getStatistics, getLastClicks, getMovers } = statisticsOperations;

type Statistics = z.infer<typeof getStatistics.response>["statistics"];
type Pair = readonly [name: string, text: string];

/** Names of a list that are worth a line of a screen; `--json` has all of them. */
const mostNames = 5;

function pairs(rows: readonly Pair[]): string[] {
  const columns: Column<Pair>[] = [
    { title: "", value: ([name]) => name },
    { title: "", value: ([, text]) => text },
  ];
  const told = rows.filter(([, text]) => text !== "");
  return table(columns, told, Number.POSITIVE_INFINITY).slice(1);
}

function counted(count: number | null, before: number | null): string {
  if (count === null) return "";
  return before === null ? String(count) : `${count} (before: ${before})`;
}

function namesOf(list: Statistics["lists"]["countries"] | null): string {
  const names = (list ?? []).slice(0, mostNames).map(({ name, clicks }) => `${name} ${clicks}`);
  const more = (list ?? []).length - names.length;
  return [...names, ...(more > 0 ? [`… and ${more} more`] : [])].join(", ");
}

function statisticsSaid(statistics: Statistics, screen: number): Said {
  const { by, from, to, steps, lists, visitors, reading } = statistics;
  const { titles = "", lines } = stepsSaid(steps, by, screen);
  const whole = pairs([
    ["From", `${from} to ${to}`],
    ["Clicks", counted(statistics.clicks, statistics.clicksBefore)],
    ["From QR codes", counted(statistics.scans, statistics.scansBefore)],
    ["Visitors", visitors === null ? "" : counted(visitors.count, visitors.before)],
    ["Bots", counted(statistics.bots, statistics.botsBefore)],
    ["Last click", statistics.lastClick ?? ""],
  ]);
  const names = pairs([
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
    lines: [...whole, "", titles, ...lines, ...(names.length > 0 ? ["", ...names] : [])],
    notes: [
      ...(reading === null
        ? []
        : [`Kept lines are being read, ${reading.done} of ${reading.total}: ask again.`]),
      ...(isOfAllTime ? ["Countries and the like are of all time; --lines has the range's."] : []),
    ],
  };
}

type Click = z.infer<typeof getLastClicks.response>["clicks"][number];

const clickColumns: readonly Column<Click>[] = [
  { title: "WHEN", value: ({ date }) => date },
  { title: "LINK", value: ({ link }) => link?.alias ?? "" },
  { title: "QR CODE", value: ({ qr }) => qr?.name ?? "" },
  { title: "COUNTRY", value: ({ country }) => country?.name ?? "" },
  { title: "BROWSER", value: ({ browser, bot }) => bot ?? browser ?? "" },
  { title: "SYSTEM", value: ({ system }) => system ?? "" },
  { title: "FROM", value: ({ referrer }) => referrer ?? "", shrinks: true },
];

function lastSaid(clicks: readonly Click[], screen: number): Said {
  if (clicks.length === 0) return { lines: [], notes: ["No clicks yet."] };
  const isTold = ({ value }: Column<Click>) => clicks.some((click) => value(click) !== "");
  const [titles = "", ...lines] = table(clickColumns.filter(isTold), clicks, screen);
  return { titles, lines, notes: [] };
}

type Movers = z.infer<typeof getMovers.response>;
type Mover = Movers["rising"][number];

const moverColumns: readonly Column<Mover>[] = [
  { title: "LINK", value: ({ link }) => link.alias, shrinks: true },
  { title: "CLICKS", value: ({ clicks }) => String(clicks), align: "right" },
  { title: "BEFORE", value: ({ before }) => String(before), align: "right" },
];

function moversSaid({ days, rising, falling, quiet }: Movers, screen: number): Said {
  const part = (title: string, movers: readonly Mover[]) =>
    movers.length === 0 ? [] : ["", title, ...table(moverColumns, movers, screen)];
  const named = quiet.links.map(({ link }) => link.alias).join(", ");
  const more = quiet.total > quiet.links.length ? ", …" : "";
  const still = quiet.total === 0 ? [] : ["", `Quiet: ${quiet.total}`, `${named}${more}`];
  const lines = [...part("Rising", rising), ...part("Falling", falling), ...still].slice(1);
  return { lines, notes: [lines.length === 0 ? "No clicks yet." : `the last ${days} days`] };
}

/** Statistics in lines and tables; null: the answer is of something else. */
export function clicksSaid(name: string, answer: Answer, screen: number): Said | null {
  switch (name) {
    case "statistics show":
      return statisticsSaid(getStatistics.response.parse(answer).statistics, screen);
    case "statistics last":
      return lastSaid(getLastClicks.response.parse(answer).clicks, screen);
    case "statistics movers":
      return moversSaid(getMovers.response.parse(answer), screen);
    default:
      return null;
  }
}
