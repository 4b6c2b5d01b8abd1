import type { LinkRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import type { Statistics, SubjectSums } from "../clicks/statistics.ts";
import { createPauses } from "../../common/paging.ts";
import { together, total } from "./counterSums.ts";
import { hourLength } from "./period.ts";

interface Mover {
  readonly link: LinkRecord;
  readonly clicks: number;
  readonly before: number;
}

interface Inactive {
  readonly link: LinkRecord;
  readonly clicks: number;
  /** Milliseconds since 1970. */
  readonly lastClick: number | null;
}

export interface Movers {
  readonly rising: readonly Mover[];
  readonly falling: readonly Mover[];
  readonly quiet: { readonly total: number; readonly links: readonly Inactive[] };
}

/** Days without a click after which a link counts as inactive. */
const quietDays = 90;

interface Comparison {
  readonly clicks: number;
  readonly before: number;
  /** Of the last click ever; milliseconds since 1970, 0: none yet. */
  readonly lastAt: number;
}

/**
 * Counts a subject's clicks of the last `days` up to `today`, and of as many days before. `today` is
 * the number of the day on the account's clocks, from 1970.
 */
export function createComparison(
  statistics: Pick<Statistics, "addTo">,
  { days, today }: { readonly days: number; readonly today: number },
): (subject: number) => Comparison {
  const counts = new Float64Array(2 * days);
  const [former, latest] = [counts.subarray(0, days), counts.subarray(days)];
  const steps = [{ step: "day" as const, first: today + 1 - 2 * days, counts }];
  const sums: SubjectSums = { steps, tallies: null, lastAt: 0 };
  return (subject) => {
    counts.fill(0);
    sums.lastAt = 0;
    statistics.addTo(sums, subject);
    return { clicks: total(latest), before: total(former), lastAt: sums.lastAt };
  };
}

/** Links by how their clicks of the last `days` compare with as many days before, and inactive links. */
export async function findMovers(options: {
  readonly store: Pick<Store, "links">;
  readonly statistics: Pick<Statistics, "addTo" | "clicksOf">;
  readonly links: Float64Array;
  readonly days: number;
  /** Number of the day on the account's clocks, from 1970. */
  readonly today: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Longest list. */
  readonly most: number;
}): Promise<Movers> {
  const { store, statistics, most } = options;
  const quietSince = options.now - quietDays * 24 * hourLength;
  const comparisonOf = createComparison(statistics, options);
  const moved: Mover[] = [];
  const quiet: Inactive[] = [];
  const pause = createPauses();
  for (const [place, id] of options.links.entries()) {
    const rest = place % together === 0 ? pause() : undefined;
    if (rest !== undefined) await rest;
    const link = store.links.get(id);
    if (link === undefined) continue;
    const { clicks, before, lastAt } = comparisonOf(id);
    if (clicks !== before) moved.push({ link, clicks, before });
    if (lastAt < quietSince && Date.parse(link.createdAt) < quietSince) {
      const lastClick = lastAt === 0 ? null : lastAt;
      quiet.push({ link, clicks: statistics.clicksOf(id), lastClick });
    }
  }
  const growth = ({ clicks, before }: Mover) => clicks - before;
  const loss = (mover: Mover) => -growth(mover);
  return {
    rising: topOf(
      moved.filter((mover) => growth(mover) > 0),
      most,
      growth,
    ),
    falling: topOf(
      moved.filter((mover) => loss(mover) > 0),
      most,
      loss,
    ),
    quiet: { total: quiet.length, links: topOf(quiet, most, ({ clicks }) => clicks) },
  };
}

/** The first few by weight, then the youngest. */
function topOf<Item extends { readonly link: LinkRecord }>(
  items: readonly Item[],
  most: number,
  weightOf: (item: Item) => number,
): Item[] {
  return items
    .toSorted((one, other) => weightOf(other) - weightOf(one) || other.link.id - one.link.id)
    .slice(0, most);
}
