import { cpus, totalmem, platform, release } from "node:os";
import type { CompactionFigures } from "./compaction.ts";
import type { CreationFigures } from "./creations.ts";
import { rate, type RedirectFigures } from "./redirects.ts";
import type { StartFigures } from "./starts.ts";
import { median } from "./statistics.ts";

export interface Figures {
  readonly redirects: RedirectFigures;
  readonly creations: CreationFigures;
  readonly starts: StartFigures;
  readonly compaction: CompactionFigures;
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

function told(name: string, value: string): Line {
  return { name, value, wanted: "", isMet: true };
}

function redirectLines({ pairs, ratio, p99Ratio, ...clicks }: RedirectFigures): Line[] {
  const of = (side: "bare" | "waypost", figure: "p50" | "p99") =>
    milliseconds(median(pairs.map((pair) => pair[side][figure])));
  const rateOf = (side: "bare" | "waypost") => whole(median(pairs.map((pair) => rate(pair[side]))));
  const isWhole =
    clicks.clicksCounted === clicks.clicksSent && clicks.clicksInLog === clicks.clicksSent;
  return [
    told("Redirects a second, clicks recorded", rateOf("waypost")),
    told("Redirects a second, bare node:http", rateOf("bare")),
    {
      name: `Ratio, median of ${pairs.length} pairs`,
      value: ratio.toFixed(2),
      wanted: "≥ 0.70, goal 0.85",
      isMet: ratio >= 0.7,
    },
    told("p50, Waypost / bare", `${of("waypost", "p50")} / ${of("bare", "p50")}`),
    {
      name: "p99, Waypost / bare",
      value: `${of("waypost", "p99")} / ${of("bare", "p99")}`,
      wanted: "≤ 3 × bare",
      isMet: p99Ratio <= 3,
    },
    {
      name: "Clicks answered / counted / in the log",
      value: [clicks.clicksSent, clicks.clicksCounted, clicks.clicksInLog].map(whole).join(" / "),
      wanted: "all the same",
      isMet: isWhole,
    },
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

function startLines({ links, times, memory, stop }: StartFigures): Line[] {
  const start = median(times);
  return [
    {
      name: `Start with ${whole(links)} links`,
      value: `${(start / 1000).toFixed(2)} s`,
      wanted: "≤ 1.5 s",
      isMet: start <= 1500,
    },
    told("Memory then", memory === null ? "unknown" : `${whole(memory)} MiB`),
    told("Stop then", `${(stop / 1000).toFixed(2)} s`),
  ];
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
      "Without a compaction, longest / p99.9",
      `${milliseconds(before.longest)} / ${milliseconds(before.p999)}`,
    ),
  ];
}

export function lines(figures: Figures): Line[] {
  return [
    ...redirectLines(figures.redirects),
    ...creationLines(figures.creations),
    ...startLines(figures.starts),
    ...compactionLines(figures.compaction),
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
