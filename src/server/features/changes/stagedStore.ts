import type { Collection, RecordOf } from "../../store/records.ts";
import type { Change, Store } from "../../store/store.ts";
import { isKeyed, type Keyed, keyOf, storedHolders } from "../../common/keyHolders.ts";
import { mostIn } from "../../common/mostOf.ts";
import { createNamedTable, createReferringTable } from "../../store/tables/namedTable.ts";
import { addId, dropId, type IdIndex } from "../../../util/idIndex.ts";

interface StoredRecord {
  readonly id: number;
}

interface Table<Item> {
  get(id: number): Item | undefined;
  values(): IterableIterator<Item>;
}

interface NamedRecords<Item> {
  get(id: number): Item | undefined;
  /** Whether another record keeps a name from one. */
  isTaken(name: Name, by: Claim): boolean;
}

interface Claim {
  /** The record that is to have the name; null: one of another collection. */
  readonly id: number | null;
  /** From when on names that are alike take it, too; milliseconds since 1970. */
  readonly since: number;
}

interface Name {
  readonly name: string;
  readonly domain?: number | undefined;
}

/** The name of a changed record, and when it was made. */
interface DraftedName extends Name {
  readonly id: number;
  readonly createdAt: string;
}

/** Collections whose records have a name in addresses, and which name that is. */
const names = {
  links: ({ alias, domain }: RecordOf<"links">): Name => ({ name: alias, domain }),
  bioPages: ({ alias, domain }: RecordOf<"bioPages">): Name => ({ name: alias, domain }),
  campaigns: ({ slug }: RecordOf<"campaigns">): Name => ({ name: slug }),
  qrCodes: ({ code, domain }: RecordOf<"qrCodes">): Name => ({ name: code, domain }),
} as const;

type Named = keyof typeof names;

function createDraftedNames() {
  const nameOf = ({ name }: DraftedName) => name;
  const table = (domainOf?: () => undefined) =>
    createReferringTable<DraftedName>(nameOf, (drafted) => drafted, domainOf);
  return {
    links: table(),
    bioPages: table(),
    campaigns: createNamedTable(nameOf),
    // Their codes are one set for all domains.
    qrCodes: table(() => undefined),
  };
}

function isNamed(collection: Collection): collection is Named {
  return collection in names;
}

/** Fields that rules about other records look at. */
const looked = ["alias", "slug", "code", "name", "domain"];

/** What a record would have that the stored one hasn't; all of it where there is none. Null: it is gone. */
type Drafted = Readonly<Record<string, unknown>> | null;

function difference(record: StoredRecord, stored: StoredRecord | undefined): Drafted {
  const after: Readonly<Record<string, unknown>> = { ...record };
  if (stored === undefined) return after;
  const before: Readonly<Record<string, unknown>> = { ...stored };
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...fields].flatMap((field) =>
      before[field] === after[field] ? [] : [[field, after[field]] as const],
    ),
  );
}

function whole(drafted: NonNullable<Drafted>, stored: StoredRecord | undefined): object {
  return Object.fromEntries(
    Object.entries({ ...stored, ...drafted }).filter(([, value]) => value !== undefined),
  );
}

/**
 * The store as it would be after changes that nobody has made yet: the same rules hold for what is
 * only looked at and for what is done.
 */
export interface StagedStore {
  readonly links: NamedRecords<RecordOf<"links">>;
  readonly bioPages: NamedRecords<RecordOf<"bioPages">>;
  readonly campaigns: NamedRecords<RecordOf<"campaigns">>;
  readonly qrCodes: NamedRecords<RecordOf<"qrCodes">>;
  table<C extends Collection>(collection: C): Table<RecordOf<C>>;
  /** Number of records; of collections that have a bound. */
  size(collection: Collection): number;
  /** Whether another record has what only one of its collection may have. */
  isKeyShared<C extends Keyed>(collection: C, record: RecordOf<C>): boolean;
  /** Whether a link, bio page or QR code is on the domain. */
  isDomainUsed(id: number): boolean;
  apply(change: Change): void;
  /** Lets go what no rule about others looks at: all but names, domains, and what came or went. */
  forgetValues(): void;
  /** From here on it is the store as it is. */
  clear(): void;
}

export function createStagedStore(store: Store): StagedStore {
  const over = new Map<Collection, Map<number, Drafted>>();
  /** Ids that were put since values were forgotten last. */
  const fresh = new Set<number>();
  let draftedNames = createDraftedNames();
  /** Records that came, without those that went. */
  const more = new Map<Collection, number>();
  const draftedHolders = new Map<Keyed, IdIndex>();

  function overOf(collection: Collection): Map<number, Drafted> {
    const known = over.get(collection) ?? new Map<number, Drafted>();
    over.set(collection, known);
    return known;
  }

  function table<C extends Collection>(collection: C): Table<RecordOf<C>> {
    const stored = store.table(collection);
    function get(id: number): RecordOf<C> | undefined {
      const drafted = over.get(collection)?.get(id);
      if (drafted === undefined) return stored.get(id);
      // What lies over a collection was put there as a record of it.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return drafted === null ? undefined : (whole(drafted, stored.get(id)) as RecordOf<C>);
    }
    return {
      get,
      *values() {
        const drafted = over.get(collection);
        for (const record of stored.values()) {
          if (drafted?.has(record.id) !== true) yield record;
        }
        for (const id of drafted?.keys() ?? []) {
          const record = get(id);
          if (record !== undefined) yield record;
        }
      },
    };
  }

  function named<C extends Named>(collection: C): NamedRecords<RecordOf<C>> {
    const records = table(collection);
    return {
      get: (id) => records.get(id),
      isTaken({ name, domain }, by) {
        for (const { id } of draftedNames[collection].conflicting(name, domain, by.since)) {
          if (id !== by.id) return true;
        }
        const changed = over.get(collection);
        for (const { id } of store[collection].conflicting(name, domain, by.since)) {
          if (id !== by.id && changed?.has(id) !== true) return true;
        }
        return false;
      },
    };
  }

  const links = named("links");
  const bioPages = named("bioPages");
  const campaigns = named("campaigns");
  const qrCodes = named("qrCodes");

  /** Called before the change lies over the store. */
  function noteKey(collection: Keyed, id: number, record: StoredRecord | null): void {
    const known: IdIndex = draftedHolders.get(collection) ?? new Map();
    draftedHolders.set(collection, known);
    const former = table(collection).get(id);
    if (former !== undefined) dropId(known, keyOf(collection, former), id);
    if (record !== null) addId(known, keyOf(collection, record), id);
  }

  function noteName<C extends Named>(collection: C, record: RecordOf<C>): void {
    // A union of functions, each of its own collection.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const nameOf = names[collection] as (record: RecordOf<C>) => Name;
    const { id, createdAt } = record;
    draftedNames[collection].put({ id, createdAt, ...nameOf(record) });
  }

  function count(collection: Collection, id: number, isThere: boolean): void {
    if (mostIn(collection) === undefined) return;
    const wasThere = table(collection).get(id) !== undefined;
    more.set(collection, (more.get(collection) ?? 0) + Number(isThere) - Number(wasThere));
  }

  return {
    links,
    bioPages,
    campaigns,
    qrCodes,
    table,
    size: (collection) => store.table(collection).size + (more.get(collection) ?? 0),
    isKeyShared(collection, record) {
      const key = keyOf(collection, record);
      const drafted = draftedHolders.get(collection)?.get(key);
      if (drafted !== undefined && drafted.size > (drafted.has(record.id) ? 1 : 0)) return true;
      const changed = over.get(collection);
      for (const id of storedHolders(store, collection).get(key) ?? []) {
        if (id !== record.id && changed?.has(id) !== true) return true;
      }
      return false;
    },
    isDomainUsed(id) {
      return (["links", "bioPages", "qrCodes"] as const).some((collection) => {
        const changed = over.get(collection);
        for (const user of store[collection].using("domains", id)) {
          if (changed?.has(user) !== true) return true;
        }
        return draftedNames[collection].using("domains", id).size > 0;
      });
    },
    apply(change) {
      if ("put" in change) {
        count(change.put, change.record.id, true);
        if (isKeyed(change.put)) noteKey(change.put, change.record.id, change.record);
        const stored = store.table(change.put).get(change.record.id);
        overOf(change.put).set(change.record.id, difference(change.record, stored));
        fresh.add(change.record.id);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        if (isNamed(change.put)) noteName(change.put, change.record as RecordOf<Named>);
      } else {
        count(change.remove, change.id, false);
        if (isKeyed(change.remove)) noteKey(change.remove, change.id, null);
        overOf(change.remove).set(change.id, null);
        if (isNamed(change.remove)) draftedNames[change.remove].remove(change.id);
      }
    },
    forgetValues() {
      for (const [collection, records] of over) {
        for (const id of fresh) {
          const drafted = records.get(id);
          if (drafted === undefined || drafted === null) continue;
          const stored = store.table(collection).get(id);
          if (stored === undefined || looked.some((field) => field in drafted)) continue;
          records.delete(id);
          if (isNamed(collection)) draftedNames[collection].remove(id);
        }
      }
      fresh.clear();
    },
    clear() {
      fresh.clear();
      over.clear();
      more.clear();
      draftedHolders.clear();
      draftedNames = createDraftedNames();
    },
  };
}
