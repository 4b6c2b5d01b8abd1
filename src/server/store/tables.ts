import { foldAlias } from "./foldAlias.ts";
import type { Collection, LinkRecord, RecordOf } from "./records.ts";
import { collections } from "./records.ts";
import type { Change, LinkTable, Table } from "./store.ts";
import { AliasTaken } from "./store.ts";

/** A table as the store itself sees it. */
export interface RecordTable<Item> extends Table<Item> {
  /** Puts a record in, and tells which one it replaced. */
  put(record: Item): Item | undefined;
  remove(id: number): Item | undefined;
  /** The records of this moment, lowest id first; they don't change, so neither does the list. */
  all(): Item[];
}

interface LinkRecordTable extends RecordTable<LinkRecord>, LinkTable {}

/** The whole document, as lowdb holds it. */
export type Document = {
  readonly [C in Collection]: C extends "links" ? LinkRecordTable : RecordTable<RecordOf<C>>;
};

export const collectionNames = Object.keys(collections) as Collection[];

export function createDocument(): Document {
  return { settings: createTable(), account: createTable(), links: createLinkTable() };
}

const blockSize = 512;

/**
 * Records in blocks, sorted by id. New ids are nearly always the highest, so a block fills and the
 * next one starts; a page from the end skips whole blocks; a deletion moves one block's entries.
 */
export function createTable<Item extends { readonly id: number }>(): RecordTable<Item> {
  const blocks: Item[][] = [];
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
    put(record) {
      const { block, at, isThere, index } = find(record.id);
      if (isThere) {
        const former = block[at];
        block[at] = record;
        return former;
      }
      size += 1;
      if (blocks.length === 0) blocks.push([record]);
      else if (index === blocks.length - 1 && at === block.length && at >= blockSize) {
        blocks.push([record]);
      } else {
        block.splice(at, 0, record);
        if (block.length > blockSize * 2) blocks.splice(index + 1, 0, block.splice(blockSize));
      }
      return undefined;
    },
    remove(id) {
      const { block, at, isThere, index } = find(id);
      if (!isThere) return undefined;
      size -= 1;
      const [former] = block.splice(at, 1);
      if (block.length === 0) blocks.splice(index, 1);
      return former;
    },
    all: () => blocks.flat(),
  };
}

function firstId(block: readonly { readonly id: number }[] | undefined): number {
  return block?.[0]?.id ?? 0;
}

/** Links with an index by folded alias: nearly always one link, a list where domains share it. */
function createLinkTable(): LinkRecordTable {
  const table = createTable<LinkRecord>();
  const index = new Map<string, LinkRecord | LinkRecord[]>();

  function holders(folded: string): LinkRecord[] {
    const found = index.get(folded);
    return found === undefined ? [] : Array.isArray(found) ? found : [found];
  }

  function keep(folded: string, links: LinkRecord[]): void {
    const [only] = links;
    if (only === undefined) index.delete(folded);
    else index.set(folded, links.length === 1 ? only : links.toSorted(ownAddressFirst));
  }

  function forget(link: LinkRecord): void {
    const folded = foldAlias(link.alias);
    keep(
      folded,
      holders(folded).filter((other) => other.id !== link.id),
    );
  }

  return {
    get size() {
      return table.size;
    },
    get: table.get,
    newest: table.newest,
    values: table.values,
    all: table.all,
    put(link) {
      const former = table.put(link);
      if (former !== undefined) forget(former);
      const folded = foldAlias(link.alias);
      if (index.has(folded)) keep(folded, [...holders(folded), link]);
      else index.set(folded, link);
      return former;
    },
    remove(id) {
      const former = table.remove(id);
      if (former !== undefined) forget(former);
      return former;
    },
    byAlias(alias, domain) {
      const found = index.get(foldAlias(alias));
      if (found === undefined) return undefined;
      if (!Array.isArray(found)) return found.domain === domain ? found : undefined;
      return found.find((link) => link.domain === domain);
    },
    withAlias: (alias) => [...holders(foldAlias(alias))],
  };
}

function ownAddressFirst(a: LinkRecord, b: LinkRecord): number {
  const ownA = a.domain === undefined ? 0 : 1;
  const ownB = b.domain === undefined ? 0 : 1;
  return ownA - ownB || a.id - b.id;
}

/** One table whatever its records; the caller has checked that record and collection belong together. */
export function tableOf(
  document: Document,
  collection: Collection,
): RecordTable<{ readonly id: number }> {
  return document[collection] as unknown as RecordTable<{ readonly id: number }>;
}

/** Ids that were never given. They live beside the records, because a deleted record takes no id with it. */
export interface Sequences {
  take(collection: Collection): number;
  /** Ids up to this one are used. */
  used(collection: Collection, id: number): void;
  next(): Record<Collection, number>;
}

export function createSequences(): Sequences {
  const next = Object.fromEntries(collectionNames.map((name) => [name, 1])) as Record<
    Collection,
    number
  >;
  return {
    take(collection) {
      const id = next[collection];
      next[collection] = id + 1;
      return id;
    },
    used(collection, id) {
      next[collection] = Math.max(next[collection], id + 1);
    },
    next: () => ({ ...next }),
  };
}

/** Applies changes and returns what takes them back. */
export function apply(document: Document, sequences: Sequences, changes: readonly Change[]) {
  const undo: (() => void)[] = [];
  for (const change of changes) {
    if ("put" in change) {
      const table = tableOf(document, change.put);
      const former = table.put(change.record);
      sequences.used(change.put, change.record.id);
      undo.push(() => (former === undefined ? table.remove(change.record.id) : table.put(former)));
    } else {
      const table = tableOf(document, change.remove);
      const former = table.remove(change.id);
      sequences.used(change.remove, change.id);
      if (former !== undefined) undo.push(() => table.put(former));
    }
  }
  return () => {
    for (const step of undo.reverse()) step();
  };
}

/** Throws when a link among these changes shares its alias and domain with another one. */
export function refuseTakenAliases(links: LinkTable, changes: readonly Change[]): void {
  for (const change of changes) {
    if (!("put" in change) || change.put !== "links") continue;
    const { alias, domain, id } = change.record;
    const stored = links.get(id);
    if (stored?.alias !== alias || stored.domain !== domain) continue;
    const other = links.withAlias(alias).find((link) => link.id !== id && link.domain === domain);
    if (other !== undefined) throw new AliasTaken(alias, id, other.id);
  }
}
