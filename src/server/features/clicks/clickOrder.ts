/** A link's place in the order; `clicks` runs ahead of the place until the next page is asked for. */
export interface Ranked {
  readonly id: number;
  clicks: number;
  /** The clicks it was placed with; null: it has no place. */
  placed: number | null;
  /** Whether it shall have a place. */
  isListed: boolean;
  isMoving: boolean;
}

export interface ClickOrder {
  /** To be called after each change of `clicks` or `isListed`; the move happens later. */
  moved(item: Ranked): void;
  /** Ids, most clicks first, ties higher id first. */
  page(offset: number, limit: number): number[];
}

/** Clicks and id as one number that sorts like the two; both fit where ids stay below the span. */
const firstIdSpan = 2 ** 24;

/** Noted moves, at most: applying so many takes some milliseconds, which nobody notices. */
const mostMoving = 8_192;

/**
 * All links, most clicked first. A click only notes that its link moves; whoever asks for a page
 * has the noted moves applied first, so that the price is paid by pages and not by visitors. Plain
 * numbers in one block are sorted and merged a hundred times as fast as the links themselves.
 */
export function createClickOrder(): ClickOrder {
  /** Least clicks first. */
  let keys = new Float64Array();
  let spare = new Float64Array();
  let idSpan = firstIdSpan;
  let moving: Ranked[] = [];

  function keyOf(clicks: number, id: number): number {
    // 536 million clicks; fewer where a hand edit made ids huge. Above, the id alone decides.
    const most = Number.MAX_SAFE_INTEGER / idSpan - 1;
    return Math.min(clicks, Math.floor(most)) * idSpan + id;
  }

  function widen(): void {
    const former = idSpan;
    while (moving.some(({ id }) => id >= idSpan)) idSpan *= 2;
    if (idSpan === former) return;
    keys = keys.map((key) => keyOf(Math.floor(key / former), key % former)).toSorted();
  }

  function applyMoves(): void {
    if (moving.length === 0) return;
    widen();
    const leaving = sortedKeys(moving, ({ placed, id }) =>
      placed === null ? null : keyOf(placed, id),
    );
    const arriving = sortedKeys(moving, ({ isListed, clicks, id }) =>
      isListed ? keyOf(clicks, id) : null,
    );
    const length = keys.length - leaving.length + arriving.length;
    const room = spare.length < length ? new Float64Array(Math.ceil(length * 1.25)) : spare;
    const merged = merge(keys, leaving, arriving, room);
    spare = new Float64Array(keys.buffer);
    keys = merged;
    for (const item of moving) settle(item);
    moving = [];
  }

  return {
    moved(item) {
      if (item.isMoving) return;
      item.isMoving = true;
      moving.push(item);
      if (moving.length >= mostMoving) applyMoves();
    },
    page(offset, limit) {
      applyMoves();
      const end = Math.max(0, keys.length - offset);
      const page = keys.subarray(Math.max(0, end - limit), end);
      return Array.from(page, (key) => key % idSpan).toReversed();
    },
  };
}

function settle(item: Ranked): void {
  item.placed = item.isListed ? item.clicks : null;
  item.isMoving = false;
}

function sortedKeys(
  items: readonly Ranked[],
  keyOf: (item: Ranked) => number | null,
): Float64Array {
  const keys = new Float64Array(items.length);
  let count = 0;
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    keys[count] = key;
    count += 1;
  }
  return keys.subarray(0, count).toSorted();
}

/** `keys` without those that leave, with those that arrive; all three are sorted. */
function merge(
  keys: Float64Array,
  leaving: Float64Array,
  arriving: Float64Array,
  into: Float64Array<ArrayBuffer>,
): Float64Array<ArrayBuffer> {
  let length = 0;
  let copied = 0;
  /** Whole stretches at a time: nearly all keys stay as they are. */
  const copyUpTo = (end: number) => {
    into.set(keys.subarray(copied, end), length);
    length += end - copied;
    copied = end;
  };
  let left = 0;
  for (const arrival of arriving) {
    for (; left < leaving.length; left += 1) {
      const leaver = leaving[left] ?? 0;
      if (leaver > arrival) break;
      copyUpTo(placeOf(keys, leaver, copied));
      copied += 1;
    }
    copyUpTo(placeOf(keys, arrival, copied));
    into[length] = arrival;
    length += 1;
  }
  for (const leaver of leaving.subarray(left)) {
    copyUpTo(placeOf(keys, leaver, copied));
    copied += 1;
  }
  copyUpTo(keys.length);
  return into.subarray(0, length);
}

/** Index of the first key from `low` on that is not smaller. */
function placeOf(keys: Float64Array, key: number, low: number): number {
  let [first, end] = [low, keys.length];
  while (first < end) {
    const middle = (first + end) >>> 1;
    if ((keys[middle] ?? 0) < key) first = middle + 1;
    else end = middle;
  }
  return first;
}
