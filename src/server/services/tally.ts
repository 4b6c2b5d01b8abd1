/** How often each name was met. Bounded, and still exact in sum: rare names share one entry. */
export type Tally = Map<string, number>;

export const otherNames = "Other";

/** Names kept apart in one tally; visitors choose some of them (referrers), so there is an end. */
const longest = 200;

export function addTo(tally: Tally, name: string): void {
  const known = tally.get(name);
  if (known !== undefined) {
    tally.set(name, known + 1);
    return;
  }
  if (tally.size >= longest) foldRareNames(tally);
  tally.set(name, 1);
}

/** Most first; among equals in the order they were met. */
export function topOf(tally: Tally | undefined, limit: number): (readonly [string, number])[] {
  if (tally === undefined) return [];
  return [...tally].toSorted((one, other) => other[1] - one[1]).slice(0, limit);
}

/** The rarer half goes into "Other", so that a flood of invented names can't keep a new one out. */
function foldRareNames(tally: Tally): void {
  const rarestFirst = [...tally].toSorted((one, other) => one[1] - other[1]);
  let others = 0;
  for (const [name, count] of rarestFirst.slice(0, longest / 2)) {
    others += count;
    tally.delete(name);
  }
  tally.set(otherNames, (tally.get(otherNames) ?? 0) + others);
}
