import type { Statistics } from "./statistics.ts";
import { createPauses } from "../../common/paging.ts";

export type ClicksOf = Pick<Statistics, "clicksOf">;

const chunk = 500;

/** How often the links of each were followed, by its id; with pauses, as one may hold every link. */
export async function clicksTogether(
  groups: Iterable<{ readonly id: number; readonly links: Iterable<number> }>,
  { clicksOf }: ClicksOf,
): Promise<ReadonlyMap<number, number>> {
  const pause = createPauses();
  const sums = new Map<number, number>();
  let looked = 0;
  for (const { id, links } of groups) {
    let sum = 0;
    for (const link of links) {
      looked += 1;
      if (looked % chunk === 0) await pause();
      sum += clicksOf(link);
    }
    sums.set(id, sum);
  }
  return sums;
}
