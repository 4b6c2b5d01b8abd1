import type { Change } from "../store.ts";
import { type Document, tableOf } from "../tables/tables.ts";

export type HashPassword = (password: string) => Promise<string>;

/** The collections whose records have a password of ours; a QR code's is what it says. */
const protectedCollections = ["links", "account"] as const;

const hashed = /^scrypt\$\d+\$\d+\$\d+\$[\w-]+\$[\w-]+$/;

/**
 * Passwords that a hand wrote into the document as they are. They are hashed before anything is
 * written, so that they stand in no file once the next snapshot is there.
 */
export async function hashClearPasswords(
  document: Document,
  hashPassword: HashPassword,
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const collection of protectedCollections) {
    for (const record of document[collection].values()) {
      if (record.password === undefined || hashed.test(record.password)) continue;
      const change = {
        put: collection,
        record: { ...record, password: await hashPassword(record.password) },
      };
      tableOf(document, collection).put(change.record);
      // The union of changes can't be told from a pair of its parts.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      changes.push(change as Change);
    }
  }
  return changes;
}

/** A hand's changes, with the hashed records in the places of those that were not. */
export function withHashed(changes: readonly Change[], replaced: readonly Change[]): Change[] {
  return changes.map(
    (change) =>
      replaced.find(
        (other) =>
          "put" in other &&
          "put" in change &&
          other.put === change.put &&
          other.record.id === change.record.id,
      ) ?? change,
  );
}
