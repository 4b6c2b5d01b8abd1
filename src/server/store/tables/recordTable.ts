import type { Table } from "../store.ts";
import { createWatching } from "./watching.ts";

/** A table as the store itself sees it. */
export interface RecordTable<Item> extends Table<Item> {
  /** Puts a record in, and tells which one it replaced. */
  put(record: Item): Item | undefined;
  remove(id: number): Item | undefined;
  /** The records of this moment, lowest id first; they don't change, so neither does the list. */
  all(): Item[];
}

const blockSize = 512;

/**
 * Records in blocks, sorted by id. New ids are nearly always the highest, so a block fills and the
 * next one starts; a page from the end skips whole blocks; a deletion moves one block's entries.
 */
export function createTable<Item extends { readonly id: number }>(): RecordTable<Item> {
  const blocks: Item[][] = [];
  const watching = createWatching<Item>();
  let size = 0;

  /** The last block that starts at or before an id; the first one when none does. */
  function blockOf(id: number): number {
    let low = 0;
    let high = blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (firstId(blocks[middle]) <= id) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  function find(id: number): { block: Item[]; at: number; isThere: boolean; index: number } {
    const index = blockOf(id);
    const block = blocks[index] ?? [];
    let low = 0;
    let high = block.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((block[middle] as Item).id < id) low = middle + 1;
      else high = middle;
    }
    return { block, at: low, isThere: block[low]?.id === id, index };
  }

  return {
    get size() {
      return size;
    },
    get(id) {
      const { block, at, isThere } = find(id);
      return isThere ? block[at] : undefined;
    },
    newest(offset, limit) {
      const page: Item[] = [];
      let skip = offset;
      for (let index = blocks.length - 1; index >= 0 && page.length < limit; index -= 1) {
        const block = blocks[index] as Item[];
        if (skip >= block.length) {
          skip -= block.length;
          continue;
        }
        for (let at = block.length - 1 - skip; at >= 0 && page.length < limit; at -= 1) {
          page.push(block[at] as Item);
        }
        skip = 0;
      }
      return page;
    },
    *values() {
      for (const block of blocks.slice()) yield* block;
    },
    ids() {
      const ids = new Float64Array(size);
      let place = 0;
      for (const block of blocks) {
        for (const { id } of block) {
          ids[place] = id;
          place += 1;
        }
      }
      return ids;
    },
    put(record) {
      const last = blocks.at(-1);
      const lastRecord = last?.at(-1);
      // New ones, and all of a document: they come in the order of their ids.
      if (last !== undefined && lastRecord !== undefined && lastRecord.id < record.id) {
        size += 1;
        if (last.length >= blockSize) blocks.push([record]);
        else last.push(record);
        watching.tell(undefined, record);
        return undefined;
      }
      const { block, at, isThere, index } = find(record.id);
      if (isThere) {
        const former = block[at];
        block[at] = record;
        watching.tell(former, record);
        return former;
      }
      size += 1;
      if (blocks.length === 0) blocks.push([record]);
      else {
        block.splice(at, 0, record);
        if (block.length > blockSize * 2) blocks.splice(index + 1, 0, block.splice(blockSize));
      }
      watching.tell(undefined, record);
      return undefined;
    },
    remove(id) {
      const { block, at, isThere, index } = find(id);
      if (!isThere) return undefined;
      size -= 1;
      const [former] = block.splice(at, 1);
      if (block.length === 0) blocks.splice(index, 1);
      watching.tell(former, undefined);
      return former;
    },
    watch: (told) => watching.watch(told),
    all: () => blocks.flat(),
  };
}

function firstId(block: readonly { readonly id: number }[] | undefined): number {
  return block?.[0]?.id ?? 0;
}
