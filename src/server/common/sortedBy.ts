import { createPauses, fewItems, type Pause } from "./paging.ts";

type Key = string | number;
type Compare<Item> = (one: Item, other: Item) => number;

/** Items that are sorted at once, between two looks at the clock. */
const runLength = 512;

/** A list in ascending and in descending order. */
export interface BothWays<Item> {
  readonly asc: Item[];
  readonly desc: Item[];
}

/** The items by a key, equal ones by ID in the same direction; those without a key last. */
export async function sortedBy<Item extends { readonly id: number }>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key | undefined,
  direction: "asc" | "desc",
): Promise<Item[]> {
  return (await sortedBothWays(items, keyOf))[direction];
}

/** The items of this moment in both orders of {@link sortedBy}, with pauses. */
export async function sortedBothWays<Item extends { readonly id: number }>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key | undefined,
): Promise<BothWays<Item>> {
  const pause = createPauses();
  const keyed: { readonly item: Item; readonly key: Key }[] = [];
  const bare: Item[] = [];
  for (const [place, item] of Array.from(items).entries()) {
    if (place % fewItems === 0) await pause();
    const key = keyOf(item);
    if (key === undefined) bare.push(item);
    else keyed.push({ item, key });
  }
  const byId = (one: Item, other: Item) => one.id - other.id;
  const sorted = await sortInRuns(
    keyed,
    (one, other) => {
      if (one.key === other.key) return byId(one.item, other.item);
      return one.key < other.key ? -1 : 1;
    },
    pause,
  );
  const asc = sorted.map(({ item }) => item);
  const last = await sortInRuns(bare, byId, pause);
  return { asc: [...asc, ...last], desc: [...asc.toReversed(), ...last.toReversed()] };
}

/** Sorts short runs and merges them two by two: a whole list at once would hold everybody up. */
export async function sortInRuns<Item>(
  items: readonly Item[],
  compare: Compare<Item>,
  pause: Pause,
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let first = 0; first < items.length; first += runLength) {
    await pause();
    runs.push(items.slice(first, first + runLength).toSorted(compare));
  }
  while (runs.length > 1) {
    const longer: Item[][] = [];
    for (let first = 0; first < runs.length; first += 2) {
      longer.push(await merged(runs[first] ?? [], runs[first + 1] ?? [], compare, pause));
    }
    runs = longer;
  }
  return runs[0] ?? [];
}

async function merged<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: Compare<Item>,
  pause: Pause,
): Promise<Item[]> {
  const all: Item[] = [];
  let [taken, takenRight] = [0, 0];
  while (taken < left.length || takenRight < right.length) {
    if (all.length % runLength === 0) await pause();
    const one = left[taken];
    const other = right[takenRight];
    if (other === undefined || (one !== undefined && compare(one, other) <= 0)) {
      if (one !== undefined) all.push(one);
      taken += 1;
    } else {
      all.push(other);
      takenRight += 1;
    }
  }
  return all;
}
