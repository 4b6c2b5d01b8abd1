/** Which page of a collection, from 1, and how many items it has. */
export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

/** A page and its place in the collection. */
export interface PageOf<Item> extends PageRequest {
  readonly items: readonly Item[];
  /** Items over all pages. */
  readonly total: number;
}

export function offsetOf({ page, limit }: PageRequest): number {
  return (page - 1) * limit;
}

/** Longest piece of a scan before others get their turn, in milliseconds. */
const sliceTime = 8;
const chunk = 100;

/** One queue for all scans, as there is one event loop: a turn of it has one piece of one scan. */
let lastTurn = Promise.resolve();

function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(
    () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      }),
  );
  return lastTurn;
}

/**
 * The page of what `matches`, from a collection that is read piece by piece (`read(offset, limit)`),
 * with pauses, so that a search through everything holds nobody up. An item that moves between
 * two pieces is not shown twice.
 */
export async function filteredPage<Item extends { readonly id: number }>(
  read: (offset: number, limit: number) => readonly Item[],
  matches: (item: Item) => boolean,
  request: PageRequest,
): Promise<PageOf<Item>> {
  const first = offsetOf(request);
  const items: Item[] = [];
  const seen = new Set<number>();
  let total = 0;
  await nextTurn();
  let sliceEnd = performance.now() + sliceTime;
  for (let offset = 0; ; offset += chunk) {
    const piece = read(offset, chunk);
    for (const item of piece) {
      if (seen.has(item.id) || !matches(item)) continue;
      seen.add(item.id);
      if (total >= first && items.length < request.limit) items.push(item);
      total += 1;
    }
    if (piece.length < chunk) return { items, total, ...request };
    if (performance.now() >= sliceEnd) {
      await nextTurn();
      sliceEnd = performance.now() + sliceTime;
    }
  }
}
