import { normalized } from "../../../contract/fields/normalized.ts";
import { firstIndex } from "../../../util/firstIndex.ts";
import { addId, dropId, type IdIndex } from "../../../util/idIndex.ts";
import { foldAlias, isSpelledAs } from "./foldAlias.ts";
import { createTable, type RecordTable } from "./recordTable.ts";
import type { NamedTable, Referent, ReferringTable } from "../store.ts";
import type { LinkRecord } from "../records.ts";

interface Named {
  readonly id: number;
  readonly domain?: number | undefined;
  readonly createdAt?: string;
}

export interface NamedRecordTable<Item> extends RecordTable<Item>, NamedTable<Item> {}

/** Records on a domain whose names fold alike, lowest ID first. */
interface Alike<Item> {
  readonly records: Item[];
  /** By the name in its Unicode form; the lists are short unless a file is damaged. */
  readonly spelled: Map<string, Item[]>;
  /** Oldest first. Null until somebody asks. */
  byAge: Aged<Item>[] | null;
}

interface Aged<Item> {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly record: Item;
}

/** Records whose names fold alike, by domain. A class: a record is told apart from it on each visit. */
class Crowd<Item> {
  readonly domains = new Map<number | undefined, Alike<Item>>();
  /** Null: to be collected again. */
  all: readonly Item[] | null = null;
}

/**
 * Records with an index by folded name. Nearly always that's one record. Where domains share a name,
 * or names that came from elsewhere are alike, no lookup goes through all of them: a file can have a
 * hundred thousand.
 *
 * @param domainOf on which domain the name must be unique
 */
export function createNamedTable<Item extends Named>(
  nameOf: (record: Item) => string,
  domainOf: (record: Item) => number | undefined = ({ domain }) => domain,
): NamedRecordTable<Item> {
  const table = createTable<Item>();
  const index = new Map<string, Item | Crowd<Item>>();

  function addTo({ domains }: Crowd<Item>, record: Item): void {
    const domain = domainOf(record);
    const there = domains.get(domain) ?? { records: [], spelled: new Map(), byAge: null };
    domains.set(domain, there);
    insert(there.records, record, byId);
    if (there.byAge !== null) insert(there.byAge, aged(record), byAge);
    const spelling = normalized(nameOf(record));
    const same = there.spelled.get(spelling);
    if (same === undefined) there.spelled.set(spelling, [record]);
    else insert(same, record, byId);
  }

  function removeFrom({ domains }: Crowd<Item>, record: Item): void {
    const domain = domainOf(record);
    const there = domains.get(domain);
    if (there === undefined) return;
    withdraw(there.records, record, byId);
    if (there.byAge !== null) withdraw(there.byAge, aged(record), byAge);
    if (there.records.length === 0) domains.delete(domain);
    const spelling = normalized(nameOf(record));
    const same = there.spelled.get(spelling) ?? [];
    withdraw(same, record, byId);
    if (same.length === 0) there.spelled.delete(spelling);
  }

  function add(record: Item): void {
    const folded = foldAlias(nameOf(record));
    const found = index.get(folded);
    if (found === undefined) {
      index.set(folded, record);
      return;
    }
    const crowd = found instanceof Crowd ? found : new Crowd<Item>();
    if (!(found instanceof Crowd)) addTo(crowd, found);
    addTo(crowd, record);
    crowd.all = null;
    index.set(folded, crowd);
  }

  function forget(record: Item): void {
    const folded = foldAlias(nameOf(record));
    const found = index.get(folded);
    if (found === undefined || !(found instanceof Crowd)) {
      index.delete(folded);
      return;
    }
    removeFrom(found, record);
    found.all = null;
    if (found.domains.size > 1) return;
    const [[only, another] = []] = [...found.domains.values()].map(({ records }) => records);
    if (only !== undefined && another === undefined) index.set(folded, only);
  }

  table.watch((former, next) => {
    if (former !== undefined) forget(former);
    if (next !== undefined) add(next);
  });

  /** A name that is found as it was sent is folded already. */
  const find = (alias: string) => index.get(alias) ?? index.get(foldAlias(alias));

  function alike(alias: string, domain: number | undefined): readonly Item[] {
    const found = find(alias);
    if (found === undefined) return [];
    if (found instanceof Crowd) return found.domains.get(domain)?.records ?? [];
    return domainOf(found) === domain ? [found] : [];
  }

  function spelled(alias: string, domain: number | undefined): readonly Item[] {
    const found = find(alias);
    if (found === undefined) return [];
    if (found instanceof Crowd)
      return found.domains.get(domain)?.spelled.get(normalized(alias)) ?? [];
    return domainOf(found) === domain && isSpelledAs(nameOf(found), alias) ? [found] : [];
  }

  function* conflicting(alias: string, domain: number | undefined, since: number): Generator<Item> {
    yield* spelled(alias, domain);
    const found = find(alias);
    if (found === undefined) return;
    if (!(found instanceof Crowd)) {
      if (domainOf(found) === domain && aged(found).at >= since) yield found;
      return;
    }
    const there = found.domains.get(domain);
    if (there === undefined) return;
    const ages = (there.byAge ??= there.records.map(aged).toSorted(byAge));
    for (let place = ages.length - 1; place >= 0; place -= 1) {
      const latest = ages[place];
      if (latest === undefined || latest.at < since) return;
      yield latest.record;
    }
  }

  return Object.assign(table, {
    byAlias(alias: string, domain: number | undefined) {
      const found = find(alias);
      if (found === undefined) return undefined;
      if (!(found instanceof Crowd)) return domainOf(found) === domain ? found : undefined;
      return spelled(alias, domain)[0] ?? alike(alias, domain)[0];
    },
    withAlias(alias: string) {
      const found = find(alias);
      if (found === undefined) return [];
      if (!(found instanceof Crowd)) return [found];
      return (found.all ??= [...found.domains.values()]
        .flatMap(({ records }) => records)
        .toSorted(ownAddressFirst));
    },
    alike,
    spelled,
    conflicting,
  });
}

type Order<Item> = (one: Item, other: Item) => number;

const byId: Order<Named> = (one, other) => one.id - other.id;

// Of two that were made at no known time the difference is NaN.
const byAge: Order<Aged<unknown>> = (one, other) => one.at - other.at || one.id - other.id;

/** One whose file is damaged is the oldest. */
function aged<Item extends Named>(record: Item): Aged<Item> {
  const at = Date.parse(record.createdAt ?? "");
  return { id: record.id, at: Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at, record };
}

/** The place of an item in a list, or where it belongs. */
function placeOf<Item>(items: readonly Item[], item: Item, order: Order<Item>): number {
  const isBefore = (there: Item | undefined) => there !== undefined && order(there, item) < 0;
  // New records nearly always have the highest ID.
  if (isBefore(items.at(-1))) return items.length;
  return firstIndex(items.length, (place) => isBefore(items[place]));
}

function insert<Item>(items: Item[], item: Item, order: Order<Item>): void {
  items.splice(placeOf(items, item, order), 0, item);
}

function withdraw<Item extends { readonly id: number }>(
  items: Item[],
  item: Item,
  order: Order<Item>,
): void {
  const place = placeOf(items, item, order);
  if (items[place]?.id === item.id) items.splice(place, 1);
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
  domainOf?: (item: Item) => number | undefined,
): ReferringRecordTable<Item> {
  const table = createNamedTable<Item>(nameOf, domainOf);
  const users: IdIndex = new Map();

  function follow(item: Item): void {
    eachReference(referencesOf(item), (key) => addId(users, key, item.id));
  }

  function unfollow(item: Item): void {
    eachReference(referencesOf(item), (key) => dropId(users, key, item.id));
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
