import type { LinkRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import type { Statistics, SubjectSums } from "../clicks/statistics.ts";
import { createPauses } from "../../common/paging.ts";
import { together } from "./counterSums.ts";
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
  const { store, statistics, days, today, most } = options;
  const quietSince = options.now - quietDays * 24 * hourLength;
  const counts = new Float64Array(2 * days);
  const steps = [{ step: "day" as const, first: today + 1 - 2 * days, counts }];
  const sums: SubjectSums = { steps, tallies: null, lastAt: 0 };
  const moved: Mover[] = [];
  const quiet: Inactive[] = [];
  const pause = createPauses();
  for (const [place, id] of options.links.entries()) {
    const rest = place % together === 0 ? pause() : undefined;
    if (rest !== undefined) await rest;
    const link = store.links.get(id);
    if (link === undefined) continue;
    counts.fill(0);
    sums.lastAt = 0;
    statistics.addTo(sums, id);
    const before = totalOf(counts.subarray(0, days));
    const clicks = totalOf(counts.subarray(days));
    if (clicks !== before) moved.push({ link, clicks, before });
    if (sums.lastAt < quietSince && Date.parse(link.createdAt) < quietSince) {
      const lastClick = sums.lastAt === 0 ? null : sums.lastAt;
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

function totalOf(counts: Float64Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
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
