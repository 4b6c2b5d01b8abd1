import {
  type BioPageRecord,
  type CampaignRecord,
  type Collection,
  collections,
  idRoom,
  largestId,
  largestReadId,
  type LinkRecord,
  type QrCodeRecord,
  type RecordOf,
} from "../records.ts";
import {
  createNamedTable,
  createReferringTable,
  type NamedRecordTable,
  type ReferringRecordTable,
} from "./namedTable.ts";
import { createTable, type RecordTable } from "./recordTable.ts";
import { AliasTaken, type Change, IdsUsedUp, type NamedTable } from "../store.ts";

/** The collections that are more than a table. */
interface IndexedTables {
  readonly campaigns: NamedRecordTable<CampaignRecord>;
  readonly qrCodes: ReferringRecordTable<QrCodeRecord>;
  readonly bioPages: ReferringRecordTable<BioPageRecord>;
  readonly links: ReferringRecordTable<LinkRecord>;
}

/** The whole document, as lowdb holds it. */
export type Document = IndexedTables & {
  readonly [C in Exclude<Collection, keyof IndexedTables>]: RecordTable<RecordOf<C>>;
};

export const collectionNames = Object.keys(collections) as Collection[];

export function createDocument(): Document {
  return {
    settings: createTable(),
    account: createTable(),
    domains: createTable(),
    channels: createTable(),
    campaigns: createNamedTable(({ slug }) => slug),
    pixels: createTable(),
    overlays: createTable(),
    splashPages: createTable(),
    contactAnswers: createTable(),
    views: createTable(),
    clickImports: createTable(),
    qrCodes: createReferringTable(
      ({ code }) => code,
      ({ id, domain, channels }) => ({ id, domain, channels }),
      // Codes are drawn by the service and are one of a kind whatever the domain.
      () => undefined,
    ),
    bioPages: createReferringTable(
      ({ alias }) => alias,
      ({ id, domain, channels }) => ({ id, domain, channels }),
    ),
    links: createReferringTable(
      ({ alias }) => alias,
      (link) => link,
    ),
  };
}

/** One table whatever its records; the caller has checked that record and collection belong together. */
export function tableOf(
  document: Document,
  collection: Collection,
): RecordTable<{ readonly id: number }> {
  return document[collection];
}

/** Ids that were never given. They live beside the records, because a deleted record takes no id with it. */
export interface Sequences {
  /** Throws {@link IdsUsedUp} rather than give one that no record can have. */
  take(collection: Collection): number;
  /** Ids up to this one are used. */
  used(collection: Collection, id: number): void;
  /** Whether there is or was a record of this id. */
  wasGiven(collection: Collection, id: number): boolean;
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
      if (id > largestId) throw new IdsUsedUp(collection);
      next[collection] = id + 1;
      return id;
    },
    used(collection, id) {
      if (id > largestId) return;
      next[collection] = Math.max(next[collection], id + 1);
    },
    wasGiven: (collection, id) => id < next[collection],
    next: () => ({ ...next }),
  };
}

/** The id to go on with, where a file that may be wrong names the next one. */
export function nextAfter(named: number | undefined, largest: number): number {
  const next = Math.max(named ?? 1, largest + 1);
  const isImpossible = next > largestReadId + 1 || next > largest + idRoom;
  return isImpossible ? largest + 1 : next;
}

/** The largest id of a table; 0: it is empty. */
export function largestOf(document: Document, collection: Collection): number {
  return tableOf(document, collection).newest(0, 1)[0]?.id ?? 0;
}

/** What changes found, in their order, and how to take them back. */
export interface Applied {
  readonly formers: readonly ({ readonly id: number } | undefined)[];
  readonly undo: () => void;
}

export function apply(
  document: Document,
  sequences: Sequences,
  changes: readonly Change[],
): Applied {
  const undo: (() => void)[] = [];
  const formers: ({ readonly id: number } | undefined)[] = [];
  for (const change of changes) {
    if ("put" in change) {
      const table = tableOf(document, change.put);
      const former = table.put(change.record);
      formers.push(former);
      sequences.used(change.put, change.record.id);
      undo.push(() => (former === undefined ? table.remove(change.record.id) : table.put(former)));
    } else {
      const table = tableOf(document, change.remove);
      const former = table.remove(change.id);
      formers.push(former);
      sequences.used(change.remove, change.id);
      if (former !== undefined) undo.push(() => table.put(former));
    }
  }
  return {
    formers,
    undo() {
      for (const step of undo.toReversed()) step();
    },
  };
}

/** The collections whose records share names on a domain, as visitors' addresses see them. */
const namesakes = {
  links: ["links", "bioPages"],
  bioPages: ["links", "bioPages"],
  campaigns: ["campaigns"],
  qrCodes: ["qrCodes"],
} as const satisfies Partial<Record<Collection, readonly (keyof IndexedTables)[]>>;

type NamedCollection = keyof typeof namesakes;

/** The collections that have names, in the order of the document. */
export const namedCollections = Object.keys(namesakes) as NamedCollection[];

function isNamed(collection: Collection): collection is NamedCollection {
  return collection in namesakes;
}

/** A record's name and domain. */
function nameOf(document: Document, collection: NamedCollection, id: number) {
  switch (collection) {
    case "links":
    case "bioPages": {
      const record = document[collection].get(id);
      return record && { name: record.alias, domain: record.domain };
    }
    case "campaigns": {
      const record = document.campaigns.get(id);
      return record && { name: record.slug, domain: undefined };
    }
    case "qrCodes": {
      const record = document.qrCodes.get(id);
      return record && { name: record.code, domain: undefined };
    }
  }
}

/** Another record with the name of this one, on its domain: spelled the same, or only alike. */
export function namesakeOf(
  document: Document,
  { collection, id }: { readonly collection: NamedCollection; readonly id: number },
  spelling: "exact" | "alike",
) {
  const named = nameOf(document, collection, id);
  if (named === undefined) return null;
  for (const other of namesakes[collection]) {
    const table: NamedTable<{ readonly id: number }> = document[other];
    const holder = (
      spelling === "exact"
        ? table.spelled(named.name, named.domain)
        : table.alike(named.name, named.domain)
    ).find((record) => other !== collection || record.id !== id);
    if (holder !== undefined) return { ...named, collection: other, id: holder.id };
  }
  return null;
}

type Names = ReadonlyMap<string, { readonly name: string; readonly domain: number | undefined }>;

/** The names that the records of these changes have; read before the changes are applied. */
export function namesOf(document: Document, changes: readonly Change[]): Names {
  return new Map(
    changes.flatMap((change) => {
      if (!("put" in change) || !isNamed(change.put)) return [];
      const { put: collection, record } = change;
      const named = nameOf(document, collection, record.id);
      return named === undefined ? [] : [[`${collection} ${record.id}`, named] as const];
    }),
  );
}

/**
 * Throws when a record among these applied changes takes another one's name on its domain, or one
 * that is like it. What it was called before it may keep: names that came from elsewhere can be alike.
 */
export function refuseTakenNames(
  document: Document,
  changes: readonly Change[],
  before: Names,
  refused: "exact" | "alike",
): void {
  for (const change of changes) {
    if (!("put" in change) || !isNamed(change.put)) continue;
    const { put: collection, record } = change;
    const { id } = record;
    // Of several changes of one record the last is the one that stands.
    const named = nameOf(document, collection, id);
    const former = before.get(`${collection} ${id}`);
    if (former?.name === named?.name && former?.domain === named?.domain) continue;
    const namesake = namesakeOf(document, { collection, id }, refused);
    if (namesake !== null) throw new AliasTaken(namesake.name, collection, id, namesake.id);
  }
}
