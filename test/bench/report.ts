import { cpus, totalmem, platform, release } from "node:os";
import type { BulkFigures } from "./bulk.ts";
import type { ClickStatisticsFigures } from "./clickStatistics.ts";
import type { CompactionFigures } from "./compaction.ts";
import type { CreationFigures } from "./creations.ts";
import type { DecisionsFigures } from "./decisions.ts";
import type { ImportFigures } from "./import.ts";
import type { ExportsFigures } from "./exports.ts";
import type { LimitedClicksFigures } from "./limitedClicks.ts";
import type { LinksTableFigures } from "./linksTable.ts";
import type { WindowFigures } from "./window.ts";
import type { ListsFigures } from "./lists.ts";
import { costOf, rate, type RedirectFigures, type Run } from "./redirects.ts";
import type { StartFigures } from "./starts.ts";
import { median } from "./statistics.ts";
import type { VisitorsFigures } from "./visitorsKept.ts";
import type { WriteFigures } from "./writes.ts";

/** What was measured; parts that were not asked for are missing. */
export interface Figures {
  readonly redirects?: readonly RedirectFigures[];
  readonly visitors?: VisitorsFigures;
  readonly decisions?: DecisionsFigures;
  readonly limits?: LimitedClicksFigures;
  readonly creations?: CreationFigures;
  readonly starts?: readonly StartFigures[];
  readonly compaction?: CompactionFigures;
  readonly writes?: WriteFigures;
  readonly lists?: ListsFigures;
  readonly statistics?: ClickStatisticsFigures;
  readonly import?: ImportFigures;
  readonly bulk?: BulkFigures;
  readonly exports?: ExportsFigures;
  /** Null: there is no Chromium here. */
  readonly linksTable?: LinksTableFigures | null;
  readonly window?: WindowFigures | null;
}

export interface Line {
  readonly name: string;
  readonly value: string;
  /** What is promised; empty where nothing is. */
  readonly wanted: string;
  readonly isMet: boolean;
}

export function machine(): string {
  const [processor] = cpus();
  return `${cpus().length} × ${processor?.model.trim() ?? "unknown processor"}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${release()}, Node ${process.version}`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}

function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

function microseconds(value: number): string {
  return `${value.toFixed(1)} µs`;
}

function told(name: string, value: string): Line {
  return { name, value, wanted: "", isMet: true };
}

const crowdNames = { few: "the same few", everybody: "everybody" } as const;
/** Shares of what the bare server needs for an answer. */
const wantedRatios = { few: 0.65, everybody: 0.5 } as const;

function redirectLines(figures: RedirectFigures): Line[] {
  const { crowd, writes, pairs, ratio, rateRatio, ceiling, wrk } = figures;
  const wantedRatio = wantedRatios[crowd];
  const both = (figure: (run: Run) => number, shown: (value: number) => string) =>
    (["waypost", "bare"] as const)
      .map((side) => shown(median(pairs.map((pair) => figure(pair[side])))))
      .join(" / ");
  const p99Ratio = median(pairs.map(({ bare, waypost }) => waypost.p99 / bare.p99));
  const state = writes === 0 ? "after a start" : `after ${whole(writes)} writes`;
  const name = `${crowdNames[crowd]}, ${state}`;
  const clicks = [figures.clicksSent, figures.clicksCounted, figures.clicksInLog];
  return [
    told(
      `Processor time a visit, ${name}, Waypost / bare`,
      both((run) => costOf(run) ?? Number.NaN, microseconds),
    ),
    {
      name: `Ratio, median of ${pairs.length} pairs`,
      value: ratio === null ? "the system doesn't tell" : ratio.toFixed(2),
      wanted: `≥ ${wantedRatio.toFixed(2)}`,
      isMet: ratio === null || ratio >= wantedRatio,
    },
    told("Redirects a second, clicks recorded, Waypost / bare", both(rate, whole)),
    told(
      "Their ratio",
      rateRatio === null ? "none: the load was busier than the server" : rateRatio.toFixed(2),
    ),
    told("What the load could take, a second", whole(ceiling)),
    ...(wrk === null
      ? []
      : [
          told(
            "Redirects a second by wrk, Waypost / bare, ratio",
            `${whole(wrk.waypost)} / ${whole(wrk.bare)}, ${(wrk.waypost / wrk.bare).toFixed(2)}`,
          ),
        ]),
    told(
      "p50, Waypost / bare",
      both((run) => run.p50, milliseconds),
    ),
    {
      name: "p99, Waypost / bare",
      value: both((run) => run.p99, milliseconds),
      wanted: "≤ 3 × bare",
      isMet: p99Ratio <= 3,
    },
    {
      name: "Clicks answered / counted / in the log",
      value: clicks.map(whole).join(" / "),
      wanted: "all the same",
      isMet: new Set(clicks).size === 1,
    },
  ];
}

function decisionLines({ plain, rules, withRules }: DecisionsFigures): Line[] {
  return [
    told("Decision of a plain link", microseconds(plain)),
    {
      name: `Decision of a link with ${rules} rules, none of which holds`,
      value: microseconds(withRules),
      wanted: "< 50 µs",
      isMet: withRules < 50,
    },
  ];
}

function limitLines({ home, ownServer, engine }: LimitedClicksFigures): Line[] {
  const at = (place: string, { plain, limited }: LimitedClicksFigures["home"]) =>
    told(
      `Visit ${place}: plain, with a click limit (p50, p99)`,
      [plain, limited].map(({ p50, p99 }) => `${p50.toFixed(2)} (${p99.toFixed(2)}) ms`).join(", "),
    );
  return [
    at("on this computer", home),
    at("at the copy on a server", ownServer),
    ...(engine === null ? [] : [at("at the copy in the network's engine", engine)]),
  ];
}

function creationLines({ small, large, ratio }: CreationFigures): Line[] {
  return [
    ...[small, large].map((size) =>
      told(`Links made a second at ${whole(size.links)}`, whole(median(size.rates))),
    ),
    {
      name: "Ratio, median over the rounds",
      value: ratio.toFixed(2),
      wanted: "≥ 0.80",
      isMet: ratio >= 0.8,
    },
    {
      name: `One link made alone, p50 at ${whole(small.links)} / ${whole(large.links)}`,
      value: `${small.alone.toFixed(2)} ms / ${large.alone.toFixed(2)} ms`,
      wanted: "≤ 1.5 ×",
      isMet: large.alone <= small.alone * 1.5,
    },
    {
      name: `50 links made at once at ${whole(large.links)}, the slowest`,
      value: milliseconds(large.fiftyAtOnce),
      wanted: "< 100 ms",
      isMet: large.fiftyAtOnce < 100,
    },
  ];
}

/** What is promised of a start with so many links: milliseconds, MiB. Of other sizes the stop alone is. */
const promised = {
  links: 100_000,
  time: 1000,
  memory: 250,
  fewLinks: 1000,
  timeOfFew: 700,
  block: 50,
};

function startLines({ links, times, memory, stop, block }: StartFigures): Line[] {
  const start = median(times);
  const isPromised = links === promised.links;
  const longest = links === promised.fewLinks ? promised.timeOfFew : promised.time;
  const isStartPromised = isPromised || links === promised.fewLinks;
  return [
    {
      name: `Start with ${whole(links)} links`,
      value: `${(start / 1000).toFixed(2)} s`,
      wanted: isStartPromised ? `≤ ${(longest / 1000).toFixed(1)} s` : "",
      isMet: !isStartPromised || start <= longest,
    },
    {
      name: "Longest block of the event loop then",
      value: `${whole(block)} ms`,
      wanted: isStartPromised ? "≤ 50 ms" : "",
      isMet: !isStartPromised || block <= promised.block,
    },
    {
      name: "Memory then",
      value: memory === null ? "unknown" : `${whole(memory)} MiB`,
      wanted: isPromised ? "≤ 250 MiB" : "",
      isMet: !isPromised || memory === null || memory <= promised.memory,
    },
    {
      name: "Stop then",
      value: `${(stop / 1000).toFixed(2)} s`,
      wanted: "≤ 1 s",
      isMet: stop <= 1000,
    },
  ];
}

/** Parts of a request without a history that the history may add. */
const wantedShares = { creation: 0.05, change: 0.25 } as const;

function writeLines({ without, withHistory, request }: WriteFigures): Line[] {
  return (["creation", "change"] as const).map((kind): Line => {
    const added = withHistory[kind] - without[kind];
    const share = request === null ? null : added / (request[kind] - added);
    const times = [withHistory[kind], without[kind], ...(request === null ? [] : [request[kind]])];
    return {
      name: `Processor time of a ${kind}: store with history / without / whole request`,
      value: `${times.map(microseconds).join(" / ")}${share === null ? "" : `, ${(share * 100).toFixed(1)} % more`}`,
      wanted: `≤ ${wantedShares[kind] * 100} % more`,
      isMet: share === null || share <= wantedShares[kind],
    };
  });
}

function compactionLines({ during, before, compactions, creations }: CompactionFigures): Line[] {
  return [
    {
      name: `Longest block, ${compactions} compactions under ${whole(creations)} creations`,
      value: milliseconds(during.longest),
      wanted: "≤ 50 ms",
      isMet: compactions > 0 && during.longest <= 50,
    },
    told("p99.9 of the blocks then", milliseconds(during.p999)),
    told(
      "Without a compaction, writes, longest / p99.9",
      `${milliseconds(before.longest)} / ${milliseconds(before.p999)}`,
    ),
  ];
}

function exportLines({ links, exports }: ExportsFigures): Line[] {
  return exports.map(({ format, seconds, bytes, longestBlock, memory }) => ({
    name: `${format} of ${whole(links)} links: time, size, longest block, memory above rest`,
    value: `${seconds.toFixed(1)} s, ${whole(bytes / 2 ** 20)} MiB, ${milliseconds(longestBlock)}, ${memory === null ? "?" : whole(memory)} MiB`,
    wanted: "block ≤ 50 ms, memory ≤ 200 MiB",
    isMet: longestBlock <= 50 && (memory ?? 0) <= 200,
  }));
}

function listLines({ links, queries, longestBlock, kept }: ListsFigures): Line[] {
  const of = queries.map(({ query, first, median: usual, slowest }) => ({
    name: `List of ${whole(links)} links, ${query === "" ? "all" : query}: first / median / slowest`,
    value: [first, usual, slowest].map(milliseconds).join(" / "),
    wanted: "≤ 150 ms",
    isMet: usual <= 150,
  }));
  return [
    ...of,
    {
      name: "Longest block meanwhile",
      value: milliseconds(longestBlock),
      wanted: "≤ 50 ms",
      isMet: longestBlock <= 50,
    },
    told("Kept for the orders", `${whole(kept / 2 ** 20)} MiB`),
  ];
}

/** Milliseconds: sums of the counters; reading a million lines. */
const wantedStatistics = { counted: 200, read: 3_000 } as const;

function statisticsLines(figures: ClickStatisticsFigures): Line[] {
  const { links, lines: count, counted, read, longestBlock, memory } = figures;
  const wantedRead = (wantedStatistics.read * Math.max(count, 100_000)) / 1_000_000;
  return [
    ...counted.map(({ asked, first, median: usual }) => ({
      name: `Statistics of ${whole(links)} links, ${asked}: first / median`,
      value: [first, usual].map(milliseconds).join(" / "),
      wanted: `≤ ${wantedStatistics.counted} ms`,
      isMet: usual <= wantedStatistics.counted,
    })),
    ...read.map(({ asked, first, median: again }) => ({
      name: `${whole(count)} lines read, ${asked}: first / again`,
      value: [first, again].map(milliseconds).join(" / "),
      wanted: `≤ ${(wantedRead / 1000).toFixed(1)} s`,
      isMet: first <= wantedRead,
    })),
    {
      name: "Longest block meanwhile",
      value: milliseconds(longestBlock),
      wanted: "≤ 50 ms",
      isMet: longestBlock <= 50,
    },
    {
      name: "Memory above rest while lines are read",
      value: `${whole(memory / 2 ** 20)} MiB`,
      wanted: "≤ 300 MiB",
      isMet: memory <= 300 * 2 ** 20,
    },
  ];
}

function bulkLines({ links, preview, run, undo, longestBlock, memory }: BulkFigures): Line[] {
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  return [
    told(`Preview of a change of ${whole(links)} links`, seconds(preview)),
    { name: "The change", value: seconds(run), wanted: "≤ 15 s", isMet: run <= 15 },
    {
      name: "Its undo, preview and run",
      value: seconds(undo),
      wanted: "≤ 15 s",
      isMet: undo <= 15,
    },
    {
      name: "Longest block meanwhile",
      value: milliseconds(longestBlock),
      wanted: "≤ 50 ms",
      isMet: longestBlock <= 50,
    },
    told(
      "Memory above rest, at most",
      memory === null ? "the system doesn't tell" : `${whole(memory)} MiB`,
    ),
  ];
}

function importLines(figures: ImportFigures): Line[] {
  const { rows, preview, applied, memory, p99, longest, redirects } = figures;
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  return [
    {
      name: `Preview of a file of ${whole(rows)} links`,
      value: seconds(preview),
      wanted: "≤ 10 s",
      isMet: preview <= 10,
    },
    {
      name: "All of them made, in one change set",
      value: seconds(applied),
      wanted: "≤ 30 s",
      isMet: applied <= 30,
    },
    {
      name: "Memory above rest, at most",
      value: memory === null ? "the system doesn't tell" : `${whole(memory)} MiB`,
      wanted: "≤ 200 MiB",
      isMet: memory === null || memory <= 200,
    },
    {
      name: `p99 of ${whole(redirects)} redirects meanwhile, slowest`,
      value: `${milliseconds(p99)}, ${milliseconds(longest)}`,
      wanted: "≤ 50 ms",
      isMet: p99 <= 50,
    },
  ];
}

function visitorLines(figures: VisitorsFigures): Line[] {
  const { visitors, links, kept, resident, start, startKilled, stop } = figures;
  return [
    {
      name: `Kept for ${whole(visitors)} different visitors of ${whole(links)} links`,
      value: `${whole(kept)} MiB`,
      wanted: "≤ 120 MiB",
      isMet: kept <= 120,
    },
    told("The process is larger by", `${whole(resident)} MiB`),
    {
      name: "Start then",
      value: `${(start / 1000).toFixed(2)} s`,
      wanted: "≤ 1.5 s",
      isMet: start <= 1500,
    },
    told("Start then, after a kill", `${(startKilled / 1000).toFixed(2)} s`),
    told("Stop then", `${(stop / 1000).toFixed(2)} s`),
  ];
}

function linksTableLines(figures: LinksTableFigures | null): Line[] {
  if (figures === null) return [told("The links table", "not measured: there is no Chromium here")];
  const { scroll60, scroll600, search, slowestSearch, heap } = figures;
  return [
    {
      name: "Script a frame, links table scrolled by 60 px",
      value: milliseconds(scroll60),
      wanted: "≤ 8 ms",
      isMet: scroll60 <= 8,
    },
    {
      name: "The same by 600 px",
      value: milliseconds(scroll600),
      wanted: "≤ 16 ms",
      isMet: scroll600 <= 16,
    },
    {
      name: "Search, from the last key to the rows on screen, median / slowest",
      value: `${milliseconds(search)} / ${milliseconds(slowestSearch)}`,
      wanted: "≤ 150 ms",
      isMet: search <= 150,
    },
    {
      name: "What the window's scripts hold after scrolling and searching",
      value: `${heap.toFixed(0)} MiB`,
      wanted: "≤ 200 MiB",
      isMet: heap <= 200,
    },
  ];
}

function windowLines(figures: WindowFigures | null): Line[] {
  if (figures === null) return [told("The window", "not measured: there is no Chromium here")];
  const { first, screens, slowestScreen, heap, uses } = figures;
  return [
    {
      name: "Window over 100,000 links: first screen, median",
      value: milliseconds(first),
      wanted: "≤ 1,000 ms",
      isMet: first <= 1000,
    },
    {
      name: `Any screen after, median / slowest (#/${slowestScreen.path})`,
      value: `${milliseconds(screens)} / ${milliseconds(slowestScreen.taken)}`,
      wanted: "≤ 300 ms",
      isMet: slowestScreen.taken <= 300,
    },
    {
      name: `Memory of its scripts after ${uses} uses, collected`,
      value: `${(heap / 2 ** 20).toFixed(0)} MiB`,
      wanted: "≤ 190 MiB",
      isMet: heap <= 200_000_000,
    },
  ];
}

export function lines(figures: Figures): Line[] {
  const {
    redirects,
    decisions,
    visitors,
    creations,
    starts,
    compaction,
    writes,
    lists,
    linksTable,
  } = figures;
  return [
    ...(redirects?.flatMap(redirectLines) ?? []),
    ...(visitors === undefined ? [] : visitorLines(visitors)),
    ...(decisions === undefined ? [] : decisionLines(decisions)),
    ...(figures.limits === undefined ? [] : limitLines(figures.limits)),
    ...(creations === undefined ? [] : creationLines(creations)),
    ...(starts?.flatMap(startLines) ?? []),
    ...(compaction === undefined ? [] : compactionLines(compaction)),
    ...(writes === undefined ? [] : writeLines(writes)),
    ...(lists === undefined ? [] : listLines(lists)),
    ...(figures.statistics === undefined ? [] : statisticsLines(figures.statistics)),
    ...(figures.import === undefined ? [] : importLines(figures.import)),
    ...(figures.bulk === undefined ? [] : bulkLines(figures.bulk)),
    ...(figures.exports === undefined ? [] : exportLines(figures.exports)),
    ...(linksTable === undefined ? [] : linksTableLines(linksTable)),
    ...(figures.window === undefined ? [] : windowLines(figures.window)),
  ];
}

/** A Markdown table, so that it can stand in a document as it is. */
export function printed(all: readonly Line[]): string {
  const rows = [
    ["What", "Measured", "Wanted", ""],
    ...all.map(({ name, value, wanted, isMet }) => [
      name,
      value,
      wanted,
      wanted === "" ? "" : isMet ? "yes" : "NO",
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const [head = "", ...rest] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  return [head, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rest].join("\n");
}
