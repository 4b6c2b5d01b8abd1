import { foldAlias, isSpelledAs } from "./foldAlias.ts";
import { createTable, type RecordTable } from "./recordTable.ts";
import type { NamedTable, Referent, ReferringTable } from "../store.ts";
import type { LinkRecord } from "../records.ts";

interface Named {
  readonly id: number;
  readonly domain?: number | undefined;
}

export interface NamedRecordTable<Item> extends RecordTable<Item>, NamedTable<Item> {}

/**
 * Records with an index by folded name: nearly always one record, a list where domains share it or
 * names that came from elsewhere are alike.
 */
export function createNamedTable<Item extends Named>(
  nameOf: (record: Item) => string,
): NamedRecordTable<Item> {
  const table = createTable<Item>();
  const index = new Map<string, Item | Item[]>();

  function holders(folded: string): readonly Item[] {
    const found = index.get(folded);
    return found === undefined ? [] : Array.isArray(found) ? found : [found];
  }

  function keep(folded: string, records: readonly Item[]): void {
    const [only] = records;
    if (only === undefined) index.delete(folded);
    else index.set(folded, records.length === 1 ? only : records.toSorted(ownAddressFirst));
  }

  function forget(record: Item): void {
    const folded = foldAlias(nameOf(record));
    keep(
      folded,
      holders(folded).filter((other) => other.id !== record.id),
    );
  }

  table.watch((former, next) => {
    if (former !== undefined) forget(former);
    if (next === undefined) return;
    const folded = foldAlias(nameOf(next));
    if (index.has(folded)) keep(folded, [...holders(folded), next]);
    else index.set(folded, next);
  });

  return Object.assign(table, {
    byAlias(alias: string, domain: number | undefined) {
      // A name that is found as it was sent is folded already.
      const found = index.get(alias) ?? index.get(foldAlias(alias));
      if (found === undefined) return undefined;
      if (!Array.isArray(found)) return found.domain === domain ? found : undefined;
      const alike = found.filter((record) => record.domain === domain);
      return alike.find((record) => isSpelledAs(nameOf(record), alias)) ?? alike[0];
    },
    withAlias: (alias: string) => [...holders(foldAlias(alias))],
  });
}

function ownAddressFirst(a: Named, b: Named): number {
  const ownA = a.domain === undefined ? 0 : 1;
  const ownB = b.domain === undefined ? 0 : 1;
  return ownA - ownB || a.id - b.id;
}

/** Every place in which a record can name another one; not all records have all of them. */
type Referring = Pick<LinkRecord, "id" | "domain" | "channels" | "campaign" | "pixels" | "type">;

export interface ReferringRecordTable<Item> extends NamedRecordTable<Item>, ReferringTable<Item> {}

const nobody: ReadonlySet<number> = new Set();

/** A named table that also knows which of its records point at a given one. */
export function createReferringTable<Item extends { readonly id: number }>(
  nameOf: (item: Item) => string,
  referencesOf: (item: Item) => Referring,
): ReferringRecordTable<Item> {
  const table = createNamedTable<Item>(nameOf);
  const users = new Map<string, Set<number>>();

  function follow(item: Item): void {
    eachReference(referencesOf(item), (key) => {
      const ids = users.get(key);
      if (ids === undefined) users.set(key, new Set([item.id]));
      else ids.add(item.id);
    });
  }

  function unfollow(item: Item): void {
    eachReference(referencesOf(item), (key) => {
      const ids = users.get(key);
      ids?.delete(item.id);
      if (ids?.size === 0) users.delete(key);
    });
  }

  table.watch((former, next) => {
    if (former !== undefined) unfollow(former);
    if (next !== undefined) follow(next);
  });

  return Object.assign(table, {
    using: (referent: Referent, id: number) => users.get(keyOf(referent, id)) ?? nobody,
  });
}

function keyOf(referent: Referent, id: number): string {
  return `${referent} ${id}`;
}

function eachReference(record: Referring, found: (key: string) => void): void {
  const { domain, campaign, channels, pixels, type } = record;
  if (domain !== undefined) found(keyOf("domains", domain));
  if (campaign !== undefined) found(keyOf("campaigns", campaign));
  for (const id of channels ?? []) found(keyOf("channels", id));
  for (const id of pixels ?? []) found(keyOf("pixels", id));
  if (type?.kind === "overlay") found(keyOf("overlays", type.id));
  if (type?.kind === "splash" && type.id !== undefined) found(keyOf("splashPages", type.id));
}
