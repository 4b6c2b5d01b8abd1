import type { Change } from "../store.ts";
import { type Document, tableOf } from "../tables/tables.ts";

/** `among` is how many passwords are hashed together: the start waits for all of them. */
export type HashPassword = (password: string, among: number) => Promise<string>;

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
  const clear = protectedCollections.flatMap((collection) =>
    [...document[collection].values()].flatMap((record) => {
      const { password } = record;
      const isClear = password !== undefined && !hashed.test(password);
      return isClear ? [{ collection, record, password }] : [];
    }),
  );
  const changes: Change[] = [];
  for (const { collection, record, password } of clear) {
    const change = {
      put: collection,
      record: { ...record, password: await hashPassword(password, clear.length) },
    };
    tableOf(document, collection).put(change.record);
    // The union of changes can't be told from a pair of its parts.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    changes.push(change as Change);
  }
  return changes;
}

/** A hand's changes, with the hashed records in the places of those that were not. */
export function withHashed(changes: readonly Change[], replaced: readonly Change[]): Change[] {
  const keyOf = (change: Change) => "put" in change && `${change.put} ${change.record.id}`;
  const hashedRecords = new Map(replaced.map((change) => [keyOf(change), change]));
  return changes.map((change) => ("put" in change && hashedRecords.get(keyOf(change))) || change);
}
