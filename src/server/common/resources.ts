import type { Collection, RecordOf } from "../store/records.ts";
import type { Store, Table } from "../store/store.ts";
import { foldAlias } from "../store/tables/foldAlias.ts";
import { oncePerRecord } from "../../util/oncePerRecord.ts";
import { filteredPage, matchingPage, offsetOf, type PageOf, type PageRequest } from "./paging.ts";
import { NotFound } from "./problems.ts";
import { createSearch } from "./search.ts";
import { sortedBy } from "./sortedBy.ts";

/** A list as callers ask for it. */
export type ListRequest = PageRequest & { readonly q?: string | undefined };

/** Refuses a record that isn't as the caller expects it, right before it is changed. */
export type Check<Item> = (present: Item) => void;

/** Reading a collection: the same for every resource. */
export interface Resources<Item> {
  /** Refuses an id that names none. */
  readonly get: (id: number) => Item;
  readonly has: (id: number) => boolean;
  /** Newest first. */
  page(request: ListRequest): Promise<PageOf<Item>>;
}

/** The words that a search looks through, `undefined` where there are none. */
export type Searched<Item> = (item: Item) => readonly (string | undefined)[];

export function createResources<C extends Collection>(
  store: Store,
  collection: C,
  /** As a sentence begins: "Pixel" does not exist. */
  name: string,
  searched: Searched<RecordOf<C>>,
): Resources<RecordOf<C>> {
  const table = store.table(collection);
  return {
    has: (id) => table.get(id) !== undefined,
    get(id) {
      const item = table.get(id);
      if (item === undefined) throw new NotFound(`${name} does not exist.`);
      return item;
    },
    page({ page, limit, q }) {
      return pageOf(table, (item) => searched(item), { page, limit, q });
    },
  };
}

/** A page of whatever can be read newest first. */
export async function pageOf<Item extends { readonly id: number }>(
  from: { readonly size: number; newest(offset: number, limit: number): readonly Item[] },
  searched: Searched<Item>,
  { page, limit, q }: ListRequest,
): Promise<PageOf<Item>> {
  const finds = createSearch(q);
  if (finds !== undefined) {
    return filteredPage(
      (offset, length) => from.newest(offset, length),
      (item) => finds(searched(item)),
      { page, limit },
    );
  }
  return { items: from.newest(offsetOf({ page, limit }), limit), total: from.size, page, limit };
}

/** Another order than newest first, or fewer than all. */
export interface Arrangement<Item> {
  readonly matches?: ((item: Item) => boolean) | undefined;
  readonly sorted?:
    | {
        readonly keyOf: (item: Item) => string | number;
        readonly direction: "asc" | "desc";
      }
    | undefined;
}

/** A page of a table as it is asked for, in pieces. */
export async function arrangedPage<Item extends { readonly id: number }>(
  table: Pick<Table<Item>, "size" | "newest" | "values">,
  searched: Searched<Item>,
  { page, limit, q }: ListRequest,
  { matches, sorted }: Arrangement<Item>,
): Promise<PageOf<Item>> {
  if (matches === undefined && sorted === undefined) {
    return pageOf(table, searched, { page, limit, q });
  }
  const finds = createSearch(q);
  const isMeant = (item: Item) =>
    matches?.(item) !== false && (finds === undefined || finds(searched(item)));
  if (sorted === undefined) {
    return filteredPage((offset, length) => table.newest(offset, length), isMeant, { page, limit });
  }
  const { keyOf, direction } = sorted;
  const known = matches === undefined && finds === undefined ? table.size : null;
  const all = await sortedBy(table.values(), keyOf, direction);
  return matchingPage(all, isMeant, { page, limit }, known);
}

/** Names in the order of the alphabet, whatever their case. */
export const nameKey = oncePerRecord(({ name }: { readonly name: string }) => foldAlias(name));

/** A record without the keys that have no value and the lists that are empty. */
export function withoutEmpty<Item extends object>(item: {
  readonly [Key in keyof Item]: Item[Key] | undefined;
}): Item {
  // What is left out is exactly what the record's schema lets be absent.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(
    Object.entries(item).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Item;
}

/** The record with what was given, and without what `clear` names. */
export function changed<Item extends object>(
  before: Item,
  given: { readonly [Key in keyof Item]?: Item[Key] | undefined },
  clear: readonly (keyof Item)[] = [],
): Item {
  const after: Partial<Item> = { ...before };
  for (const key of clear) delete after[key];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...after, ...withoutUndefined(given) } as Item;
}

export function withoutUndefined<Item extends object>(
  item: Item,
): { [Key in keyof Item]?: Exclude<Item[Key], undefined> } {
  // What is left out is exactly what the type says may be absent.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Item]?: Exclude<Item[Key], undefined>;
  };
}
