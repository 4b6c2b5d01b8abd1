import { createPauses, nextTurn, type Pause } from "./paging.ts";

/** An order at a moment: it doesn't change, whatever becomes of its records. */
interface OrderSnapshot {
  ids(): Iterable<number>;
  page(offset: number, limit: number): Iterable<number>;
}

export interface KeyedOrder {
  /** Its key may be another by now, or it came, or went. */
  note(id: number): void;
  now(direction: "asc" | "desc"): Promise<OrderSnapshot>;
}

type Key = string | number;

interface Keyed {
  readonly id: number;
  readonly key: Key;
}

/** Lowest key first, then lowest id; ids without a key apart, lowest first. */
interface Sorted {
  readonly keyed: readonly Keyed[];
  readonly bare: readonly number[];
}

/** Entries that are sorted at once: some milliseconds. */
const runLength = 4096;
/** So many may be noted before the order is given up and made anew when it is asked for. */
const mostNoted = 20_000;
/** How long an order is kept up that nobody asks for; milliseconds. */
const keptFor = 10 * 60_000;

/**
 * A table's records by a key of theirs. The order is made when it is first asked for, in slices, and
 * kept up from then on: a change only notes its record, and whoever asks has what was noted moved
 * first. What nobody asks for for a while is let go.
 */
export function createKeyedOrder<Item extends { readonly id: number }>(options: {
  table: { get(id: number): Item | undefined; values(): Iterable<Item> };
  /** Undefined: it has none, and comes last. */
  keyOf: (item: Item) => Key | undefined;
  /** Milliseconds. */
  clock: () => number;
}): KeyedOrder {
  const { table, keyOf, clock } = options;
  let sorted: Promise<Sorted> | null = null;
  let noted = new Set<number>();
  let askedAt = 0;

  function before(one: Keyed, other: Keyed): number {
    if (one.key === other.key) return one.id - other.id;
    return one.key < other.key ? -1 : 1;
  }

  function letGo(): void {
    sorted = null;
    noted = new Set();
  }

  async function make(): Promise<Sorted> {
    const pause = createPauses();
    await nextTurn();
    const bare: number[] = [];
    let runs: Keyed[][] = [];
    let run: Keyed[] = [];
    // Taken as they are now: what changes during a pause is noted.
    const items = [...table.values()];
    for (const item of items) {
      const key = keyOf(item);
      if (key === undefined) bare.push(item.id);
      else run.push({ id: item.id, key });
      if (run.length === runLength) {
        runs.push(run.toSorted(before));
        run = [];
        await pause();
      }
    }
    runs.push(run.toSorted(before));
    while (runs.length > 1) {
      const merged: Keyed[][] = [];
      for (let place = 0; place < runs.length; place += 2) {
        merged.push(await merge(runs[place] ?? [], runs[place + 1] ?? [], before, pause));
      }
      runs = merged;
    }
    return { keyed: runs[0] ?? [], bare };
  }

  /** Moves what was noted; at once, so that nothing is noted meanwhile. */
  function moved({ keyed, bare }: Sorted): Sorted {
    const ids = [...noted].toSorted((one, other) => one - other);
    const coming: Keyed[] = [];
    const comingBare: number[] = [];
    for (const id of ids) {
      const item = table.get(id);
      const key = item === undefined ? undefined : keyOf(item);
      if (key !== undefined) coming.push({ id, key });
      else if (item !== undefined) comingBare.push(id);
    }
    const isLeaving = noted;
    noted = new Set();
    return {
      keyed: withMoved(
        keyed.filter(({ id }) => !isLeaving.has(id)),
        coming.toSorted(before),
        before,
      ),
      bare: withMoved(
        bare.filter((id) => !isLeaving.has(id)),
        comingBare,
        (one, other) => one - other,
      ),
    };
  }

  return {
    note(id) {
      if (sorted === null) return;
      noted.add(id);
      if (noted.size > mostNoted || clock() - askedAt > keptFor) letGo();
    },
    async now(direction) {
      askedAt = clock();
      for (;;) {
        const made = (sorted ??= make());
        const found = await made;
        // Others may have moved it on, or let it go, meanwhile.
        if (sorted !== made) continue;
        const present = noted.size > 0 ? moved(found) : found;
        if (present !== found) sorted = Promise.resolve(present);
        return snapshotOf(present, direction);
      }
    },
  };
}

function snapshotOf({ keyed, bare }: Sorted, direction: "asc" | "desc"): OrderSnapshot {
  const size = keyed.length + bare.length;
  const isTurned = direction === "desc";
  function idAt(place: number): number {
    if (place < keyed.length) {
      return keyed[isTurned ? keyed.length - 1 - place : place]?.id ?? 0;
    }
    const rest = place - keyed.length;
    return bare[isTurned ? bare.length - 1 - rest : rest] ?? 0;
  }
  function* page(offset: number, limit: number): Generator<number> {
    for (let place = offset; place < Math.min(size, offset + limit); place += 1) yield idAt(place);
  }
  return { page, ids: () => page(0, size) };
}

async function merge<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (a: Item, b: Item) => number,
  pause: Pause,
): Promise<Item[]> {
  const all: Item[] = [];
  let [first, second] = [0, 0];
  while (first < one.length || second < other.length) {
    const [a, b] = [one[first], other[second]];
    if (b === undefined || (a !== undefined && compare(a, b) <= 0)) {
      if (a !== undefined) all.push(a);
      first += 1;
    } else {
      all.push(b);
      second += 1;
    }
    if (all.length % runLength === 0) await pause();
  }
  return all;
}

/** `sorted` with a few that come, sorted too, at their places. */
function withMoved<Item>(
  sorted: readonly Item[],
  coming: readonly Item[],
  compare: (a: Item, b: Item) => number,
): readonly Item[] {
  if (coming.length === 0) return sorted;
  const parts: (readonly Item[])[] = [];
  let copied = 0;
  for (const item of coming) {
    const place = placeOf(sorted, item, copied, compare);
    parts.push(sorted.slice(copied, place), [item]);
    copied = place;
  }
  return [...parts, sorted.slice(copied)].flat();
}

/** Index of the first from `low` on that doesn't come before. */
function placeOf<Item>(
  items: readonly Item[],
  item: Item,
  low: number,
  compare: (a: Item, b: Item) => number,
): number {
  let [first, end] = [low, items.length];
  while (first < end) {
    const middle = (first + end) >>> 1;
    const other = items[middle];
    if (other !== undefined && compare(other, item) < 0) first = middle + 1;
    else end = middle;
  }
  return first;
}
