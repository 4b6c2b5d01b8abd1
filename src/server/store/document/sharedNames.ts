import { type Message, message } from "../../../contract/messages/messages.ts";
import { type Change, StoreUnavailable } from "../store.ts";
import { type Document, namedCollections, namesakeOf, tableOf } from "../tables/tables.ts";

type NamedCollection = (typeof namedCollections)[number];

/** Two records that visitors would reach by one name. */
export class NamesShared extends StoreUnavailable {}

/** A name twice on a domain can only come from outside: the store lets none in. Names alike are told apart by their spelling. */
export function refuseSharedNames(document: Document, path: string): void {
  for (const collection of namedCollections) {
    for (const { id } of document[collection].values()) {
      const other = namesakeOf(document, { collection, id }, "exact");
      if (other === null) continue;
      throw new NamesShared(
        `${path}: ${collection} ${id} and ${other.collection} ${other.id} have the same alias, slug or code "${other.name}". ` +
          'Nothing was changed. Give one of them another, or run "waypost doctor" on the folder: it gives the younger one a new one.',
      );
    }
  }
}

export interface Renamed {
  readonly change: Change;
  /** For the owner. */
  readonly warning: Message;
}

/** Gives records whose name an older one has a free name of their own. */
export function renameNamesakes(document: Document): Renamed[] {
  /** The last number that was tried after each name: thousands of records may have the same name. */
  const numbers = new Map<string, number>();

  function renameIfYounger(collection: NamedCollection, id: number): Renamed | undefined {
    const other = namesakeOf(document, { collection, id }, "exact");
    const isElder =
      other?.collection === collection
        ? other.id > id
        : other !== null &&
          namedCollections.indexOf(collection) < collectionNamed(other.collection);
    if (other === null || isElder) return undefined;
    for (;;) {
      const key = `${collection} ${other.domain} ${other.name}`;
      const number = (numbers.get(key) ?? 1) + 1;
      numbers.set(key, number);
      const name = `${other.name}-${number}`;
      const change = named(document, collection, id, name);
      tableOf(document, collection).put(change.record);
      if (namesakeOf(document, { collection, id }, "alike") !== null) continue;
      return {
        change,
        warning: message("service.renamed", {
          collection,
          id,
          former: other.name,
          otherCollection: other.collection,
          other: other.id,
          name,
        }),
      };
    }
  }

  return namedCollections.flatMap((collection) =>
    [...document[collection].values()].flatMap(({ id }) => renameIfYounger(collection, id) ?? []),
  );
}

function collectionNamed(name: string): number {
  return namedCollections.findIndex((collection) => collection === name);
}

function named(document: Document, collection: NamedCollection, id: number, name: string) {
  const field = (
    { links: "alias", bioPages: "alias", campaigns: "slug", qrCodes: "code" } as const
  )[collection];
  // Only the name's own field differs from a record of that collection.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return {
    put: collection,
    record: { ...tableOf(document, collection).get(id), id, [field]: name },
  } as Extract<Change, { put: NamedCollection }>;
}
