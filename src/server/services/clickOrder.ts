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

export interface ClickOrder<Item extends Ranked> {
  /** To be called after each change of `clicks` or `isListed`: O(1), the move happens later. */
  moved(item: Item): void;
  /** Most clicks first, ties higher id first. */
  page(offset: number, limit: number): Item[];
}

/** Up to here each move is a binary search and a block copy; beyond, all of them share one pass. */
const fewMoves = 16;

/**
 * All links, most clicked first. A click only notes that its link moves; whoever asks for a page
 * has the noted moves applied first, so that the price is paid by pages and not by visitors.
 */
export function createClickOrder<Item extends Ranked>(): ClickOrder<Item> {
  let order: Item[] = [];
  let moving: Item[] = [];

  function applyMoves(): void {
    if (moving.length === 0) return;
    if (moving.length <= fewMoves) for (const item of moving) moveOne(item);
    else moveAll();
    moving = [];
  }

  function moveOne(item: Item): void {
    if (item.placed !== null) order.splice(placeOf(order, item.placed, item.id), 1);
    settle(item);
    if (item.placed !== null) order.splice(placeOf(order, item.placed, item.id), 0, item);
  }

  function moveAll(): void {
    const staying = order.filter((item) => !item.isMoving);
    for (const item of moving) settle(item);
    const arriving = moving.filter((item) => item.isListed).toSorted(byClicks);
    order = merge(staying, arriving);
  }

  return {
    moved(item) {
      if (item.isMoving) return;
      item.isMoving = true;
      moving.push(item);
    },
    page(offset, limit) {
      applyMoves();
      return order.slice(offset, offset + limit);
    },
  };
}

function settle(item: Ranked): void {
  item.placed = item.isListed ? item.clicks : null;
  item.isMoving = false;
}

/** Index of the first item that does not come before one with these clicks and this id. */
function placeOf(order: readonly Ranked[], clicks: number, id: number): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = order[middle];
    const placed = item?.placed ?? 0;
    if (placed > clicks || (placed === clicks && item !== undefined && item.id > id)) {
      low = middle + 1;
    } else high = middle;
  }
  return low;
}

function byClicks(one: Ranked, other: Ranked): number {
  return other.clicks - one.clicks || other.id - one.id;
}

function merge<Item extends Ranked>(staying: readonly Item[], arriving: readonly Item[]): Item[] {
  const merged: Item[] = [];
  let next = 0;
  for (const item of staying) {
    let arrival = arriving[next];
    while (arrival !== undefined && byClicks(arrival, item) < 0) {
      merged.push(arrival);
      next += 1;
      arrival = arriving[next];
    }
    merged.push(item);
  }
  for (; next < arriving.length; next += 1) {
    const arrival = arriving[next];
    if (arrival !== undefined) merged.push(arrival);
  }
  return merged;
}
