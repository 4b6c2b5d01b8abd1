import type { ClickRecord } from "../../../store/records.ts";
import { countryName } from "../../../visitor/countryNames.ts";
import { byteOrderMark, type Cell, csvLines, strangersCsvLines } from "./csvLines.ts";

/** How a link is called beside its clicks. */
export interface NamedLink {
  readonly short: string;
  readonly alias: string;
  /** Host and port of a branded domain; empty: the service's own address. */
  readonly domain: string;
}

const columns = [
  "date",
  "short",
  "alias",
  "domain",
  "country",
  "browser",
  "os",
  "device",
  "referrer",
  "social",
  "language",
  "bot",
  "imported",
  "rule",
  "variant",
  "drawn",
];

/** A line a click. What stands for a visitor is no part of it. */
export async function* clicksCsv(
  clicks: AsyncIterable<readonly ClickRecord[]>,
  {
    bom,
    nameOf,
  }: { readonly bom: boolean; readonly nameOf: (link: number) => NamedLink | undefined },
): AsyncGenerator<string> {
  yield (bom ? byteOrderMark : "") + csvLines([columns]);
  for await (const batch of clicks) {
    yield strangersCsvLines(
      batch.flatMap((click): Cell[][] => {
        const link = click.link === undefined ? undefined : nameOf(click.link);
        if (link === undefined) return [];
        return [
          [
            new Date(click.at).toISOString(),
            link.short,
            link.alias,
            link.domain,
            click.country ?? "",
            click.browser ?? "",
            click.os ?? "",
            click.device ?? "",
            click.referrer ?? "",
            click.social ?? "",
            click.language ?? "",
            click.bot ?? "",
            "imported" in click ? "true" : "",
            click.rule ?? "",
            click.variant ?? "",
            click.drawn ?? "",
          ],
        ];
      }),
    );
  }
}

/** What clicks are told apart by; a file each. */
export const breakdowns = [
  "days",
  "countries",
  "referrers",
  "browsers",
  "systems",
  "languages",
  "social",
  "bots",
] as const;
export type BreakdownName = (typeof breakdowns)[number];

/** Names of a breakdown that are told apart over all links: more fold into one. */
const mostNames = 10_000;
const others = "Other";

/** Counts by name over many links. */
export function createTotals() {
  const totals = new Map(breakdowns.map((name) => [name, new Map<string, number>()]));
  return {
    add(breakdown: BreakdownName, name: string, count: number): void {
      const counts = totals.get(breakdown) ?? new Map<string, number>();
      const counted = counts.has(name) || counts.size < mostNames ? name : others;
      counts.set(counted, (counts.get(counted) ?? 0) + count);
    },
    /** Days in their order, everything else most first. */
    rows(breakdown: BreakdownName): (readonly [string, number])[] {
      const rows = [...(totals.get(breakdown) ?? [])].filter(([, count]) => count > 0);
      return breakdown === "days"
        ? rows.toSorted(([one], [other]) => (one < other ? -1 : 1))
        : rows.toSorted((one, other) => other[1] - one[1]);
    },
  };
}
export type Totals = ReturnType<typeof createTotals>;

/** As counters have it: docs/api.md, "Names of what can't be known". */
export function addToTotals(
  totals: Totals,
  click: ClickRecord,
  names: {
    readonly day: (at: number) => string;
    readonly language: (tag: string) => string;
  },
): void {
  if (click.bot !== undefined) return totals.add("bots", click.bot, 1);
  totals.add("days", names.day(click.at), 1);
  totals.add("countries", click.country === undefined ? "Unknown" : countryName(click.country), 1);
  totals.add("referrers", click.referrer ?? "Direct, email and other", 1);
  totals.add("browsers", click.browser ?? "Unknown", 1);
  totals.add("systems", click.os ?? "Unknown", 1);
  totals.add(
    "languages",
    click.language === undefined ? "Unknown" : names.language(click.language),
    1,
  );
  if (click.social !== undefined) totals.add("social", click.social, 1);
}

export function breakdownCsv(totals: Totals, breakdown: BreakdownName, bom: boolean): string {
  const rows = totals.rows(breakdown);
  return (bom ? byteOrderMark : "") + strangersCsvLines([[breakdown, "clicks"], ...rows]);
}
