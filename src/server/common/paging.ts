import { setImmediate } from "node:timers/promises";
import { createTaskQueue } from "../../util/taskQueue.ts";

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
/** Items of a scan between two looks at the clock: one may have a megabyte of text. */
export const fewItems = 10;
const chunk = 100;

/** One queue for all scans, as there is one event loop: a turn of it has one piece of one scan. */
const turns = createTaskQueue();

export function nextTurn(): Promise<void> {
  return turns.run(() => setImmediate());
}

const strangersTurns = createTaskQueue();

/** For what strangers send: one of them at a time waits among the others, however many come. */
export function nextStrangersTurn(): Promise<void> {
  return strangersTurns.run(nextTurn);
}

/** To be waited for now and then in long work. */
export type Pause = () => Promise<void> | undefined;

/** Gives others their turn where the time of a piece is over. */
export function createPauses(): Pause {
  let end = performance.now() + sliceTime;
  async function rest(): Promise<void> {
    await nextTurn();
    end = performance.now() + sliceTime;
  }
  return () => (performance.now() < end ? undefined : rest());
}

/** Hands over what matches, with pauses, until `take` returns that it has enough. */
export async function takeMatching<Item>(
  all: Iterable<Item>,
  matches: (item: Item) => boolean,
  take: (item: Item) => boolean,
): Promise<void> {
  let looked = 0;
  await nextTurn();
  const pause = createPauses();
  for (const item of all) {
    looked += 1;
    if (looked % fewItems === 0) await pause();
    if (matches(item) && take(item)) return;
  }
}

/** Each once: one that moved between two pieces would come twice. */
function* inPieces<Item extends { readonly id: number }>(
  read: (offset: number, limit: number) => readonly Item[],
): Generator<Item> {
  const seen = new Set<number>();
  for (let offset = 0; ; offset += chunk) {
    const piece = read(offset, chunk);
    for (const item of piece) {
      if (seen.has(item.id)) continue;
      seen.add(item.id);
      yield item;
    }
    if (piece.length < chunk) return;
  }
}

/**
 * The page of what `matches`, from a collection that is read piece by piece (`read(offset, limit)`),
 * with pauses, so that a search through everything holds nobody up.
 */
export function filteredPage<Item extends { readonly id: number }>(
  read: (offset: number, limit: number) => readonly Item[],
  matches: (item: Item) => boolean,
  request: PageRequest,
): Promise<PageOf<Item>> {
  return matchingPage(inPieces(read), matches, request, null);
}

/** The same of items one after the other; `known` is how many match, where that is known. */
export async function matchingPage<Item>(
  all: Iterable<Item>,
  matches: (item: Item) => boolean,
  request: PageRequest,
  known: number | null,
): Promise<PageOf<Item>> {
  const first = offsetOf(request);
  const items: Item[] = [];
  let total = 0;
  await takeMatching(all, matches, (item) => {
    if (total >= first && items.length < request.limit) items.push(item);
    total += 1;
    return known !== null && items.length === request.limit;
  });
  return { items, total: known ?? total, ...request };
}
